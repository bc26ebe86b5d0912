"""Load of pairing: guests who search at once, and an arena with a table, both swept by two workers.

    python -m benchmarks.pairing                                     (SQLite, in a file that is deleted afterwards)
    DATABASE_URL=… REDIS_URL=… SECRET_KEY=… ALLOWED_HOSTS=localhost python -m benchmarks.pairing
                                                                     (PostgreSQL, into an empty database)
    python -m benchmarks.pairing --searchers 1000 --players 200 --battles 600

Afterwards every row is counted: nobody was left out, nobody has two battles at once, and each battle of the arena was
counted once. Any of these ends the run with an error. The whole site, with spectators: `python -m benchmarks.crowd`.
"""

import argparse
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any

import django

from benchmarks import fresh
from benchmarks.processes import cpu

WORKERS = 2
PAIRED_WITHIN = 2.0
"""Seconds of CPU of both workers within which all who search have a battle that has begun."""
context = multiprocessing.get_context("spawn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searchers", type=int, default=1000)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--battles", type=int, default=600, help="of the arena, at least")
    given = parser.parse_args()
    with fresh.database("pairing"):
        from django.db import connection

        print(f"{connection.vendor}, {WORKERS} workers")
        measure_search(given.searchers)
        measure_arena(given.players, given.battles)


def make_dynasties(count: int, word: str) -> list[int]:
    """Found so many dynasties with players; return their ids."""
    from django.conf import settings

    from tests.factories import found

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody logs in here
    return [found(f"{word} {number}").pk for number in range(count)]


def run_workers(work: Callable[..., None], *arguments: object) -> list[multiprocessing.Process]:
    """Start the workers, each a process with connections of its own."""
    processes = [context.Process(target=work, args=arguments) for _number in range(WORKERS)]
    for each in processes:
        each.start()
    return processes  # type: ignore[return-value]


def measure_search(count: int) -> None:
    """Let so many search at once while two workers sweep each second, and check that each has one battle.

    The time runs from the begin of the first sweep that finds them to the end of the one that pairs the last.
    """
    from django.db import connection

    from tournaments.models import CasualSeat, Seek, Tournament

    spans: Any = context.Queue()
    workers = run_workers(sweep_until_killed, spans)
    for _each in workers:
        spans.get()  # it sweeps
    before = sum(cpu(each.pid or 0) for each in workers)
    add_searches(count)
    found = [spans.get()]
    while Seek.objects.filter(tournament=None).count() > count % 2:
        found.append(spans.get())
    took = max(end for _began, end in found) - min(began for began, _end in found)
    spent = sum(cpu(each.pid or 0) for each in workers) - before
    for each in workers:
        each.kill()
        each.join()
    left = Seek.objects.filter(tournament=None).count()
    seats = Counter(CasualSeat.objects.filter(tournament__status="running").values_list("key", flat=True))
    doubled = [key for key, times in seats.items() if times > 1]
    battles = Tournament.objects.count()
    print(
        f"{count} searchers: {battles} battles begun {took:.2f} s after the sweep began; "
        f"{spent:.2f} s of CPU of the workers; load {os.getloadavg()[0]:.1f}"
    )
    assert left == count % 2 and not doubled and battles == count // 2, (left, len(doubled), battles)
    assert spent <= PAIRED_WITHIN, spent
    connection.close()


def add_searches(count: int) -> None:
    """Let so many guests search for an opponent."""
    from core import clock
    from core.public_codes import new_code
    from tournaments.domain.matchmaking import PACES
    from tournaments.models import Seek

    now = clock.now()
    Seek.objects.bulk_create(
        Seek(
            code=new_code(),
            key=f"{number:064x}",
            family="board",
            field="",
            pace="daily",
            rating=1200 + number % 600,
            network=f"n{number % 50}",
            sought_at=now,
            ends_at=now + PACES["daily"].stays,
        )
        for number in range(count)
    )


def sweep_until_killed(spans: Any) -> None:
    """Sweep each second as a worker does, in turns with the others; send when each sweep that paired began and ended.

    The first sweep is sent too, whatever it did.
    """
    django.setup()
    from config.sweeper import Sweeper
    from tournaments import tasks

    def sweep() -> None:
        began = time.monotonic()
        if tasks.close_due()["paired"] or not swept:
            swept.append(began)
            spans.put((began, time.monotonic()))

    swept: list[float] = []
    sweeper = Sweeper(sweep)
    sweep()
    sweeper.run()


def open_arena(players: int) -> Any:
    """Return an announced arena, with so many who wait in it."""
    from datetime import timedelta

    from core import clock
    from tournaments.models import Arena, ArenaPlayer

    people, now = make_dynasties(players + 1, "Player"), clock.now()
    hours = timedelta(hours=2)
    arena = Arena.objects.create(
        title="The Measured Arena",
        organiser_id=people[0],
        field="duel-2",
        preset="classic",
        round_seconds=300,  # a busy machine takes its time
        announced_at=now,
        starts_at=now + hours,  # `begin_arena` changes it
        ends_at=now + 2 * hours,
    )
    ArenaPlayer.objects.bulk_create(
        ArenaPlayer(arena=arena, dynasty_id=pk, key=f"p{number:063x}", entered_at=now, waits_since=now, visited_at=now)
        for number, pk in enumerate(people[1:])
    )
    return arena


def begin_arena(arena: Any) -> None:
    """Let the arena begin now; the pages of its players are open."""
    from datetime import timedelta

    from core import clock
    from tournaments.models import Arena, ArenaPlayer

    now = clock.now()
    ArenaPlayer.objects.filter(arena=arena).update(waits_since=now, visited_at=now + timedelta(hours=1))
    Arena.objects.filter(pk=arena.pk).update(starts_at=now)


def measure_arena(count: int, least: int) -> None:
    """Let so many fight in an arena until enough battles are over, swept by two workers; check every row."""
    from core import clock
    from tournaments.models import ArenaBattle, ArenaPlayer, CasualSeat

    begin_arena(open_arena(count))
    began, waits, over = time.perf_counter(), [], 0
    workers = run_workers(tend_until_killed)
    fought: set[int] = set()
    while over < least:
        running = list(
            ArenaBattle.objects.filter(settled_at=None, tournament__status="running").values_list("pk", flat=True)
        )
        for pk in [each for each in running if each not in fought]:
            fight(pk)
            fought.add(pk)
        waiting = ArenaPlayer.objects.filter(tournament=None).values_list("waits_since", flat=True)
        waits += [max(0.0, (clock.now() - each).total_seconds()) for each in waiting]
        over = ArenaBattle.objects.exclude(settled_at=None).count()
    took = time.perf_counter() - began
    for each in workers:
        each.terminate()  # in the middle of whatever they do
        each.join()
    seats = Counter(CasualSeat.objects.filter(tournament__status="running").values_list("key", flat=True))
    arena_keys = set(ArenaPlayer.objects.values_list("key", flat=True))
    doubled = [key for key, times in seats.items() if times > 1 and key in arena_keys]
    lines = list(ArenaPlayer.objects.values_list("battles", "wins", "scores"))
    settled = ArenaBattle.objects.exclude(settled_at=None).count()
    counted = sum(battles for battles, _wins, _scores in lines)
    idle = sum(battles == 0 for battles, _wins, _scores in lines)
    print(
        f"{count} in an arena: {settled} battles over in {took:.0f} s, {settled / took:.1f} a second; "
        f"a wait of {median(waits):.1f} s in the median, {max(waits):.1f} s at most; {idle} without a battle"
    )
    assert not doubled, doubled
    assert counted == 2 * settled and all(len(scores) == battles for battles, _wins, scores in lines), (
        counted,
        settled,
    )
    assert sum(wins for _battles, wins, _scores in lines) == settled


def tend_until_killed() -> None:
    """Sweep the arena until the process is ended."""
    django.setup()
    from tournaments.services.arenas import battles

    while True:
        if not battles.tend_due():
            time.sleep(0.2)


def fight(pk: int) -> None:
    """Let the first seat of a battle resign, and close its round."""
    from tournaments.models import CasualSeat, Tournament
    from tournaments.services import rounds
    from tournaments.services.casual import orders

    battle = Tournament.objects.get(pk=pk)
    for seat in CasualSeat.objects.filter(tournament=battle).order_by("seat"):
        text = "abdicate" if seat.seat == "a" else "-"
        orders.give(tournament=battle, key=seat.key, round_no=1, seat=seat.seat, text=text)
    rounds.close_round(tournament_id=pk, round_no=1)


if __name__ == "__main__":
    main()
