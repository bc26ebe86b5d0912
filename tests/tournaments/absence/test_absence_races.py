"""Many at once at one table, on the embedded default and on PostgreSQL: votes, more time, volunteers, leave."""

from datetime import timedelta
from functools import partial

import pytest

from core import clock
from dynasty.models import StreamEvent
from tests import factories
from tests.factories import again, order, play
from tests.tournaments.absence.test_absence import current, of, save_leave, to_sleep
from tests.tournaments.test_races import together
from tournaments.models import Delay, Entry, Leave, LeaveBook, Round, StandIn, Vote
from tournaments.services import extensions, leave, orders, rounds, stand_ins, standing_orders, votes

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
NAMES = ("Aaa", "Bbb", "Ccc", "Ddd", "Eee", "Fff")


def test_all_agree_at_once_and_the_battle_ends_once() -> None:
    tournament, _fighters = factories.begin("honour", *[20] * 6)
    play(tournament, {}, {})
    agree = [partial(votes.agree, tournament_id=tournament.pk, round_no=3, dynasty=of(name), what="draw")
             for name in NAMES]  # fmt: skip
    close = partial(rounds.close_round, tournament_id=tournament.pk, round_no=3)
    results = together([*agree, close])
    assert results.count(True) == 1 and again(tournament).outcome["by"] == "agreed"
    assert factories.books_balance() and not factories.sum_escrows()
    assert StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}", type="finished").count() == 1


def test_a_draw_and_the_close_of_its_round_exclude_each_other() -> None:
    for _attempt in range(3):
        tournament, _fighters = factories.begin("gift", 0, 0) if not Round.objects.exists() else another()
        play(tournament, {}, {})
        votes.agree(tournament_id=tournament.pk, round_no=3, dynasty=dynasty(tournament, "a"), what="draw")
        order(tournament, "a", "win"), order(tournament, "b", "-")
        agree = partial(votes.agree, tournament_id=tournament.pk, round_no=3, dynasty=dynasty(tournament, "b"),
                        what="draw")  # fmt: skip
        results = together([agree, partial(rounds.close_round, tournament_id=tournament.pk, round_no=3)])
        by = again(tournament).outcome["by"]
        assert results in ([True, False], ["not_running", True]) and by == ("agreed" if results[0] is True else "win")


def test_a_draw_and_the_order_of_who_wakes_exclude_each_other() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    to_sleep(tournament, "a", "b")
    number = again(tournament).round_no
    votes.agree(tournament_id=tournament.pk, round_no=number, dynasty=of("Aaa"), what="draw")
    agree = partial(votes.agree, tournament_id=tournament.pk, round_no=number, dynasty=of("Bbb"), what="draw")
    waking = partial(orders.give_order, tournament_id=tournament.pk, round_no=number, seat="c", text="wait",
                     dynasty=of("Ccc"))  # fmt: skip
    agreed, receipt = together([agree, waking])
    assert (agreed, receipt) == (True, "not_running") or (agreed is False and receipt["order"] == "wait")
    assert Entry.objects.get(tournament=tournament, seat="c").missed == (3 if agreed else 0)


def another() -> tuple[factories.Tournament, list[factories.Emperor]]:
    tournament = factories.announce()
    for seat in "ab":
        factories.enter(tournament, factories.born(factories.found(f"N{tournament.pk}{seat}x"), "Ada"), seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    return again(tournament), []


def dynasty(tournament: factories.Tournament, seat: str) -> factories.Dynasty:
    return tournament.entries.get(seat=seat).dynasty


def test_a_pause_is_taken_once_however_many_ask() -> None:
    tournament, _fighters = factories.begin("gift", *[0] * 6, round_seconds=600)
    agree = [partial(votes.agree, tournament_id=tournament.pk, round_no=1, dynasty=of(name), what="pause")
             for name in (*NAMES, *NAMES)]  # fmt: skip
    results = together(agree)
    assert results.count(True) == 1 and set(results) <= {True, False, "paused"}
    assert again(tournament).pauses == 1 and not Vote.objects.filter(what="pause").exists()


def test_clicks_for_more_time_count_once_and_never_more_than_a_round() -> None:
    tournament, _fighters = factories.begin("gift", *[0] * 6, round_seconds=600)
    deadline = current(tournament).deadline
    ask = [partial(extensions.request_extension, tournament_id=tournament.pk, round_no=1, dynasty=of(name))
           for name in (*NAMES, "Aaa", "Bbb", "Aaa")]  # fmt: skip
    results = together(ask)
    assert results.count("extended_enough") >= 4
    assert Delay.objects.count() == 2 and current(tournament).deadline == deadline + timedelta(seconds=600)


def test_more_time_and_the_deadline_exclude_each_other() -> None:
    for _attempt in range(3):
        tournament, _fighters = factories.begin("gift", 0, 0) if not Round.objects.exists() else another()
        Round.objects.filter(tournament=tournament).update(deadline=clock.now() + timedelta(milliseconds=30))
        ask = partial(
            extensions.request_extension, tournament_id=tournament.pk, round_no=1, dynasty=dynasty(tournament, "a")
        )
        together([ask, *[partial(rounds.close_round, tournament_id=tournament.pk, round_no=1)] * 3])
        asked = Delay.objects.filter(tournament=tournament).exists()
        assert not asked or current(tournament).number == 1


def test_one_volunteer_leads_a_seat_and_the_player_who_comes_back_has_it() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    helpers = [factories.found(f"Helper {letter * 3}") for letter in "abcde"]
    lead = [partial(stand_ins.volunteer, tournament_id=tournament.pk, dynasty=helper, seat="b") for helper in helpers]
    assert together(lead).count("not_wanted") == 4
    helper = StandIn.objects.get().dynasty
    back = partial(order, tournament, "b", "wait", dynasty=of("Bbb"))
    together([back, partial(order, tournament, "b", "take a", dynasty=helper)])
    assert not StandIn.objects.filter(ended_at=None).exists()
    order(tournament, "a", "-")
    assert rounds.close_round(tournament_id=tournament.pk, round_no=4)
    assert dict(Round.objects.get(tournament=tournament, number=4).orders)["b"] == "wait"


def test_leave_is_taken_once_and_never_more_than_there_is() -> None:
    factories.begin("gift", 0, 0, round_seconds=86_400)
    taker = save_leave(of("Aaa"), 5)
    take = partial(leave.take, dynasty=taker, days=3)
    results = together([take] * 6)
    assert sum(isinstance(result, Leave) for result in results) == 1
    assert {result for result in results if isinstance(result, str)} <= {"on_leave", "too_little_leave"}
    assert LeaveBook.objects.get(dynasty=taker).rounds == 20 and Delay.objects.count() == 1


def test_a_standing_order_given_while_the_round_closes_counts_or_waits() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "-")
    Round.objects.filter(tournament=tournament).update(deadline=clock.now())
    give = partial(standing_orders.set_orders, tournament_id=tournament.pk, dynasty=of("Bbb"), texts=["take a"])
    together([give, partial(rounds.close_round, tournament_id=tournament.pk, round_no=1)])
    closed = Round.objects.get(tournament=tournament, number=1)
    assert (dict(closed.orders)["b"] == "take a") == (closed.stand_ins == {"b": "standing"})
