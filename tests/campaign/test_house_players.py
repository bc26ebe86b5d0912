"""Classic needs three seats: where fewer come the site adds house players (campaign rules 3.1)."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.public_codes import new_code
from tests import factories
from tests.campaign.test_platform import no_hints
from tests.tournaments.test_every_announcement import fill_form
from tests.tournaments.test_pages import log_in
from tournaments.domain import games
from tournaments.models import Entry, Recurrence, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.services import house_players, lifecycle
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual.battles import Setup
from tournaments.views import announcements

pytestmark = pytest.mark.django_db
__all__ = ["no_hints"]
CLASSIC = {"game": "campaign.classic", "field": "world", "rules": {}}


@pytest.mark.parametrize(("game", "seats"), [("campaign.classic", 3), ("campaign.escalation", 2)])
def test_one_person_against_one_computer(game: str, seats: int) -> None:
    setup = Setup(field="seven", preset=next(iter(games.GAMES[game].presets())), computers=1, game=game)
    made = casual_battles.create(setup=setup, token="t" * 32, address="192.0.2.1")
    assert made.seats == seats and made.status == Tournament.Status.RUNNING
    assert Entry.objects.filter(tournament=made).exclude(player="").count() == seats - 1


def test_the_form_of_casual_play_adds_one_too(client: Client) -> None:
    sent = {"game": "campaign.classic", "mode": "alone", "field": "seven", "preset": "classic", "people": 2,
            "computers": 1, "level": "greedy", "round_seconds": 60, "names": "Ann"}  # fmt: skip
    answer = client.post("/casual/", sent)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    assert Tournament.objects.get().seats == 3


def test_two_people_at_a_link_are_joined_by_one(client: Client) -> None:
    sent = {"game": "campaign.classic", "mode": "link", "field": "seven", "preset": "classic", "people": 2,
            "computers": 0, "level": "greedy", "round_seconds": 60, "names": "Ann"}  # fmt: skip
    assert client.post("/casual/", sent).status_code == 302
    assert Tournament.objects.get().seats == 3


def options(page: str, name: str) -> list[str]:
    """Return the values of a list of a form."""
    return re.findall(r'<option value="(\d+)"', page.split(f'name="{name}"')[1].split("</select>")[0])


@pytest.mark.parametrize(("preset", "needed"), [("short", 3), ("capitals", 4)])
def test_the_wizard_offers_two_seats(preset: str, needed: int) -> None:
    who = log_in(factories.proven(factories.found("Ming")))
    data = fill_form(("campaign.classic", "world", preset, 2, "training"), seats_for="campaign.classic:world")
    page = who.post("/announce/", data | {"go": ["time"], "step": ["battle"]}).content.decode()
    assert options(page, "seats") == options(page, "least_seats") == ["2", "3", "4", "5", "6"]
    assert f"2 and {needed - 2} house player" in page and '<option value="2" selected' in page
    text = who.post("/announce/", data | {"go": ["confirm"], "step": ["time"]}).content.decode()
    assert (
        re.search(r"Publish\s*</button>", text)
        and f"If fewer than {needed} take part, the site adds house players." in text
    )
    for more in ({}, {"code": [new_code()], "repeat": ["daily"]}):
        assert who.post("/announce/", data | more | {"go": ["announce"], "step": ["confirm"]}).status_code == 302
    assert set(Tournament.objects.values_list("seats", "least_seats")) == {(needed, 2)}
    assert Recurrence.objects.get().setup["seats"] == needed


def test_where_a_house_may_not_join_the_wizard_offers_what_the_game_needs() -> None:
    who = log_in(factories.proven(factories.found("Ming")))
    data = fill_form(("campaign.classic", "world", "capitals", 2, "honour"), seats_for="campaign.classic:world")
    page = who.post("/announce/", data | {"go": ["time"], "step": ["battle"]}).content.decode()
    assert options(page, "seats") == options(page, "least_seats") == ["4", "5", "6"]


@pytest.mark.parametrize("type", ["gift", "training"])
def test_two_who_came_are_joined_by_a_house_and_it_was_announced(type: str) -> None:
    house_players.found_houses()
    tournament = factories.announce(type, seats=4, **CLASSIC)
    sentences = announcements.describe_times(tournament)
    assert "If fewer than 3 take part, the site adds house players." in sentences
    for name, seat in (("Aaa", "a"), ("Bbb", "b")):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    Tournament.objects.update(starts_at=clock.now() - timedelta(seconds=1))
    assert lifecycle.start(tournament_id=tournament.pk)
    running = factories.again(tournament)
    entries = Entry.objects.filter(tournament=running).order_by("seat")
    assert running.status == "running" and [each.seat for each in entries] == ["a", "b", "c"]
    assert entries[2].player and entries[2].dynasty and entries[2].dynasty.house


def test_two_seats_become_three_and_where_no_house_may_join_three_people_are_needed() -> None:
    wide = factories.announce("gift", seats=2, **CLASSIC)
    assert (wide.seats, wide.least_seats) == (3, 2)
    deadly = factories.announce("death", seats=4, **CLASSIC)
    assert (deadly.seats, deadly.least_seats) == (4, 3)
    assert not any("house players" in sentence for sentence in announcements.describe_times(deadly))
    grid = factories.announce("gift", seats=2, game="emperors", field="duel-2", rules={})
    assert (grid.seats, grid.least_seats) == (2, 2)
    assert announcements.list_conditions(BattleContext(grid, None, {}))
