"""The list of recent results says who won each battle."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Tournament
from tournaments.presenters import recent_results
from tournaments.selectors import lobby

pytestmark = pytest.mark.django_db


def finish(loser: str) -> Tournament:
    """Return a duel that is over since this seat resigned."""
    battle, _emperors = factories.begin("gift", 0, 0, game="emperors", field="duel-2", title=f"Without {loser}")
    return factories.play(battle, {loser: "abdicate"})


def test_the_list_names_who_won_each_battle() -> None:
    names = dict(finish("b").entries.values_list("seat", "name"))
    page = Client().get("/play/").content.decode()
    assert f'<td data-label="Won by">{names["a"]}</td>' in page and f'"Won by">{names["b"]}</td>' not in page


def test_winners_are_found_with_the_battles(django_assert_num_queries: Any) -> None:
    battle = finish("a")
    with django_assert_num_queries(1):
        (row,) = recent_results.build_results(lobby.list_finished())
    assert (row.tournament, row.winners) == (battle, battle.entries.get(seat="b").name)


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"winners": ["a"]}, "Livia"),
        ({"winners": ["a", "b"]}, "2 winners"),
        ({"winners": ["a", "b"], "draw": True}, "A draw"),
        ({"winners": ["a"], "void": True}, ""),
        ({"winners": []}, ""),
        (None, ""),
    ],
)
def test_a_row_says_who_won(outcome: dict[str, Any] | None, words: str) -> None:
    assert recent_results.describe_winners(Tournament(outcome=outcome), "Livia") == words
