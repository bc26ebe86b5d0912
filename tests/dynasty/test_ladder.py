"""The ladder of the ranking: it answers what counting would, and the books prove it; the days behind a chart."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dynasty import clock, rungs
from dynasty.limits import CHART_DAYS
from dynasty.models import Dynasty, Rung, Standing, StandingDay, TreasuryDay, User
from dynasty.selectors import books, fame
from dynasty.services import ladder, reputation, standings
from tests.dynasty.conftest import Found, Raise

pytestmark = pytest.mark.django_db
NEW_YEAR = datetime(2031, 1, 1, tzinfo=UTC)
moments = st.integers(-20_000, 20_000).map(lambda hours: NEW_YEAR + timedelta(hours=hours))
points = st.one_of(st.just(0), st.integers(0, 40), st.integers(0, 10**7))


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_rungs_ahead_hold_exactly_what_is_higher(own: int, other: int) -> None:
    holding = [level for level, after, last in rungs.ahead(own)
               if after < other >> (rungs.SHIFT * level) and (last is None or other >> (rungs.SHIFT * level) <= last)]
    assert len(holding) == (other > own)


@given(st.lists(st.tuples(points, moments), min_size=1, max_size=12))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_ladder_says_the_place_in_the_ranking(stood: list[tuple[int, datetime]]) -> None:
    with transaction.atomic():
        for number, (reached, at) in enumerate(stood):
            user = User.objects.create_user(f"l{number}@example.org")
            dynasty = Dynasty.objects.create(
                user=user, name=f"L{number}", folded_name=f"l{number}", emblem={}, founded_at=at
            )
            standing = Standing.objects.create(dynasty=dynasty, reputation=reached, reached_at=at)
            ladder.climb([(None, standings.height_of(standing))])
        places = [fame.rank(standing.dynasty) for standing in fame.standings()]
        assert places == list(range(1, len(stood) + 1))
        assert books.wrong_rungs() == []
        transaction.set_rollback(True)


def test_who_rises_falls_and_leaves_is_counted(found: Found, born: Raise) -> None:
    ming, qing, yuan = found(), found(), found()
    for number, (dynasty, award) in enumerate(((ming, 30), (qing, 7), (qing, 40), (ming, -30), (yuan, 5))):
        emperor = dynasty.emperors.first() or born(dynasty, fought=True)
        reputation.award(emperor=emperor, points=award, cause="won", place="", key=f"k{number}")
        assert books.differences() == []
    assert [fame.rank(Dynasty.objects.get(pk=each.pk)) for each in (qing, yuan, ming)] == [1, 2, 3]
    standings.leave(qing)
    assert [fame.rank(Dynasty.objects.get(pk=each.pk)) for each in (qing, yuan, ming)] == [None, 1, 2]
    assert books.wrong_rungs() == []


def test_the_books_find_a_wrong_rung_and_a_wrong_day(found: Found) -> None:
    found()
    Rung.objects.filter(level=0).update(dynasties=3)
    day = TreasuryDay.objects.filter(account__asset="gold").get()
    TreasuryDay.objects.filter(pk=day.pk).update(minted=999, burnt=4)
    wrong = {(each.kept, each.proved) for each in books.differences()}
    assert wrong == {(3, 1), (999, 1_000), (4, 0)}


def test_a_long_life_is_drawn_by_its_days(found: Found, born: Raise, at: Callable[..., datetime]) -> None:
    at(2031, 1, 1)
    ming, numbers = found(), count()
    emperor = born(ming, fought=True)
    for day in range(CHART_DAYS):
        with clock.frozen(NEW_YEAR + timedelta(days=day, hours=5)):
            for _twice in range(2):
                reputation.award(emperor=emperor, points=1, cause="won", place="", key=f"d{next(numbers)}")
            if day == CHART_DAYS // 2:
                assert fame.drawn_curve(ming) == fame.reputation_curve(ming)
    with clock.frozen(NEW_YEAR + timedelta(days=CHART_DAYS, hours=5)):
        drawn, exact = fame.drawn_curve(ming), fame.reputation_curve(ming)
    assert StandingDay.objects.filter(dynasty=ming).count() == CHART_DAYS
    assert len(drawn) == CHART_DAYS + 1 and drawn[0] == exact[0] and drawn[-1][1] == exact[-1][1] == 2 * CHART_DAYS
    assert drawn[1] == (NEW_YEAR + timedelta(days=1), 2)
