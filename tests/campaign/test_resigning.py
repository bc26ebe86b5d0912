"""What a page says after a resignation: that it stands, and at the end that it was why the battle was lost."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.campaign.test_platform import begin, computer, no_hints, play_on  # noqa: F401
from tournaments.models import Tournament
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def read(tournament: Tournament, dynasty: Any) -> str:
    client = Client()
    client.force_login(dynasty.user)
    return " ".join(client.get(f"/tournament/{tournament.code}/").content.decode().split())


def resign(tournament: Tournament, dynasty: Any) -> str:
    client = Client()
    client.force_login(dynasty.user)
    page = client.post(f"/tournament/{tournament.code}/abdicate", {"sure": "yes"}, follow=True)
    return " ".join(page.content.decode().split())


def choose_or_resign(name: str, state: Any, seat: str) -> str:
    """Leave it at the resignation of the first seat, which may be the one to order, by the dice."""
    return "resign" if seat == "a" else computer(name, state, seat)


def test_who_resigns_last_of_all_can_change_nothing_any_more() -> None:
    tournament, emperors = begin("skirmish")
    ming, _qing, inca = (emperor.dynasty for emperor in emperors)
    assert "You resign when this round closes. Until then you can send another order." in resign(tournament, ming)
    factories.order(tournament, "b", "-")
    assert "You have resigned." in resign(tournament, inca)


@pytest.mark.parametrize("name", ["skirmish", "classic"])
def test_the_page_says_that_the_reader_resigned(name: str) -> None:
    tournament, emperors = begin(name, type="gift")
    ming, qing, _inca = (emperor.dynasty for emperor in emperors)
    resign(tournament, ming)
    if name == "skirmish":
        for seat in "bc":
            factories.order(tournament, seat, "-")
        assert rounds.close_round(tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)
    else:
        play_on(tournament, choose_or_resign, most=1)
    assert "<b data-bar-title>You resigned</b>" in read(factories.again(tournament), ming)
    ended = play_on(tournament)
    page = read(ended, ming)
    assert "You lost" in page and "You resigned at the start." in page
    assert "You resigned" not in read(ended, qing)
