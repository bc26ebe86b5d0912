"""The end of a battle around its reader: places, reputation, the next step, and the card."""

import struct
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.security.world import open_client
from tournaments.access.viewers import ANONYMOUS_VIEWER
from tournaments.models import Tournament
from tournaments.presenters import ending, verdict
from tournaments.presenters.context import BattleContext, find_battle_context
from tournaments.services import lifecycle

pytestmark = pytest.mark.django_db


def fight(*rounds: dict[str, str], field: str = "old-duel-2", seats: int = 2, type: str = "honour") -> Any:
    """Return a battle of some rounds, and the dynasties of its seats."""
    cup = factories.announce(type, game="emperors", field=field, seats=seats)
    houses = [factories.found(name) for name in ("Ming", "Qing", "Inca", "Mali")[:seats]]
    for seat, house in zip("abcd", houses, strict=False):
        factories.enter(cup, factories.born(house, house.name, 100), seat)
    lifecycle.start(tournament_id=cup.pk)
    return factories.play(factories.again(cup), *rounds), houses


def watch(tournament: Tournament) -> BattleContext:
    found = find_battle_context(tournament.code, ANONYMOUS_VIEWER)
    assert found is not None
    return found


def show(tournament: Tournament, client: Client) -> str:
    return client.get(reverse("tournament", args=[tournament.code])).content.decode()


def test_winners_come_first_and_then_who_fell_last() -> None:
    resigned = ({"b": "abdicate"}, {"d": "abdicate"}, {"c": "abdicate"})
    battle, _houses = fight(*resigned, field="cross-4", seats=4)
    rows = ending.list_places(watch(battle))
    assert [(row["place"], row["entry"].seat, row["words"]) for row in rows] == [
        (1, "a", ""),
        (2, "c", "out in round 3"),
        (3, "d", "out in round 2"),
        (4, "b", "out in round 1"),
    ]


def test_each_reader_is_told_the_own_end() -> None:
    battle, (ming, qing) = fight({"b": "abdicate"})
    won, lost, watched = (show(battle, client) for client in (open_client(ming.user), open_client(qing.user), Client()))
    assert 'data-mood="won"' in won and 'data-count="100"' in won and "Next battle" in won
    assert 'data-mood="lost"' in lost and "You lost" in lost
    assert 'data-mood="over"' in watched and "data-count" not in watched and "Watch another battle" in watched
    for page, title, text in (
        (won, "You won", "Yours is the last Emperor standing."),
        (lost, "You lost", "You resigned in round 1. Last Emperor standing."),
        (watched, "Ming won", "Last Emperor standing."),
    ):
        assert f"<b data-bar-title>{title}</b>" in page and f"<span data-bar-text>{text}</span>" in page


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"winners": ["a", "b"], "draw": True, "by": "agreed"}, "A draw"),
        ({"winners": ["a", "b"], "draw": False, "by": "domination"}, "The battle is over"),
        ({"winners": ["a"], "draw": False, "by": "flipped", "void": True}, "The battle is over"),
        ({"winners": ["b"], "draw": False, "by": "treasure"}, "Qing won"),
    ],
)
def test_spectators_are_told_who_won(outcome: dict[str, Any], words: str) -> None:
    seen = watch(fight({"b": "abdicate"})[0])
    seen.tournament.outcome = outcome
    assert verdict.describe_winner(seen) == words


@pytest.mark.parametrize(
    ("winners", "by", "words"),
    [
        (["b"], "domination", "Qing held enough of the map to win."),
        (["a", "b"], "domination", "One player held enough of the map to win."),
        (["b"], "last_standing", "Qing was the last one left."),
        (["b"], "round_limit", "Qing was ahead when the last round was over."),
        (["a"], "round_limit", "You were ahead when the last round was over."),
        (["a", "b"], "round_limit", "The last round was over, so the territories were counted."),
    ],
)
def test_a_loser_is_told_by_name_who_won_the_map(winners: list[str], by: str, words: str) -> None:
    seen = watch(fight({"b": "abdicate"})[0])
    seen.tournament.outcome = {"winners": winners, "draw": False, "by": by}
    assert verdict.describe_reason(seen, "a" if len(winners) == 1 else "") == words


def test_a_card_shows_a_finished_battle_alone() -> None:
    battle, _houses = fight({"a": "C3-C4"})
    address = reverse("tournament_card", args=[battle.code])
    assert Client().get(address).status_code == 404
    factories.play(battle, {"b": "abdicate"})
    answer = Client().get(address)
    assert answer["Content-Type"] == "image/png"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)


def test_who_has_fallen_while_others_fight_on_is_offered_a_step() -> None:
    battle, (ming, _qing, _inca, mali) = fight({"d": "abdicate"}, field="cross-4", seats=4)
    out, fighting = (show(battle, open_client(house.user)) for house in (mali, ming))
    assert 'data-state="fallen"' in out and "Watch on, and review it later." in out
    step = f'<p class="bar-acts bar-next"><a class="button" href="{reverse("play")}">Next battle</a></p>'
    assert step in out
    assert step in fighting and 'data-state="choosing"' in fighting  # the style shows it once the bar says so
    assert "bar-next" not in show(battle, Client())
    factories.play(battle, {"b": "abdicate"}, {"c": "abdicate"})
    over = show(battle, open_client(mali.user))
    assert "bar-next" not in over and "Review this battle" in over


def test_no_step_is_offered_in_a_battle_that_ends_with_the_fall() -> None:
    battle, (ming, _qing) = fight({"a": "C3-C4"})
    assert "bar-next" not in show(battle, open_client(ming.user))


def test_a_guest_who_has_fallen_is_offered_casual_battles() -> None:
    battle, _houses = fight({"d": "abdicate"}, field="cross-4", seats=4)
    seen = watch(battle)
    seen.tournament.casual = True
    assert ending.find_step_meanwhile(seen, "d") == {"url": reverse("casual"), "words": "Next battle"}
