"""The tutorial: every lesson has its order, is told by the real resolver, and is remembered by the browser."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from battlefield import game
from tests import factories
from tests.waiting import wait_until
from tournaments.domain import games
from tournaments.views import tutorial
from tournaments.views.tutorial_lessons import LESSONS, Lesson

SOLUTIONS = {"escape": "C2-D2", "take": "C4-C2", "collision": "C5-C3", "take-at-bounce": "B5-B3", "newcomer": "C5-C2",
             "quarrel": "D3-C3", "no-room": "A5-C5", "two-captors": "D4-C4", "hold": "-",
             "goal": "A4-C4", "chest": "C1-C3", "marks": "C3-B3"}  # fmt: skip
lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


def possible(lesson: Lesson) -> list[str]:
    legal = game.legal(lesson.battle, lesson.seat)
    return [f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals] + ["-"]


def test_there_are_twelve_lessons_and_each_is_solved_here() -> None:
    assert list(SOLUTIONS) == [lesson.name for lesson in LESSONS]
    assert len(LESSONS) == 12


@lessons
def test_a_lesson_asks_for_a_thought(lesson: Lesson) -> None:
    done = [text for text in possible(lesson) if lesson.attempt(text).done]
    assert SOLUTIONS[lesson.name] in done
    assert len(done) <= len(possible(lesson)) / 3, "most orders are wrong"


@lessons
def test_the_worked_examples_come_out_as_in_the_rule_book(lesson: Lesson) -> None:
    after = {piece["tile"]: (piece["seat"], piece["experience"])
             for piece in lesson.attempt(SOLUTIONS[lesson.name]).after["pieces"]}  # fmt: skip
    drawn: dict[str, dict[str, tuple[str, int]]] = {
        "newcomer": {"A1": ("b", 2), "C2": ("a", 1), "C3": ("c", 3), "C4": ("a", 1)},
        "quarrel": {"A1": ("b", 2), "A3": ("c", 2), "C2": ("a", 1), "C3": ("a", 1), "D3": ("d", 1)},
        "no-room": {"A1": ("b", 2), "C2": ("a", 1), "C3": ("c", 3), "C4": ("d", 2), "B5": ("e", 1), "C5": ("e", 1)},
        "two-captors": {"A1": ("b", 2), "C2": ("a", 1), "B3": ("c", 1), "D3": ("c", 1), "C4": ("d", 2), "C5": ("a", 1)},
    }
    assert after == drawn.get(lesson.name, after)


@lessons
@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_a_lesson_works_by_form(lesson: Lesson, language: str) -> None:
    client = Client(headers={"accept-language": language})
    path = reverse("lesson", args=[lesson.name])
    opened = client.get(path)
    assert opened.status_code == 200
    assert str(lesson.task) in opened.content.decode() or language != "en"
    done = client.get(path, {"order": SOLUTIONS[lesson.name].lower()})
    assert done.status_code == 200 and b"data-done" in done.content
    assert done.content.count(b"<li>") > opened.content.count(b"<li>")
    wrong = next(text for text in possible(lesson) if not lesson.attempt(text).done)
    assert b"data-done" not in client.get(path, {"order": wrong}).content


def test_a_wrong_order_is_told_with_what_happened_and_an_illegal_one_with_the_rule() -> None:
    path = reverse("lesson", args=["take"])
    missed = Client().get(path, {"order": "C4-C3"}).content.decode()
    assert "Not yet." in missed and "data-done" not in missed
    response = Client().get(path, {"order": "C4-C1"})
    assert response.status_code == 422
    assert "further than the piece" in response.content.decode()
    program = Client(headers={"accept": "application/json"})
    assert program.get(path, {"order": "C4-C1"}).status_code == 422
    assert program.get(path).status_code == 422
    body = json.loads(program.get(path, {"order": "C4-C2"}).content)
    assert body["done"] and body["round"]["events"] and body["round"]["told"]


@pytest.mark.parametrize(("name", "order", "text"), [
    ("escape", "C3-D3", ["Your piece went from C3 to D3.", "Your Emperor was taken on C2."]),
    ("take", "-", ["You held: none of your pieces moved.", "The pawn on C2 is still B’s."]),
    ("collision", "-", ["B’s Emperor reached the treasure on C3 and won."]),
    ("two-captors", "-", ["C took your pawn on D3.", "A’s charger did not have to go home."]),
    ("hold", "B2-B1", ["Your piece collided on B1, and ended on B2."]),
    ("goal", "A4-A2", ["Your piece collided on A2, and ended on A3.", "Your Emperor is not on a target."]),
    ("chest", "C1-A1", ["B’s chest still lies on C3."]),
    ("marks", "A4-A5", ["Your piece took B’s piece on A5.", "Your Emperor was taken on C3."]),
])  # fmt: skip
def test_a_wrong_answer_says_what_happened(name: str, order: str, text: list[str]) -> None:
    page = Client().get(reverse("lesson", args=[name]), {"order": order}).content.decode()
    for sentence in text:
        assert sentence in page


@lessons
def test_wrong_answers_that_come_out_differently_are_told_differently(lesson: Lesson) -> None:
    wrong = [lesson.attempt(text) for text in possible(lesson)]
    values = {}
    for attempt in wrong:
        if not attempt.done:
            marched = tutorial.describe_march(lesson.seat, attempt)
            verdict = tutorial.describe_attempt(lesson, attempt)["verdict"]
            assert verdict.startswith("Not yet. " + marched)
            values[attempt.order] = verdict
    assert len(set(values.values())) == len(values), "no two orders are answered alike"


def test_holding_goals_chests_and_marks_are_taught() -> None:
    opened = {name: Client().get(reverse("lesson", args=[name])).content.decode() for name in SOLUTIONS}
    assert 'value="-"' in opened["hold"] and ">Hold" in opened["hold"]
    chests = next(lesson.battle.formation.items for lesson in LESSONS if lesson.name == "chest")
    assert sorted(item.owner for item in chests.values()) == ["a", "b"]
    assert "danger" in opened["marks"] and '"reach": {"a"' in opened["marks"]


def test_there_is_no_other_lesson() -> None:
    assert Client().get("/learn/none/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("played", "field"), [("emperors", "delta-3"), ("campaign.classic", "")])
def test_the_rules_are_at_hand_on_every_battle_page(played: str, field: str) -> None:
    chosen = games.GAMES[played]
    ground = field or chosen.field_names()[0]
    battle, _emperors = factories.begin("training", 0, 0, 0, game=played, field=ground)
    page = Client().get(reverse("tournament", args=[battle.code])).content.decode()
    panel = page[page.index('<dialog class="dialog" id="how-to-play"') :]
    panel = panel[: panel.index("</dialog>")]
    assert 'data-opens="how-to-play"' in page
    assert panel.count("<li>") >= 8
    assert ("straight up, down" in panel) == (chosen.VIEW == "board")


@pytest.mark.browser
def test_the_rules_open_and_close_over_a_battle(site: str, page: Any) -> None:
    page.goto(site)
    page.get_by_role("button", name="Play now").first.click()
    page.locator(".tile[data-mine]").first.wait_for()
    page.get_by_role("button", name="How to play").click()
    dialog = page.get_by_role("dialog", name="How to play")
    assert "In this battle" in dialog.inner_text()
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    assert page.locator(".tile[data-mine]").count()


@pytest.mark.browser
def test_all_lessons_by_hand_by_word_and_by_key(site: str, page: Any) -> None:
    page.goto(f"{site}/learn/")
    page.locator("[data-lessons-go]").click()
    for number, (name, order) in enumerate(SOLUTIONS.items()):
        page.wait_for_url(f"**/learn/{name}/")
        page.locator(".tile[data-mine]").first.wait_for()
        if order == "-":
            page.get_by_role("button", name="Hold").click()
        else:
            WAYS[number % len(WAYS)](page, *order.split("-"))
        page.locator("[data-verdict][data-done]").wait_for()
        assert page.locator("[data-events] li").count() > 1
        if number < len(SOLUTIONS) - 1:
            page.locator("[data-onward] a").click()
    page.goto(f"{site}/learn/")
    assert page.locator("[data-completed]").count() == len(SOLUTIONS)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tournament/*/")


def by_hand(page: Any, origin: str, goal: str) -> None:
    for tile in (origin, goal):
        page.locator(f'.tile[data-tile="{tile}"]').click()


def by_word(page: Any, origin: str, goal: str) -> None:
    page.locator("#order-text").fill(f"{origin}-{goal}")
    page.keyboard.press("Enter")


def by_key(page: Any, origin: str, goal: str) -> None:
    for tile in (origin, goal):
        page.locator(f'.tile[data-tile="{tile}"]').focus()
        page.keyboard.press("Enter")


WAYS = [by_hand, by_word, by_key]


@pytest.mark.browser
def test_a_wrong_answer_can_be_taken_back(site: str, page: Any) -> None:
    page.goto(f"{site}/learn/take/")
    page.locator(".tile[data-mine]").first.wait_for()
    by_hand(page, "C4", "C3")
    page.locator("[data-verdict-words]", has_text="Your piece went from C4 to C3.").wait_for()
    assert page.locator("[data-onward]").is_hidden()
    page.locator("[data-again]").click()
    page.locator(".tile[data-mine]").first.wait_for()
    assert page.locator("[data-verdict]").is_hidden()
    by_hand(page, "C4", "C2")
    page.locator("[data-verdict][data-done]").wait_for()


@pytest.mark.browser
def test_the_verdict_comes_into_view_on_a_phone(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/learn/take/")
    page.locator(".tile[data-mine]").first.wait_for()
    by_hand(page, "C4", "C3")
    page.locator("[data-verdict-words]", has_text="Not yet").wait_for()
    wait_until(
        page,
        """() => {
        const box = document.querySelector("[data-verdict-words]").getBoundingClientRect();
        return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight }""",
    )


@pytest.mark.browser
def test_the_lesson_of_the_marks_shows_what_is_in_danger(site: str, page: Any) -> None:
    page.goto(f"{site}/learn/marks/")
    page.locator('.tile[data-tile="C2"][data-danger]').wait_for()
    assert page.locator('.tile[data-tile="B3"][data-danger]').count() == 0
