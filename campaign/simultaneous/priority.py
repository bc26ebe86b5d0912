"""The fixed order of the simultaneous game: which territory goes first."""

from collections.abc import Callable

from campaign.state import State

Rank = Callable[[State, str], tuple[int, int]]

PRIORITIES: dict[str, Rank] = {
    "quiet": lambda state, name: (state.map.degree(name), state.map.place[name]),
    "busy": lambda state, name: (-state.map.degree(name), state.map.place[name]),
    "map": lambda state, name: (0, state.map.place[name]),
}


def pay_rank(state: State, name: str) -> tuple[int, int]:
    """Return what sorts a territory into the order in which reserves pay for it: the fixed order, or the opposite."""
    first, second = rank(state, name)
    return (-first, -second) if state.options.get("reserve_order") == "reversed" else (first, second)


def rank(state: State, name: str) -> tuple[int, int]:
    """Return what sorts a territory into the fixed order."""
    return PRIORITIES[state.options["priority"]](state, name)
