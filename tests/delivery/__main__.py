"""News through a Redis that dies, sockets that drop and a reader that has stopped: everything once, and in order.

    python -m tests.delivery --clients 100 --events 1000 --seed 1

It needs PostgreSQL (`TEST_DATABASE_URL`) and the program redis-server. It starts a Redis and a web process of its own,
and prints what came of it as JSON; its exit code is 1 where anybody missed an event, saw one twice or out of order.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from config.devtools import test_runner
from tests.delivery.clients import Client, Stopped
from tests.reliability.chaos.servers import Redis, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = f"emperors_delivery_{os.getpid()}"
TIMEOUT = 30.0
"""Seconds after the last event within which everybody must have everything: more than two heartbeats."""


@contextmanager
def database() -> Iterator[str]:
    """Yield an empty database of our own."""
    import psycopg

    with psycopg.connect(test_runner.DATABASE, autocommit=True) as connection:
        connection.execute(f'create database "{NAME}"'.encode())
    try:
        yield re.sub(r"/[^/]*$", f"/{NAME}", test_runner.DATABASE)
    finally:
        with psycopg.connect(test_runner.DATABASE, autocommit=True) as connection:
            connection.execute(f'drop database "{NAME}" with (force)'.encode())


@contextmanager
def web(port: int) -> Iterator[None]:
    """Yield one web process, as the Procfile starts it."""
    command = next(line for line in (ROOT / "Procfile").read_text().splitlines() if line.startswith("web: "))[5:]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ours = os.environ | {"PORT": str(port), "WEB_CONCURRENCY": "1", "PATH": path}
    with (Path(os.environ["EMPERORS_VAR"]) / "web.log").open("w") as log:
        process = subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=ROOT, env=ours, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(20)


def battle() -> str:
    """Announce a tournament, whose stream is listened to; return its code."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tests import factories

    return str(factories.announce("training", game="emperors", field="duel-2").code)


def produce(code: str, events: int, seconds: float) -> None:
    """Tell so many events, evenly over the time; each says when it was told."""
    from dynasty.services import event_streams

    began = time.monotonic()
    for number in range(events):
        time.sleep(max(0.0, began + number * seconds / events - time.monotonic()))
        event_streams.publish_event(f"battle:{code}", f"delivery:{number}", "told", {"at": time.monotonic()})


def disturb(redis: Redis, until: threading.Event, every: float) -> int:
    """Kill Redis, again and again; how often."""
    times = 0
    while not until.wait(every):
        redis.crash()
        times += 1
    return times


async def watch(clients: list[Client], events: int, producing: threading.Thread) -> None:
    """Let them all read until each has everything, or patience ends."""
    tasks = [asyncio.create_task(client.read(events)) for client in clients]
    await asyncio.to_thread(producing.join)
    _done, late = await asyncio.wait(tasks, timeout=TIMEOUT)
    for task in late:
        task.cancel()


def answers(port: int) -> None:
    import httpx

    for _ in range(300):
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=10)
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise SystemExit("the site did not start")


def play(given: argparse.Namespace, redis: Redis, port: int) -> dict[str, Any]:
    """Run everything at once; return what came of it."""
    code, luck = battle(), Random(given.seed)
    answers(port)
    clients = [Client(port, code, number, Random(luck.random()), given.drops) for number in range(given.clients)]
    over, kills = threading.Event(), []
    nemesis = threading.Thread(target=lambda: kills.append(disturb(redis, over, given.kill_every)))
    producing = threading.Thread(target=produce, args=(code, given.events, given.seconds))
    nemesis.start()
    producing.start()
    with Stopped(port, code):
        asyncio.run(watch(clients, given.events, producing))
    over.set()
    nemesis.join()
    return count_events(clients, given.events) | {"redis killed": kills[0], "seed": given.seed}


def count_events(clients: list[Client], events: int) -> dict[str, Any]:
    """Count what was missed, doubled or out of order, and how late the latest came.

    Of what was missed, that which was skipped is lost; the rest had not come when patience ended.
    """
    wanted = list(range(1, events + 1))
    failed = sum((client.failed for client in clients), Counter())
    delays = sorted(delay for client in clients for delay in client.delays)
    return {
        "clients": len(clients), "events": events,
        "missed": sum(len(set(wanted) - set(client.numbers)) for client in clients),
        "skipped": sum(client.last - len(set(client.numbers)) for client in clients),
        "twice": sum(len(client.numbers) - len(set(client.numbers)) for client in clients),
        "out of order": sum(client.numbers != sorted(client.numbers) for client in clients),
        "sockets dropped": sum(client.dropped for client in clients),
        "requests failed": failed.total(), "why": dict(failed),
        "median delay in seconds": round(delays[len(delays) // 2], 3) if delays else None,
        "longest delay in seconds": round(delays[-1], 3) if delays else None,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=100.0, help="over which the events are spread")
    parser.add_argument("--kill-every", type=float, default=20.0, help="seconds between two deaths of Redis")
    parser.add_argument("--drops", type=float, default=0.1, help="how often a client drops its socket after a message")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    redis, port = Redis(), free_port()
    try:
        with database() as address, tempfile.TemporaryDirectory() as var:
            os.environ |= test_runner.build_environment() | {"DATABASE_URL": address, "REDIS_URL": redis.url,
                          "EMPERORS_VAR": var, "DJANGO_SETTINGS_MODULE": "config.settings"}  # fmt: skip
            with web(port):
                found = play(given, redis, port)
    finally:
        redis.stop()
    print(json.dumps(found))
    return 1 if found["missed"] or found["twice"] or found["out of order"] or found["requests failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
