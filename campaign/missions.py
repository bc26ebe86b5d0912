"""Missions and goals: what a seat must have at the end of its own turn to win."""

from collections.abc import Callable

from campaign.holdings import holds_all
from campaign.state import State, count_lands, dominates

Mission = Callable[[State, str], bool]


def holds(state: State, seat: str, region: str) -> bool:
    """Tell whether a seat has every territory of a region."""
    return any(holds_all(state.board, seat, other.territories) for other in state.map.regions if other.id == region)


def list_regions(state: State, seat: str) -> list[str]:
    """Return the regions a seat holds, in map order."""
    return [region.id for region in state.map.regions if holds(state, seat, region.id)]


def region_bonus(state: State, seat: str) -> int:
    """Return the armies that the regions of a seat bring."""
    regions = list_regions(state, seat)
    return sum(region.bonus for region in state.map.regions if region.id in regions)


def both(first: str, second: str) -> Mission:
    """Return the mission to hold two regions."""
    return lambda state, seat: holds(state, seat, first) and holds(state, seat, second)


def both_and_any(first: str, second: str) -> Mission:
    """Return the mission to hold two regions and any third."""
    return lambda state, seat: both(first, second)(state, seat) and len(list_regions(state, seat)) >= 3


def own(count: int, least: int = 1) -> Mission:
    """Return the mission to own `count` territories with at least `least` armies on each."""
    return lambda state, seat: sum(state.armies(name) >= least for name in state.list_owned(seat)) >= count


MISSIONS: dict[str, Mission] = {
    "M1": both("north_america", "africa"),
    "M2": both("north_america", "australia"),
    "M3": both("asia", "south_america"),
    "M4": both("asia", "africa"),
    "M5": both_and_any("europe", "south_america"),
    "M6": both_and_any("europe", "australia"),
    "M7": own(24, 0),
    "M8": own(18, 2),
}


def mission_deck(seats: tuple[str, ...]) -> list[str]:
    """Return every mission of a game: those of the list, and one X for every seat."""
    return [*MISSIONS, *(f"X{seat}" for seat in seats)]


def is_fulfilled(state: State, seat: str, mission: str) -> bool:
    """Tell whether a seat has done what its mission asks."""
    if not mission.startswith("X"):
        return MISSIONS[mission](state, seat)
    prey = mission[1:]
    if prey != seat and prey not in state.out:
        return False
    killers = [departure.by for departure in state.gone if departure.seat == prey]
    return (prey != seat and killers == [seat]) or MISSIONS["M7"](state, seat)


def _mission(state: State, seat: str) -> bool:
    mission = state.missions.get(seat)
    return mission is not None and is_fulfilled(state, seat, mission)


def _capitals(state: State, seat: str) -> bool:
    own = state.capitals.get(seat)
    team = state.team(seat)
    conquered = [at for other, at in state.capitals.items() if other not in team and state.owner(at) in team]
    return own is not None and state.owner(own) == seat and len(conquered) >= 2


def _hold(state: State, seat: str) -> bool:
    return count_lands(state, seat) >= int(state.options["hold_count"])


# How a game with this goal ends, and when.
GOALS: dict[str, tuple[str, Mission]] = {
    "domination": ("domination", dominates),
    "hold": ("hold", _hold),
    "capitals": ("capitals", _capitals),
    "missions": ("mission", _mission),
}


def victory(state: State, seat: str) -> str | None:
    """Return how a seat wins at the end of its turn, if it does."""
    for ended, is_reached in (GOALS["domination"], GOALS[state.options["goal"]]):
        if is_reached(state, seat):
            return ended
    return None
