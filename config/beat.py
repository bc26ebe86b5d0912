"""A scheduler for Celery's beat that uses a monotonic clock, so that steps of the system's time change nothing.

What it sends is a hint: work that is done once in a while looks up by itself when it was done last
(`dynasty.services.periodic`).
"""

import time
from typing import Any, cast

from celery.beat import ScheduleEntry, Scheduler


class SteadyScheduler(Scheduler):
    """A scheduler that keeps no file and reads no calendar: each entry is sent one interval after it was sent last."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.due: dict[str, float] = {}
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; return the seconds until something else is."""
        for name, entry in list(self.schedule.items()):
            now, seconds = time.monotonic(), get_interval(entry)
            if self.due.setdefault(name, now + seconds) <= now:
                self.due[name] = now + seconds
                self.apply_entry(cast(Any, self.reserve(entry)), producer=self.producer)
        left = min(self.due.values(), default=0.0) - time.monotonic()
        return max(0.0, min(left, float(self.max_interval or left)))


def get_interval(entry: ScheduleEntry) -> float:
    """Return the seconds between two runs of an entry."""
    return float(cast(Any, entry.schedule).run_every.total_seconds())
