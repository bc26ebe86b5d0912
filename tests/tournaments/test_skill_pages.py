"""The pages and the API of skill: rankings, histories, and what a battle puts at stake."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from dynasty.models import Dynasty
from tests import factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
LEADERS = 45  # battles after which two newcomers are no longer provisional


@pytest.fixture
def fought() -> tuple[Tournament, Dynasty]:
    """Play a rated battle that Aaa wins."""
    cup, fighters = factories.begin("honour", 20, 20)
    return factories.play(cup, {"a": "seize b"}), fighters[0].dynasty


def read(url: str, dynasty: Dynasty | None = None) -> str:
    client = Client()
    if dynasty is not None:
        client.force_login(dynasty.user)
    answer = client.get(url)
    assert answer.status_code == 200, answer
    return " ".join(answer.content.decode().split())


def test_a_dynasty_shows_its_skill_and_how_it_grew(fought: tuple[Tournament, Dynasty]) -> None:
    cup, winner = fought
    rating = round(winner.ratings.get().rating)
    assert f"<b>{rating}?</b> <span>Boards, live</span>" in read(f"/dynasty/{winner.code}/")
    page = read(f"/dynasty/{winner.code}/skill/")
    assert "Provisional" in page and f'href="/tournament/{cup.code}/"' in page and "<svg" in page


def test_a_dynasty_without_a_rating_is_told_how_to_get_one() -> None:
    assert "Not rated yet" in read(f"/dynasty/{factories.found('Ming').code}/skill/")


def test_the_ranking_of_skill_begins_empty_and_shows_the_reader(fought: tuple[Tournament, Dynasty]) -> None:
    _cup, winner = fought
    page = read("/ranking/skill/?of=board-live", winner)
    assert "Nobody is ranked here yet" in page and "Your rating here" in page and "Grandmaster" in page
    assert "How many dynasties have which rating" in page
    assert "No battle has been rated here yet." in read("/ranking/skill/?of=map-daily")
    assert "Boards, live" in read("/ranking/skill/?of=nonsense")


def test_the_ranking_leads_to_those_with_enough_battles() -> None:
    from tests.dynasty.test_skill import fight

    ming, qing = factories.found("Ming"), factories.found("Qing")
    for number in range(LEADERS):
        fight(*((ming, qing) if number % 3 else (qing, ming)))
    page = read("/ranking/skill/", ming)
    assert page.index("<b>Ming</b>") < page.index("<b>Qing</b>") and "rank 1" in page
    rows = APIClient().get("/api/v1/skill/").json()
    assert [(row["rank"], row["dynasty"]["name"], row["provisional"]) for row in rows] == [
        (1, "Ming", False),
        (2, "Qing", False),
    ]


def test_a_battle_says_what_is_at_stake_and_then_what_changed(fought: tuple[Tournament, Dynasty]) -> None:
    cup, winner = fought
    page = read(f"/tournament/{cup.code}/", winner)
    change = round(winner.ratings.get().rating) - 1500
    assert f"<b>+{change}</b> skill" in page and "1500?" in page
    again = factories.announce("honour", seats=3)
    emperors = [factories.born(winner, "Dido", 20), factories.born(factories.found("Mali"), "Musa", 20)]
    for seat, emperor in zip("ab", emperors, strict=True):
        factories.enter(again, emperor, seat)
    page = read(f"/tournament/{again.code}/")
    assert "With a win" in page and f"{1500 + change}?" in page


def test_what_a_training_puts_at_stake_is_shown_to_its_players_alone() -> None:
    cup = factories.announce("training", seats=3, terms={"rated": True})
    ming, qing = (factories.born(factories.found(name), name) for name in ("Ming", "Qing"))
    factories.enter(cup, ming, "a"), factories.enter(cup, qing, "b")
    assert "With a win" in read(f"/tournament/{cup.code}/", ming.dynasty)
    assert "With a win" not in read(f"/tournament/{cup.code}/")


def test_the_interface_for_programs_names_ladders_and_histories(fought: tuple[Tournament, Dynasty]) -> None:
    cup, winner = fought
    client = APIClient()
    assert client.get(f"/api/v1/tournaments/{cup.code}/").json()["skill"] == {
        "counts": True,
        "family": "board",
        "pace": "live",
    }
    shown = client.get(f"/api/v1/dynasties/{winner.code}/").json()["skill"]
    assert [(each["family"], each["pace"], each["battles"], each["provisional"]) for each in shown] == [
        ("board", "live", 1, True)
    ]
    results = client.get(f"/api/v1/dynasties/{winner.code}/skill/").json()
    assert [(each["tournament"], each["rank"], each["before"]) for each in results] == [(cup.code, 1, 1500.0)]
    assert client.get("/api/v1/skill/", {"family": "chess"}).status_code == 400
