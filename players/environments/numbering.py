"""Orders and fields as numbers: what both libraries need, and nothing of either.

An action is a whole number. 0 holds; `1 + origin * tiles + goal` sends the piece on one tile to another, tiles
numbered in reading order. What can be seen is a row of numbers for each tile: a battle hides nothing but orders.
"""

from collections.abc import Sequence
from functools import cached_property

from battlefield import Battle, Formation, begin, fields
from battlefield.orders import legal_orders
from battlefield.presets import PRESETS
from battlefield.tiles import Tile

HOLD = 0
FEATURES = ("own piece", "seat", "Emperor", "experience", "item")
"""What a tile's row tells: whether the piece is one's own; its seat, counted from one's own as 1; whether it is an
Emperor; its experience; whether an item lies there. 0 where there is none."""
MOST = 99
"""The largest number in a row."""
SMALL = {
    "tiny-2": """
+---+---+---+
|(a)| a |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   | b |(b)|
+---+---+---+
""",
    "small-2": """
+---+---+---+---+
| a |(a)| a |   |
+---+---+---+---+
|   | a |   |   |
+---+---+---+---+
|   |   | b |   |
+---+---+---+---+
|   | b |(b)| b |
+---+---+---+---+
""",
}
"""Fields small enough to solve, besides those of the game."""


class Numbering:
    """The numbers of one battlefield with its rules."""

    def __init__(self, field: str, rules: str = "classic") -> None:
        """KeyError for a field or rules of another name; a field is one of the game's or one of SMALL."""
        self.field, self.rules = field, rules
        formation = Formation.read(SMALL[field]) if field in SMALL else fields.without_chests(fields.load(field))
        self.opening: Battle = begin(formation, PRESETS[rules][2])
        self.tiles: tuple[Tile, ...] = tuple(sorted(self.opening.formation.board.tiles))
        self.seats = self.opening.seats

    @cached_property
    def places(self) -> dict[Tile, int]:
        return {tile: place for place, tile in enumerate(self.tiles)}

    @property
    def actions(self) -> int:
        """How many numbers of actions there are."""
        return 1 + len(self.tiles) ** 2

    def number(self, origin: Tile, goal: Tile) -> int:
        return 1 + self.places[origin] * len(self.tiles) + self.places[goal]

    def order(self, action: int) -> str:
        """The text of the order with this number."""
        if action == HOLD:
            return "-"
        origin, goal = divmod(action - 1, len(self.tiles))
        return f"{self.tiles[origin]}-{self.tiles[goal]}"

    def legal(self, battle: Battle, seat: str) -> list[int]:
        """The numbers of the legal orders, in ascending order."""
        if seat not in battle.to_act:
            return []
        found = legal_orders(battle.formation, seat, battle.ruleset.path)
        return sorted([HOLD, *(self.number(origin, goal) for origin, goals in found.items() for goal in goals)])

    def rows(self, battle: Battle, seat: str) -> list[list[int]]:
        """What stands on each tile, as this seat counts: itself first, then round the table."""
        formation, mine = battle.formation, self.seats.index(seat)
        rows = []
        for tile in self.tiles:
            piece, item = formation.pieces.get(tile), int(tile in formation.items)
            if piece is None:
                rows.append([0, 0, 0, 0, item])
                continue
            turn = (self.seats.index(piece.seat) - mine) % len(self.seats)
            experience = formation.experience(tile)
            rows.append([int(turn == 0), turn + 1, int(piece.is_emperor), min(experience, MOST), item])
        return rows

    def worth(self, battle: Battle, seat: str) -> float:
        """What the end is worth to a seat: all of them together nothing, a victory alone 1."""
        assert battle.outcome is not None
        others = len(self.seats) - 1
        winners: Sequence[str] = battle.outcome.seats
        share = 1 / len(winners) if seat in winners else 0.0
        return (share * (others + 1) - 1) / others
