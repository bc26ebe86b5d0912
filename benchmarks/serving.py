"""What the site's own work costs, each as a ratio to something bare in the same run.

    python -m benchmarks.serving                              (SQLite, in a file that is deleted afterwards)
    DATABASE_URL=postgres://… python -m benchmarks.serving    (PostgreSQL, into an empty database)
    python -m benchmarks.serving closes due                   (of closes, pages and due those that are named)

A round's close against a transaction that locks and updates one row, and what comes after it, telling the players of
many rounds at a time whose turn it is, against the same; pages against a view that answers nothing, through
the same middleware; the search for due rounds as more and more battles are open. On PostgreSQL, where pgbench is
installed, rounds closed a second by one worker stand beside pgbench's own transactions by one client. On SQLite it
counts seconds of CPU, so that a busy machine does not matter; on PostgreSQL seconds by the clock.
"""

import argparse
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Collection
from copy import copy
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks import fresh

BOARDS = {2: "duel-2", 4: "cross-4", 8: "ring-8"}
"""By number of seats."""
ROUNDS = 30
OPEN = (100, 1_000, 10_000, 100_000)
PGBENCH_SECONDS = 5
TOLD = 20
"""Rounds whose players are told together."""
PARTS = ("closes", "pages", "due")
HOUSES = count(1)
"""So that each has a name of its own."""
Clock = Callable[[], float]


def spent(work: Callable[[], object], clock: Clock) -> float:
    began = clock()
    work()
    return clock() - began


def battle(seats: int) -> Any:
    """A running training battle of that many seats."""
    from tests.tournaments import stage

    tournament = stage.announce("training", seats=seats, game="emperors", field=BOARDS[seats], round_seconds=86_400)
    for letter in "abcdefgh"[:seats]:
        house = stage.found(f"House{next(HOUSES)}")
        stage.enter(tournament, stage.born(house, f"Emperor {letter}"), letter)
    assert stage.starting.start(tournament_id=tournament.pk)
    return stage.again(tournament)


def order(tournament: Any, luck: Random) -> None:
    """A random legal order of every seat that is to act."""
    from tests.tournaments import stage
    from tournaments import games
    from tournaments.models import Round

    game = games.GAMES[tournament.game]
    state = game.read(Round.objects.get(tournament=tournament, closed_at=None).state)
    for seat in game.to_act(state):
        choices = [f"{origin}-{goal}" for origin, goals in game.legal(state, seat).items() for goal in goals]
        stage.order(tournament, seat, luck.choice(choices) if choices else "-")


def closing(seats: int, clock: Clock) -> tuple[float, float]:
    """Seconds of a close, and of a bare transaction that locks and updates one row: medians of the same moments."""
    from django.db import transaction
    from django.db.models import F

    from tests.tournaments import stage
    from tournaments.models import Tournament
    from tournaments.services import locks, rounds

    def bare() -> None:
        with transaction.atomic():
            locks.lock(tournament.pk)
            Tournament.objects.filter(pk=tournament.pk).update(round_seconds=F("round_seconds"))

    luck, closes, bares, tournament = Random(seats), [], [], battle(seats)
    while len(closes) < ROUNDS and stage.again(tournament).ended_at is None:
        order(tournament, luck)
        bares.append(spent(bare, clock))
        number = stage.again(tournament).round_no
        closes.append(spent(lambda n=number: rounds.close_round(tournament_id=tournament.pk, round_no=n), clock))
    return median(closes), median(bares)


def telling(clock: Clock) -> float:
    """Seconds of telling the players of one round that it is their turn, of many rounds that are told together."""
    from tests.tournaments import stage
    from tournaments.models import Round
    from tournaments.services import rounds, summons

    summons.tell_due()
    for _ in range(TOLD):
        tournament = battle(2)
        order(tournament, Random(1))
        assert rounds.close_round(tournament_id=tournament.pk, round_no=stage.again(tournament).round_no)
    assert Round.objects.filter(tell_at__isnull=False).count() == TOLD
    return spent(summons.tell_due, clock) / TOLD


def pages(clock: Clock) -> dict[str, tuple[float, float]]:
    """Seconds of a page, and of a view that answers nothing, by address."""
    from django.test import Client, override_settings

    from tests.tournaments import stage

    tournament = battle(2)
    order(tournament, Random(1))
    client, house = Client(SERVER_NAME="localhost"), stage.Dynasty.objects.first()
    client.force_login(house.user, backend="django.contrib.auth.backends.ModelBackend")
    asked = ("/", "/play/", f"/tournament/{tournament.code}/", f"/tournament/{tournament.code}/state",
             f"/dynasty/{house.code}/", f"/dynasty/{house.code}/log", "/court/", "/api/v1/tournaments/")  # fmt: skip

    def quickest(address: str) -> float:
        client.get(address)
        return min(spent(lambda: client.get(address), clock) for _ in range(9))

    with override_settings(ROOT_URLCONF="benchmarks.bare"):
        nothing = quickest("/")
    codes = f"{tournament.code}|{house.code}"
    return {re.sub(codes, "…", address): (quickest(address), nothing) for address in asked}


def sweeping(clock: Clock) -> dict[int, float]:
    """Seconds to find the rounds that are due, by how many are open; three are due each time."""
    from dynasty import clock as site
    from tests.tournaments import stage
    from tournaments.models import Round, Tournament
    from tournaments.services import rounds

    sample = battle(2)
    opened = Round.objects.get(tournament=sample, closed_at=None)
    found, many = {}, Round.objects.filter(closed_at=None).count()
    for wanted in OPEN:
        rows = Tournament.objects.bulk_create(
            [like(sample, number) for number in range(many, wanted)], batch_size=1_000
        )
        later = site.now() + 24 * stage.HOUR
        Round.objects.bulk_create([Round(tournament=row, number=1, state=opened.state, opened_at=opened.opened_at,
                                         deadline=later) for row in rows], batch_size=1_000)  # fmt: skip
        many = wanted
        Round.objects.filter(pk__in=Round.objects.order_by("-pk").values_list("pk", flat=True)[:3]).update(
            deadline=site.now() - stage.HOUR)  # fmt: skip
        rounds.due(site.now())
        found[wanted] = min(spent(lambda: rounds.due(site.now()), clock) for _ in range(9))
        Round.objects.filter(deadline__lt=site.now()).update(deadline=later)
    return found


def like(sample: Any, number: int) -> Any:
    """Another battle just like it, not yet written."""
    another = copy(sample)
    another.pk, another.code, another._state = None, f"bench{number:05}", type(sample._state)()
    return another


def pgbench(address: str) -> float:
    """Transactions a second of one client of pgbench, the simple update, in this database; 0 where there is none."""
    program = shutil.which("pgbench") or max(map(str, Path("/usr/lib/postgresql").glob("*/bin/pgbench")), default="")
    if not program or not address.startswith("postgres"):
        return 0.0
    subprocess.run([program, "-q", "-i", "-s", "1", address], check=True, capture_output=True)
    done = subprocess.run([program, "-n", "-N", "-c", "1", "-T", str(PGBENCH_SECONDS), address], check=True,
                          capture_output=True, text=True)  # fmt: skip
    return float(re.search(r"tps = ([\d.]+)", done.stdout).group(1))


def printed(clock: Clock, parts: Collection[str]) -> None:
    for name, shown in {"closes": closes_shown, "pages": pages_shown, "due": due_shown}.items():
        if name in parts:
            shown(clock)
            print()


def closes_shown(clock: Clock) -> None:
    print("| a round of | ms to close | × a bare transaction | closed a second |\n| --- | ---: | ---: | ---: |")
    rates, bare = {}, 0.0
    for seats in BOARDS:
        close, bare = closing(seats, clock)
        rates[seats] = 1 / close
        print(f"| {seats} seats | {1000 * close:.2f} | {close / bare:.1f} | {1 / close:.0f} |", flush=True)
    told = telling(clock)
    print(f"\ntelling two players whose turn it is, after the close, {TOLD} rounds together: "
          f"{1000 * told:.2f} ms a round, {told / bare:.1f} × a bare transaction")  # fmt: skip
    if tps := pgbench(os.environ["DATABASE_URL"]):
        ratio = ", ".join(f"{rate / tps:.3f} of it with {seats} seats" for seats, rate in rates.items())
        print(f"\npgbench, one client, simple update: {tps:.0f} a second; rounds closed by one worker: {ratio}")


def pages_shown(clock: Clock) -> None:
    print("| page | ms | × a view that answers nothing |\n| --- | ---: | ---: |")
    for name, (page, nothing) in pages(clock).items():
        print(f"| `{name}` | {1000 * page:.1f} | {page / nothing:.1f} |", flush=True)


def due_shown(clock: Clock) -> None:
    print("| open battles | ms to find the due rounds | × with the fewest |\n| ---: | ---: | ---: |")
    found = sweeping(clock)
    for many, seconds in found.items():
        print(f"| {many:,} | {1000 * seconds:.2f} | {seconds / found[OPEN[0]]:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help=" or ".join(PARTS))
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    with fresh.database("serving") as clock:
        printed(clock, given.parts)


if __name__ == "__main__":
    main()
