"""Goals: what wins a battle (rules §6)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .formations import Formation
from .items import TREASURE, Item
from .takes import Take
from .tiles import Tile
from .unknown import UnknownRule

TEXT = re.compile(r"([a-z_]+)(?:\(([0-9]{1,3}(?:,[0-9]{1,3})*)\))?", re.ASCII)


@dataclass(frozen=True)
class Moment:
    """The end of a round, as the goals see it."""

    number: int
    formation: Formation
    takes: tuple[Take, ...]
    collected: tuple[tuple[str, Item], ...]
    seats: tuple[str, ...]
    """The seats of the battle."""
    fighting: tuple[str, ...]
    """Those of them that have not fallen."""
    targets: Mapping[str, frozenset[Tile]]
    opposites: Mapping[str, str]
    reign: tuple[str, int] = ("", 0)
    """Who holds the throne, and for how many rounds in a row."""


Goal = Callable[[Moment], set[str]]
"""The seats that meet it."""


def last_emperor() -> Goal:
    """Return the goal of the only seat that has not fallen."""
    return lambda moment: set(moment.fighting) if len(moment.fighting) == 1 else set()


def cross() -> Goal:
    """Return the goal of a seat whose Emperor ends the round on one of the seat's target tiles."""
    return lambda moment: {
        seat
        for seat in moment.seats
        if any(tile in moment.targets.get(seat, ()) for tile in moment.formation.emperors(seat))
    }


def survive(rounds: int, pieces: int) -> Goal:
    """Return the goal of every fighting seat with more than `pieces` pieces at the end of round `rounds`."""
    return lambda moment: {
        seat for seat in moment.fighting if moment.number == rounds and len(moment.formation.of(seat)) > pieces
    }


def take_stronger_emperor() -> Goal:
    """Return the goal of a seat that took an Emperor with more experience than its own before the round."""
    return lambda moment: {
        take.seat for take in moment.takes if take.of_emperor and take.taken_authority > take.authority
    }


def duel() -> Goal:
    """Return the goal of a seat whose Emperor took the Emperor of the opposite seat."""
    return lambda moment: {
        take.seat
        for take in moment.takes
        if take.by_emperor and take.of_emperor and moment.opposites.get(take.seat) == take.taken_seat
    }


def treasure() -> Goal:
    """Return the goal of a seat that collected a treasure."""
    return lambda moment: {seat for seat, item in moment.collected if item == TREASURE}


def throne(rounds: int) -> Goal:
    """Return the goal of a seat that has held the throne for so many rounds in a row."""
    return lambda moment: {moment.reign[0]} if moment.reign[0] and moment.reign[1] >= rounds else set()


GOALS: dict[str, tuple[Callable[..., Goal], tuple[int, ...]]] = {
    "last_emperor": (last_emperor, ()),
    "cross": (cross, ()),
    "survive": (survive, (20, 3)),
    "take_stronger_emperor": (take_stronger_emperor, ()),
    "duel": (duel, ()),
    "treasure": (treasure, ()),
    "throne": (throne, (3,)),
}
"""By name: what makes it, and its numbers where none are given."""


def read_goal(text: str) -> tuple[str, Goal]:
    """Read `survive(12,2)` or plain `survive`. Raise UnknownRule for an unknown goal or count of numbers.

    >>> read_goal("survive(12,2)")[0]
    'survive'
    """
    match = TEXT.fullmatch(text)
    name = match[1] if match else ""
    if not match or name not in GOALS:
        raise UnknownRule("unknown-value", "goals", text, ", ".join(GOALS))
    make, defaults = GOALS[name]
    numbers = goal_numbers(text)
    if len(numbers) != len(defaults) or (name == "throne" and numbers == (0,)):
        raise UnknownRule("unknown-value", "goals", text, f"{name} with {len(defaults)} numbers")
    return name, make(*numbers)


def goal_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a goal: those that are given, else its own.

    >>> goal_numbers("survive(12,2)"), goal_numbers("throne")
    ((12, 2), (3,))
    """
    match = TEXT.fullmatch(text)
    assert match is not None
    return tuple(map(int, match[2].split(","))) if match[2] else GOALS[match[1]][1]
