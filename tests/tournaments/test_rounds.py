"""Closing: once, whole, in time; and what happens when it cannot be done."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core import clock
from dynasty.models import StreamEvent
from tests import factories
from tests.factories import again, order, play
from tournaments.domain.contract import compute_digest, format_canonical
from tournaments.models import Entry, Heartbeat, Round, SealedOrder, Tournament
from tournaments.services import announcements, outages, rounds

pytestmark = pytest.mark.django_db


def list_published(tournament: Tournament) -> list[str]:
    return list(
        StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}")
        .order_by("number")
        .values_list("type", flat=True)
    )


def close(tournament: Tournament, number: int) -> bool:
    return rounds.close_round(tournament_id=tournament.pk, round_no=number)


def overtime(tournament: Tournament, seconds: float = 0) -> Any:
    """Set the clock some seconds behind the deadline of the open round."""
    return clock.freeze(Round.objects.get(tournament=tournament, closed_at=None).deadline + timedelta(seconds=seconds))


def test_a_round_that_is_not_due_stays_open() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "win")
    assert not close(tournament, 1)
    assert again(tournament).round_no == 1


def test_a_round_closes_early_when_all_have_ordered_and_once() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "b", "take a"), order(tournament, "a", "take b")
    assert [close(tournament, 1), close(tournament, 1), close(tournament, 2)] == [True, False, False]
    one = Round.objects.get(number=1)
    assert one.orders == [["b", "take a"], ["a", "take b"]] and one.closed_at
    assert not SealedOrder.objects.exists()
    assert again(tournament).round_no == 2 and Round.objects.get(closed_at=None).number == 2
    assert list_published(tournament).count("round_closed") == 1


def test_at_the_deadline_who_gave_no_order_holds() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    order(tournament, "c", "take a")
    with overtime(tournament):
        assert close(tournament, 1)
    assert Round.objects.get(number=1).orders == [["c", "take a"], ["a", "-"], ["b", "-"]]
    assert list(Entry.objects.order_by("seat").values_list("missed", "missed_in_all")) == [(1, 1), (1, 1), (0, 0)]


def test_after_three_missed_deadlines_a_seat_is_asleep_until_it_orders() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    for number in (1, 2, 3):
        order(tournament, "a", "-")
        assert not close(tournament, number)
        with overtime(tournament):
            assert close(tournament, number)
    order(tournament, "a", "-")
    assert close(tournament, 4), "nobody waits for b any more"
    assert Entry.objects.get(seat="b").missed_in_all == 3, "a round that closed early had no deadline"
    order(tournament, "b", "-"), order(tournament, "a", "-")
    assert close(tournament, 5)
    assert Entry.objects.get(seat="b").missed == 0
    order(tournament, "a", "-")
    assert not close(tournament, 6), "awake again"


def test_when_all_are_asleep_rounds_last_their_time() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    Entry.objects.update(missed=3)
    assert not close(tournament, 1)
    with overtime(tournament):
        assert close(tournament, 1)
    assert not close(tournament, 2)


def test_digests_are_a_chain_that_begins_with_the_contract() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    play(tournament, {"a": "take b"}, {"b": "take a"}, {"a": "win"})
    before = tournament.contract
    for one in Round.objects.order_by("number"):
        after = (
            Round.objects.filter(number=one.number + 1).values_list("state", flat=True).first()
            or again(tournament).ending
        )
        before = compute_digest(before, format_canonical(one.orders), format_canonical(after))
        assert one.digest == before


def test_the_end_of_a_battle() -> None:
    tournament, fighters = factories.begin("gift", 0, 0)
    ended = play(tournament, {}, {"b": "seize a"})
    assert (ended.status, ended.outcome, ended.round_no) == (
        "finished",
        {"winners": ["b"], "draw": False, "by": "last_emperor"},
        2,
    )
    assert ended.ended_at and ended.ending["fallen"] == {"a": 2}
    assert all(factories.at_court(fighter) for fighter in fighters)
    assert not Round.objects.filter(closed_at=None).exists()
    assert list_published(ended)[-2:] == ["round_closed", "finished"]
    assert not close(ended, 2) and not close(ended, 3)


def test_the_sweep_closes_what_is_due_and_nothing_else() -> None:
    tournaments = [factories.announce() for _ in range(3)]
    for number, tournament in enumerate(tournaments):
        for seat in "ab":
            factories.enter(tournament, factories.born(factories.found(f"D{number}{seat}x"), "Ada"), seat)
        factories.lifecycle.start(tournament_id=tournament.pk)
    late, ready, waiting = tournaments
    Round.objects.filter(tournament=late).update(deadline=clock.now())
    order(ready, "a", "-"), order(ready, "b", "-")
    assert rounds.sweep() == 2
    assert [again(each).round_no for each in (late, ready, waiting)] == [2, 2, 1]


def test_a_battle_that_cannot_be_resolved_is_halted_alone_and_keeps_its_orders() -> None:
    burning, _fighters = factories.begin("gift", 0, 0)
    order(burning, "a", "crash"), order(burning, "b", "take a")
    now = clock.now()
    for attempt in range(8):
        with clock.freeze(now + timedelta(seconds=20 * attempt)):
            assert rounds.sweep() == 0
    halted = again(burning)
    assert (halted.status, halted.why, halted.round_no) == ("halted", "unresolved", 1)
    assert SealedOrder.objects.count() == 2 and Round.objects.get().attempts == 6
    assert list_published(halted)[-1] == "halted"


def test_attempts_are_spread_out_and_shared() -> None:
    burning, _fighters = factories.begin("gift", 0, 0)
    order(burning, "a", "crash"), order(burning, "b", "-")
    rounds.sweep(), rounds.sweep(), rounds.sweep()
    assert Round.objects.get().attempts == 1
    stale = Round.objects.get()
    assert rounds.lease(stale) and not rounds.lease(stale), "of two workers that look at once one gets it"


def test_a_halted_battle_goes_on_when_its_trouble_is_mended() -> None:
    burning, _fighters = factories.begin("gift", 0, 0)
    order(burning, "a", "crash"), order(burning, "b", "-")
    rounds.halt(Round.objects.get())
    assert again(burning).status == "halted" and not close(burning, 1)
    assert rounds.resume(tournament_id=burning.pk) and not rounds.resume(tournament_id=burning.pk)
    order(burning, "a", "win")
    assert close(burning, 1) and again(burning).status == "finished"


def test_a_halted_battle_can_be_given_up_and_everything_goes_back() -> None:
    tournament, fighters = factories.begin("honour", 20, 20, terms={"fee": {"gold": 50}})
    rounds.halt(Round.objects.get())
    announcements.cancel_halted(tournament=tournament)
    assert again(tournament).status == "cancelled"
    assert [factories.gold(each.dynasty) for each in fighters] == [1_000, 1_000] and [
        factories.has(each) for each in fighters
    ] == [20, 20]
    assert all(factories.at_court(each) for each in fighters) and not factories.sum_escrows()


CLOSING = 10
"""Statements of a close, whoever fights. One more is a decision: every round of every battle pays for it."""


@pytest.mark.parametrize("seats", [2, 6])
def test_a_close_asks_the_database_little_and_no_more_for_many_seats(seats: int) -> None:
    tournament, _fighters = factories.begin("gift", *[0] * seats)
    for number in (1, 2):
        for seat in "abcdef"[:seats]:
            order(tournament, seat, "-")
        with CaptureQueriesContext(connection) as asked:
            assert close(tournament, number)
    texts = [str(one["sql"]) for one in asked.captured_queries]  # of what the server prepared it says nothing
    own = [one for one in texts if "SAVEPOINT" not in one]
    assert len(own) <= CLOSING, "\n".join(own)


def snapshot() -> dict[str, list[Any]]:
    """Return every row of every table of ours."""
    from django.apps import apps

    models = [model for app in ("dynasty", "tournaments") for model in apps.get_app_config(app).get_models()]
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


POINTS = [
    "tournaments.services.rounds.count_missed",
    "tournaments.services.rounds.publish_round",
    "tournaments.services.settlement.endings.settle",
    "tournaments.services.settlement.battle_history.mark_fought",
    "tournaments.services.settlement.endings.pay",
    "tournaments.services.bets.settle",
    "tournaments.services.settlement.payouts.award_reputation",
    "tournaments.services.settlement.battle_history.record_battle",
    "tournaments.services.settlement.fates.apply_fates",
    "dynasty.services.emperors.release",
    "tournaments.services.settlement.endings.publish_to_battle",
    "tournaments.services.settlement.endings.publish_to_players",
    "tournaments.services.rounds.publish_to_battle",
]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("point", POINTS)
def test_a_failure_inside_the_close_leaves_everything_as_it_was(
    point: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _fighters = factories.begin("conquer", 30, 40, terms={"fee": {"gold": 50}})
    order(tournament, "a", "seize b"), order(tournament, "b", "-")
    before = snapshot()
    from django.utils.module_loading import import_string

    real = import_string(point)

    def fails(*args: Any, **more: Any) -> Any:
        if when == "after":
            real(*args, **more)
        raise RuntimeError("pulled the plug")

    with monkeypatch.context() as patch:
        patch.setattr(point, fails)
        with pytest.raises(RuntimeError):
            close(tournament, 1)
    assert snapshot() == before
    assert close(tournament, 1) and again(tournament).status == "finished" and factories.books_balance()


def test_an_outage_of_ours_puts_deadlines_off_once() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    deadline = Round.objects.get().deadline
    assert outages.record_heartbeat() == timedelta()
    now = clock.now()
    with clock.freeze(now + timedelta(minutes=10)):
        gap = outages.record_heartbeat()
        assert timedelta(minutes=9) < gap < timedelta(minutes=11)
        assert outages.record_heartbeat() == timedelta()
        assert Round.objects.get().deadline == deadline + gap
        assert rounds.sweep() == 0
        assert list_published(tournament)[-1] == "put_off"
    with clock.freeze(now + timedelta(minutes=10, seconds=30)):
        assert outages.record_heartbeat() == timedelta()
    assert Heartbeat.objects.count() == 1


def test_a_heart_that_beat_in_the_future_is_set_right() -> None:
    """Set the database's clock back by an hour: the outage after it is measured from then on."""
    now = clock.now()
    with clock.freeze(now + timedelta(hours=1)):
        outages.record_heartbeat()
    with clock.freeze(now):
        assert outages.record_heartbeat() == timedelta() and Heartbeat.objects.get().at == now
    with clock.freeze(now + timedelta(minutes=10)):
        assert outages.record_heartbeat() == timedelta(minutes=10)


def test_due_rounds_are_found_by_indexes_of_their_own() -> None:
    """Read nothing of battles whose time has not come, however many are open."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL plans by how much is in the tables")
    with CaptureQueriesContext(connection) as queries:
        rounds.list_due(clock.now())
    with connection.cursor() as cursor:
        plans = [str(cursor.execute(f"EXPLAIN QUERY PLAN {one['sql']}").fetchall()) for one in queries.captured_queries]
    assert [name for plan in plans for name in ("open_by_deadline", "open_and_ready") if name in plan] == [
        "open_by_deadline", "open_and_ready",
    ]  # fmt: skip
