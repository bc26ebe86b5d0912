"""Fog of war at one screen: whoever has the device sees the part of one seat, and between two players nobody's."""

from typing import Any

import pytest
from django.test import Client

from campaign.options import defaults
from tests.factories import again
from tests.tournaments.casual.test_campaign_rules import FIELDS
from tests.tournaments.casual.test_casual_pages import compose
from tournaments.forms.campaign_rules import fill_in
from tournaments.models import Tournament
from tournaments.services import computer_players, rounds

pytestmark = pytest.mark.django_db


def begin(client: Client) -> Tournament:
    """Begin a battle of Ann and Ben by the form."""
    rules = fill_in(defaults("campaign.skirmish") | {"fog": "on"})
    names = {"mode": "hot_seat", "names": "Ann, Ben", "game": "campaign.skirmish", "field": FIELDS["campaign.skirmish"]}
    battle = compose(client, **names, preset="composed", rules="own", **rules)
    assert battle.rules["fog"] == "on"
    return battle


def look(client: Client, battle: Tournament) -> dict[str, Any]:
    shown: dict[str, Any] = client.get(f"/tournament/{battle.code}/state?since=0").json()
    return shown


def seats_in(shown: dict[str, Any]) -> set[str]:
    """Return whose pieces are shown, now and in the rounds before."""
    positions = [shown["position"], *(each[when] for each in shown["rounds"] for when in ("before", "after"))]
    return {piece["seat"] for position in positions for piece in position["pieces"]}


def take_turn(client: Client, battle: Tournament, seat: str) -> None:
    client.post(f"/casual/{battle.code}/sit-down", {"seat": seat})
    body = {"step": again(battle).round_no, "order": "-"}
    answer = client.post(f"/tournament/{battle.code}/order", body, headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.content
    shown = look(client, battle)
    assert shown["you"]["seat"] == seat and seats_in(shown) == {seat}, "one sees one's own part alone"
    assert all({who for who, _order in each["orders"]} <= {seat} for each in shown["rounds"])
    client.post(f"/casual/{battle.code}/hand-over")


def test_between_two_players_the_map_shows_nobody_and_no_earlier_round_tells(client: Client) -> None:
    battle = begin(client)
    for turn, seat in enumerate("abab"):
        if turn == 2:
            computer_players.play_due(), rounds.sweep()
            assert again(battle).round_no == 2
        take_turn(client, battle, seat)
        shown = look(client, battle)
        assert shown["you"] is None and seats_in(shown) == set(), "nobody sits there"
        assert all(each["orders"] == [] and each["seals"] == {} for each in shown["rounds"])
    assert client.get(f"/tournament/{battle.code}/record").status_code in (403, 404, 409)


def test_a_stranger_sees_no_more(client: Client) -> None:
    battle = begin(client)
    for seat in "ab":
        take_turn(client, battle, seat)
    assert seats_in(look(Client(), battle)) == set()
