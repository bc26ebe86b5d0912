"""What the embedded site costs while nobody visits it: a share of a core, memory, and how its database grows.

    python -m benchmarks.idle                    (a world of its own: a minute to settle, then five)
    python -m benchmarks.idle --minutes 60

`play` keeps house battles running, sweeps once a second, and forgets what is old. The share is of the seconds by the
clock; beside it stands what one sweep in which nothing is due costs, as a ratio to one empty transaction in the same
run. The database is the file with its log; growth by the hour is what it would be if nothing were forgotten later.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.anonymous import play
from benchmarks.processes import cpu, resident
from tests.reliability.chaos.servers import free_port

SWEEPS = 50


def measure_database(var: Path) -> int:
    """Return the bytes of the database and its log."""
    return sum(path.stat().st_size for path in var.glob("emperors.sqlite3*"))


def measure_sweeps(var: Path) -> dict[str, float]:
    """Return the seconds of CPU of each step of a sweep of this world, and of an empty transaction."""
    os.environ["DATABASE_URL"] = f"sqlite:///{var / 'emperors.sqlite3'}"
    import django

    django.setup()
    from django.db import transaction

    from tournaments import tasks
    from tournaments.services import computer_players, lifecycle, notifications, outages, rounds, waiting_list

    def nothing() -> None:
        with transaction.atomic():
            pass

    steps = {
        "an empty transaction": nothing,
        "both sweeps": tasks.sweep,
        "the heartbeat": outages.record_heartbeat,
        "waiting lists": waiting_list.move_up_due,
        "starts": lifecycle.start_due,
        "due rounds": rounds.sweep,
        "halted battles": rounds.retry_halted,
        "whom to tell": notifications.notify_due,
        "computer players": computer_players.play_due,
    }
    found = {}
    for name, step in steps.items():
        step()
        began = time.process_time()
        for _ in range(SWEEPS):
            step()
        found[name] = (time.process_time() - began) / SWEEPS
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--settle", type=float, default=60, help="seconds before it begins")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        os.environ |= {"EMPERORS_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        with play(var, free_port()) as process:
            time.sleep(options.settle)
            used, size, began = cpu(process), measure_database(var), time.monotonic()
            time.sleep(60 * options.minutes)
            seconds = time.monotonic() - began
            grown = measure_database(var) - size
            print(f"CPU: {100 * (cpu(process) - used) / seconds:.1f}% of a core")
            print(f"memory: {resident(process) / 1e6:.0f} MB")
            print(f"database: {measure_database(var) / 1e6:.1f} MB, {grown * 3600 / seconds / 1e6:+.1f} MB an hour\n")
        sweeps = measure_sweeps(var)
        bare = sweeps["an empty transaction"]
        print("| a sweep, and each part that has work | ms of CPU | × an empty transaction |\n| --- | ---: | ---: |")
        for name, cost in sweeps.items():
            print(f"| {name} | {1000 * cost:.2f} | {cost / bare:.1f} |")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
