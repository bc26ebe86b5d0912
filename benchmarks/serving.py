"""What the site's own work costs, each as a ratio to something bare in the same run.

    python -m benchmarks.serving                              (SQLite, in a file that is deleted afterwards)
    DATABASE_URL=postgres://… python -m benchmarks.serving    (PostgreSQL, into an empty database)
    python -m benchmarks.serving closes due                   (of closes, rate, pages and due those that are named)

A round's close against a transaction that locks and updates one row, and what comes after it, telling the players of
many rounds at a time whose turn it is, against the same; how many rounds one, two and four workers close, each alone
and fifty in a transaction as the sweep does, and what closing so many costs as a multiple of a bare transaction, in CPU
of the workers and of their servers (`rate`, on PostgreSQL); pages against a view that answers
nothing, through the same middleware; the search for due rounds as more and more battles are open. On PostgreSQL, where
pgbench is installed, rounds closed a second by one worker stand beside pgbench's own transactions by one client. On
SQLite it counts seconds of CPU, so that a busy machine does not matter; on PostgreSQL seconds by the clock.
"""

import argparse
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection
from copy import copy
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from benchmarks import fresh
from benchmarks.processes import cpu, server

BOARDS = {2: "duel-2", 4: "cross-4", 8: "ring-8"}
"""By number of seats."""
ROUNDS = 30
OPEN = (100, 1_000, 10_000, 100_000)
PGBENCH_SECONDS = 5
ROUNDS_NOTIFIED = 20
"""Rounds whose players are notified together."""
DUE = 600
"""Rounds that the workers close between them."""
WARM = 50
"""Of these, rounds that each worker closes before it is measured: the first close of a process writes its queries."""
ASKED = 25
"""Times that a page is asked for."""
PARTS = ("closes", "rate", "pages", "due")
HOUSES = count(1)
"""So that each has a name of its own."""
Clock = Callable[[], float]
Close = Callable[[list[Any]], None]


def spent(work: Callable[[], object], clock: Clock) -> float:
    began = clock()
    work()
    return clock() - began


def battle(seats: int) -> Any:
    """Start a training battle of that many seats."""
    from tests import factories

    tournament = factories.announce("training", seats=seats, game="emperors", field=BOARDS[seats], round_seconds=86_400)
    for letter in "abcdefgh"[:seats]:
        house = factories.found(f"House{next(HOUSES)}")
        factories.enter(tournament, factories.born(house, f"Emperor {letter}"), letter)
    assert factories.lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def order(tournament: Any, luck: Random, clock: Clock = time.perf_counter) -> list[float]:
    """Submit a random legal order of every seat that is to act; return the seconds of each."""
    from tests import factories
    from tournaments.domain import games
    from tournaments.models import Round

    game = games.GAMES[tournament.game]
    state, took = game.read(Round.objects.get(tournament=tournament, closed_at=None).state), []
    for seat in game.to_act(state):
        choices = [f"{origin}-{goal}" for origin, goals in game.legal(state, seat).items() for goal in goals]
        text = luck.choice(choices) if choices else "-"
        took.append(spent(lambda s=seat, t=text: factories.order(tournament, s, t), clock))
    return took


def measure_closes(seats: int, clock: Clock) -> tuple[float, float, float]:
    """Return the median seconds of a close, of an order, and of a bare transaction that updates one row."""
    from django.db import transaction
    from django.db.models import F

    from tests import factories
    from tournaments.models import Tournament
    from tournaments.services import locks, rounds

    def bare() -> None:
        with transaction.atomic():
            locks.lock(tournament.pk)
            Tournament.objects.filter(pk=tournament.pk).update(round_seconds=F("round_seconds"))

    luck, closes, orders, bares, tournament = Random(seats), [], [], [], battle(seats)
    while len(closes) < ROUNDS and factories.again(tournament).ended_at is None:
        orders += order(tournament, luck, clock)
        bares.append(spent(bare, clock))
        number = factories.again(tournament).round_no
        closes.append(spent(lambda n=number: rounds.close_round(tournament_id=tournament.pk, round_no=n), clock))
    return median(closes), median(orders), median(bares)


def measure_notifications(clock: Clock) -> float:
    """Return the seconds a round that it takes to notify the players of `ROUNDS_NOTIFIED` rounds together."""
    from tests import factories
    from tournaments.models import Round
    from tournaments.services import notifications, rounds

    notifications.notify_due()
    for _ in range(ROUNDS_NOTIFIED):
        tournament = battle(2)
        order(tournament, Random(1))
        assert rounds.close_round(tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)
    assert Round.objects.filter(tell_at__isnull=False).count() == ROUNDS_NOTIFIED
    return spent(notifications.notify_due, clock) / ROUNDS_NOTIFIED


def rate(fought: list[Any], workers: int, close: Close) -> dict[str, float]:
    """Close a round of each battle with so many workers that have closed some; return seconds, and of CPU, a round."""
    from django.db import connection

    from tournaments.models import Round

    luck = Random(workers)
    due = list(Round.objects.filter(tournament__in=fought, closed_at=None).select_related("tournament").order_by("pk"))
    for current in due:
        order(current.tournament, luck)
    connection.close()
    connection.close_pool()
    forked = get_context("fork")
    ready, timings = forked.Barrier(workers + 1), forked.SimpleQueue()
    running = [forked.Process(target=work, args=(due[one::workers], close, ready, timings)) for one in range(workers)]
    for each in running:
        each.start()
    ready.wait()
    began = time.perf_counter()
    spent = [timings.get() for _ in running]
    seconds = time.perf_counter() - began
    for each in running:
        each.join()
    measured = len(due) - workers * WARM
    own, served = (sum(each[place] for each in spent) / measured for place in (0, 1))
    return {"seconds": seconds / measured, "worker": own, "server": served}


def work(due: list[Any], close: Close, ready: Any, timings: Any) -> None:
    """Close these rounds, and put into `timings` the seconds of CPU of this worker and its database process."""
    close(due[:WARM])
    behind = server()
    ready.wait()
    own, served = time.process_time(), cpu(behind)
    close(due[WARM:])
    timings.put((time.process_time() - own, cpu(behind) - served))


def close_alone(due: list[Any]) -> None:
    """Close these rounds one by one, as hints to workers do."""
    from tournaments.services import rounds

    for current in due:
        assert rounds.close_round(tournament_id=current.tournament_id, round_no=current.number)


def close_many(due: list[Any]) -> None:
    """Lease and close these rounds many in a transaction, as the sweep does."""
    from tournaments.services import rounds

    for first in range(0, len(due), rounds.TOGETHER):
        some = due[first : first + rounds.TOGETHER]
        assert rounds.attempt_all(some, time.monotonic() + 60) == len(some)


def update_bare(due: list[Any]) -> None:
    """Lock and update one row in a transaction, as often as there are rounds."""
    from django.db import transaction
    from django.db.models import F

    from tournaments.models import Tournament
    from tournaments.services import locks

    for current in due:
        with transaction.atomic():
            locks.lock(current.tournament_id)
            Tournament.objects.filter(pk=current.tournament_id).update(round_seconds=F("round_seconds"))


WAYS: dict[str, Close] = {"a bare transaction": update_bare, "alone": close_alone, "together": close_many}
"""The bare one first: it closes nothing, so the orders of its battles count for the next."""


def pages(clock: Clock) -> dict[str, tuple[float, float, float]]:
    """Return by address the seconds of a page, of an empty view, and of the server's CPU for the page."""
    from django.conf import settings
    from django.test import Client, override_settings

    from tests import factories

    tournament = battle(2)
    order(tournament, Random(1))
    client, house = Client(SERVER_NAME="localhost"), factories.Dynasty.objects.first()
    client.force_login(house.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    asked = ("/", "/play/", f"/tournament/{tournament.code}/", f"/tournament/{tournament.code}/state",
             f"/dynasty/{house.code}/", f"/dynasty/{house.code}/log", "/court/", "/court/settings/", "/announce/",
             "/series/new/", "/api/v1/tournaments/")  # fmt: skip

    def quickest(address: str) -> tuple[float, float]:
        client.get(address)
        behind = server()
        served = cpu(behind)
        seconds = min(spent(lambda: client.get(address), clock) for _ in range(ASKED))
        return seconds, (cpu(behind) - served) / ASKED

    with override_settings(ROOT_URLCONF="benchmarks.bare"):
        nothing, _served = quickest("/")
    codes = f"{tournament.code}|{house.code}"
    found = {address: quickest(address) for address in asked}
    return {re.sub(codes, "…", address): (page, nothing, served) for address, (page, served) in found.items()}


def measure_sweeps(clock: Clock) -> dict[int, float]:
    """Return the seconds to find the due rounds, by how many are open; three are due each time."""
    from core import clock as site
    from tests import factories
    from tournaments.models import Round, Tournament
    from tournaments.services import rounds

    sample = battle(2)
    opened = Round.objects.get(tournament=sample, closed_at=None)
    found, many = {}, Round.objects.filter(closed_at=None).count()
    for battles in OPEN:
        rows = Tournament.objects.bulk_create(
            [like(sample, number) for number in range(many, battles)], batch_size=1_000
        )
        later = site.now() + 24 * factories.HOUR
        Round.objects.bulk_create([Round(tournament=row, number=1, state=opened.state, opened_at=opened.opened_at,
                                         deadline=later) for row in rows], batch_size=1_000)  # fmt: skip
        many = battles
        analyze_tables()
        Round.objects.filter(pk__in=Round.objects.order_by("-pk").values_list("pk", flat=True)[:3]).update(
            deadline=site.now() - factories.HOUR)  # fmt: skip
        rounds.list_due(site.now())
        found[battles] = min(spent(lambda: rounds.list_due(site.now()), clock) for _ in range(9))
        Round.objects.filter(deadline__lt=site.now()).update(deadline=later)
    return found


def analyze_tables() -> None:
    """Refresh PostgreSQL's statistics, which autovacuum does on a site that runs."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def like(sample: Any, number: int) -> Any:
    """Return an unsaved copy of the battle with a code of its own."""
    another = copy(sample)
    another.pk, another.code, another._state = None, f"bench{number:05}", type(sample._state)()
    return another


def pgbench(address: str) -> float:
    """Return the transactions a second of one pgbench client in this database; 0 without pgbench."""
    program = shutil.which("pgbench") or max(map(str, Path("/usr/lib/postgresql").glob("*/bin/pgbench")), default="")
    if not program or not address.startswith("postgres"):
        return 0.0
    subprocess.run([program, "-q", "-i", "-s", "1", address], check=True, capture_output=True)
    done = subprocess.run([program, "-n", "-N", "-c", "1", "-T", str(PGBENCH_SECONDS), address], check=True,
                          capture_output=True, text=True)  # fmt: skip
    return float(re.search(r"tps = ([\d.]+)", done.stdout).group(1))


def print_parts(clock: Clock, parts: Collection[str]) -> None:
    for name, shown in {"closes": closes_shown, "rate": rate_shown, "pages": pages_shown, "due": due_shown}.items():
        if name in parts:
            shown(clock)
            print()


def closes_shown(clock: Clock) -> None:
    print("| a round of | ms to close | × a bare transaction | closed a second | ms for an order |")
    print("| --- | ---: | ---: | ---: | ---: |")
    rates, bare = {}, 0.0
    for seats in BOARDS:
        close, given, bare = measure_closes(seats, clock)
        rates[seats] = 1 / close
        print(f"| {seats} seats | {1000 * close:.2f} | {close / bare:.1f} | {1 / close:.0f} | {1000 * given:.2f} |",
              flush=True)  # fmt: skip
    notifying = measure_notifications(clock)
    print(f"\ntelling two players whose turn it is, after the close, {ROUNDS_NOTIFIED} rounds together: "
          f"{1000 * notifying:.2f} ms a round, {notifying / bare:.1f} × a bare transaction")  # fmt: skip
    if tps := pgbench(os.environ["DATABASE_URL"]):
        ratio = ", ".join(f"{rate / tps:.3f} of it with {seats} seats" for seats, rate in rates.items())
        print(f"\npgbench, one client, simple update: {tps:.0f} a second; rounds closed by one worker: {ratio}")


def rate_shown(clock: Clock) -> None:
    if not os.environ["DATABASE_URL"].startswith("postgres"):
        print("the rate of several workers is measured on PostgreSQL")
        return
    print("| workers | how | a second | ms of a worker's CPU | ms of its server's | in a second of both | × bare |")
    print("| ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    fought = [battle(2) for _ in range(DUE)]
    for workers in (1, 2, 4):
        bare = 0.0
        for how, close in WAYS.items():
            found = rate(fought, workers, close)
            both = found["worker"] + found["server"]
            bare = bare or both
            print(f"| {workers} | {how} | {1 / found['seconds']:.0f} | {1000 * found['worker']:.2f} "
                  f"| {1000 * found['server']:.2f} | {1 / both:.0f} | {both / bare:.1f} |", flush=True)  # fmt: skip


def pages_shown(clock: Clock) -> None:
    print("| page | ms | × a view that answers nothing | ms of PostgreSQL's CPU |\n| --- | ---: | ---: | ---: |")
    for name, (page, nothing, served) in pages(clock).items():
        print(f"| `{name}` | {1000 * page:.1f} | {page / nothing:.1f} | {1000 * served:.1f} |", flush=True)


def due_shown(clock: Clock) -> None:
    print("| open battles | ms to find the due rounds | × with the fewest |\n| ---: | ---: | ---: |")
    found = measure_sweeps(clock)
    for many, seconds in found.items():
        print(f"| {many:,} | {1000 * seconds:.2f} | {seconds / found[OPEN[0]]:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help=" or ".join(PARTS))
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    with fresh.database("serving") as clock:
        print_parts(clock, options.parts)


if __name__ == "__main__":
    main()
