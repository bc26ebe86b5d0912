"""Three units, an option of the simultaneous game: each beats one of the others, as in rock, paper, scissors.

A garrison is what stands in a territory, by unit. Without the option all armies are of the one unit with an empty
name, and everything here holds of them, too.
"""

from collections.abc import Mapping
from typing import Any

Garrison = Mapping[str, int]
BEATS = {"spears": "riders", "riders": "archers", "archers": "spears"}
UNITS = tuple(BEATS)
"""Each beats the next one, and the last the first."""
PLAIN = ("",)
EDGE = 1
"""What is added to each die of a unit that beats the other."""


def list_units(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the units of a battle: three, or the one without a name.

    Battles that began before there were any have no such option.
    """
    return UNITS if options.get("units") == "three" else PLAIN


def get_price(options: Mapping[str, Any], unit: str) -> int:
    """Return what an army of a unit costs of the reserve."""
    return int(options[f"{unit}_price"]) if unit else 1


def find_edge(unit: str, other: str) -> int:
    """Return what a unit adds to its dice against another: 1 if it beats it, -1 if it is beaten, else 0.

    >>> [find_edge("spears", other) for other in UNITS]
    [0, 1, -1]
    """
    return EDGE * ((BEATS.get(unit) == other) - (BEATS.get(other) == unit))


def find_defender(garrison: Garrison, unit: str) -> str:
    """Return the unit of a garrison that meets an attack first: one that beats it, else its own kind.

    >>> find_defender({"spears": 2, "archers": 1}, "riders")
    'spears'
    """
    return min(garrison, key=lambda each: find_edge(unit, each))


def list_ranks(garrison: Garrison, unit: str) -> tuple[tuple[int, int], ...]:
    """Return the ranks of a garrison as an attack meets them: how many stand in each, and the edge over them.

    >>> list_ranks({"spears": 2, "archers": 1}, "riders")
    ((2, -1), (1, 1))
    """
    ranks = ((armies, find_edge(unit, each)) for each, armies in garrison.items())
    return tuple(sorted(ranks, key=lambda rank: rank[1]))


def count_spare(garrison: Garrison, unit: str) -> int:
    """Return how many armies of a unit can leave: one army, of whatever unit, stays.

    >>> count_spare({"spears": 2, "archers": 1}, "spears"), count_spare({"spears": 2}, "spears")
    (2, 1)
    """
    return min(garrison.get(unit, 0), sum(garrison.values()) - 1)


def change(garrison: Garrison, unit: str, armies: int) -> dict[str, int]:
    """Return a garrison with more or fewer armies of a unit, without units of which there are none.

    >>> change({"spears": 2, "riders": 1}, "riders", -1)
    {'spears': 2}
    """
    changed = {**garrison, unit: garrison.get(unit, 0) + armies}
    return {each: changed[each] for each in (*UNITS, *PLAIN) if changed.get(each)}


def divide(armies: int, units: tuple[str, ...]) -> dict[str, int]:
    """Return armies divided among units as evenly as can be; the first ones get what is left over.

    >>> divide(5, UNITS), divide(5, PLAIN), divide(1, UNITS)
    ({'spears': 2, 'riders': 2, 'archers': 1}, {'': 5}, {'spears': 1})
    """
    each, rest = divmod(armies, len(units))
    shares = {unit: each + (number < rest) for number, unit in enumerate(units)}
    return {unit: share for unit, share in shares.items() if share}
