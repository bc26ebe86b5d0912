"""A whole site under a crowd while a worker is killed: people who search, an arena, and spectators of battles.

    python -m benchmarks.crowd                                 (PostgreSQL at TEST_DATABASE_URL, redis-server)
    python -m benchmarks.crowd --searchers 1000 --players 200 --battles 400 --spectators 500

Web, beat and two workers run as the Procfile starts them. Most who search do so at once, the others one after another.
While they are paired, the worker whose turn it is to sweep is killed (SIGKILL) and then started again. Meanwhile the
arena is fought, and rounds close on battles that spectators watch over sockets.

Afterwards every row is read: everybody who searched has one battle, nobody in the arena has two or was left out, each
of its battles was counted once, each spectator got each result as the database has it, streams have no gaps, and the
books are whole. Anything else is printed under `wrong`, and the exit code is 1.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.open_pages import BATCH_SIZE, ROOT, battle, results, run_process, say, share
from benchmarks.pages import Page
from config.devtools import test_runner
from tests.delivery.__main__ import answers, database
from tests.reliability.chaos.servers import Redis, free_port

TIMEOUT = 120.0
"""Seconds after which whoever waits is counted as left over."""
STOP_SECONDS = 30.0
"""Seconds within which a worker that is asked to has to stop."""
THREADS = 40
"""Of this harness at once, each with a connection of its own."""
WORKERS = ("worker-1", "worker-2")
AT_ONCE = 0.8
"""The part of those who search that does so in the same moment."""
HOLDER_SQL = (
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
    "WHERE locktype = 'advisory' AND granted AND datname = current_database() AND application_name LIKE 'worker-%'"
)

Found = dict[str, Any]


class Workers:
    """The workers of the site, each a group of processes that can be killed."""

    def __init__(self, var: Path) -> None:
        self.var = var
        lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
        self.command = f"exec {lines['worker']}"
        self.running = {name: self.start(name) for name in WORKERS}

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start a worker that says its name to the database."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        more = {"PATH": path, "WORKER_CONCURRENCY": "1", "PGAPPNAME": name, "PYTHONFAULTHANDLER": "1"}
        with (self.var / f"{name}.log").open("a") as log:
            return subprocess.Popen(
                ["sh", "-c", self.command],
                cwd=ROOT,
                env=os.environ | more,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        """Kill a worker with all its processes."""
        os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running[name].wait()

    def stop(self) -> None:
        """Stop all workers; raise SystemExit with the log of one that does not end, and where its threads are."""
        for process in self.running.values():
            process.terminate()
        for name, process in self.running.items():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGABRT)
                process.wait()
                raise SystemExit(f"{name} did not stop:\n{(self.var / f'{name}.log').read_text()}") from None


@contextmanager
def site(var: Path, port: int) -> Iterator[Workers]:
    """Start the site with one web process and two workers."""
    lines = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    more = {"PORT": str(port), "WEB_CONCURRENCY": "1"}
    with ExitStack() as stack:
        stack.enter_context(run_process(lines["beat"], var / "beat.log", **more))
        stack.enter_context(run_process(lines["web"], var / "web.log", **more))
        workers = Workers(var)
        stack.callback(workers.stop)
        answers(port)
        yield workers


def wait_for(is_done: Callable[[], bool], rest: float = 0.1) -> bool:
    """Wait until something is so; return False where it was not in time."""
    end = time.monotonic() + TIMEOUT
    while not is_done():
        if time.monotonic() > end:
            return False
        time.sleep(rest)
    return True


# ── What people do ─────────────────────────────────────────────────────────────────────────────────────────


def search_one_by_one(numbers: range) -> None:
    """Let guests search as the site does it: each is paired at once where somebody waits who fits."""
    from tournaments.services.casual.between_people import Person
    from tournaments.services.pairing import seeks

    for number in numbers:
        seeks.seek(
            person=Person(f"{number:064x}"),
            family="board",
            field="",
            pace="daily",
            address=f"10.{number // 200}.{number % 200}.1",
        )


def kill_in_the_middle(workers: Workers, searchers: int) -> Found:
    """Kill the worker that sweeps while some who search are paired and others are not, and start it again.

    Where all are paired in one transaction, it is killed while it sweeps and nobody is paired yet.
    """
    from django.db import connection

    from tournaments.models import Seek
    from tournaments.services.casual.between_people import TOGETHER

    waiting, holders = Seek.objects.filter(tournament=None), list[str]()

    def find_holder() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(HOLDER_SQL)
            holders[:] = [name for (name,) in cursor.fetchall()]
        return bool(holders) and waiting.exists()

    is_begun = Seek.objects.exclude(tournament=None).exists if searchers > 2 * TOGETHER else waiting.exists
    if not wait_for(is_begun, 0.005) or not wait_for(find_holder, 0.005):
        raise SystemExit("no worker pairs anybody: look at its log")
    workers.kill(holders[0])
    left = waiting.count()
    workers.running[holders[0]] = workers.start(holders[0])
    return {"worker killed": holders[0], "searched when it was killed": left}


def fight_on(least: int) -> None:
    """Let the first seat of each battle of the arena resign, until enough are counted; the site does the rest."""
    from tournaments.models import ArenaBattle, CasualSeat, Tournament
    from tournaments.services.casual import orders

    fought: set[int] = set()

    def fight_all() -> bool:
        open_ones = ArenaBattle.objects.filter(settled_at=None, tournament__status="running").exclude(pk__in=fought)
        for each in Tournament.objects.filter(arena_battle__in=open_ones):
            for seat in CasualSeat.objects.filter(tournament=each).order_by("seat"):
                text = "abdicate" if seat.seat == "a" else "-"
                orders.give(tournament=each, key=seat.key, round_no=1, seat=seat.seat, text=text)
            fought.add(each.pk)
        return ArenaBattle.objects.exclude(settled_at=None).count() >= least

    wait_for(fight_all, 0.2)


async def open_pages(port: int, watched: list[Any], count: int) -> list[list[Page]]:
    """Open so many pages, shared out among the battles that are watched."""
    pages: list[list[Page]] = [[] for _each in watched]
    for first in range(0, count, BATCH_SIZE):
        numbers = range(first, min(first + BATCH_SIZE, count))
        opened = await asyncio.gather(
            *(Page.open(port, watched[number % len(watched)].code, number, asking=False) for number in numbers)
        )
        for number, page in zip(numbers, opened, strict=True):
            pages[number % len(watched)].append(page)
    return pages


async def watch(pages: list[list[Page]], watched: list[Any], rounds: int) -> tuple[list[float], int]:
    """Close so many rounds of the watched battles; return how late each result came, and how many never did."""
    times, never = list[float](), 0
    for _number in range(rounds):
        for late, missing in await asyncio.gather(
            *(results(group, tournament) for group, tournament in zip(pages, watched, strict=True))
        ):
            times, never = times + late, never + missing
    return times, never


# ── What must be true afterwards ───────────────────────────────────────────────────────────────────────────


def find_faults(searchers: int, arena: Any) -> list[str]:
    """Return what is wrong in the database, in words."""
    return [*find_search_faults(searchers), *find_arena_faults(arena), *find_stream_faults(), *find_book_faults()]


def find_search_faults(searchers: int) -> Iterator[str]:
    """Check that each who searched has one battle with one other, which has begun, and was told once."""
    from dynasty.models import StreamEvent
    from tournaments.models import CasualSeat, Round, Seek

    found = list(Seek.objects.values_list("key", "tournament", "code"))
    left = [key for key, tournament, _code in found if tournament is None]
    if len(found) != searchers or len(left) > searchers % 2:
        yield f"{len(found)} searches of {searchers}, {len(left)} of them without a battle"
    met = Counter(tournament for _key, tournament, _code in found if tournament)
    if any(times != 2 for times in met.values()):
        yield f"battles with another number of people than two: {met.most_common(3)}"
    seats = Counter(CasualSeat.objects.filter(key__in=[key for key, *_rest in found]).values_list("key", flat=True))
    if any(times != 1 for times in seats.values()) or len(seats) != searchers - len(left):
        yield f"{len(seats)} people have seats, at most {max(seats.values(), default=0)} each"
    opened = Counter(Round.objects.filter(tournament__in=list(met)).values_list("tournament", flat=True))
    if opened != Counter(list(met)):
        yield f"{len(met)} battles, {len(opened)} of them with a first round"
    told = Counter(StreamEvent.objects.filter(type="paired").values_list("stream__name", flat=True))
    if told != Counter(f"seek:{code}" for _key, tournament, code in found if tournament):
        yield f"{len(told)} people were told of their battle"


def find_arena_faults(arena: Any) -> Iterator[str]:
    """Check that nobody fights two battles at once or none, and that each battle was counted once."""
    from tournaments.models import ArenaBattle, ArenaPlayer, CasualSeat

    players = {each.key: each for each in ArenaPlayer.objects.filter(arena=arena)}
    running = CasualSeat.objects.filter(tournament__status="running", key__in=players)
    doubled = [key for key, times in Counter(running.values_list("key", flat=True)).items() if times > 1]
    if doubled:
        yield f"{len(doubled)} players of the arena fight two battles"
    fought = set(CasualSeat.objects.filter(key__in=players).values_list("key", flat=True))
    if len(players) - len(fought) > len(players) % 2:
        yield f"{len(players) - len(fought)} players of the arena had no battle"
    settled = ArenaBattle.objects.filter(arena=arena).exclude(settled_at=None).count()
    counted = sum(each.battles for each in players.values())
    if counted != 2 * settled or sum(each.wins for each in players.values()) != settled:
        yield f"{settled} battles of the arena are over, {counted} were counted for players"
    if any(sum(each.scores) != each.points or len(each.scores) != each.battles for each in players.values()):
        yield "points of the arena are not the sum of its battles"


def find_stream_faults() -> Iterator[str]:
    """Check that the events of each stream are numbered without gaps."""
    from django.db.models import Count, F, Max

    from dynasty.models import Stream

    numbered = Stream.objects.annotate(events_in_all=Count("events"), last=Max("events__number"))
    wrong = numbered.exclude(head=F("events_in_all")) | numbered.exclude(head=F("last")).exclude(head=0)
    yield from (f"the stream {name} has gaps" for name in wrong.values_list("name", flat=True)[:3])


def find_book_faults() -> Iterator[str]:
    """Check that the world is whole: the books, and what follows from them."""
    from tournaments.services import integrity

    yield from integrity.verify()


# ── The run ────────────────────────────────────────────────────────────────────────────────────────────────


async def meet(options: argparse.Namespace, port: int, workers: Workers, watched: list[Any], arena: Any) -> Found:
    """Let all come at once, and kill a worker in the middle; return what came of it."""
    from benchmarks.pairing import add_searches, begin_arena
    from tournaments.models import Seek

    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    pages = await open_pages(port, watched, options.spectators)
    say(f"{options.spectators} spectators are there")
    at_once, began = int(AT_ONCE * options.searchers), time.monotonic()
    killing = asyncio.create_task(asyncio.to_thread(kill_in_the_middle, workers, at_once))
    await asyncio.to_thread(add_searches, at_once)
    await asyncio.to_thread(begin_arena, arena)
    fighting = asyncio.create_task(asyncio.to_thread(fight_on, options.battles))
    watching = asyncio.create_task(watch(pages, watched, options.rounds))
    found = await killing
    say(f"{found}")
    await asyncio.to_thread(search_one_by_one, range(at_once, options.searchers))
    waiting = Seek.objects.filter(tournament=None)
    await asyncio.to_thread(wait_for, lambda: waiting.count() <= options.searchers % 2)
    found |= {"seconds until all who searched had a battle": round(time.monotonic() - began, 1)}
    times, never = await watching
    await fighting
    for page in (page for group in pages for page in group):
        page.close()
    found |= {"results": len(times), "results that never came": never}
    found |= {
        f"results, {name} in ms": round(1000 * share(times, part)) for name, part in (("p50", 0.5), ("p99", 0.99))
    }
    return found | {"seconds in all": round(time.monotonic() - began, 1)}


def play(options: argparse.Namespace, var: Path) -> Found:
    """Run everything at once; return what came of it."""
    import django

    with patch.dict(os.environ, {"DB_POOL": str(THREADS)}):
        django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from benchmarks.pairing import open_arena
    from core import rate_limits
    from tournaments.models import ArenaBattle

    watched = [battle(str(number)) for number in range(options.watched)]
    arena, port = open_arena(options.players), free_port()
    say("the database is there")
    with site(var, port) as workers, patch.object(rate_limits, "hit"):  # one machine stands for many
        say("the site is there")
        found = asyncio.run(meet(options, port, workers, watched, arena))
    found |= {"battles of the arena": ArenaBattle.objects.exclude(settled_at=None).count()}
    wrong = find_faults(options.searchers, arena)
    if found["results that never came"]:
        wrong.append(f"{found['results that never came']} results never came to a spectator")
    return found | {"wrong": wrong, "load of the machine": os.getloadavg()[0]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searchers", type=int, default=1000)
    parser.add_argument("--players", type=int, default=200, help="of the arena")
    parser.add_argument("--battles", type=int, default=400, help="of the arena, at least")
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--watched", type=int, default=10, help="battles that are watched")
    parser.add_argument("--rounds", type=int, default=3, help="of each battle that is watched")
    options = parser.parse_args()
    redis = Redis()
    try:
        with ExitStack() as stack:
            var = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            os.environ |= {"EMPERORS_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings"}
            address = stack.enter_context(database())
            os.environ |= test_runner.build_environment() | {"DATABASE_URL": address, "REDIS_URL": redis.url}
            found = play(options, var)
    finally:
        redis.stop()
    print(json.dumps(found, indent=1))
    return 1 if found["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
