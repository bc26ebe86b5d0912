"""Computer players that read their rivals are shown the closed rounds, which everybody sees, and nothing else."""

from typing import Any

import pytest

import players
from core import clock
from tests import factories
from tournaments.models import Entry, Round, SealedOrder, Tournament
from tournaments.selectors.rival_history import get_past_rounds
from tournaments.services import computer_players

pytestmark = pytest.mark.django_db
ORDERS = ({"a": "B3-B4", "b": "C5-C4"}, {"a": "A2-A3", "b": "-"})


def fight() -> tuple[Tournament, Round]:
    """Play two rounds of a battle, and leave the third open."""
    battle, _fighters = factories.begin("gift", 0, 0, game="emperors", field="duel-2")
    factories.play(battle, *ORDERS)
    return battle, Round.objects.select_related("tournament").get(tournament=battle, closed_at=None)


def test_closed_rounds_come_oldest_first_in_one_question(django_assert_num_queries: Any) -> None:
    _battle, current = fight()
    with django_assert_num_queries(1):
        past = get_past_rounds(current, 10)
    assert [(before.number, orders) for before, orders in past] == [(1, ORDERS[0]), (2, ORDERS[1])]
    assert [before.number for before, _orders in get_past_rounds(current, 1)] == [2]
    with django_assert_num_queries(0):
        assert get_past_rounds(current, 0) == []


def test_only_levels_that_read_are_shown_them(monkeypatch: pytest.MonkeyPatch) -> None:
    battle, current = fight()
    shown = []

    def choose(*given: Any) -> str:
        shown.append((given[3], len(given[5])))
        return "-"

    monkeypatch.setattr(players, "choose", choose)
    for seat, level in (("a", "greedy"), ("b", "grandmaster")):
        Entry.objects.filter(tournament=battle, seat=seat).update(player=level)
    Round.objects.filter(pk=current.pk).update(computers_at=clock.now())
    assert computer_players.play_due() == 1
    assert shown == [("greedy", 0), ("grandmaster", 2)]


@pytest.mark.parametrize("sealed", ["", "A6-A5", "D5-D4"])
def test_an_order_under_seal_changes_nothing(sealed: str) -> None:
    battle, current = fight()
    if sealed:
        factories.order(battle, "b", sealed)
    Entry.objects.filter(tournament=battle, seat="a").update(player="grandmaster")
    Tournament.objects.filter(pk=battle.pk).update(seed="the same")
    Round.objects.filter(pk=current.pk).update(computers_at=clock.now())
    assert computer_players.play_due() == 1
    given = SealedOrder.objects.get(round=current, seat="a").text
    game, state = computer_players.games.GAMES["emperors"], get_past_rounds(current, 2)
    luck = computer_players.random.Random("the same:3:a")
    assert given == players.choose("emperors", game.read(current.state), "a", "grandmaster", luck, state)
