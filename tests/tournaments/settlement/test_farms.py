"""Dynasties of one mind find no way to more points than the rules allow."""

import pytest

from tests.tournaments.settlement import farms
from tournaments.domain.point_limits import DAILY_LIMIT

pytestmark = pytest.mark.django_db


def test_a_short_search_finds_no_farm() -> None:
    most, at_home, plan = farms.search(tries=len(farms.PLANS) + 3, seed=1)
    assert (most, at_home) == (DAILY_LIMIT, 0), plan


def test_the_search_would_find_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tournaments.services.settlement.payouts.limit_rows", lambda rows, *_rest: [(row, row[2]) for row in rows]
    )
    most, at_home, _plan = farms.search(tries=len(farms.PLANS), seed=1)
    assert most > DAILY_LIMIT and at_home > 0
