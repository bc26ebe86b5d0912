"""How long rounds waited for their close after they were due, by how often it was tried."""

from collections import defaultdict
from statistics import median

from tournaments.models import Round


def table() -> str:
    """Return a line for each number of attempts; one that a fault ended delays the next by a second more each time."""
    waited: dict[int, list[float]] = defaultdict(list)
    for row in Round.objects.exclude(closed_at=None).only("closed_at", "deadline", "ready_at", "attempts"):
        due = min(row.deadline, row.ready_at or row.deadline)
        waited[row.attempts].append((row.closed_at - due).total_seconds())
    return "".join(
        f"\nwaited: {len(times)} rounds at attempt {tries}, median {median(times):.1f} s, longest {max(times):.1f} s"
        for tries, times in sorted(waited.items())
    )
