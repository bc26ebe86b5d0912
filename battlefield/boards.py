"""The ground of a battle: tiles, and the targets that the board names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from . import diagrams
from .tiles import Tile

MOST_TILES = 2048
LONGEST_SIDE = 64


@dataclass(frozen=True)
class Board:
    """A set of tiles of any shape, holes included."""

    tiles: frozenset[Tile]
    targets: Mapping[str, frozenset[Tile]] = field(default_factory=lambda: MappingProxyType({}))
    """By seat: the tiles that its Emperor wants to reach under the goal `cross`."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.tiles) <= MOST_TILES:
            raise ValueError(f"a board has 1 to {MOST_TILES} tiles")
        if self.columns > LONGEST_SIDE or self.rows > LONGEST_SIDE:
            raise ValueError(f"a board is at most {LONGEST_SIDE} tiles long")

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
