"""Puzzles of one order: made of reviewed mistakes once, answered on the server, rated, one a day."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Ruleset, begin, game
from battlefield.compact import read as read_compact
from core import clock
from dynasty.models import Dynasty
from players.openings import build_opening
from players.reviews import FINE, solve_round
from tests import factories
from tests.security.world import open_client
from tests.tournaments.test_proofs import fight
from tournaments.domain import order_puzzles as domain
from tournaments.domain.order_puzzles import Key
from tournaments.domain.puzzle_themes import THEMES, find_theme
from tournaments.models import OrderPuzzle, PuzzleAttempt, PuzzleSkill, Review, Tournament
from tournaments.presenters.order_puzzles import LESSONS
from tournaments.selectors import account_data, order_puzzles
from tournaments.services import reviews
from tournaments.services.order_puzzles import making, solving, streaks

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})


@pytest.fixture
def over() -> Tournament:
    return fight(*ROUNDS)


def make(tournament: Tournament, number: int = 1, **wanted: Any) -> OrderPuzzle:
    """Make a puzzle of a round, in which two orders are right."""
    chances = {"-": 0.2, "C3-C4": 0.6, "B3-B4": 0.58, "D3-D4": 0.3}
    first = tournament.rounds.get(number=1)
    fields: dict[str, Any] = {
        "state": first.state,
        "seat": "a",
        "given": "-",
        "theme": "capture",
        "source": tournament.code,
        "solution": Key(chances, {"C3-C4": 0.7, "B3-B4": 0.3}).write(),
        "number": number,
        "rating": 1500.0,
        "deviation": 300.0,
        "made_at": clock.now(),
    }
    return OrderPuzzle.objects.create(**fields | wanted)


def judge_all(tournament: Tournament) -> Review:
    reviews.ask(tournament=tournament, address="10.0.0.1")
    while reviews.review_due():
        pass
    return Review.objects.get(tournament=tournament)


def member(name: str) -> tuple[Client, Any]:
    dynasty = factories.found(name)
    return open_client(dynasty.user), dynasty


# ── The solution ───────────────────────────────────────────────────────────────────────────────────────────


def test_every_legal_order_has_its_value() -> None:
    battle = build_opening("tiny-2")
    found = solve_round(battle, "a")
    legal = game.legal(battle, "a")
    assert set(found.chances) == {"-"} | {f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals}
    assert max(found.chances.values()) <= 1 and sum(found.mixtures["a"].values()) == pytest.approx(1, abs=0.01)


values = st.dictionaries(st.sampled_from([f"A{n}-B{n}" for n in range(1, 12)]), st.floats(0, 1), min_size=1)


@given(values)
def test_right_orders_lose_little_and_all_others_are_wrong(chances: dict[str, float]) -> None:
    key = Key(chances, {})
    good = [option.order for option in key.good]
    assert good and key.best == max(chances.values()) and key.good[0].chance == key.best
    assert set(good) == {order for order in chances if key.is_right(order)}
    assert all(key.measure_loss(order) > FINE for order in chances if order not in good)
    for order in chances:
        if key.is_puzzle(order):
            assert len(good) <= domain.MAX_GOOD and not key.is_right(order)


@pytest.mark.parametrize(
    ("board", "rules", "best", "other", "theme"),
    [
        ("Aa__/____/b__B", {}, "B1-B2", "-", "position"),
        ("A__/ab_/__B", {}, "A2-B2", "-", "capture"),
        ("Ab_/___/__B", {}, "A1-A2", "-", "save"),
        ("A__/___/b_B", {}, "-", "A1-A2", "patience"),
        ("___/A__/__B", {"goals": ("throne(3)",)}, "A2-B2", "-", "throne"),
    ],
)
def test_a_theme_is_what_the_best_order_does(
    board: str, rules: dict[str, Any], best: str, other: str, theme: str
) -> None:
    battle = begin(read_compact(board), Ruleset(**rules))
    replies = {"save": {"B1-A1": 1.0}, "patience": {"A3-A2": 1.0}}
    assert find_theme(battle, "a", best, other, replies.get(theme, {"-": 1.0})) == theme


def test_each_theme_has_its_lesson() -> None:
    assert set(LESSONS) == set(THEMES)


# ── Making ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_review_makes_its_puzzles_once(over: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    judge_all(over)
    monkeypatch.setattr(domain, "MIN_LOSS", 0.0)
    monkeypatch.setattr(domain, "CHANCES", (0.0, 1.0))
    monkeypatch.setattr(domain, "MIN_LEGAL", 1)
    monkeypatch.setattr(domain, "MAX_GOOD", 99)
    monkeypatch.setattr(domain, "GAP", 0.0)
    made = making.make_due()
    assert 1 <= made <= making.MAX_PUZZLES == 3 and OrderPuzzle.objects.count() == made
    puzzle = OrderPuzzle.objects.first()
    assert puzzle is not None and puzzle.source == over.code and puzzle.theme in THEMES
    assert puzzle.player is not None and puzzle.given in domain.read_key(puzzle.solution).chances
    assert making.make_due() == 0, "once for each review"


def test_a_good_battle_makes_no_puzzle_and_is_not_asked_again(
    over: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge_all(over)
    monkeypatch.setattr(domain, "MIN_LOSS", 1.1)
    assert making.make_due() == 0 and Review.objects.get().puzzles_at is not None


def test_nothing_is_made_of_trainings(over: Tournament) -> None:
    Tournament.objects.filter(pk=over.pk).update(type="training")
    over.refresh_from_db()
    assert not making.is_public(over)


def test_every_day_has_one_puzzle_while_some_wait(over: Tournament) -> None:
    today = date(2031, 5, 7)
    assert making.choose_daily(day=today) == 0
    make(over), make(over, 2)
    assert [making.choose_daily(day=day) for day in (today, today, today + DAY, today + 2 * DAY)] == [1, 0, 1, 0]


def test_battles_of_the_site_are_reviewed_while_few_puzzles_wait(over: Tournament) -> None:
    Tournament.objects.filter(pk=over.pk).update(organiser=None)
    making.prepare_days()
    assert Review.objects.filter(tournament=over).exists()
    assert making.ask_for_house_review() is None, "each battle once"


# ── Solving ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_solution_is_on_no_page_before_an_answer(over: Tournament, client: Client) -> None:
    puzzle = make(over, day=clock.get_midnight(clock.now()).date())
    page = client.get(f"/puzzles/{puzzle.code}/")
    text = page.content.decode()
    assert page.status_code == 200 and "You play A" in text and 'id="solution"' not in text
    assert over.title not in text and over.code not in text and "60%" not in text and "chances" not in text
    assert puzzle.code in client.get("/puzzles/").content.decode()


def test_an_answer_of_a_guest_is_judged_and_stored_nowhere(over: Tournament, client: Client) -> None:
    puzzle = make(over)
    right = client.post(f"/puzzles/{puzzle.code}/", {"order": "b3-b4"}).content.decode()
    assert "Solved" in right and "C3-C4" in right and "60%" in right and over.title in right
    wrong = client.post(f"/puzzles/{puzzle.code}/", {"order": "-"}).content.decode()
    assert "Not quite" in wrong and "blunder" in wrong and "captures a piece" in wrong
    bad = client.post(f"/puzzles/{puzzle.code}/", {"order": "A9-A1"})
    assert bad.status_code == 422 and 'id="solution"' not in bad.content.decode()
    assert not PuzzleAttempt.objects.exists() and OrderPuzzle.objects.get().tried == 0


def test_the_first_answer_of_a_dynasty_counts(over: Tournament) -> None:
    client, dynasty = member("Solver")
    puzzle = make(over)
    client.post(f"/puzzles/{puzzle.code}/", {"order": "-"})
    first = PuzzleSkill.objects.get(dynasty=dynasty)
    after = OrderPuzzle.objects.get()
    assert first.rating < 1500 < after.rating and (first.tried, first.solved, after.tried, after.solved) == (1, 0, 1, 0)
    again = client.post(f"/puzzles/{puzzle.code}/", {"order": "C3-C4"}).content.decode()
    assert "Solved" in again and PuzzleSkill.objects.get(dynasty=dynasty).rating == first.rating
    assert "has counted" in client.get(f"/puzzles/{puzzle.code}/").content.decode()
    assert "0 of 1 solved" in client.get("/puzzles/").content.decode()


def test_ones_own_mistake_is_not_rated_and_waits_on_the_list(over: Tournament) -> None:
    client, dynasty = member("Solver")
    puzzle = make(over, player=dynasty)
    assert f"/puzzles/{puzzle.code}/" in client.get("/puzzles/").content.decode()
    assert "your own battle" in client.get(f"/puzzles/{puzzle.code}/").content.decode()
    solving.record_answer(puzzle=puzzle, dynasty=dynasty, order="C3-C4")
    own = PuzzleSkill.objects.get(dynasty=dynasty)
    assert (own.rating, own.solved) == (1500.0, 1) and not order_puzzles.list_mistakes(dynasty)


def test_days_in_a_row_end_with_the_first_that_was_missed(over: Tournament) -> None:
    _client, dynasty = member("Solver")
    now = clock.now()
    for number, (ahead, order, streak) in enumerate([(0, "C3-C4", 1), (1, "C3-C4", 2), (3, "C3-C4", 1)], 1):
        with clock.freeze(now + ahead * DAY):
            puzzle = make(over, number, day=clock.get_midnight(clock.now()).date())
            solving.record_answer(puzzle=puzzle, dynasty=dynasty, order=order)
            assert order_puzzles.count_streak(order_puzzles.find_skill(dynasty)) == streak
    with clock.freeze(now + 5 * DAY):
        assert order_puzzles.count_streak(order_puzzles.find_skill(dynasty)) == 0


def test_days_in_a_row_of_a_guest_go_on_with_the_dynasty_founded_then(over: Tournament) -> None:
    now = clock.now()
    with clock.freeze(now):
        today = clock.get_day(now)
        for number in range(3):
            make(over, number + 1, day=today - number * DAY)
        client, dynasty = member("Solver")
        assert "data-carry-streak" in client.get("/puzzles/").content.decode()
        answer = client.post("/puzzles/streak", {"day": today.isoformat(), "days": 9})
        assert answer.json() == {"days": 3}, "no more than there were puzzles"
        page = client.get("/puzzles/").content.decode()
        assert "3 daily puzzles in a row" in page and "data-carry-streak" not in page and "of 0 solved" not in page
        puzzle = OrderPuzzle.objects.get(day=today)
        solving.record_answer(puzzle=puzzle, dynasty=dynasty, order="C3-C4")
        assert order_puzzles.count_streak(order_puzzles.find_skill(dynasty)) == 3, "a day counts once"
    with clock.freeze(now + DAY):
        puzzle = make(over, 4, day=today + DAY)
        solving.record_answer(puzzle=puzzle, dynasty=dynasty, order="C3-C4")
        assert order_puzzles.count_streak(order_puzzles.find_skill(dynasty)) == 4
        assert streaks.carry(dynasty=dynasty, day=today + DAY, days=9) == 0, "once"


def test_days_in_a_row_that_cannot_be_are_not_believed(over: Tournament) -> None:
    now = clock.now()
    today = clock.get_day(now)
    make(over, 1, day=today)
    _client, old = member("Old")
    Dynasty.objects.filter(pk=old.pk).update(founded_at=now - 2 * DAY)
    old.refresh_from_db()
    assert streaks.carry(dynasty=old, day=today, days=5) == 0, "founded before"
    client, new = member("New")
    for day, days in ((today - 2 * DAY, 5), (today + DAY, 5), (today - DAY, 5), (today, 0)):
        assert streaks.carry(dynasty=new, day=day, days=days) == 0
    solving.record_answer(puzzle=OrderPuzzle.objects.get(day=today), dynasty=new, order="-")
    assert streaks.carry(dynasty=new, day=today, days=5) == 0, "the own wrong answer counts"
    for body in ({}, {"day": "today", "days": 1}, {"day": today.isoformat(), "days": "-1"}):
        assert client.post("/puzzles/streak", body).status_code == 422
    assert "data-carry-streak" not in Client().get("/puzzles/").content.decode()


def test_the_next_puzzle_is_as_hard_as_the_solver_is_good(over: Tournament, client: Client) -> None:
    easy, hard, even = (make(over, number, rating=rating) for number, rating in ((1, 900.0), (2, 2100.0), (3, 1510.0)))
    _client, dynasty = member("Solver")
    assert order_puzzles.find_next(dynasty) == even
    solving.record_answer(puzzle=even, dynasty=dynasty, order="C3-C4")
    PuzzleSkill.objects.filter(dynasty=dynasty).update(rating=2000.0)
    assert order_puzzles.find_next(dynasty) == hard and order_puzzles.find_next(dynasty, hard) == easy
    seen = [order_puzzles.find_next(None, each) for each in (None, even, hard, easy)]
    assert seen == [even, hard, easy, even], "a guest goes round"
    assert client.get("/puzzles/next/").headers["Location"] == f"/puzzles/{even.code}/"
    OrderPuzzle.objects.all().delete()
    assert client.get("/puzzles/next/").headers["Location"] == "/puzzles/"
    assert "There is no puzzle yet" in client.get("/puzzles/").content.decode()


def test_a_review_links_its_puzzles(over: Tournament, client: Client) -> None:
    puzzle = make(over)
    text = client.get(f"/tournament/{over.code}/review").content.decode()
    assert "Puzzles from this battle" in text and f"/puzzles/{puzzle.code}/" in text


def test_answers_are_exported_and_go_with_their_dynasty(over: Tournament) -> None:
    _client, dynasty = member("Solver")
    puzzle = make(over, player=dynasty)
    solving.record_answer(puzzle=puzzle, dynasty=dynasty, order="C3-C4")
    exported = account_data.export_dynasty(dynasty)
    assert exported["puzzles"][0]["solved"] == 1 and exported["puzzle_answers"][0]["order"] == "C3-C4"
    solving.forget(dynasty)
    assert not PuzzleAttempt.objects.exists() and OrderPuzzle.objects.get().player is None


@pytest.mark.browser
def test_an_order_is_tapped_on_the_board(site: str, page: Any) -> None:
    puzzle = make(fight(*ROUNDS))
    page.goto(f"{site}/puzzles/{puzzle.code}/")
    page.locator(".tile[data-mine]").first.wait_for()
    for tile in ("C3", "C4"):
        page.locator(f'.tile[data-tile="{tile}"]').click()
    assert page.locator("#order-text").input_value() == "C3-C4"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Solved").wait_for()
