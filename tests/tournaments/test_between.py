"""A round that closes while a page is made: the page is of one moment, the number and the board alike."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Tournament
from tournaments.selectors import battles, listings
from tournaments.services import rounds

pytestmark = pytest.mark.django_db
NEXT, LAST = {"a": "take b", "b": "-"}, {"a": "win", "b": "-"}


@pytest.fixture
def battle() -> Tournament:
    return factories.play(factories.begin("gift", 0, 0)[0], {"a": "take b"})


def close(tournament: Tournament, orders: dict[str, str]) -> None:
    for seat, text in orders.items():
        factories.order(tournament, seat, text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)


def strip_times(state: dict[str, Any]) -> dict[str, Any]:
    """Strip the time of looking, and which and how many seats are ready, which is announced while a round is open."""
    frame = {name: value for name, value in state["tournament"].items() if name != "now"}
    seats = [{name: value for name, value in seat.items() if name != "ready"} for seat in state["seats"]]
    bar = {name: value for name, value in state.get("bar", {}).items() if name != "text"}
    return state | {"tournament": frame, "seats": seats, "bar": bar}


@pytest.mark.parametrize("orders", [NEXT, LAST], ids=["another round", "the end"])
def test_what_is_known_of_a_battle_is_of_one_moment(battle: Tournament, orders: dict[str, str]) -> None:
    before = battles.build_battle_state(battle)
    close(battle, orders)
    assert strip_times(battles.build_battle_state(battle)) == strip_times(before)
    assert strip_times(battles.build_battle_state(factories.again(battle))) != strip_times(before)


@pytest.mark.parametrize("orders", [NEXT, LAST], ids=["another round", "the end"])
@pytest.mark.parametrize("endpoint", ["/tournament/{}/state", "/api/v1/tournaments/{}/state/"])
def test_no_endpoint_shows_a_number_with_another_board(
    battle: Tournament, orders: dict[str, str], endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Close the round right after the battle was read."""
    client, address, collected = Client(), endpoint.format(battle.code), []
    client.force_login(factories.found("Watcher").user)
    before = client.get(address, headers={"Accept": "application/json"})
    read = listings.get_by_code

    def by_code(code: str) -> Tournament | None:
        found = read(code)
        if not collected:
            collected.append(close(battle, orders))
        return found

    monkeypatch.setattr(listings, "get_by_code", by_code)
    between = client.get(address, headers={"Accept": "application/json"})
    assert collected and between.status_code == before.status_code == 200
    assert strip_times(between.json()) == strip_times(before.json())
