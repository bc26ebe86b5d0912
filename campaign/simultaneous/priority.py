"""The fixed order of the simultaneous game: which territory goes first."""

from collections.abc import Callable

from campaign.state import State

Rank = Callable[[State, str], tuple[int, int]]

PRIORITIES: dict[str, Rank] = {
    "quiet": lambda state, name: (state.map.degree(name), state.map.place[name]),
    "busy": lambda state, name: (-state.map.degree(name), state.map.place[name]),
    "map": lambda state, name: (0, state.map.place[name]),
}


def rank(state: State, name: str) -> tuple[int, int]:
    """Return what sorts a territory into the fixed order."""
    return PRIORITIES[state.options["priority"]](state, name)
