"""Reigns as a drawn history: every block lies within its line, and is as long as the reign."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from dynasty.charts import reigns
from dynasty.models import Reign
from tests.factories import found

START = datetime(2026, 11, 1, tzinfo=UTC)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 10**6)), min_size=2, max_size=30))
def test_blocks_lie_within_their_lines_and_cover_the_time(lengths: list[tuple[str, int]]) -> None:
    history, at = [], START
    for name, seconds in lengths:
        history.append((name, at, at := at + timedelta(seconds=seconds)))
    (last, since, _until), rest = history[-1], history[-2::-1]
    drawn = reigns.draw([(last, since, None), *rest], at)
    assert drawn and drawn.begins == START and {line.dynasty for line in drawn.lines} == {name for name, _s in lengths}
    assert [line.reigns_now for line in drawn.lines] == [True] + [False] * (len(drawn.lines) - 1)
    assert sum((line.lasted for line in drawn.lines), timedelta()) == at - START
    for block in (each for line in drawn.lines for each in line.blocks):
        assert block.width >= reigns.LEAST and block.x >= 0 and block.x + block.width <= reigns.WIDTH + 0.1


def test_one_reign_is_no_history() -> None:
    assert reigns.draw([("a", START, None)], START) is None


@pytest.mark.django_db
def test_the_ranking_draws_who_reigned_when(client: Client) -> None:
    ming, qing = found("Ming"), found("Qing")
    now = clock.now()
    assert "reigns-title" not in client.get("/ranking/").text
    for dynasty, ago, until in ((ming, 30, 20), (qing, 20, 10), (ming, 10, None)):
        Reign.objects.create(
            dynasty=dynasty,
            since=now - timedelta(days=ago),
            until=until and now - timedelta(days=until),
        )
    page = client.get("/ranking/").text
    table = page.split('id="reigns-title"')[1].split("</table>")[0].replace("\xa0", " ")
    assert table.count('class="chart"') == 2 and table.count('class="level"') == 3
    assert table.index("Ming") < table.index("Qing") and f"/dynasty/{qing.code}/" in table
    assert "2 reigns, 2 weeks, 6 days in all" in table and "1 reign, 1 week, 3 days in all" in table
