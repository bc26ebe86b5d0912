"""The result of a round on many open pages: how long after its close each has it, and what an open socket weighs.

    python -m benchmarks.open_pages                      (one process, SQLite: the embedded site)
    python -m benchmarks.open_pages --scaled             (web, worker and beat on PostgreSQL and Redis)
    python -m benchmarks.open_pages --scaled --asking    (pages that ask over HTTP, as without a socket's state)

Beside it, in the same run and from the same process: a message of the same size from Redis's own publish to as many
subscribers. A time runs from `closed_at`, the moment at which the close held its lock, to the last byte of the result
on the page: it holds the close itself, the commit, the pointer and the work of this harness. Each result is held
against the digest that the database has. Needs redis-server; scaled, also PostgreSQL at TEST_DATABASE_URL.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.pages import Page, Subscriber
from benchmarks.processes import cpu, resident
from config.devtools import test_runner
from tests.delivery.__main__ import answers, database
from tests.reliability.chaos.servers import Redis, free_port

ROOT = Path(__file__).resolve().parent.parent
BATCH_SIZE = 20
"""Pages that are opened in the same moment."""
REST = 20
"""Seconds in which nothing happens."""
TIMEOUT = 30.0
"""Seconds after which a page that has no result is counted as one that never got it."""
SERVE = "from config.embedded import server; server.build_server().run(sockets=[server.bind('127.0.0.1', {port})])"


@contextmanager
def run_process(command: str, log: Path, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start one process of the site; stop it on leaving."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with log.open("w") as file:
        process = subprocess.Popen(["sh", "-c", f"exec {command}"], cwd=ROOT, env=os.environ | {"PATH": path} | more,
                                   stdout=file, stderr=file)  # fmt: skip
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def site(var: Path, port: int, *, scaled: bool) -> Iterator[int]:
    """Start the site with one web process; yield that process's number."""
    with ExitStack() as stack:
        if not scaled:
            command = f'{sys.executable} -c "{SERVE.format(port=port)}"'
            yield stack.enter_context(run_process(command, var / "web.log")).pid
            return
        lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
        more = {"PORT": str(port), "WEB_CONCURRENCY": "1", "WORKER_CONCURRENCY": "1"}
        for name in ("worker", "beat"):
            stack.enter_context(run_process(lines[name], var / f"{name}.log", **more))
        yield stack.enter_context(run_process(lines["web"], var / "web.log", **more)).pid


def battle(word: str = "x") -> Any:
    """Start a gift tournament of four seats, in which everybody orders before the deadline. `word`: in their names."""
    from tests import factories

    tournament = factories.announce("gift", seats=4, game="emperors", field="cross-4", round_seconds=86_400)
    for letter in "abcd":
        factories.enter(
            tournament, factories.born(factories.found(f"House{letter}{word}"), f"Emperor {letter}"), letter
        )
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def close_round(tournament: Any) -> tuple[int, float, str]:
    """Let everybody order, and wait until the site has closed the round: its number, the moment, its digest."""
    from tests import factories
    from tournaments.models import Round

    number = factories.again(tournament).round_no
    for letter in "abcd":
        factories.order(tournament, letter, "-")
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        one = Round.objects.filter(tournament=tournament, number=number).exclude(closed_at=None).first()
        if one is not None:
            return number, one.closed_at.timestamp(), one.digest
        time.sleep(0.05)
    raise SystemExit("the site did not close the round: look at its log")


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def share(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


async def results(pages: list[Page], tournament: Any) -> tuple[list[float], int]:
    """Return the seconds until each page had the next round's result, and how many pages never had it."""
    before = await asyncio.to_thread(lambda: type(tournament).objects.get(pk=tournament.pk).round_no)
    for page in pages:
        page.wants(before)
    _number, moment, digest = await asyncio.to_thread(close_round, tournament)
    await asyncio.wait([page.shown for page in pages], timeout=TIMEOUT)
    right = [page for page in pages if page.shown.done() and page.digest() == digest]
    return [page.at - moment for page in right], len(pages) - len(right)


async def fan_out(url: str, many: int, size: int) -> list[float]:
    """Return the seconds until each of so many subscribers has a message of `size` bytes from Redis."""
    address = url.removeprefix("redis://").partition("/")[0].split(":")
    subscribers = [await Subscriber.to(address[0], int(address[1]), size) for _ in range(many)]
    publisher = await Subscriber.to(address[0], int(address[1]), 0)
    times = []
    for _ in range(5):
        began = time.time()
        publisher.publish(b"x" * size)
        times += [at - began for at in await asyncio.gather(*(each.next() for each in subscribers))]
    for each in [*subscribers, publisher]:
        each.close()
    return times


async def rest(process: int) -> float:
    """Return the seconds of CPU of the process in a minute, measured while nothing happens."""
    before = cpu(process)
    await asyncio.sleep(REST)
    return (cpu(process) - before) * 60 / REST


async def measure_open_pages(
    options: argparse.Namespace, port: int, process: int, url: str, tournament: Any
) -> dict[str, Any]:
    """Measure everything with so many pages open."""

    async def opened(first: int, end: int) -> list[Page]:
        """Open the pages in batches, as no site gets all its readers in one moment."""
        found: list[Page] = []
        for start in range(first, end, BATCH_SIZE):
            numbers = range(start, min(start + BATCH_SIZE, end))
            found += await asyncio.gather(*(Page.open(port, tournament.code, each, options.asking) for each in numbers))
        say(f"{end} pages are open")
        return found

    warm = await opened(0, BATCH_SIZE)
    await asyncio.sleep(2)
    empty = resident(process)
    quiet = await rest(process)  # of the site's own work, most of it in the embedded one
    pages = warm + await opened(BATCH_SIZE, options.pages)
    await asyncio.sleep(2)
    weight = (resident(process) - empty) / max(1, len(pages) - len(warm))
    idle = (await rest(process) - quiet) / max(1, len(pages) - len(warm))
    times, missing, spent = [], 0, cpu(process)
    for _ in range(options.rounds):
        more, never = await results(pages, tournament)
        times, missing = times + more, missing + never
        say(f"a round closed: {1000 * share(more or [0.0], 0.99):.0f} ms, {never} without it")
        await asyncio.sleep(1)
    spent = (cpu(process) - spent) / len(pages) / options.rounds
    size = median(page.size for page in pages if page.size)
    for page in pages:
        page.close()
    plain = await fan_out(url, options.pages, int(size))
    found = {"pages": options.pages, "rounds": options.rounds, "never": missing, "bytes of a result": int(size),
             "requests of the pages": sum(page.asked for page in pages)}  # fmt: skip
    found |= {f"{name} in ms": round(1000 * share(times, part)) for name, part in (("p50", 0.5), ("p99", 0.99))}
    found |= {
        f"Redis {name} in ms": round(1000 * share(plain, part), 1) for name, part in (("p50", 0.5), ("p99", 0.99))
    }
    found["p99, times Redis's own"] = round(share(times, 0.99) / share(plain, 0.99), 1)
    found["ms of the web process's CPU for a page and a round"] = round(1000 * spent, 2)
    found["ms of the web process's CPU for a page and a minute in which nothing happens"] = round(1000 * idle, 2)
    found["kB of the web process for an open socket"] = "not taken" if options.asking else round(weight / 1024, 1)
    return found | {"load of the machine": os.getloadavg()[0]}


def play(options: argparse.Namespace, var: Path, url: str) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    tournament, port = battle(), free_port()
    say("the database is there")
    with site(var, port, scaled=options.scaled) as process:
        answers(port)
        say("the site is there")
        found = asyncio.run(measure_open_pages(options, port, process, url, tournament))
    warnings = [
        line for log in sorted(var.glob("*.log")) for line in log.read_text().splitlines() if "WARN" in line.upper()
    ]
    say("\n".join(warnings[:10]))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scaled", action="store_true", help="on PostgreSQL and Redis, with a worker")
    parser.add_argument("--asking", action="store_true", help="pages that ask over HTTP for what a pointer points to")
    options = parser.parse_args()
    redis = Redis()
    try:
        with ExitStack() as stack:
            var = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            os.environ |= {"EMPERORS_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings"}
            if options.scaled:
                address = stack.enter_context(database())
                os.environ |= test_runner.build_environment() | {"DATABASE_URL": address, "REDIS_URL": redis.url}
            found = play(options, var, redis.url)
    finally:
        redis.stop()
    print(json.dumps(found, indent=1))
    return 1 if found["never"] else 0


if __name__ == "__main__":
    sys.exit(main())
