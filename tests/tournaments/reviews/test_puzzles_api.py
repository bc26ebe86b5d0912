"""Puzzles by the API: the same puzzles as on the pages, and no word of a solution before an answer."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from core import clock
from dynasty.models import Dynasty
from tests import factories
from tests.tournaments.reviews.test_order_puzzles import make
from tests.tournaments.test_proofs import fight
from tournaments.models import OrderPuzzle, PuzzleAttempt
from tournaments.services.order_puzzles import solving

pytestmark = pytest.mark.django_db
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})
SECRET = ("solution", "theme", "given", "original", "good", "right", "chance", "often", "0.58", "capture")


@pytest.fixture
def puzzle() -> OrderPuzzle:
    return make(fight(*ROUNDS), day=clock.get_day(clock.now()))


def log_in(name: str) -> tuple[APIClient, Dynasty]:
    dynasty, client = factories.found(name), APIClient()
    client.force_authenticate(dynasty.user)
    return client, dynasty


def answer(client: APIClient, puzzle: OrderPuzzle, order: str) -> Any:
    return client.post(f"/api/v1/puzzles/{puzzle.code}/", {"order": order}, format="json")


def test_a_puzzle_travels_without_its_solution(puzzle: OrderPuzzle) -> None:
    client, _dynasty = log_in("Ming")
    for reader in (client, APIClient()):
        for path in ("", "next/", f"{puzzle.code}/"):
            found = reader.get(f"/api/v1/puzzles/{path}")
            assert found.status_code == 200 and found.headers["Cache-Control"] == "private, no-store"
            text = json.dumps(found.json())
            assert puzzle.code in text and not [word for word in SECRET if word in text], path
    one = client.get(f"/api/v1/puzzles/{puzzle.code}/").json()
    assert one["seat"] == "a" and "C4" in one["legal"]["C3"] and not one["answered"]
    assert client.get("/api/v1/puzzles/nothing/").status_code == 404


def test_the_first_answer_of_a_dynasty_counts(puzzle: OrderPuzzle) -> None:
    client, dynasty = log_in("Ming")
    assert client.get("/api/v1/puzzles/").json()["rating"] is None
    first = answer(client, puzzle, "c3-c4").json()
    assert first["right"] and first["counted"] and first["order"] == "C3-C4" and first["grade"] == "best"
    assert [each["order"] for each in first["good"]] == ["C3-C4", "B3-B4"]
    assert first["theme"] == "capture" and first["original"]["order"] == "-" and first["round"] == 1
    assert first["rating"]["rating"] > 1500 and first["rating"]["streak"] == 1
    second = answer(client, puzzle, "-").json()
    assert not second["right"] and not second["counted"] and second["rating"] == first["rating"]
    assert PuzzleAttempt.objects.get(dynasty=dynasty).right
    assert client.get(f"/api/v1/puzzles/{puzzle.code}/").json()["answered"]
    assert client.get("/api/v1/puzzles/next/").json() == {"puzzle": None}, "none is left"
    assert client.get("/api/v1/puzzles/").json()["rating"] == first["rating"]


def test_what_is_no_answer_counts_nothing(puzzle: OrderPuzzle) -> None:
    client, _dynasty = log_in("Ming")
    refused = [answer(client, puzzle, text) for text in ("A1-Z9", "hello", "C7-C6", "")]
    assert [each.status_code for each in refused] == [422, 422, 422, 400]
    assert not [word for each in refused for word in ("good", "theme") if word in each.json()]
    assert answer(APIClient(), puzzle, "C3-C4").status_code in (401, 403), "guests answer on the page"
    assert not PuzzleAttempt.objects.exists()


def test_nobody_tries_out_every_order(puzzle: OrderPuzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LIMITS", {60: 2})
    client, _dynasty = log_in("Ming")
    assert [answer(client, puzzle, "-").status_code for _ in range(3)] == [200, 200, 429]
    page = factories.found("Qing")
    browser = APIClient()
    browser.force_login(page.user)
    assert browser.post(f"/puzzles/{puzzle.code}/", {"order": "-"}).status_code == 429
