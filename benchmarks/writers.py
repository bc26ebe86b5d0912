"""How long writers wait on SQLite: fifty clients at once, in line (our backend) and as SQLite lets them (Django's).

    python -m benchmarks.writers                        (both, without pause and as a class of fifty)
    python -m benchmarks.writers --clients 50 --seconds 20

Each client is a thread of one process with a connection of its own, as a request of the embedded site is; it calls a
service that writes two rows in a transaction. A time runs from the call to its return: the wait, the work and the
commit to disk. Without pause each client writes again at once; as a class it thinks for 3 to 7 seconds. Ratios
count: both ways are run in one go.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time

BACKENDS = {"in line": "config.sqlite", "as SQLite does": "django.db.backends.sqlite3"}
PAUSES = {"without pause": (0.0, 0.0), "a class": (3.0, 7.0)}


def measure(engine: str, clients: int, seconds: float, pause: tuple[float, float]) -> None:
    """Run all clients in this process and print their times, in seconds, and how many were refused, as JSON."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    from django.conf import settings

    settings.DATABASES["default"]["ENGINE"] = engine
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from core.errors import BusyError
    from dynasty.models import User
    from dynasty.services import preferences

    call_command("migrate", interactive=False, verbosity=0)
    users = [User.objects.create(email=f"writer{number}@example.org") for number in range(clients)]
    times: list[float] = []
    rejected: list[float] = []
    end = time.monotonic() + seconds

    def write(user: User) -> None:
        while time.monotonic() < end:
            time.sleep(random.uniform(*pause))
            began = time.monotonic()
            try:
                preferences.update(user=user, language="es", time_zone="Europe/Madrid")
                times.append(time.monotonic() - began)
            except BusyError:
                rejected.append(time.monotonic() - began)
        connection.close()

    threads = [threading.Thread(target=write, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"times": times, "refused": len(rejected)}))


def format_row(found: dict[str, list[float]], name: str) -> str:
    """Return a line of the table."""
    times = sorted(found["times"])
    middle, late = times[len(times) // 2], times[int(len(times) * 0.99)]
    waits = f"median {middle:7.3f} s, p99 {late:7.3f} s, longest {times[-1]:7.3f} s"
    return f"{name:32} {len(times):7} writes, {waits}, refused {found['refused']}"


def compare(clients: int, seconds: float) -> None:
    """Print the table: each pause with each backend, in a process and on a file of its own."""
    for pause in PAUSES:
        for name, engine in BACKENDS.items():
            command = [sys.executable, "-m", "benchmarks.writers", "--engine", engine, "--pause", pause,
                       "--clients", str(clients), "--seconds", str(seconds)]  # fmt: skip
            with tempfile.TemporaryDirectory() as var:
                environment = {**os.environ, "EMPERORS_VAR": var}
                done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            print(format_row(json.loads(done.stdout.splitlines()[-1]), f"{pause}, {name}"), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    parser.add_argument("--pause", choices=PAUSES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.engine:
        measure(options.engine, options.clients, options.seconds, PAUSES[options.pause])
    else:
        compare(options.clients, options.seconds)


if __name__ == "__main__":
    main()
