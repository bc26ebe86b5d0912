"""A position in flat lists, which a search can copy and change quickly."""

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

    @property
    def neutral(self) -> int:
        return len(self.seats)


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
    return Ground(names, number, near, regions, seats, seats.index(sight.seat), sight.view["options"])


def field_of(ground: Ground, sight: Sight) -> Field:
    numbers = {seat: place for place, seat in enumerate((*ground.seats, NEUTRAL))} | {"": FREE}
    holdings = [sight.board[name] for name in ground.names]
    return Field([numbers[each.owner] for each in holdings], [each.armies for each in holdings])
