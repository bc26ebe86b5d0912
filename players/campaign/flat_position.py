"""A position in flat lists, which a search can copy and change quickly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaign.holdings import NEUTRAL

from .features import Sight

FREE = -1
"""The owner of what is unclaimed."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What never changes: the map by number, who sits at the table, the options."""

    names: tuple[str, ...]
    number: dict[str, int]
    near: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, tuple[int, ...]], ...]
    """The bonus and the territories of each."""
    seats: tuple[str, ...]
    """The neutral army has the number behind the last."""
    me: int
    options: dict[str, Any]
    sides: tuple[int, ...]
    """The team of each owner: of the seats, of the neutral army, and last of `FREE`; each its own without teams."""
    has_teams: bool
    truces: frozenset[tuple[int, int]] = frozenset()
    """The pairs of seats that spare each other, both ways round."""

    @property
    def neutral(self) -> int:
        return len(self.seats)

    def are_friends(self, seat: int, owner: int) -> bool:
        """Tell whether an owner is the seat itself or a team mate."""
        return self.sides[seat] == self.sides[owner]

    def may_attack(self, seat: int, owner: int) -> bool:
        """Tell whether an owner is an enemy with which no truce lasts."""
        return self.are_enemies(seat, owner) and (seat, owner) not in self.truces

    def are_enemies(self, seat: int, owner: int) -> bool:
        """Tell whether an owner can be attacked: neither a friend nor nobody."""
        return owner != FREE and self.sides[seat] != self.sides[owner]

    def sum_by_side(self, values: Sequence[float]) -> list[float]:
        """Return for every seat the sum of the values of its team."""
        sides = self.sides
        return [
            sum(value for other, value in enumerate(values[: len(self.seats)]) if sides[other] == sides[seat])
            for seat in range(len(self.seats))
        ]


@dataclass(slots=True)
class Field:
    """Who has each territory, and with how many armies."""

    owners: list[int]
    armies: list[int]

    def copy(self) -> "Field":
        return Field(self.owners[:], self.armies[:])

    def own(self, seat: int) -> list[int]:
        return [place for place, owner in enumerate(self.owners) if owner == seat]


def ground_of(sight: Sight) -> Ground:
    names = tuple(sight.map.place)
    number = sight.map.place
    near = tuple(tuple(number[other] for other in sight.near(name)) for name in names)
    regions = tuple((each.bonus, tuple(number[name] for name in each.territories)) for each in sight.map.regions)
    seats = tuple(sight.view["seats"])
    sides = list_sides(seats, sight.view.get("teams", ()))
    me, options, has_teams = seats.index(sight.seat), sight.view["options"], "teams" in sight.view
    pairs = [(seats.index(key[0]), seats.index(key[1])) for key in sight.view.get("truces", {})]
    truces = frozenset(pairs + [pair[::-1] for pair in pairs])
    return Ground(names, number, near, regions, seats, me, options, sides, has_teams, truces)


def list_sides(seats: Sequence[str], teams: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return the team of each owner, as `Ground.sides` has it.

    >>> list_sides("abcd", [["a", "c"], ["b", "d"]])
    (0, 1, 0, 1, 4, 5)
    """
    firsts = {seat: seats.index(team[0]) for team in teams for seat in team}
    own = [firsts.get(seat, number) for number, seat in enumerate(seats)]
    return (*own, len(seats), len(seats) + 1)


def field_of(ground: Ground, sight: Sight) -> Field:
    numbers = {seat: place for place, seat in enumerate((*ground.seats, NEUTRAL))} | {"": FREE}
    holdings = [sight.board[name] for name in ground.names]
    return Field([numbers[each.owner] for each in holdings], [each.armies for each in holdings])
