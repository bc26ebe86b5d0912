"""Teams: no team mate is attacked, all of a team win or lose together, and everybody is told who fights for whom."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.test import Client

import players
from campaign.state import State
from campaign.teams import TEAMS, split
from config.devtools.translations import files
from dynasty.models import BattleResult
from players.campaign import LEVELS
from players.campaign.features import get_sight
from tests import factories
from tests.campaign.random_play import play
from tests.campaign.test_platform import RULESETS, no_hints, play_on
from tournaments.domain import games, map_figures
from tournaments.models import Tournament
from tournaments.presenters.context import format_with_letters

__all__ = ["no_hints"]
FIELDS = {"skirmish": "grid4x4"}
USUAL: dict[str, Any] = {"round_limit": 6, "win_percent": 70}
OPENING: dict[str, dict[str, Any]] = {
    "classic": {"assign": "deal", "starting_armies": 12},
    "escalation": {"assign": "deal", "starting_armies": 12},
    "simultaneous": {"start": "dealt"},
    "skirmish": {},
}


def set_up(name: str, teams: str, **more: Any) -> dict[str, Any]:
    return USUAL | OPENING[name] | {"teams": teams} | more


def are_whole(groups: Sequence[Sequence[str]], teams: Sequence[Sequence[str]]) -> bool:
    """Tell whether every team stands in one group with all its seats."""
    return all(any(set(team) <= set(group) for group in groups) for team in teams)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize(("teams", "seats"), [("two", 4), ("two", 5), ("three", 6)])
def test_nobody_fights_a_team_mate_and_teams_are_placed_whole(name: str, teams: str, seats: int) -> None:
    field = FIELDS.get(name, "seven")
    setup = {"ruleset": f"campaign.{name}", "map": field, "seats": seats, "options": set_up(name, teams)}
    after: State | None = None
    for before, _given, after, events in play(setup, f"{name} {teams} {seats}", leave=0.01):
        owners = {at: holding.owner for at, holding in before.board.items()}
        for event in events:
            if event["kind"] == "captured":
                assert owners[event["at"]] not in after.team(event["seat"])
                owners[event["at"]] = event["seat"]
            elif event["kind"] == "left" and event["by"]:
                assert event["seat"] not in after.team(event["by"])
    assert after is not None and after.ended and are_whole(after.placements, after.teams)
    assert sorted(seat for group in after.placements for seat in group) == sorted(after.seats)


@pytest.mark.parametrize(
    ("name", "level"), [(name, level) for name in RULESETS for level in players.levels(f"campaign.{name}")]
)
def test_computer_players_spare_their_team_mates_to_the_end(name: str, level: str) -> None:
    game = games.GAMES[f"campaign.{name}"]
    rules = game.read_rules(set_up(name, "two", round_limit=4))
    state, luck = game.initial(FIELDS.get(name, "seven"), "abcd", rules, level, chests=False), Random(level)
    while game.outcome(state) is None:
        orders = []
        for seat in game.to_act(state):
            for line in LEVELS[level].plays[game.NAME](get_sight(state, seat, luck)):
                verb, *rest = line.split()
                assert verb != "attack" or not state.is_mate(seat, rest[1]), line
            orders.append((seat, players.choose(game.NAME, state, seat, level, luck)))
        state, _events = game.resolve(state, orders, level)
    outcome = game.outcome(state)
    assert outcome is not None and are_whole(outcome["placements"], state.teams)


def test_options_say_how_many_teams_there_are() -> None:
    assert [len(split("abcdef", number)) for number in TEAMS.values()] == [6, 2, 3]


@pytest.mark.parametrize("name", RULESETS)
def test_rules_of_an_earlier_day_are_those_without_teams(name: str) -> None:
    """Check that a battle from before there were teams goes on; its preset and the figures of its map stay."""
    game = games.GAMES[f"campaign.{name}"]
    rules = game.presets()["classic"][2]
    earlier = {option: value for option, value in rules.items() if option != "teams"}
    assert games.find_preset(game, earlier) == "classic" == games.find_preset(game, rules)
    assert games.find_preset(game, game.presets()["teams"][2]) == "teams"
    field = game.field_names()[0]
    assert map_figures.compute_digest(game.NAME, field, earlier) == map_figures.compute_digest(game.NAME, field, rules)
    state = game.initial("seven", "abcd", rules, "seed", chests=False)
    written = game.write(state)
    written["options"] = earlier
    assert game.list_teams(earlier, "abcd") == () and game.read(written).teams == state.teams
    assert not any("eam mate" in format_with_letters(each) for each in game.rule_words(earlier))


def begin() -> tuple[Tournament, list[Any]]:
    rules = games.GAMES["campaign.skirmish"].presets()["teams"][2] | {"round_limit": 4}
    return factories.begin(
        "honour", 100, 100, 100, 100, game="campaign.skirmish", field="grid4x4", rules=rules, terms={"stake": 10}
    )


@pytest.mark.django_db
def test_a_team_shares_the_stakes_and_everybody_sees_who_fights_for_whom() -> None:
    tournament, emperors = begin()
    reader = Client()
    reader.force_login(emperors[0].dynasty.user)
    page = reader.get(f"/tournament/{tournament.code}/").content.decode()
    assert page.count("team 1") == page.count("team 2") == 2
    assert "Two teams, which win and lose together" in page and "Team mates cannot attack each other" in page
    assert "In your team: Ccc." in page
    state = Client().get(f"/api/v1/tournaments/{tournament.code}/state/").json()
    assert {each["seat"]: each["team"] for each in state["seats"]} == {"a": 1, "b": 2, "c": 1, "d": 2}
    assert state["position"]["teams"] == [["a", "c"], ["b", "d"]]

    over = play_on(tournament)
    winners = over.outcome["winners"]
    assert winners in (["a", "c"], ["b", "d"]) and not over.outcome["draw"]
    assert {row["seat"]: row["place"] for row in over.statistics} == {
        seat: 1 if seat in winners else 3 for seat in "abcd"
    }
    results = {each.seat: each.result for each in BattleResult.objects.filter(place=over.code)}
    assert {seat for seat, result in results.items() if result == "won"} == set(winners)
    assert factories.books_balance()
    page = reader.get(f"/tournament/{tournament.code}/").content.decode()
    assert ("You won" if "a" in winners else "You lost") in page


def test_the_end_names_the_team_mates() -> None:
    game = games.GAMES["campaign.classic"]
    over = {"kind": "over", "ended": "domination", "placements": [["a", "c"], ["b", "d"]], "void": False, "by": "c"}
    words = [format_with_letters(each) for each in game.event_words([over])]
    assert words == ["C dominates the map and wins.", "A wins too, as a team mate."]


@pytest.mark.parametrize(("language", "staff"), [("es", "equipo"), ("ca", "equip")])
def test_a_team_has_a_word_of_its_own_that_is_not_the_staff(language: str, staff: str) -> None:
    told = [
        str(message.string)
        for message in files.list_messages(files.read(language, "django"))
        if any(where.startswith("campaign/") for where, _line in message.locations) and "team" in str(message.id)
    ]
    assert told and not [text for text in told if staff in text.lower()]
