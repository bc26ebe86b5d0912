"""The set-up of a new game, checked in the order of the rules."""

from collections.abc import Mapping
from typing import Any

from campaign import atlas, options
from campaign.atlas import Map
from campaign.errors import OrderError
from campaign.holdings import LETTERS, UNCLAIMED
from campaign.opening import get_starting_armies, parties
from campaign.state import State
from campaign.teams import LEAST_MEMBERS, TEAMS, count_teams

IN_TURNS = ("campaign.classic", "campaign.escalation")
GOAL_SEATS = {"missions": 3, "capitals": 4}


def new(setup: Mapping[str, Any]) -> State:
    """Return the empty state of a set-up, or refuse it."""
    ruleset = setup.get("ruleset")
    if not isinstance(ruleset, str) or ruleset not in options.OPTIONS:
        raise OrderError("unknown_ruleset")
    map, sent = atlas.find(setup.get("map")), setup.get("options") or {}
    # Refusals of maps and seats come before those of options, which are not known to be sound yet.
    chosen = {**options.defaults(ruleset), **(sent if isinstance(sent, Mapping) else {})}
    if not fits(map, ruleset, chosen):
        raise OrderError("bad_map")
    seats = seats_of(setup.get("seats"), least_seats(ruleset, chosen), len(map.place))
    casual = setup.get("casual", False)
    if type(casual) is not bool:
        raise OrderError("bad_option")
    complete = options.complete(ruleset, sent)
    if count_teams(complete) and complete.get("goal") == "missions":
        raise OrderError("team_missions")
    state = bare(ruleset, map, seats, complete, casual)
    if ruleset in IN_TURNS and not can_garrison(state):
        raise OrderError("too_few_armies")
    return state


def bare(ruleset: str, map: Map, seats: tuple[str, ...], chosen: Mapping[str, Any], casual: bool) -> State:
    """Return a state in which nobody has anything."""
    board = dict.fromkeys(map.place, UNCLAIMED)
    return State(ruleset, map, seats, chosen, board, casual)


def fits(map: Map, ruleset: str, chosen: Mapping[str, Any]) -> bool:
    """Tell whether the game can be played on a map: cards need symbols, missions the world, `hold` territories."""
    if ruleset not in IN_TURNS:
        return bool(map.cards) or chosen.get("cards") != "on"
    goal, count = chosen["goal"], chosen["hold_count"]
    has_room = goal != "hold" or type(count) is not int or count <= len(map.place)
    return bool(map.cards) and has_room and (goal != "missions" or map.source == "world")


def least_seats(ruleset: str, chosen: Mapping[str, Any]) -> int:
    """Return the fewest seats that the options allow."""
    teams = chosen["teams"]
    in_teams = LEAST_MEMBERS * TEAMS.get(teams, 0) if isinstance(teams, str) else 0
    if ruleset not in IN_TURNS:
        return max(in_teams, 2)
    goal = chosen["goal"]
    fewest = GOAL_SEATS.get(goal, 2) if isinstance(goal, str) else 2
    return max(in_teams, fewest, 2 if chosen["two_seat"] == "neutral" else 3)


def seats_of(value: object, least: int, territories: int) -> tuple[str, ...]:
    """Return the seats, given as their number or as their letters."""
    if type(value) is int:
        value = LETTERS[:value] if value <= len(LETTERS) else "x" * (len(LETTERS) + 1)
    if not isinstance(value, str | list | tuple):
        raise OrderError("too_few_seats")
    if len(value) < least:
        raise OrderError("too_few_seats")
    if len(value) > min(len(LETTERS), territories):
        raise OrderError("too_many_seats")
    if list(value) != list(LETTERS[: len(value)]):
        raise OrderError("bad_option")
    return tuple(value)


def can_garrison(state: State) -> bool:
    """Tell whether starting armies are enough for the greatest share of the map."""
    return get_starting_armies(state) >= -(-len(state.map.place) // len(parties(state)))
