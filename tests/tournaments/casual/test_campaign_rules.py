"""Every option of a campaign in casual play: chosen one by one, read from an address, kept by the battle."""

import re
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from campaign.options import OPTIONS, Choice, complete, defaults
from campaign.words import rule_text
from dynasty.models import Dynasty
from tests.tournaments.casual.test_casual_pages import compose
from tournaments.forms import campaign_rules
from tournaments.forms.campaign_rules import CampaignRulesStep, fill_in, read_rules
from tournaments.models import Tournament

FIELDS = {
    "campaign.classic": "world",
    "campaign.escalation": "rivers",
    "campaign.simultaneous": "seven",
    "campaign.skirmish": "grid4x4",
}


def values_of(name: str) -> Any:
    options = {
        option: st.sampled_from(each.values)
        if isinstance(each, Choice)
        else st.integers(campaign_rules.LEAST.get(option, each.least), each.most)
        for option, each in OPTIONS[name].items()
    }
    return st.tuples(st.just(name), st.fixed_dictionaries(options))


@given(st.sampled_from(sorted(OPTIONS)).flatmap(values_of))
def test_all_values_go_through_the_form(drawn: tuple[str, dict[str, Any]]) -> None:
    ruleset, rules = drawn
    form = CampaignRulesStep(fill_in(rules), dynasty=Dynasty(), ruleset=ruleset)
    assert form.is_valid(), form.errors
    assert form.rules == rules == complete(ruleset, rules)


@given(st.sampled_from(sorted(OPTIONS)), st.dictionaries(st.text(), st.text()))
def test_what_an_address_says_of_nothing_is_as_usual(ruleset: str, sent: dict[str, str]) -> None:
    assert read_rules(ruleset, sent) == defaults(ruleset)


@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_every_option_stands_in_a_group_once_and_has_a_title(ruleset: str) -> None:
    named = [name for _title, names in campaign_rules.GROUPS for name in names]
    assert len(named) == len(set(named)) and set(OPTIONS[ruleset]) <= set(named)
    assert set(OPTIONS[ruleset]) <= set(rule_text.TITLES)
    form = CampaignRulesStep(dynasty=Dynasty(), ruleset=ruleset)
    shown = [field.name for _title, fields in form.groups for field in fields]
    assert sorted(shown) == sorted(campaign_rules.PREFIX + name for name in OPTIONS[ruleset])


@pytest.mark.django_db
@pytest.mark.parametrize("ruleset", sorted(OPTIONS))
def test_rules_of_ones_own_are_played(client: Client, ruleset: str) -> None:
    own = defaults(ruleset) | {"win_percent": 66, "round_limit": 7, "table_flip": "off"}
    if ruleset == "campaign.simultaneous":
        own |= {"losing_bids": "lost", "min_bid": 3, "region_bonus": False, "priority": "busy"}
    battle = compose(
        client,
        game=ruleset,
        field=FIELDS[ruleset],
        preset="composed",
        rules="own",
        computers=2,
        level="greedy",
        **fill_in(own),
    )
    assert battle.game == ruleset and battle.rules == own


@pytest.mark.django_db
def test_an_address_opens_the_form_filled_in(client: Client) -> None:
    asked = {
        "game": "campaign.classic",
        "rules": "own",
        "field": "rivers",
        "computers": "3",
        "rule_goal": "hold",
        "rule_hold_count": "9",
        "rule_defence": "ask",
        "rule_win_percent": "no number",
    }
    page = client.get("/casual/", asked).content.decode()
    assert re.search(r'name="rule_hold_count" value="9"', page)
    assert re.search(r'name="rule_defence" value="ask"[^>]* checked', page)
    assert re.search(r'name="rule_win_percent" value="70"', page), "what is no number is as in the first named rules"
    assert re.search(r'<option value="rivers" selected', page) and re.search(r'name="computers"[^>]*\s+value="3"', page)


@pytest.mark.django_db
def test_what_cannot_be_is_said_and_nothing_is_made(client: Client) -> None:
    form = {
        "mode": "alone",
        "game": "campaign.classic",
        "field": "seven",
        "preset": "composed",
        "rules": "own",
        "people": 2,
        "computers": 2,
        "level": "greedy",
        "round_seconds": 60,
        "names": "",
        "emblem": "",
    }
    low = client.post("/casual/", form | fill_in(defaults("campaign.classic") | {"win_percent": 20}))
    assert low.status_code == 422 and 'name="rule_win_percent" value="20"' in low.content.decode()
    endless = client.post("/casual/", form | fill_in(defaults("campaign.classic") | {"round_limit": 0}))
    assert endless.status_code == 422 and "Write 1 or more." in endless.content.decode()
    missions = client.post("/casual/", form | fill_in(defaults("campaign.classic") | {"goal": "missions"}))
    assert 400 <= missions.status_code < 500, "missions need the map of the world"
    chosen = form | fill_in(defaults("campaign.classic") | {"goal": "missions", "teams": "two"})
    teams = client.post("/casual/", chosen | {"field": "world", "computers": 3})
    assert 400 <= teams.status_code < 500, "a mission may be the end of a team mate"
    assert "Missions cannot be played in teams" in teams.content.decode()
    assert not Tournament.objects.exists()
