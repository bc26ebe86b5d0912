"""The least pace: while only sleepers are left of the people, a round lasts a third of its time, and ten seconds."""

from datetime import timedelta

import pytest

from dynasty.models import Dynasty
from tests import factories
from tests.factories import again, born, enter, found, order
from tests.tournaments.absence.test_absence import at, current, of, to_sleep
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import time_descriptions
from tournaments.services import lifecycle, orders, rounds, stand_ins

pytestmark = pytest.mark.django_db


def with_computer(*people: str, **more: object) -> Tournament:
    """Begin a gift of people, with a house on the last seat."""
    tournament = factories.announce("gift", seats=len(people) + 1, **more)
    for seat, name in zip("abcdef", people, strict=False):
        enter(tournament, born(found(name), name), seat)
    enter(tournament, born(factories.house("Oriel"), "Sunniva"), "abcdef"[len(people)], player="random")
    lifecycle.start(tournament_id=tournament.pk)
    return again(tournament)


def closes_after(tournament: Tournament) -> float:
    """Return how many seconds after its opening the sweep closes the open round, within a second."""
    opened = current(tournament)
    for second in range(int((opened.deadline - opened.opened_at).total_seconds()) + 2):
        with at(opened.opened_at + timedelta(seconds=second)):
            if rounds.sweep():
                return second
    raise AssertionError("it never closed")


@pytest.mark.parametrize(("seconds", "least"), [(10, 10), (20, 10), (60, 20), (600, 200)])
def test_a_round_among_sleepers_lasts_a_third_of_its_time(seconds: int, least: int) -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=seconds)
    to_sleep(tournament, "c")
    with at(current(tournament).opened_at):
        order(tournament, "c", "-")
    assert closes_after(tournament) == least
    last = Round.objects.filter(tournament=tournament).exclude(closed_at=None).latest("number")
    sleeper = Entry.objects.get(tournament=tournament, seat="a")
    assert last.closed_at and sleeper.missed == (4 if least == seconds else 3)


def test_thirty_rounds_of_sleepers_take_their_time() -> None:
    """Replay what once ran in 29 seconds: rounds 4 to 38 of a battle whose two people were inactive."""
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    to_sleep(tournament, "c")
    began = current(tournament).opened_at
    for _round in range(30):
        opened = current(tournament)
        with at(opened.opened_at):
            order(tournament, "c", "-")
        with at(opened.opened_at + timedelta(seconds=19)):
            assert not rounds.sweep()
        with at(opened.opened_at + timedelta(seconds=20)):
            assert rounds.sweep() == 1
    assert current(tournament).opened_at - began >= timedelta(minutes=10)


def test_while_somebody_is_awake_nothing_is_slower() -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    to_sleep(tournament, "b", "c")
    with at(current(tournament).opened_at):
        order(tournament, "c", "-"), order(tournament, "b", "-")
    assert closes_after(tournament) == 0


def test_among_computers_alone_and_before_anybody_sleeps_nothing_is_slower() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    with at(current(tournament).opened_at):
        order(tournament, "a", "-"), order(tournament, "b", "-")
    assert closes_after(tournament) == 0


def test_who_comes_back_orders_and_the_round_closes_at_once() -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    to_sleep(tournament, "c")
    opened = current(tournament).opened_at
    with at(opened):
        order(tournament, "c", "-")
    with at(opened + timedelta(seconds=5)):
        assert not rounds.sweep()
        order(tournament, "a", "take c", dynasty=of("Aaa"))
        assert rounds.sweep() == 1
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None).latest("number")
    assert dict(closed.orders)["a"] == "take c"


def test_who_comes_back_with_a_draft_is_waited_for() -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    to_sleep(tournament, "c")
    opened = current(tournament)
    with at(opened.opened_at):
        order(tournament, "c", "-")
    with at(opened.opened_at + timedelta(seconds=5)):
        orders.give_order(tournament_id=tournament.pk, round_no=opened.number, seat="a", text="take c",
                          dynasty=of("Aaa"), final=False)  # fmt: skip
    with at(opened.opened_at + timedelta(seconds=59)):
        assert not rounds.sweep()
    with at(opened.deadline):
        assert rounds.sweep() == 1


def test_programs_are_no_people_to_wait_for_and_keep_the_pace_of_sleepers() -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    Dynasty.objects.filter(name="Bbb").update(program=True)
    to_sleep(tournament, "b", "c")
    with at(current(tournament).opened_at):
        order(tournament, "b", "-"), order(tournament, "c", "-")
    assert closes_after(tournament) == 20


def test_a_volunteer_is_somebody_who_orders_and_a_computer_that_sits_in_is_not() -> None:
    tournament = with_computer("Aaa", "Bbb", round_seconds=60, absence={"volunteers": True})
    to_sleep(tournament, "c")
    stand_ins.volunteer(tournament_id=tournament.pk, dynasty=found("Helper"), seat="a")
    with at(current(tournament).opened_at):
        order(tournament, "a", "-", dynasty=of("Helper")), order(tournament, "c", "-")
    assert closes_after(tournament) == 0
    stand_ins.step_down(tournament_id=tournament.pk, dynasty=of("Helper"))
    stand_ins.seat_computer(tournament, Entry.objects.get(tournament=tournament, seat="a"))
    with at(current(tournament).opened_at):
        order(tournament, "a", "-", automatic=True), order(tournament, "c", "-")
    assert closes_after(tournament) == 20


def test_who_has_fallen_is_nobody_left_to_order() -> None:
    """Let the active one of two people fall: from then on the inactive one's pace holds."""
    tournament = with_computer("Aaa", "Bbb", round_seconds=60)
    to_sleep(tournament, "b", "c")
    with at(current(tournament).opened_at):
        order(tournament, "b", "-"), order(tournament, "c", "seize b")
    assert closes_after(tournament) == 0
    with at(current(tournament).opened_at):
        order(tournament, "c", "-")
    assert closes_after(tournament) == 20


def test_the_contract_says_the_least_pace() -> None:
    sentences = " ".join(time_descriptions.describe_times(again(with_computer("Aaa"))))
    assert "at least a third of its time, and never less than ten seconds" in sentences
