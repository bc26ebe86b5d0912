"""Orders and positions as numbers, for both libraries of environments.

An action is a whole number. 0 holds; `1 + (origin * 4 + direction) * reach + length - 1` sends the piece on a tile so
many tiles up, right, down or left; tiles are numbered in reading order, and `reach` is the longest way on the board.
What can be seen is a row of numbers for each tile, a row for the battle and one for its
rules: a battle hides nothing but orders, and nothing that decides its course is missing.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from battlefield import Battle
from battlefield.goals import GOALS, goal_numbers
from battlefield.orders import Order, legal_orders
from battlefield.rulesets import CHOICES, LIMITS
from battlefield.tiles import Tile
from players.fast.encoding import SIDES, measure_rays
from players.openings import SMALL, BoardSource, RulesSource, build_opening

__all__ = ["HOLD", "SMALL", "Numbering"]
HOLD = 0
FEATURES = ("own piece", "seat", "Emperor", "experience", "item")
"""What a tile's row tells first: whether the piece is one's own; its seat, counted from one's own as 1; whether it is
an Emperor; its experience; whether a treasure lies there. 0 where there is none. Then for each seat, counted from
one's own, whether the tile is a target of it."""
BATTLE = ("round", "quiet rounds", "rounds at most")
"""What the battle's row tells first; then for each seat, counted from one's own, whether it has fallen, and where one's
own seat stands in the order of the letters (from 0); then who holds the throne, counted from one's own seat as 1 (0:
nobody), and for how many rounds in a row."""
RULES = (*CHOICES, *LIMITS, *GOALS, "survive rounds", "survive pieces", "throne rounds")
"""What the row of the rules tells: the place of each choice among those that are known, the limits, 1 for each goal
that counts, and the numbers of the goals `survive` and `throne`."""
MAX = 99
"""The largest number in a tile's row."""
MAX_OF_BATTLE = 10_000
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

    @cached_property
    def reach(self) -> int:
        """Return the most tiles that a piece could go in a straight line without a gap."""
        board = self.opening.formation.board
        return max(measure_rays(board.tiles, board.rows, board.columns))

    @property
    def actions(self) -> int:
        """Return how many numbers of actions there are."""
        return 1 + len(self.tiles) * len(SIDES) * self.reach

    @property
    def columns(self) -> int:
        """Return how many numbers a tile's row has."""
        return len(FEATURES) + len(self.seats)

    @property
    def battle_columns(self) -> int:
        """Return how many numbers the battle's row has."""
        return len(BATTLE) + len(self.seats) + 3

    def number(self, origin: Tile, goal: Tile) -> int:
        """Return the action that sends the piece on one tile to another, which lies straight ahead of it.

        >>> numbers = Numbering("tiny-2")
        >>> [numbers.order(numbers.number(Tile(0, 1), Tile(row, 1))) for row in (1, 2)]
        ['B1-B2', 'B1-B3']
        """
        rows, columns = goal.row - origin.row, goal.column - origin.column
        length = abs(rows + columns)
        direction = SIDES.index((rows // length, columns // length))
        return 1 + (self.places[origin] * len(SIDES) + direction) * self.reach + length - 1

    def read(self, order: Order) -> int:
        """Return the action of an order."""
        if order.origin is None or order.destination is None:
            return HOLD
        return self.number(order.origin, order.destination)

    def order(self, action: int) -> str:
        """Return the text of the order with this number. It may lead off the board; legal ones do not."""
        if action == HOLD:
            return "-"
        way, length = divmod(action - 1, self.reach)
        place, direction = divmod(way, len(SIDES))
        origin, (down, right) = self.tiles[place], SIDES[direction]
        return f"{origin}-{Tile(origin.row + (length + 1) * down, origin.column + (length + 1) * right)}"

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
            aims = [int(tile in battle.targets.get(each, ()) or tile == battle.throne) for each in order]
            if piece is None:
                rows.append([0, 0, 0, 0, item, *aims])
                continue
            turn, experience = order.index(piece.seat), formation.experience(tile)
            rows.append([int(turn == 0), turn + 1, int(piece.is_emperor), min(experience, MAX), item, *aims])
        return rows

    def battle_row(self, battle: Battle, seat: str, max_rounds: int) -> list[int]:
        """Return round, quiet rounds, `max_rounds`, who has fallen from this seat on, its place, and who reigns."""
        numbers = [battle.number, battle.quiet, max_rounds]
        fallen = [int(each in battle.fallen) for each in self.from_own(seat)]
        holder, rounds = battle.reign
        reign = [self.from_own(seat).index(holder) + 1 if holder else 0, rounds]
        return [*(min(number, MAX_OF_BATTLE) for number in numbers), *fallen, self.seats.index(seat), *reign]

    @cached_property
    def rules_row(self) -> list[int]:
        """Return the rules as numbers; they are the same from the first round to the last."""
        rules = self.opening.ruleset
        choices = [CHOICES[name].index(getattr(rules, name)) for name in CHOICES]
        limits = [getattr(rules, name) for name in LIMITS]
        named = {goal.partition("(")[0]: goal for goal in reversed(rules.goals)}
        numbers = [
            goal_numbers(named[goal]) if goal in named else [0] * len(GOALS[goal][1]) for goal in ("survive", "throne")
        ]
        return [*choices, *limits, *(int(goal in named) for goal in GOALS), *chain.from_iterable(numbers)]

    def worth(self, battle: Battle, seat: str) -> float:
        """Return what the end is worth to a seat: all of them together nothing, a victory alone 1."""
        assert battle.outcome is not None
        others = len(self.seats) - 1
        winners: Sequence[str] = battle.outcome.seats
        share = 1 / len(winners) if seat in winners else 0.0
        return (share * (others + 1) - 1) / others
