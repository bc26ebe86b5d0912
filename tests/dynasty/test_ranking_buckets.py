"""The ladder of the ranking: it answers what counting would, and the books prove it; the days behind a chart."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import clock
from core.limits import CHART_DAYS
from dynasty.domain import ranking_buckets as ranking_buckets_domain
from dynasty.models import Dynasty, Emperor, Rung, Standing, StandingDay, TreasuryDay, User
from dynasty.selectors import cursors, integrity, ranking
from dynasty.selectors import standings as standings_selectors
from dynasty.services import ranking_buckets as ranking_buckets_services
from dynasty.services import reputation, standings
from tests.dynasty.conftest import Found, Raise

pytestmark = pytest.mark.django_db
NEW_YEAR = datetime(2031, 1, 1, tzinfo=UTC)
moments = st.integers(-20_000, 20_000).map(lambda hours: NEW_YEAR + timedelta(hours=hours))
points = st.one_of(st.just(0), st.integers(0, 40), st.integers(0, 10**7))


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_buckets_ahead_hold_exactly_what_is_higher(own: int, other: int) -> None:
    holding = [
        level
        for level, after, last in ranking_buckets_domain.list_ranges_ahead(own)
        if after < other >> (ranking_buckets_domain.SHIFT * level)
        and (last is None or other >> (ranking_buckets_domain.SHIFT * level) <= last)
    ]
    assert len(holding) == (other > own)


@given(st.lists(st.tuples(points, moments), min_size=1, max_size=12))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_ladder_says_the_place_in_the_ranking(stood: list[tuple[int, datetime]]) -> None:
    with transaction.atomic():
        stand(stood)
        places = [standings_selectors.get_rank(standing.dynasty) for standing in ranking.query_standings()]
        assert places == list(range(1, len(stood) + 1))
        assert integrity.find_wrong_buckets() == []
        transaction.set_rollback(True)


def test_who_rises_falls_and_leaves_is_counted(found: Found, born: Raise) -> None:
    ming, qing, yuan = found(), found(), found()
    for number, (dynasty, award) in enumerate(((ming, 30), (qing, 7), (qing, 40), (ming, -30), (yuan, 5))):
        emperor = dynasty.emperors.first() or born(dynasty, fought=True)
        reputation.award(emperor=emperor, points=award, cause="won", place="", key=f"k{number}")
        assert integrity.find_differences() == []
    assert [standings_selectors.get_rank(Dynasty.objects.get(pk=each.pk)) for each in (qing, yuan, ming)] == [1, 2, 3]
    standings.remove_dynasty(qing)
    assert [standings_selectors.get_rank(Dynasty.objects.get(pk=each.pk)) for each in (qing, yuan, ming)] == [
        None,
        1,
        2,
    ]
    assert integrity.find_wrong_buckets() == []


def test_checks_find_a_wrong_bucket_and_a_wrong_day(found: Found) -> None:
    found()
    Rung.objects.filter(level=0).update(dynasties=3)
    day = TreasuryDay.objects.filter(account__asset="gold").get()
    TreasuryDay.objects.filter(pk=day.pk).update(minted=999, burnt=4)
    wrong = {(each.stored, each.proved) for each in integrity.find_differences()}
    assert wrong == {(3, 1), (999, 1_000), (4, 0)}


def test_a_long_life_is_drawn_by_its_days(found: Found, born: Raise, at: Callable[..., datetime]) -> None:
    at(2031, 1, 1)
    ming, numbers = found(), count()
    emperor = born(ming, fought=True)
    for day in range(CHART_DAYS):
        with clock.freeze(NEW_YEAR + timedelta(days=day, hours=5)):
            for _twice in range(2):
                reputation.award(emperor=emperor, points=1, cause="won", place="", key=f"d{next(numbers)}")
            if day == CHART_DAYS // 2:
                drawn = standings_selectors.get_chart_curve(ming, clock.now())
                assert drawn == standings_selectors.get_reputation_curve(ming)
    with clock.freeze(NEW_YEAR + timedelta(days=CHART_DAYS, hours=5)):
        drawn = standings_selectors.get_chart_curve(ming, clock.now())
        exact = standings_selectors.get_reputation_curve(ming)
    assert StandingDay.objects.filter(dynasty=ming).count() == CHART_DAYS
    assert len(drawn) == CHART_DAYS + 1 and drawn[0] == exact[0] and drawn[-1][1] == exact[-1][1] == 2 * CHART_DAYS
    assert drawn[1] == (NEW_YEAR + timedelta(days=1), 2)


@given(st.lists(st.tuples(points, moments.map(lambda at: at.replace(minute=0))), min_size=1, max_size=14), st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_page_of_the_ranking_begins_where_counting_would(
    stood: list[tuple[int, datetime]], data: st.DataObject
) -> None:
    """Include many equals, and some from before the first day that has a height of its own."""
    size = data.draw(st.integers(1, 4))
    alike = [(reached % 3 if reached < 40 else reached, at) for reached, at in stood]
    with transaction.atomic():
        stand([*alike, (0, buckets_begin()), (0, buckets_begin() - timedelta(days=900)), *alike[:5]])
        whole = [each.dynasty for each in ranking.query_standings()]
        pages = -(-len(whole) // size)
        for number in range(1, pages + 2):
            shown = ranking.get_page(number, size)
            start = (min(number, pages) - 1) * size
            assert [row.dynasty for row in shown.rows] == whole[start : start + size]
            assert [row.rank for row in shown.rows] == list(range(start + 1, start + 1 + len(shown.rows)))
            assert (shown.number, shown.last) == (min(number, pages), number >= pages)
        transaction.set_rollback(True)


def buckets_begin() -> datetime:
    return datetime.combine(ranking_buckets_domain.FIRST_DAY, datetime.min.time(), UTC)


def test_cursors_lead_through_the_ranking_and_back(found: Found) -> None:
    stand([(7, NEW_YEAR)] * 5 + [(0, NEW_YEAR)] * 4 + [(9, NEW_YEAR + timedelta(hours=n)) for n in range(3)])
    whole = [each.dynasty_id for each in ranking.query_standings()]
    page, walked = ranking.get_page(1, 5), []
    while True:
        walked.append([row.dynasty.pk for row in page.rows])
        assert [row.rank for row in page.rows] == [whole.index(pk) + 1 for pk in walked[-1]]
        if not page.after:
            break
        page = ranking.get_page_at(page.after, 5)
    assert [pk for each in walked for pk in each] == whole and page.last
    back = []
    while page.before:
        page = ranking.get_page_at(page.before, 5)
        back.append([row.dynasty.pk for row in page.rows])
    assert back == walked[-2::-1]


def test_a_cursor_stays_right_when_its_dynasty_goes(found: Found) -> None:
    stand([(height, NEW_YEAR) for height in (9, 7, 5, 3)])
    first = ranking.get_page(1, 2)
    third = ranking.query_standings()[2]
    standings.remove_dynasty(third.dynasty)
    page = ranking.get_page_at(first.after, 2)
    assert [(row.rank, row.reputation) for row in page.rows] == [(3, 3)]
    assert [row.reputation for row in ranking.get_page_at(page.before, 2).rows] == [9, 7]


@pytest.mark.parametrize("cursor", ["", "nonsense", cursors.encode(NEW_YEAR, "5"), cursors.encode(NEW_YEAR, "1:1:?"),
                                    cursors.encode(NEW_YEAR, f"{'9' * 30}:1:+")])  # fmt: skip
def test_a_cursor_that_we_did_not_write_leads_nowhere(cursor: str) -> None:
    assert ranking.get_page_at(cursor) is None


def test_a_moment_before_all_time_is_no_cursor() -> None:
    far = urlsafe_b64encode(b"0001-01-01T00:00:00+23:59|1:1:+").decode()
    assert cursors.decode(far) is None and ranking.get_page_at(far) is None


def stand(stood: list[tuple[int, datetime]]) -> None:
    """Create dynasties with this reputation, reached at this moment."""
    for number, (reached, at) in enumerate(stood):
        user = User.objects.create_user(f"l{number}@example.org")
        dynasty = Dynasty.objects.create(
            user=user, name=f"L{number}", folded_name=f"l{number}", emblem={}, founded_at=at
        )
        standing = Standing.objects.create(dynasty=dynasty, reputation=reached, reached_at=at)
        ranking_buckets_services.move_standings([(None, standings.get_height(standing))])


def give(emperor: Emperor, points: int) -> None:
    reputation.award(emperor=emperor, points=points, cause="won", place="", key=f"test:{emperor.code}")


def test_the_ranking_of_people_leaves_houses_out(client: Client, found: Found, born: Raise, house: Dynasty) -> None:
    dynasties = [found() for _number in range(3)]
    for number, dynasty in enumerate(dynasties):
        give(born(dynasty), 10 * number + 5)
    give(born(house), 12)
    everybody, people = ranking.get_page(1, 10), ranking.get_people_page("", 10)
    assert [row.dynasty for row in everybody.rows] == [dynasties[2], dynasties[1], house, dynasties[0]]
    assert [(row.rank, row.dynasty) for row in people.rows] == [(1, dynasties[2]), (2, dynasties[1]), (3, dynasties[0])]
    first = ranking.get_people_page("", 2)
    rest = ranking.get_people_page(first.after, 2)
    assert [(row.rank, row.dynasty) for row in rest.rows] == [(3, dynasties[0])] and not first.before
    back = ranking.get_people_page(rest.before, 2)
    assert [row.dynasty for row in back.rows] == [dynasties[2], dynasties[1]]
    page = client.get("/ranking/?people").content.decode()
    assert house.name not in page.split("History of reigns")[0] and dynasties[0].name in page


def test_a_reader_sees_the_next_rival(client: Client, found: Found, born: Raise, house: Dynasty) -> None:
    own = found()
    give(born(own), 4)
    give(born(house), 16)
    rival = ranking.find_rival(own)
    assert (rival.rank, rival.dynasty, rival.gap) == (1, house, 12)
    assert ranking.find_rival(house) is None and ranking.find_rival(None) is None
    client.force_login(own.user)
    page = " ".join(client.get("/ranking/").content.decode().split())
    assert f"Your next rival: <b>{house.name}</b>, rank 1" in page and "12 points ahead of you" in page
