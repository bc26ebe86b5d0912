"""Many rounds closed in one transaction are closed as each would be alone; one that is not plain harms no other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from core import clock
from dynasty.models import StreamEvent
from tests import factories
from tests.factories import again, order
from tests.tournaments.test_races import together
from tests.tournaments.test_rounds import list_published, snapshot
from tournaments.models import Entry, Round, SealedOrder, Tournament
from tournaments.services import notifications, round_statements, rounds
from tournaments.services.closing.together import close_together

pytestmark = pytest.mark.django_db


def begin_battles(*orders: dict[str, str], **terms: Any) -> list[Tournament]:
    """Begin a battle for each of these sets of orders, and give them."""
    begun = []
    for number, given in enumerate(orders):
        tournament = factories.announce(seats=len(given), **terms)
        for seat in given:
            factories.enter(tournament, factories.born(factories.found(f"D{number}{seat}x"), "Ada"), seat)
        factories.lifecycle.start(tournament_id=tournament.pk)
        for seat, text in given.items():
            order(tournament, seat, text)
        begun.append(tournament)
    return begun


def list_open() -> list[Round]:
    return list(Round.objects.filter(closed_at=None).order_by("pk"))


@contextmanager
def undone() -> Iterator[None]:
    """Undo whatever is written within."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def describe(tables: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Return rows without the numbers that the database gave them, in an order that does not depend on these."""
    anonymous = {name: [{key: row[key] for key in row if key != "id"} for row in rows] for name, rows in tables.items()}
    return {name: sorted(rows, key=repr) for name, rows in anonymous.items()}


STATEMENTS = 9
"""Statements that close many rounds, however many these are."""
HOLD = {"a": "-", "b": "-"}
TAKE = {"b": "take c", "a": "-", "c": "-"}


def test_what_is_written_is_what_closing_each_alone_writes() -> None:
    begin_battles(HOLD, TAKE, HOLD, {"a": "-"} | dict.fromkeys("bcdef", "-"))
    due = list_open()
    with clock.freeze(clock.now()):
        with undone():
            assert close_together(due=due) == {each.pk for each in due}
            at_once = snapshot()
        for each in due:
            assert rounds.close_round(tournament_id=each.tournament_id, round_no=each.number)
    assert describe(at_once) == describe(snapshot())


@pytest.mark.parametrize("battles", [2, 6])
def test_many_rounds_take_no_more_statements_than_two(battles: int) -> None:
    begin_battles(*[HOLD] * battles)
    due = list_open()
    with CaptureQueriesContext(connection) as asked:
        assert len(close_together(due=due)) == battles
    own = [one["sql"] for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]
    if connection.vendor == "sqlite":  # two for each event, as for a single one
        own = own[2 * battles :]
    assert len(own) <= STATEMENTS, own


def special(tournament: Tournament) -> dict[str, Callable[[], Any]]:
    """Return what may be special about a battle, each as something that makes it so."""
    change = partial(order, tournament, "a")
    return {
        "ends": partial(change, "win"),
        "cannot be resolved": partial(change, "crash"),
        "late": partial(Entry.objects.filter(tournament=tournament, seat="b").update, missed=1),
        "rests": partial(Tournament.objects.filter(pk=tournament.pk).update, paused_until=clock.now() + factories.HOUR),
        "not all orders": partial(Round.objects.filter(tournament=tournament).update, ready_at=None),
        "over": partial(Tournament.objects.filter(pk=tournament.pk).update, status="cancelled"),
    }


SPECIAL = ("ends", "cannot be resolved", "late", "rests", "not all orders", "over")


@pytest.mark.parametrize("which", SPECIAL)
def test_what_is_special_is_left_and_harms_no_other(which: str) -> None:
    one, other = begin_battles(HOLD, HOLD)
    assert tuple(special(one)) == SPECIAL
    special(one)[which]()
    first, second = list_open()
    assert close_together(due=[first, second]) == {second.pk}
    assert [again(each).round_no for each in (one, other)] == [1, 2]


@pytest.mark.parametrize("which", SPECIAL)
def test_a_sweep_closes_what_is_special_alone(which: str) -> None:
    one, other = begin_battles(HOLD, HOLD)
    special(one)[which]()
    closes = which in ("ends", "late")
    assert rounds.sweep() == 1 + closes
    assert again(other).round_no == 2
    assert Round.objects.get(tournament=one, number=1).closed_at if closes else again(one).round_no == 1
    if which == "cannot be resolved":
        assert Round.objects.get(tournament=one).fault.startswith("RuntimeError")


def test_where_a_statement_fails_each_is_closed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_battles(HOLD, HOLD, HOLD)

    def broken(*_given: Any) -> Any:
        raise ValueError("no statement over many rows")

    monkeypatch.setattr("dynasty.services.event_streams.publish_all", broken)
    assert rounds.sweep() == 3
    assert all(list_published(each)[-1] == "round_closed" for each in Tournament.objects.all())


def test_where_the_database_fails_nothing_counts_and_all_is_tried_later(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_battles(HOLD, HOLD)

    def broken(*_given: Any) -> Any:
        raise OperationalError("no more connections")

    with monkeypatch.context() as patched:
        patched.setattr("dynasty.services.event_streams.publish_all", broken)
        assert rounds.sweep() == 0
    assert {each.attempts for each in list_open()} == {0} and not rounds.list_due(clock.now())
    with clock.freeze(clock.now() + timedelta(seconds=2)):
        assert rounds.sweep() == 2


def test_a_round_whose_worker_died_is_attempted_alone() -> None:
    begin_battles(HOLD, HOLD, HOLD)
    assert len(rounds.lease_all(list_open())) == 3 and rounds.lease_all(list_open()) == []
    with clock.freeze(clock.now() + timedelta(seconds=2)):
        assert rounds.sweep() == 3
    assert {each.attempts for each in Round.objects.filter(number=1)} == {2}


def test_a_row_that_is_gone_fails_the_whole() -> None:
    begin_battles(HOLD, HOLD)
    gone = list_open()[0]
    gone.pk = -1
    with pytest.raises(DatabaseError), transaction.atomic():
        round_statements.UPDATE_CLOSED.save_all([gone, list_open()[1]])


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_sweeps_hints_and_notices_at_once_close_each_round_once() -> None:
    begun = begin_battles(*[HOLD] * 8)
    for number in (1, 2, 3):
        ids = [each.pk for each in list_open()]
        hints = [partial(rounds.close_round, tournament_id=each.pk, round_no=number) for each in begun[:3]]
        tells = [partial(notifications.notify_rounds, ids=ids)] * 2
        results = together([rounds.sweep, *hints, *tells, rounds.sweep, rounds.sweep])
        assert sum(results[:4]) + sum(results[6:]) <= len(begun)
        with clock.freeze(clock.now() + timedelta(seconds=3)):
            rounds.sweep()
        assert {again(each).round_no for each in begun} == {number + 1}
        for each in begun:
            for seat in "ab":
                order(each, seat, "-")
    for each in begun:
        events = StreamEvent.objects.filter(stream__name=f"battle:{each.code}").order_by("number")
        assert [event.number for event in events] == list(range(1, events.count() + 1))
        assert [event.type for event in events].count("round_closed") == 3
    assert SealedOrder.objects.count() == 2 * len(begun)
