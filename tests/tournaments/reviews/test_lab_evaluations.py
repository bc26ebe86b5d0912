"""Evaluations of the lab: at a glance at once, in full by a worker, and never of a round that is being fought."""

import pytest
from django.test import Client

from core.limits import EVALUATIONS_OF_ADDRESS
from tests.factories import again, begin, play
from tournaments import tasks
from tournaments.lab import state
from tournaments.models import Round
from tournaments.selectors import battles, evaluations
from tournaments.services import reviews

pytestmark = pytest.mark.django_db
DUEL, MELEE = "A_3/_5/_2a_2/_5/_3B", "A_3/_5/_2a_2/_2c_2/C_2B"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """Collect the positions that a worker is asked for."""
    found: list[dict[str, object]] = []
    monkeypatch.setattr(
        reviews.task_queue, "enqueue_on_commit", lambda task, **more: found.append(more) if task == "evaluate" else None
    )
    return found


def look(client: Client, board: str, seat: str = "a") -> str:
    return client.get("/lab/", {"b": board, "judge": seat}).content.decode()


@pytest.mark.parametrize("board", [DUEL, MELEE])
def test_chances_come_at_once_and_orders_by_a_worker(
    client: Client, asked: list[dict[str, object]], board: str
) -> None:
    first = look(client, board)
    assert "data-pending" in first and "Chances to win" in first and "should mix" not in first
    look(client, board, "b")
    assert len(asked) == 1, "one worker is enough for all seats"
    tasks.evaluate(**asked[0])
    page = look(client, board)
    assert "data-pending" not in page and "How A should mix its orders" in page and "replies that matter" in page
    assert "give=" not in page.split('id="evaluation"')[1].split("</section>")[0], "orders are links to labs"


def test_each_seat_is_advised_for_itself(client: Client, asked: list[dict[str, object]]) -> None:
    look(client, DUEL)
    tasks.evaluate(**asked[0])
    assert "How B should mix" in look(client, DUEL, "b")


def test_what_is_fought_right_now_is_not_evaluated(client: Client, asked: list[dict[str, object]]) -> None:
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    opened = Round.objects.get(tournament=battle, closed_at=None)
    query = state.write_query(state.open_at(battles.get_state(battle, opened)))
    assert "data-pending" in client.get(f"/lab/?{query}&judge=a").content.decode(), "every board's first round is known"
    play(battle, {"a": "C3-C4"})
    opened = Round.objects.get(tournament=battle, closed_at=None)
    query = state.write_query(state.open_at(battles.get_state(again(battle), opened)))
    page = client.get(f"/lab/?{query}&judge=a").content.decode()
    assert "being fought over right now" in page and "Chances to win" not in page and len(asked) == 1
    play(battle, {"b": "abdicate"})
    assert "Chances to win" in client.get(f"/lab/?{query}&judge=a").content.decode()


def test_open_positions_are_found_on_every_database() -> None:
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    play(battle, {"a": "C3-C4"})
    position = battles.get_state(again(battle), Round.objects.get(tournament=battle, closed_at=None))
    assert evaluations.is_under_way(position)
    assert not evaluations.is_under_way(state.read({"b": DUEL}).now)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("A_3/_5/_2a_2", "several seats"),
        ("/".join(["Aa18", *["_20"] * 18, "bB18"]).replace("a18", "_18").replace("B18", "B_18"), "too large"),
    ],
)
def test_what_cannot_be_evaluated_is_said(client: Client, board: str, words: str) -> None:
    assert words in look(client, board)


def test_evaluations_are_limited_and_known_ones_are_free(client: Client, asked: list[dict[str, object]]) -> None:
    for number in range(EVALUATIONS_OF_ADDRESS[0]):
        look(client, f"A_{number + 1}B")
    assert "Too many tries" in look(client, "A_50/_51b")
    assert "Chances to win" in look(client, "A_1B")


def test_a_position_that_fails_says_so(
    client: Client, asked: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "evaluate_position", lambda _battle: 1 / 0)
    look(client, DUEL)
    tasks.evaluate(**asked[0])
    assert "This position cannot be evaluated" in look(client, DUEL)
