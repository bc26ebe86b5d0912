"""The ground of a battle: tiles, and the targets that the board names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import diagrams
from .errors import BadInput
from .marks import N_
from .tiles import Tile

MOST_TILES = 2048
LONGEST_SIDE = 64


@dataclass(frozen=True)
class Board:
    """A set of tiles of any shape, holes included."""

    tiles: frozenset[Tile]
    targets: Mapping[str, frozenset[Tile]] = field(default_factory=dict)
    """By seat: the tiles that its Emperor wants to reach under the goal `cross`."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.tiles) <= MOST_TILES:
            raise BadInput("bad-diagram", N_("A board has from 1 to %(most)s tiles."), most=MOST_TILES)
        if self.columns > LONGEST_SIDE or self.rows > LONGEST_SIDE:
            raise BadInput("bad-diagram", N_("A board is at most %(most)s tiles long."), most=LONGEST_SIDE)

    def __contains__(self, tile: object) -> bool:
        return tile in self.tiles

    def __str__(self) -> str:
        return diagrams.draw(self.tiles, {})

    @property
    def rows(self) -> int:
        return max(tile.row for tile in self.tiles) + 1

    @property
    def columns(self) -> int:
        return max(tile.column for tile in self.tiles) + 1
