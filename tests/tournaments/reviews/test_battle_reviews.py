"""The review of a battle: nothing of it before the end, then at a glance, then in full, once."""

from datetime import timedelta

import pytest
from django.test import Client

from battlefield import Battle
from core import clock
from core.errors import DomainError
from players.reviews import VERSION, RoundReview
from tests.tournaments.test_proofs import fight
from tournaments.domain import judgements
from tournaments.models import Review, Tournament
from tournaments.selectors import reviews as selectors
from tournaments.services import reviews

pytestmark = pytest.mark.django_db
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})


@pytest.fixture
def over() -> Tournament:
    """Play a battle of three rounds, in the last of which b resigns."""
    return fight(*ROUNDS)


def ask(tournament: Tournament) -> Review:
    return reviews.ask(tournament=tournament, address="10.0.0.1")


def judge_all() -> int:
    pieces = 0
    while reviews.review_due():
        pieces += 1
    return pieces


def test_there_is_no_review_while_a_battle_is_fought(client: Client) -> None:
    tournament = fight(*ROUNDS[:2])
    assert not selectors.is_reviewable(tournament) and selectors.build_review(tournament) is None
    with pytest.raises(DomainError, match="over"):
        ask(tournament)
    assert client.get(f"/tournament/{tournament.code}/review").status_code == 404
    assert client.get(f"/api/v1/tournaments/{tournament.code}/review/").status_code == 404
    client.post(f"/tournament/{tournament.code}/review/ask")
    assert not Review.objects.exists()
    assert (
        "review" not in client.get(f"/tournament/{tournament.code}/").content.decode().lower().split("board-view")[-1]
    )


def test_a_review_begins_at_a_glance(over: Tournament, client: Client) -> None:
    found = selectors.build_review(over)
    assert found is not None and not found.is_requested and not found.done
    assert f"/tournament/{over.code}/review" in client.get(f"/tournament/{over.code}/").content.decode()
    assert len(found.chances) == 4 and found.chances[-1] == {"a": 1, "b": 0}
    assert all(sum(chances.values()) == pytest.approx(1) for chances in found.chances)
    page = client.get(f"/tournament/{over.code}/review?round=2")
    assert page.status_code == 200 and not Review.objects.exists(), "looking writes nothing"
    assert "Judge every order" in page.content.decode() and "not been judged yet" in page.content.decode()
    assert "htmx" in page.content.decode(), "a page with scripts asks by itself, and shows how far the worker has come"


def test_a_worker_judges_every_order_once(over: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "PIECE_SECONDS", 0.0)
    assert client.post(f"/tournament/{over.code}/review/ask").status_code == 302
    assert ask(over).pk == over.pk and Review.objects.count() == 1
    progress = client.get(f"/tournament/{over.code}/review?part=progress")
    assert "round 0 of 3" in progress.content.decode()
    assert judge_all() == 3, "a round at a time"
    row = Review.objects.get()
    assert (row.judged, row.total, row.version) == (3, 3, VERSION) and row.done_at and not row.busy_until
    assert [set(each["orders"]) for each in row.rounds] == [{"a", "b"}, {"a", "b"}, {"a"}], "who resigned is not judged"
    assert judgements.read_order(row.rounds[1]["orders"]["b"]).played.order == "-", "a missed order is a hold"
    assert client.get(f"/tournament/{over.code}/review?part=progress").headers["HX-Refresh"] == "true"
    text = client.get(f"/tournament/{over.code}/review?round=1").content.decode()
    assert "C3-C4" in text and "All orders" in text and "Judge every order" not in text


def test_a_long_battle_is_looked_into_where_it_turned(
    over: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Say of each round how it was judged, on the page and to programs."""
    swings = selectors.measure_swings(over, selectors.list_rounds(over))
    assert len(swings) == 3 and max(swings) <= 1
    monkeypatch.setattr(reviews, "choose_depth", lambda swings, spent: len(spent) == 1)
    ask(over)
    assert judge_all()
    row = Review.objects.get()
    assert [each["deep"] for each in row.rounds] == [False, True, False]
    assert all(each["seconds"] >= 0 for each in row.rounds)
    words = "judged at first sight"
    assert words in client.get(f"/tournament/{over.code}/review?round=1").content.decode()
    assert words not in client.get(f"/tournament/{over.code}/review?round=2").content.decode()
    found = client.get(f"/api/v1/tournaments/{over.code}/review/").json()
    assert [each["deep"] for each in found["rounds"]] == [False, True, False]


def test_a_worker_that_died_is_replaced_and_saves_nothing_later(over: Tournament) -> None:
    ask(over)
    dead = reviews.claim()
    assert dead is not None and reviews.claim() is None, "nobody does the work of another"
    with clock.freeze(clock.now() + timedelta(minutes=1)):
        assert judge_all() == 1
    before = Review.objects.get().rounds
    assert reviews.save_piece(dead, [{"chances": {}, "orders": {}}]) == 0
    assert Review.objects.get().rounds == before and len(before) == 3


def test_programs_read_the_same_review(over: Tournament, client: Client) -> None:
    address = f"/api/v1/tournaments/{over.code}/review/"
    found = client.get(address).json()
    assert (found["status"], found["judged"], found["total"]) == ("none", 0, 3)
    assert [each["orders"] for each in found["rounds"]] == [{}, {}, {}] and found["end"] == {"a": 1.0, "b": 0.0}
    asked = client.post(address)
    assert asked.status_code == 202 and asked.json()["status"] == "waiting"
    assert judge_all()
    done = client.get(address).json()
    first = done["rounds"][0]["orders"]["a"]
    assert done["status"] == "done" and first["given"]["order"] == "C3-C4"
    assert first["grade"] == "best" and first["loss"] == max(0, first["best"] - first["given"]["chance"])
    assert sum(option["often"] for option in first["mixture"]) == pytest.approx(1, abs=0.01)


def test_one_address_asks_for_so_many_reviews_and_no_more(
    over: Tournament, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(reviews.LIMITS, 60, 0)
    with pytest.raises(DomainError, match="Too many"):
        ask(over)
    page = client.post(f"/tournament/{over.code}/review/ask", follow=True)
    assert "Too many tries" in page.content.decode() and not Review.objects.exists()
    assert client.post(f"/tournament/{over.code}/review/ask", headers={"HX-Request": "true"}).status_code == 429


def test_a_review_of_an_earlier_version_is_made_anew(over: Tournament) -> None:
    Review.objects.create(
        tournament=over,
        version=VERSION - 1,
        total=3,
        judged=3,
        rounds=[{}, {}, {}],
        asked_at=clock.now(),
        done_at=clock.now(),
    )
    found = selectors.build_review(over)
    assert found is not None and not found.is_requested and not found.judged
    assert ask(over).version == VERSION and judge_all() and Review.objects.get().judged == 3


def test_a_round_that_cannot_be_judged_stops_no_other(over: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = selectors.reviews.review_round

    def stumble(battle: Battle, orders: dict[str, str], *, deep: bool) -> RoundReview:
        if battle.number == 2:
            raise ArithmeticError
        return honest(battle, orders, deep=deep)

    monkeypatch.setattr(selectors.reviews, "review_round", stumble)
    ask(over)
    assert judge_all() and [bool(each["orders"]) for each in Review.objects.get().rounds] == [True, False, True]
    found = selectors.build_review(over)
    assert found is not None and found.done and len(found.chances) == 4
