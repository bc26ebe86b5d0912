"""The ground of a battle: tiles, and the targets that the board names."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from . import diagrams
from .errors import BadInput
from .marks import N_
from .tiles import Tile

MAX_TILES = 2048
LONGEST_SIDE = 64


@dataclass(frozen=True)
class Board:
    """A set of tiles of any shape, holes included."""

    tiles: frozenset[Tile]
    targets: Mapping[str, frozenset[Tile]] = field(default_factory=dict)
    """By seat: the tiles that its Emperor wants to reach under the goal `cross`."""
    throne: Tile | None = None
    """The tile that the board names for the goal `throne`."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.tiles) <= MAX_TILES:
            raise BadInput("bad-diagram", N_("A board has from 1 to %(most)s tiles."), most=MAX_TILES)
        if self.columns > LONGEST_SIDE or self.rows > LONGEST_SIDE:
            raise BadInput("bad-diagram", N_("A board is at most %(most)s tiles long."), most=LONGEST_SIDE)

    def __contains__(self, tile: object) -> bool:
        return tile in self.tiles

    def __str__(self) -> str:
        return diagrams.draw(self.tiles, {})

    @property
    def middle_throne(self) -> Tile | None:
        """The throne: the tile that is named, else the one in the middle, where a tile is there.

        >>> from battlefield.compact import read
        >>> str(read("A__/___/__B").board.middle_throne), read("A_/_B").board.middle_throne
        ('B2', None)
        """
        middle = Tile(self.rows // 2, self.columns // 2) if self.rows % 2 and self.columns % 2 else None
        return self.throne or (middle if middle in self.tiles else None)

    @property
    def rows(self) -> int:
        return max(self.tiles).row + 1

    @property
    def columns(self) -> int:
        return max(tile.column for tile in self.tiles) + 1
