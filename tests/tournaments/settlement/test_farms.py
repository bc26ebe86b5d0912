"""Dynasties of one mind find no way to more points than the rules allow."""

import pytest

from core import clock
from dynasty.models import Offer
from dynasty.selectors import integrity
from tests.tournaments.settlement import farms
from tournaments.domain.point_limits import DAILY_LIMIT
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.models import Bet, Tournament

pytestmark = pytest.mark.django_db


def test_a_short_search_finds_no_farm() -> None:
    most, at_home, plan = farms.search(tries=len(farms.PLANS) + 3, seed=1)
    assert (most, at_home) == (DAILY_LIMIT, 0), plan


@pytest.mark.parametrize("name", farms.ACTS)
def test_every_act_can_be_done(name: str) -> None:
    """Do an act with some numbers: where all are refused, the search looks for nothing there."""
    with clock.freeze(farms.START):
        conspiracy = farms.Conspiracy()
    captures = [("meet_friend", 0, 7)] * 2 if name == "sell" else []
    for act in captures:
        conspiracy.do(act)
    before = conspiracy.done
    for number in (1, 3, 4):
        conspiracy.do((name, 0, number))
    assert conspiracy.done > before
    if name == "bet_on_friend":
        assert Bet.objects.exists() and not Bet.objects.filter(returned=None).exists()
    if name == "trade":
        assert Offer.objects.filter(status="accepted", taker__house=True).exists()
    assert integrity.find_differences() == []


def test_acts_reach_every_type() -> None:
    with clock.freeze(farms.START):
        conspiracy = farms.Conspiracy()
    for number in range(0, 3 * len(farms.TYPES), 3):
        conspiracy.do(("meet_house", 0, number))
    fought = Tournament.objects.filter(status="finished").values_list("type", flat=True)
    assert set(fought) == set(TOURNAMENT_TYPES)


def test_the_search_would_find_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tournaments.services.settlement.payouts.limit_rows", lambda rows, *_rest: [(row, row[2]) for row in rows]
    )
    most, at_home, _plan = farms.search(tries=len(farms.PLANS), seed=1)
    assert most > DAILY_LIMIT and at_home > 0
