"""Many at once, on the embedded default and on PostgreSQL: so many try, so many succeed."""

import importlib
import os
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, connections

from core import clock, crash_points
from core.errors import DomainError
from dynasty.models import StreamEvent, Transfer
from tests import factories
from tests.factories import again, born, found, gold, order
from tests.patience import PATIENCE
from tests.tournaments.test_rounds import snapshot
from tournaments.models import Bet, Entry, Presence, Round, SealedOrder, Tournament
from tournaments.services import bets, computer_players, entries, lifecycle, orders, rounds

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start these calls at one moment; return their results, a refusal as its code."""
    results: list[Any] = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            gate.wait(PATIENCE)
            results[place] = call()
        except DomainError as raised:
            results[place] = raised.code
        except Exception as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not [result for result in results if isinstance(result, Exception)], results
    return results


def test_a_round_closes_once_however_many_close_it() -> None:
    tournament, _fighters = factories.begin("conquer", 20, 30, terms={"fee": {"gold": 50}})
    order(tournament, "a", "seize b"), order(tournament, "b", "-")
    close = partial(rounds.close_round, tournament_id=tournament.pk, round_no=1)
    assert sorted(together([close] * 8)) == [False] * 7 + [True]
    assert again(tournament).status == "finished" and factories.books_balance() and not factories.sum_escrows()
    assert Transfer.objects.filter(cause="pot").count() == 1
    assert StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}", type="round_closed").count() == 1


def test_sweeps_and_hints_at_once_close_each_round_once() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    for number in range(1, 6):
        order(tournament, "a", "-"), order(tournament, "b", "-")
        job = partial(rounds.close_round, tournament_id=tournament.pk, round_no=number)
        closed = together([job, rounds.sweep, job, rounds.sweep])
        assert sum(map(int, closed)) == 1
        assert again(tournament).round_no == number + 1
    events = StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}").order_by("number")
    assert [event.number for event in events] == list(range(1, events.count() + 1))


def test_every_order_acknowledged_is_in_the_round_or_it_was_refused() -> None:
    for _attempt in range(4):
        tournament, _fighters = (
            factories.begin("gift", *[0] * 6, title="Cup") if not Tournament.objects.exists() else more(6)
        )
        Round.objects.filter(tournament=tournament).update(deadline=clock.now() + timedelta(milliseconds=40))
        give = [partial(order, tournament, seat, "take h") for seat in "abcdef"]
        close = partial(rounds.close_round, tournament_id=tournament.pk, round_no=1)
        results = together([*give, close, close])
        while not Round.objects.get(tournament=tournament, number=1).closed_at:
            rounds.close_round(tournament_id=tournament.pk, round_no=1)
        written = dict(Round.objects.get(tournament=tournament, number=1).orders)
        for seat, result in zip("abcdef", results, strict=False):
            acknowledged = isinstance(result, dict) and result["round"] == 1
            assert (written[seat] == "take h") == acknowledged, (seat, result)


def more(seats: int) -> tuple[Tournament, list[Any]]:
    """Begin another battle of new dynasties."""
    tournament = factories.announce(seats=seats)
    number = Tournament.objects.count()
    for seat in "abcdefgh"[:seats]:
        factories.enter(tournament, born(found(f"N{number}{seat}x"), "Ada"), seat)
    lifecycle.start(tournament_id=tournament.pk)
    return again(tournament), []


def test_eight_orders_at_once_have_eight_places_in_the_row() -> None:
    tournament, _fighters = factories.begin("gift", *[0] * 8)
    together([partial(order, tournament, seat, "-") for seat in "abcdefgh"])
    assert sorted(SealedOrder.objects.values_list("sequence", flat=True)) == list(range(1, 9))
    assert Round.objects.get().ready_at is not None


def test_one_seat_changing_its_mind_all_the_time_has_one_order() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    results = together([partial(order, tournament, "a", f"wait {number}") for number in range(7)])
    assert sorted(result["version"] for result in results) == list(range(1, 8))
    last = max(results, key=lambda result: result["version"])
    assert SealedOrder.objects.get().text == last["order"]


def test_an_emperor_enters_one_of_many_tournaments() -> None:
    emperor = born(found("Ming"), "Yongle")
    cups = [factories.announce() for _ in range(6)]
    results = together([partial(factories.enter, cup, emperor, "a") for cup in cups])
    assert [isinstance(result, Entry) for result in results].count(True) == 1
    assert results.count("not_at_court") == 5
    assert Entry.objects.count() == Presence.objects.count() == 1


def test_a_seat_is_taken_by_one_of_many() -> None:
    tournament = factories.announce(seats=8)
    emperors = [born(found(f"D{number}x"), "Ada") for number in range(6)]
    results = together([partial(factories.enter, tournament, each, "a") for each in emperors])
    assert results.count("seat_taken") == 5 and Entry.objects.count() == 1


def test_a_dynasty_plays_or_bets_but_not_both() -> None:
    tournament = factories.announce("conquer", terms={"betting": True})
    factories.enter(tournament, born(found("Qing"), "Kangxi"), "b")
    dynasty = found("Ming")
    player, bettor = born(dynasty, "Yongle"), born(dynasty, "Hongwu")
    wager = partial(
        bets.place_bet, tournament=tournament, dynasty=dynasty, emperor=bettor, seat="b", asset="gold", amount=5
    )
    results = together([partial(factories.enter, tournament, player, "a"), wager])
    assert Presence.objects.filter(dynasty=dynasty).count() == 1
    assert {"you_fight_here", "you_bet_here"} & {result for result in results if isinstance(result, str)}


def test_fifty_bets_at_once_never_exceed_what_there_is() -> None:
    tournament = factories.announce("conquer", terms={"betting": True})
    factories.enter(tournament, born(found("Qing"), "Kangxi"), "a")
    bettor = born(found("Ming"), "Yongle")
    wager = partial(
        bets.place_bet, tournament=tournament, dynasty=bettor.dynasty, emperor=bettor, seat="a", asset="gold", amount=3
    )
    results = together([wager] * 50)
    assert sum(isinstance(result, Bet) for result in results) == 33, "a newcomer bets 100 gold at most"
    assert results.count("newcomers_limit") == 17
    assert (gold(bettor.dynasty), Bet.objects.get().amount, factories.sum_escrows()) == (901, 99, 99)


def test_fees_and_bets_from_one_purse_never_overdraw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bets, "check_newcomer_limit", lambda wager: None)
    dynasty, rival = found("Ming"), born(found("Qing"), "Kangxi")
    cups = [factories.announce("conquer", seats=3, terms={"betting": True, "fee": {"gold": 300}}) for _ in range(6)]
    for cup in cups[:3]:
        factories.enter(cup, rival if cup is cups[0] else born(found(f"D{cup.pk}x"), "Ada"), "a")
    people = [born(dynasty, f"Hongwu {number}") for number in range(6)]
    wagers = [
        partial(bets.place_bet, tournament=cup, dynasty=dynasty, emperor=each, seat="a", asset="gold", amount=300)
        for cup, each in zip(cups[:3], people, strict=False)
    ]
    fees = [partial(factories.enter, cup, each, "a") for cup, each in zip(cups[3:], people[3:], strict=True)]
    results = together([*wagers, *fees])
    assert results.count("not_enough") == 3 and gold(dynasty) == 100 and factories.books_balance()


def test_two_battles_that_pay_the_same_two_people_do_not_wait_for_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each win where the other has bet on it: pots, then bets, would be locked crosswise."""
    ming, qing = found("Ming"), found("Qing")
    cups = [factories.announce("conquer", terms={"betting": True, "fee": {"gold": 50}}) for _ in range(2)]
    for cup, winner, bettor in zip(cups, (ming, qing), (qing, ming), strict=True):
        for seat, each in zip("ab", (winner, found(f"Rival {cup.pk}")), strict=True):
            factories.enter(cup, born(each, f"Ada {cup.pk}"), seat)
        watcher = born(bettor, f"Eve {cup.pk}")
        bets.place_bet(tournament=cup, dynasty=bettor, emperor=watcher, seat="a", asset="gold", amount=10)
        lifecycle.start(tournament_id=cup.pk)
        order(cup, "a", "seize b"), order(cup, "b", "-")
    begun, gate = [], threading.Barrier(2)

    def listen(point: str) -> None:
        if point == "rounds.close_round begun":
            begun.append(point)
        elif point == "settling.settle_serious paid":
            with suppress(threading.BrokenBarrierError):  # only who locks less than all gets here beside the other
                gate.wait(1)

    monkeypatch.setattr(crash_points, "listener", listen)
    closes = [partial(rounds.close_round, tournament_id=cup.pk, round_no=1) for cup in cups]
    assert together(closes) == [True, True] and len(begun) == 2, "none was broken off and begun again"
    assert factories.books_balance() and not factories.sum_escrows()


def test_bets_and_the_start_at_once() -> None:
    tournament = factories.announce("conquer", terms={"betting": True})
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(tournament, born(found(name), name), seat)
    bettors = [born(found(f"D{number}x"), "Ada") for number in range(6)]
    wagers = [
        partial(
            bets.place_bet, tournament=tournament, dynasty=each.dynasty, emperor=each, seat="a", asset="gold", amount=10
        )
        for each in bettors
    ]
    results = together([*wagers[:3], partial(lifecycle.start, tournament_id=tournament.pk), *wagers[3:]])
    accepted = sum(isinstance(result, Bet) for result in results)
    assert accepted + results.count("not_announced") == 6
    assert factories.sum_escrows() == 10 * accepted and again(tournament).status == "running"


def test_a_tournament_starts_once_and_withdrawing_is_before_or_refused() -> None:
    tournament = factories.announce()
    emperors = [born(found(name), name) for name in ("Ming", "Qing")]
    for seat, each in zip("ab", emperors, strict=True):
        factories.enter(tournament, each, seat)
    start = partial(lifecycle.start, tournament_id=tournament.pk)
    leave = partial(entries.withdraw, tournament=tournament, dynasty=emperors[0].dynasty)
    results = together([start, leave, start, lifecycle.start_due])
    started = again(tournament).status == "running"
    assert started == (results[1] == "not_announced") and Round.objects.count() == started
    assert Entry.objects.count() == (2 if started else 1)


def test_computers_order_once_however_many_workers_ask_them(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.house("Oriel"), factories.house("Quillon")
    tournament = factories.announce("training", seats=2, terms={"fill": "random"}, game="emperors", field="duel-2")
    lifecycle.fill_seats(tournament, ["a", "b"])
    lifecycle.start(tournament_id=tournament.pk)
    Round.objects.update(computers_at=clock.now() - timedelta(seconds=1))
    assert sum(together([computer_players.play_due] * 5)) == 1
    assert SealedOrder.objects.count() == 2 and SealedOrder.objects.filter(version=1, automatic=True).count() == 2
    assert rounds.sweep() == 1


def test_battles_of_one_dynasty_that_end_at_once_all_settle() -> None:
    """Lock the accounts and standings that several settlements share in one order."""
    rivals, cups = [found(name) for name in ("Ming", "Qing")], []
    for number in range(5):
        cup = factories.announce("honour", terms={"stake": 5, "fee": {"gold": 10, "silver": 10}})
        for seat, dynasty in zip("ab", rivals if number % 2 else rivals[::-1], strict=True):
            factories.enter(cup, born(dynasty, f"Ada {number}{seat}", 20), seat)
        lifecycle.start(tournament_id=cup.pk)
        order(cup, "a", "win"), order(cup, "b", "take a")
        cups.append(cup)
    close = [partial(settle_stubbornly, cup) for cup in cups]
    assert together(close) == [True] * 5
    assert Tournament.objects.filter(status="finished").count() == 5
    assert factories.books_balance() and not factories.sum_escrows()
    assert sum(map(gold, rivals)) == 2_000


def settle_stubbornly(cup: Tournament) -> bool:
    """Settle as the sweep does: a deadlock that the database broke is tried again."""
    for _attempt in range(5):
        current = Round.objects.filter(tournament=cup, closed_at=None).first()
        if current is None:
            break
        rounds.attempt_close(current)
        Round.objects.filter(pk=current.pk, closed_at=None).update(try_at=None)
    return again(cup).status == "finished"


KILLED = [
    "rounds.publish_round",
    "settlement.endings.pay",
    "settlement.payouts.award_reputation",
    "settlement.fates.apply_fates",
    "settlement.endings.publish_to_players",
]


@pytest.mark.parametrize("point", KILLED)
def test_a_worker_that_is_killed_in_the_middle_has_done_nothing(point: str) -> None:
    """Kill a process that closes the round behind that step; then let another do it all."""
    tournament, _fighters = factories.begin("conquer", 30, 40, terms={"fee": {"gold": 50}})
    order(tournament, "a", "seize b"), order(tournament, "b", "-")
    before = snapshot()
    leave_the_database()
    child = os.fork()
    if not child:
        close_and_die(tournament, point)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert snapshot() == before
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    assert again(tournament).status == "finished" and factories.books_balance() and not factories.sum_escrows()


def leave_the_database() -> None:
    """Close what a forked process must not share."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()


def close_and_die(tournament: Tournament, point: str) -> None:
    """Close its round, and be killed as soon as that step is done; never returns."""
    try:
        module, name = f"tournaments.services.{point}".rsplit(".", 1)
        real = getattr(importlib.import_module(module), name)

        def last(*args: Any, **more: Any) -> None:
            real(*args, **more)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(importlib.import_module(module), name, last)
        rounds.close_round(tournament_id=tournament.pk, round_no=1)
    finally:
        os._exit(0)


def test_time_is_the_databases() -> None:
    """Check that two connections agree on the clock, and that it moves within a transaction."""
    from django.db import transaction

    with transaction.atomic():
        first = clock.now()
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.02)" if connection.vendor == "postgresql" else "SELECT 1")
        if connection.vendor == "sqlite":
            threading.Event().wait(0.02)
        assert clock.now() > first


def test_an_order_that_waited_for_the_lock_beyond_the_deadline_is_late() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writer at a time: whoever holds the lock holds the database")
    from django.db import transaction

    tournament, _fighters = factories.begin("gift", 0, 0)
    Round.objects.update(deadline=clock.now() + timedelta(milliseconds=150))
    held, results = threading.Event(), []

    def late() -> None:
        held.wait(PATIENCE)
        try:
            results.append(orders.give_order(tournament_id=tournament.pk, round_no=1, seat="a", text="take b"))
        except DomainError as error:
            results.append(error.code)
        finally:
            connections.close_all()

    thread = threading.Thread(target=late)
    thread.start()
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        held.set()
        threading.Event().wait(0.4)
    thread.join(PATIENCE)
    assert results == ["late"] and not SealedOrder.objects.exists()
