"""Orders and positions as numbers, for both libraries of environments.

An action is a whole number. 0 holds; `1 + origin * tiles + goal` sends the piece on one tile to another, tiles
numbered in reading order. What can be seen is a row of numbers for each tile, a row for the battle and one for its
rules: a battle hides nothing but orders, and nothing that decides its course is missing.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from battlefield import Battle
from battlefield.goals import GOALS
from battlefield.orders import legal_orders
from battlefield.rulesets import CHOICES, LIMITS
from battlefield.tiles import Tile
from players.openings import SMALL, BoardSource, RulesSource, build_opening

__all__ = ["HOLD", "SMALL", "Numbering"]
HOLD = 0
FEATURES = ("own piece", "seat", "Emperor", "experience", "item")
"""What a tile's row tells first: whether the piece is one's own; its seat, counted from one's own as 1; whether it is
an Emperor; its experience; whether a treasure lies there. 0 where there is none. Then for each seat, counted from
one's own, whether the tile is a target of it."""
BATTLE = ("round", "quiet rounds", "rounds at most")
"""What the battle's row tells first; then for each seat, counted from one's own, whether it has fallen, and where one's
own seat stands in the order of the letters (from 0)."""
RULES = (*CHOICES, *LIMITS, *GOALS, "survive rounds", "survive pieces")
"""What the row of the rules tells: the place of each choice among those that are known, the limits, 1 for each goal
that counts, and the two numbers of the goal `survive`."""
MOST = 99
"""The largest number in a tile's row."""
MOST_OF_BATTLE = 10_000
"""The largest number in the two other rows; what is larger is shown as this."""


class Numbering:
    """The numbers of one battlefield with its rules."""

    def __init__(self, field: BoardSource, rules: RulesSource = "classic") -> None:
        """Read the board and the rules (`players.openings` says how either can be given), or raise BadOpening."""
        self.opening: Battle = build_opening(field, rules)
        self.tiles: tuple[Tile, ...] = tuple(sorted(self.opening.formation.board.tiles))
        self.seats = self.opening.seats

    @cached_property
    def places(self) -> dict[Tile, int]:
        return {tile: place for place, tile in enumerate(self.tiles)}

    @property
    def actions(self) -> int:
        """Return how many numbers of actions there are."""
        return 1 + len(self.tiles) ** 2

    @property
    def columns(self) -> int:
        """Return how many numbers a tile's row has."""
        return len(FEATURES) + len(self.seats)

    @property
    def battle_columns(self) -> int:
        """Return how many numbers the battle's row has."""
        return len(BATTLE) + len(self.seats) + 1

    def number(self, origin: Tile, goal: Tile) -> int:
        return 1 + self.places[origin] * len(self.tiles) + self.places[goal]

    def order(self, action: int) -> str:
        """Return the text of the order with this number."""
        if action == HOLD:
            return "-"
        origin, goal = divmod(action - 1, len(self.tiles))
        return f"{self.tiles[origin]}-{self.tiles[goal]}"

    def legal(self, battle: Battle, seat: str) -> list[int]:
        """Return the numbers of the legal orders, in ascending order."""
        if seat not in battle.to_act:
            return []
        found = legal_orders(battle.formation, seat, battle.ruleset.path)
        return sorted([HOLD, *(self.number(origin, goal) for origin, goals in found.items() for goal in goals)])

    def from_own(self, seat: str) -> tuple[str, ...]:
        """Return the seats round the table, this one first.

        >>> Numbering("cross-4").from_own("c")
        ('c', 'd', 'a', 'b')
        """
        mine = self.seats.index(seat)
        return self.seats[mine:] + self.seats[:mine]

    def rows(self, battle: Battle, seat: str) -> list[list[int]]:
        """Return what stands on each tile and whose target it is, as this seat counts: itself first."""
        formation, order = battle.formation, self.from_own(seat)
        rows = []
        for tile in self.tiles:
            piece, item = formation.pieces.get(tile), int(tile in formation.items)
            aims = [int(tile in battle.targets.get(each, ())) for each in order]
            if piece is None:
                rows.append([0, 0, 0, 0, item, *aims])
                continue
            turn, experience = order.index(piece.seat), formation.experience(tile)
            rows.append([int(turn == 0), turn + 1, int(piece.is_emperor), min(experience, MOST), item, *aims])
        return rows

    def battle_row(self, battle: Battle, seat: str, max_rounds: int) -> list[int]:
        """Return round, quiet rounds, `max_rounds`, who has fallen from this seat on, and the place of this seat."""
        numbers = [battle.number, battle.quiet, max_rounds]
        fallen = [int(each in battle.fallen) for each in self.from_own(seat)]
        return [*(min(number, MOST_OF_BATTLE) for number in numbers), *fallen, self.seats.index(seat)]

    @cached_property
    def rules_row(self) -> list[int]:
        """Return the rules as numbers; they are the same from the first round to the last."""
        rules = self.opening.ruleset
        choices = [CHOICES[name].index(getattr(rules, name)) for name in CHOICES]
        limits = [getattr(rules, name) for name in LIMITS]
        named = {goal.partition("(")[0]: goal for goal in reversed(rules.goals)}
        default = GOALS["survive"][1]
        survive = [int(n) for n in re.findall(r"\d+", named.get("survive", ""))] or list(default)
        return [*choices, *limits, *(int(goal in named) for goal in GOALS),
                *(survive if "survive" in named else [0] * len(default))]  # fmt: skip

    def worth(self, battle: Battle, seat: str) -> float:
        """Return what the end is worth to a seat: all of them together nothing, a victory alone 1."""
        assert battle.outcome is not None
        others = len(self.seats) - 1
        winners: Sequence[str] = battle.outcome.seats
        share = 1 / len(winners) if seat in winners else 0.0
        return (share * (others + 1) - 1) / others
