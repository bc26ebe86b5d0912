"""What campaigns are called on pages: territories, plurals, examples of the map in play, whose turn it is."""

import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaign import event_text, options, rule_text
from tests import factories
from tests.campaign.test_platform import RULESETS, begin, no_hints, play_on
from tournaments.domain import games
from tournaments.models import Round

__all__ = ["no_hints"]
WRONG = re.compile(r"\b1 (territories|armies|rolls|coins|soldiers|cards|defenders)\b")


def written(message: str, fields: dict[str, Any]) -> str:
    return message % fields if fields else message


@pytest.mark.parametrize("name", RULESETS)
@given(data=st.data())
def test_no_rule_speaks_of_one_things(name: str, data: st.DataObject) -> None:
    ruleset = f"campaign.{name}"
    usual = options.defaults(ruleset)
    apart = ("win_percent", "forced_trade")
    numbers = [each for each, value in usual.items() if type(value) is int and each not in apart]
    changed = {each: data.draw(st.integers(1, 3), each) for each in data.draw(st.sets(st.sampled_from(numbers)))}
    for message, fields in rule_text.describe_rules(ruleset, usual | changed):
        assert not WRONG.search(written(message, fields)), message


@given(st.integers(1, 3), st.integers(0, 3), st.booleans())
def test_no_event_speaks_of_one_things(pool: int, count: int, region: bool) -> None:
    said = [
        *event_text.drafted({"seat": "a", "territories": count, "regions": ["west"] if region else [], "pool": pool}),
        *event_text.inherited({"heir": "a", "from": "b", "cards": ["x"] * count}),
        *event_text.battle({"at": "A1", "forces": {"A2": 2}, "losses": {}, "defenders_left": count}),
    ]
    for message, fields in said:
        assert not WRONG.search(written(message, fields)), message


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULESETS)
def test_a_page_speaks_of_territories_and_gives_an_example_of_its_own_map(name: str, client: Client) -> None:
    tournament, emperors = begin(name, type="gift")
    play_on(tournament, most=1)
    ground = games.GAMES[tournament.game].ground(tournament.field)
    own = Client()
    own.force_login(emperors[0].dynasty.user)
    page = own.get(f"/tournament/{tournament.code}/").content.decode()
    assert "alaska" not in page and '<span class="hidden-text"> pieces</span>' not in page
    example = re.search(r"attack (\w+) (\w+)", page)
    assert example and any({route["a"], route["b"]} == set(example.groups()) for route in ground["routes"])
    assert games.GAMES[tournament.game].TITLE in page


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULESETS)
def test_only_those_to_act_are_shown_as_thinking(name: str, client: Client) -> None:
    tournament, _emperors = begin(name, type="gift")
    play_on(tournament, most=1)
    running = factories.again(tournament)
    current = Round.objects.get(tournament=running, closed_at=None)
    game = games.GAMES[running.game]
    to_act = set(game.to_act(game.read(current.state)))
    seats = client.get(f"/tournament/{running.code}/state").json()["seats"]
    assert {each["seat"] for each in seats if each["to_act"]} == to_act
    page = client.get(f"/tournament/{running.code}/").content.decode()
    idle = {seat for seat, more in re.findall(r'data-seat-row="(\w)"([^>]*)>', page) if "data-idle" in more}
    assert idle == {"a", "b", "c"} - to_act
