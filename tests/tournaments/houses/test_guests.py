"""Houses that enter tournaments of people: at the last moment, near in strength, and with little at risk."""

from datetime import timedelta
from typing import Any

import pytest

from core import clock
from dynasty.models import Dynasty
from tests import factories
from tests.factories import again, born, found
from tournaments.models import Entry, Tournament
from tournaments.services import lifecycle, world
from tournaments.services.houses import guests

pytestmark = pytest.mark.django_db
NAMES = ("Oriel", "Quillon", "Rookwood", "Ashwillow", "Marisol")


@pytest.fixture
def houses() -> list[Dynasty]:
    """Create houses whose emperors have a reputation of 0, 20, 40, 60 and 80."""
    found_houses = [factories.house(name) for name in NAMES]
    for number, each in enumerate(found_houses):
        born(each, "Sunniva", 20 * number)
    return found_houses


def waiting(type: str = "gift", points: int = 45, **changes: Any) -> Tournament:
    """Return a person's tournament for up to four, with one person on the first seat."""
    ming = found("Ming")
    tournament = factories.announce(type, organiser=ming, seats=changes.pop("seats", 4), **changes)
    factories.enter(tournament, born(ming, "Livia", points), "a")
    return tournament


def enter_before_start(tournament: Tournament, seconds: float) -> int:
    with clock.freeze(tournament.starts_at - timedelta(seconds=seconds)):
        return guests.enter_tournaments()


def list_guests(tournament: Tournament) -> list[str]:
    found_guests = Entry.objects.filter(tournament=tournament, dynasty__house=True).order_by("entered_at", "pk")
    return list(found_guests.values_list("dynasty__name", flat=True))


def test_a_house_comes_at_the_last_moment_one_at_a_time_the_nearest_first(houses: list[Dynasty]) -> None:
    tournament = waiting()
    assert enter_before_start(tournament, 121) == 0
    assert enter_before_start(tournament, 110) == 1, "alone, its player would find it cancelled"
    assert enter_before_start(tournament, 100) == 0, "two are enough; people have the other seats until the last call"
    assert enter_before_start(tournament, 25) == enter_before_start(tournament, 15) == 1
    assert list_guests(tournament)[0] == "Rookwood" and len(list_guests(tournament)) == 3
    with clock.freeze(tournament.starts_at):
        assert lifecycle.start(tournament_id=tournament.pk)
    assert again(tournament).status == "running"
    assert all(Entry.objects.filter(tournament=tournament, dynasty__house=True).values_list("player", flat=True))


def test_the_world_s_tending_sends_them(houses: list[Dynasty], monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = waiting()
    monkeypatch.setattr(world.circuit, "hold_battles", lambda: 0)
    with clock.freeze(tournament.starts_at - timedelta(seconds=20)):
        assert world.tend()["guests"] == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"terms": {"houses": False}},
        {"terms": {"invited": ["abc"]}},
        {"terms": {"link": True}},
        {"terms": {"fill": "greedy"}},
    ],
)
def test_they_stay_away_where_the_contract_does_not_ask_for_them(
    houses: list[Dynasty], changes: dict[str, Any]
) -> None:
    ming = found("Ming")
    tournament = factories.announce("gift", organiser=ming, seats=3, **changes)
    Entry.objects.create(tournament=tournament, seat="a", dynasty=ming, emperor=born(ming, "Livia"), name="Livia",
                         entered_at=clock.now())  # fmt: skip
    assert enter_before_start(tournament, 10) == 0


def test_they_wait_for_a_person_and_leave_the_site_s_own_tournaments_alone(houses: list[Dynasty]) -> None:
    empty = factories.announce("gift", organiser=found("Ming"), seats=3)
    assert enter_before_start(empty, 10) == 0
    own = factories.announce("gift", seats=3)
    factories.enter(own, born(found("Qing"), "Livia"), "a")
    assert enter_before_start(own, 10) == 0


@pytest.mark.parametrize(("type", "fewest"), [("conquer", 60), ("death", 60)])
def test_where_emperors_are_at_stake_they_risk_no_more_than_the_others(
    houses: list[Dynasty], type: str, fewest: int
) -> None:
    tournament = waiting(type, points=55, terms={"houses": True})
    while enter_before_start(tournament, 10):
        pass
    assert list_guests(tournament) == ["Rookwood", "Quillon", "Oriel"], "none of those with 60 and 80"


def test_stakes_and_fees_that_would_drain_them_keep_them_away(houses: list[Dynasty]) -> None:
    ming = found("Ming")
    for number, (terms, entered) in enumerate(
        [({"stake": 11}, 0), ({"fee": {"gold": 11}}, 0), ({"fee": {"gold": 10}}, 1), ({}, 1)]
    ):
        tournament = factories.announce("honour", organiser=ming, terms=terms)
        factories.enter(tournament, born(ming, f"Livia {'I' * (number + 1)}", 50), "a")
        assert enter_before_start(tournament, 10) == entered, terms
        Tournament.objects.filter(pk=tournament.pk).update(status="cancelled", ended_at=clock.now())
    assert factories.books_balance()


def test_a_house_enters_only_so_many_a_day(houses: list[Dynasty], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "DAILY_ENTRIES", 1)
    born(houses[2], "Sidonia", 45)
    first = waiting(seats=2)
    assert enter_before_start(first, 10) == 1 and list_guests(first) == ["Rookwood"]
    second = factories.announce("gift", organiser=found("Qing"))
    factories.enter(second, born(found("Tang"), "Wu", 45), "a")
    assert enter_before_start(second, 10) == 1 and list_guests(second) != ["Rookwood"]
