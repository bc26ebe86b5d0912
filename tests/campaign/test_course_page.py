"""The page of a campaign that is over tells how it went, to everybody who may see it, in one more query."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.campaign.test_platform import begin, no_hints, play_on
from tournaments.selectors import courses

pytestmark = pytest.mark.django_db
__all__ = ["no_hints"]


@pytest.fixture(params=["classic", "simultaneous", "skirmish"])
def battle(request: pytest.FixtureRequest):
    tournament, _emperors = begin(request.param)
    return tournament


def read(code: str, query: str = "") -> str:
    answer = Client().get(f"/tournament/{code}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_nothing_is_told_while_it_runs(battle) -> None:
    assert courses.get_course(battle) is None
    assert 'id="course"' not in read(battle.code)


def test_a_stranger_reads_graphs_decisive_turns_and_luck(battle) -> None:
    over = play_on(battle)
    told, page = courses.get_course(over), read(over.code)
    assert told is not None and len(told.stands) > 1
    for name in ("chances", "territories", "armies"):
        assert len(re.findall(rf'aria-labelledby="course-{name} ', page)) == 1
    last = {row["seat"]: row["territories"] for row in over.statistics}
    assert told.stands[-1].territories == last, "the graph ends where the standings are"
    assert all(f"{round(100 * chance)}</td>" in page for chance in told.stands[-1].chances.values())
    assert told.decisions and all(f'href="?round={turn.number}#events-title"' in page for turn in told.decisions)
    assert ("Luck with dice" in page) is bool(told.luck)
    assert 'href="#course"' in page
    turn = told.decisions[0].number
    past = read(over.code, f"?round={turn}")
    assert re.search(rf'href="\?round={turn}#events-title"\s+aria-current="true"', past)


def test_programs_read_the_same_figures_once_it_is_over(battle) -> None:
    address = f"/api/v1/tournaments/{battle.code}/course/"
    assert Client().get(address).status_code == 404, "nothing is told while it runs"
    told = courses.get_course(play_on(battle))
    read_by_program = Client().get(address).json()
    assert told is not None
    assert [each["chances"] for each in read_by_program["rounds"]] == [dict(each.chances) for each in told.stands]
    assert [each["armies"] for each in read_by_program["rounds"]] == [each.armies for each in told.stands]
    assert [each["step"] for each in read_by_program["decisions"]] == [each.number for each in told.decisions]
    first = read_by_program["decisions"][0]
    assert first["chances"] == {seat: list(pair) for seat, pair in told.decisions[0].chances.items()}
    assert read_by_program["luck"] == pytest.approx(told.luck, abs=0.01)


def test_the_course_costs_one_query_however_long_the_battle_was() -> None:
    tournament, _emperors = begin("classic")
    over = play_on(tournament)
    with CaptureQueriesContext(connection) as queries:
        courses.get_course(over)
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        read(over.code)
    assert len(queries) <= 15


def test_battles_on_boards_have_none() -> None:
    over, _emperors = factories.begin("training", 0, 0, game="emperors", field="duel-2",
                                      rules={"goals": ["survive(2,0)"]})  # fmt: skip
    factories.play(over, {"a": "-", "b": "-"}, {"a": "-", "b": "-"})
    over = factories.again(over)
    with CaptureQueriesContext(connection) as queries:
        assert courses.get_course(over) is None
    assert len(queries) == 0
