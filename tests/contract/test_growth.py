"""No page asks more of the database in a larger world: the same number of queries, within a budget."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks import growth, world
from tournaments.selectors.turns import your_turn

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MAX_QUERIES = 15


def count_queries(reader: world.Reader) -> dict[str, int]:
    """Return how many queries each page and each main query needs."""
    found = {}
    for name, work in (growth.pages(reader) | growth.queries(reader)).items():
        work()
        with CaptureQueriesContext(connection) as queries:
            work()
        found[name] = len(queries)
    return found


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> world.Reader:
    """Begin a world in which what is remembered for seconds is remembered throughout: machines differ in speed."""
    monkeypatch.setattr(your_turn, "SECONDS", 3600)
    cache.clear()
    return world.begin()


def test_the_number_of_queries_does_not_grow(reader: world.Reader) -> None:
    world.grow(150, 300)
    small = count_queries(reader)
    world.grow(900, 2_000)
    large = count_queries(reader)
    assert large == small
    assert {name: count for name, count in large.items() if count > MAX_QUERIES} == {}


def test_the_small_world_is_what_it_says(reader: world.Reader) -> None:
    from dynasty.models import Dynasty, Event, Mention, Transfer

    world.grow(150, 700)
    assert (Dynasty.objects.count(), Event.objects.count()) == (150, 700)
    assert Mention.objects.count() >= 700 and Transfer.objects.filter(key__startswith="bulk:").count() > 300


def test_the_table_says_the_slowest_growth_first() -> None:
    found: list[dict[str, Any]] = [{"a": 2.0, "b": 1.0}, {"a": 2.0, "b": 3.0}]
    lines = growth.table([(1_000, 1_000), (2_000, 2_000)], found).splitlines()
    assert lines[0] == "|  | ms at 1,000 | × at 2,000 |"
    assert lines[2:] == ["| b | 1.0 | 3.00 |", "| a | 2.0 | 1.00 |"]
