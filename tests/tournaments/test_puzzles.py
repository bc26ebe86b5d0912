"""Daily puzzle: one for everybody, from real rounds where there are any, with its solution explained."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from tests import factories
from tests.waiting import wait_until
from tournaments.models import Puzzle, Round
from tournaments.services import lifecycle, puzzles

pytestmark = pytest.mark.django_db
DAY = date(2031, 5, 7)
NOON = datetime(2031, 5, 7, 12, tzinfo=UTC)


def answers(puzzle: Puzzle, **wrong: str) -> dict[str, str]:
    found = {f"at_{each.origin}": each.answer or "gone" for each in puzzles.solve(puzzle).questions}
    return found | wrong


def quarrel(type: str = "gift") -> Any:
    """Play a battle of one round in which two pieces collide and two do not arrive."""
    cup = factories.announce(type, game="emperors", field="duel-2", title="The Short Quarrel",
                         rules={"goals": ["survive(1,0)"]})  # fmt: skip
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(cup, factories.born(factories.found(name), name), seat)
    assert lifecycle.start(tournament_id=cup.pk)
    return factories.play(factories.again(cup), {"a": "C3-C4", "b": "C5-C4"})


def test_a_young_world_has_a_puzzle_too_and_everybody_the_same() -> None:
    with clock.freeze(NOON):
        first = puzzles.get_puzzle(DAY)
        assert first is not None and not first.source
        assert puzzles.get_puzzle(DAY) == first
        again = puzzles.generate_round(DAY)
        assert [list(order) for order in again.orders] == first.orders
        other = puzzles.generate_round(DAY + timedelta(days=1))
        assert other.orders != again.orders


@pytest.mark.parametrize("offset", range(8))
def test_puzzles_are_worth_a_thought(offset: int) -> None:
    found = puzzles.generate_round(DAY + timedelta(days=offset))
    puzzle = Puzzle(day=DAY, state=puzzles.game.write(found.battle), orders=[list(each) for each in found.orders],
                    number=found.battle.number)  # fmt: skip
    solved = puzzles.solve(puzzle)
    elsewhere = [each for each in solved.questions if each.answer != each.goal]
    assert len(elsewhere) >= puzzles.MIN_TANGLED
    assert all(each.answer in (*each.ways, "") for each in solved.questions)


def test_it_is_made_of_a_real_round_that_was_over_before_the_day() -> None:
    cup = quarrel()
    tomorrow = puzzles.get_today() + timedelta(days=1)
    found = puzzles.find_fought_round(tomorrow)
    assert found is not None and found.source == cup.code and found.title == "The Short Quarrel"
    assert puzzles.find_fought_round(puzzles.get_today()) is None, "what is fought today is for tomorrow"


def test_trainings_and_used_rounds_are_left_alone() -> None:
    quarrel("training")
    tomorrow = puzzles.get_today() + timedelta(days=1)
    assert puzzles.find_fought_round(tomorrow) is None
    Round.objects.all().delete()


def test_a_round_is_a_puzzle_once() -> None:
    quarrel()
    tomorrow = puzzles.get_today() + timedelta(days=1)
    puzzles.create_puzzle(tomorrow)
    assert Puzzle.objects.get().source
    assert puzzles.find_fought_round(tomorrow + timedelta(days=1)) is None


def test_the_board_of_a_fought_round_is_drawn_before_any_script_runs() -> None:
    cup = quarrel()
    puzzle = puzzles.create_puzzle(puzzles.get_today() + timedelta(days=1))
    with clock.freeze(clock.now() + timedelta(days=1)):
        page = Client().get(f"/puzzle/{puzzle.day}/").content.decode()
    assert f'href="/tournament/{cup.code}/"' in page
    board = page.split("<battle-board", 1)[1]
    assert 'source="puzzle"' in board and 'id="puzzle" type="application/json"' in page, "the script finds its board"
    assert 'class="board-window board-still"' in board, "and until it runs the server has drawn it"


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_page_asks_and_explains(language: str, django_assert_max_num_queries: Any) -> None:
    client = Client(headers={"accept-language": language})
    asked = client.get("/puzzle/").content.decode()
    puzzle = Puzzle.objects.get()
    right = answers(puzzle)
    assert all(f'name="{name}"' in asked for name in right)
    for kind in ("sprung", "conflict", "took", "fixed"):
        assert f'"kind": "{kind}"' not in asked, "the page must not hold the solution"
    with django_assert_max_num_queries(15):
        solved = client.get("/puzzle/", right).content.decode()
    assert "data-solved" in solved and 'id="solution"' in solved
    name = next(iter(right))
    missed = client.get("/puzzle/", right | {name: "nonsense"}).content.decode()
    assert "data-answered" in missed and " data-solved" not in missed.split("<section", 2)[1].split(">", 1)[0]
    incomplete = client.get("/puzzle/", {name: right[name]}).content.decode()
    assert "data-answered" not in incomplete


def test_the_archive_keeps_what_was_and_no_more() -> None:
    client = Client()
    assert client.get("/puzzle/2031-05-07/").status_code == 404, "not yet"
    with clock.freeze(NOON):
        assert client.get("/puzzle/").status_code == 200
    with clock.freeze(NOON + timedelta(days=1)):
        assert client.get("/puzzle/").status_code == 200
        assert client.get("/puzzle/2031-05-07/").status_code == 200
        assert client.get("/puzzle/2031-05-06/").status_code == 404
        assert client.get("/puzzle/nonsense/").status_code == 404
        assert "2031-05-07" in client.get("/puzzle/").content.decode()


@pytest.mark.browser
def test_a_day_counts_with_its_first_answer_alone(site: str, page: Any) -> None:
    def answer(right: bool) -> None:
        page.goto(f"{site}/puzzle/")
        solved = puzzles.solve(puzzles.get_puzzle(puzzles.get_today()))
        for question in solved.questions:
            true = question.answer or "gone"
            wrong = next(tile for tile in [*question.ways, "gone"] if tile != true)
            page.locator(f"#at-{question.origin}").select_option(true if right else wrong)
        page.get_by_role("button", name="See what happened").click()
        page.locator("#solution").wait_for()
        wait_until(page, "() => localStorage.getItem('puzzles-shown')")

    answer(right=False)
    answer(right=True)
    page.locator("[data-known]", has_text="You have seen the solution of this day").wait_for()
    assert page.locator("[data-streak]").is_hidden()
    page.evaluate("localStorage.clear()")
    answer(right=True)
    page.locator("[data-streak]", has_text="Solved 1 day in a row").wait_for()
    answer(right=False)
    page.locator("[data-streak]", has_text="Solved 1 day in a row").wait_for()
    assert page.locator("[data-known]").is_hidden()
