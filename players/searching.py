"""Search of simultaneous orders: with two seats a tree whose nodes hold the table of all combinations of a few orders.

Each table is solved for how to mix the orders; the most likely combination that was looked into least is looked
into next, and what comes of it replaces what was judged at first sight, all the way up. With more seats there is
one node, and nothing below it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from battlefield import Battle
from battlefield.orders import Order

from . import weights
from .fast import HOLD, Plan, allocate_workspace, encoding, evaluation, tables
from .fast.buffers import allocate_like, copy
from .fast.compiled import Fractions, Numbers, make_fractions, make_numbers
from .fast.layout import MAX_CHOICES, Belief, Field, Study, Table, TwoPlayerBuffers
from .fast.multi_player import MultiPlayerBuffers, allocate_multi_player, fill_multi_player
from .fast.repeats import NEVER, count_repeats, find_repeat, scale_odds
from .fast.rounds import survey
from .fast.two_player import TableLimits, allocate_two_player, fill_two_player

TIMES = 60
"""How often the seats answer one another in the table of a node."""


@dataclass
class Node:
    """A field, its table, and what was looked into."""

    place: Field
    table: Table
    combinations: int
    children: dict[int, "Node"] = field(default_factory=dict)
    target: int = -1
    """The combination to look into next."""


class Thinker:
    """A battle laid out to be thought about from one seat."""

    def __init__(self, battle: Battle, seat: str, feature_weights: tuple[float, ...] = (), trust: float = 0.0, *,
                 chance: float = 0.0, edge: float = 1.0, drawn: float = 1.0, stake: float = 1.0) -> None:  # fmt: skip
        self.plan = Plan(battle)
        self.me = self.plan.seat(seat)
        ground, now = self.plan.ground, self.plan.field
        self.seats = len(self.plan.seats)
        self.longest = battle.formation.board.rows + battle.formation.board.columns
        self.study = Study(
            ground,
            encoding.encode_field(battle),
            allocate_workspace(self.seats, len(now.place)),
            evaluation.allocate_features(ground, now, feature_weights or weights.get_weights(battle)),
        )
        self.first = self._of_others(trust, chance, edge, drawn, stake)
        self.further = self._of_others(trust / (1 - chance), 0.0, edge, drawn, stake)
        self.trust = trust
        self.way = 1
        """Round the board, from each seat to the next: 1 in the order of the letters, -1 against it."""

    @cached_property
    def two_player_buffers(self) -> TwoPlayerBuffers:
        """Room for two seats that answer one another."""
        return allocate_two_player()

    @cached_property
    def multi_player_buffers(self) -> MultiPlayerBuffers:
        """Room for more seats."""
        trust = [0.0 if seat == self.me else self.trust for seat in range(self.seats)]
        return allocate_multi_player(trust, self.me, self.way)

    def _of_others(self, trust: float, chance: float, edge: float, drawn: float, stake: float) -> Belief:
        """Build the belief about the other seat, for battles of two."""
        others = [self.seats == 2 and seat != self.me for seat in range(self.seats)]
        return Belief(
            trust=make_fractions([trust * other for other in others]),
            chance=make_fractions([chance * other for other in others]),
            edge=make_fractions([1.0 if other else edge for other in others]),
            drawn=make_fractions([stake if other else drawn for other in others]),
            history=make_numbers(0),
            weary=make_fractions(0),
        )

    def remember(self, before: Sequence[Battle], weariness: float) -> None:
        """Store the formations that have been there; `weariness` multiplies the odds of each return."""
        repeats, weary = count_repeats([*map(encoding.encode_field, before), self.plan.field], weariness)
        hashes, factors = make_numbers(repeats), make_fractions(weary)
        self.first = self.first._replace(history=hashes, weary=factors)
        self.further = self.further._replace(history=hashes, weary=factors)

    def mirror(self) -> None:
        """Let the seats follow each other the other way round the board, as they do in a mirror."""
        self.way = -1

    def profile(self, orders: Sequence[int]) -> Numbers:
        """Return orders, one of each seat, as the resolver takes them."""
        return make_numbers(list(orders))

    def fractions(self) -> Fractions:
        """Allocate a share for each seat."""
        return make_fractions(self.seats)

    def room(self) -> Table:
        """Allocate an empty table with one order a seat."""
        each = make_numbers([1] * self.seats)
        return tables.allocate_table(self.plan.field, self.longest, each, each, self.first)

    def order(self, number: int) -> Order:
        return self.plan.order(number) if number != HOLD else Order(self.plan.seats[self.me])

    def node(self, place: Field, closely: Numbers, wide: Numbers, care: TableLimits) -> Node:
        """Build a node of two seats that answer one another, with its table filled and solved."""
        belief = self.first if place is self.plan.field else self.further
        table = tables.allocate_table(place, self.longest, closely, wide, belief)
        node = Node(place, table, fill_two_player(self.study, place, table, self.two_player_buffers, care))
        self.solve(node, TIMES)
        return node

    def look_ahead(self, closely: Numbers, wide: Numbers) -> Node:
        """Build a node with the best few orders of each seat, without a mixture and without children."""
        place = self.plan.field
        table = tables.allocate_table(place, self.longest, closely, wide, self.first)
        tables.rank(self.study, place, table)
        return Node(place, table, 0)

    def build_multi_player_node(self, closely: Numbers, wide: Numbers, turns: int) -> Node:
        """Build a node for three seats and more: the player's orders and how often to play each, without children."""
        place = self.plan.field
        table = tables.allocate_table(place, self.longest, closely, wide, self.first)
        fill_multi_player(self.study, place, table, self.multi_player_buffers, self.me, turns)
        return Node(place, table, 0)

    def solve(self, node: Node, times: int) -> None:
        node.target = tables.settle(node.table, node.combinations, times)

    def get_field(self, node: Node, number: int) -> Field:
        """Return the field to which a combination of a node leads."""
        choices = (number // node.table.strides[seat] % node.table.sizes[seat] for seat in range(2))
        return self.play_out(node.place, [node.table.choices[i * MAX_CHOICES + each] for i, each in enumerate(choices)])

    def play_out(self, place: Field, orders: Sequence[int]) -> Field:
        """Return the field to which orders, one of each seat, lead from a field."""
        survey(place, self.study.workspace)
        tables.play(self.study, place, self.profile(orders))
        after = allocate_like(self.plan.field)
        copy(self.study.after, after)
        return after

    def deepen(self, node: Node, closely: Numbers, wide: Numbers, care: TableLimits) -> None:
        """Look into what deserves it most, here or below, and bring the news up."""
        number = node.target
        if number < 0:
            return
        if number in node.children:
            self.deepen(node.children[number], closely, wide, care)
        else:
            node.children[number] = self.node(self.get_field(node, number), closely, wide, care)
        node.table.visits[number] += 1
        child = node.children[number]
        repeat = find_repeat(child.place, self.first.history)
        for seat in range(2):
            news = child.table.worth[seat]
            node.table.shares[2 * number + seat] = (
                news if repeat == NEVER else scale_odds(news, self.first.weary[repeat])
            )
        self.solve(node, TIMES)

    def each(self, mine: int, others: Sequence[int]) -> Numbers:
        """Return a number for every seat: `mine`, those of the others, the nearest first, and 1 for the rest."""
        near = self.by_distance()
        shares = [1] * self.seats
        shares[self.me] = mine
        for seat, wide in zip(near, others, strict=False):
            shares[seat] = wide
        return make_numbers(shares)

    def by_distance(self) -> list[int]:
        """List the other fighting seats, the nearest first; of seats as near, those that come next round the board."""
        now, columns = self.plan.field, self.plan.columns
        mine = [place for piece, place in enumerate(now.place) if now.seat[piece] == self.me and place >= 0]

        def near(seat: int) -> int:
            theirs = [place for piece, place in enumerate(now.place) if now.seat[piece] == seat and place >= 0]
            return min(
                (abs(a // columns - b // columns) + abs(a % columns - b % columns) for a in mine for b in theirs),
                default=999,
            )

        others = [seat for seat in range(self.seats) if seat != self.me and not now.fallen[seat]]
        return sorted(others, key=lambda seat: (near(seat), self.way * (seat - self.me) % self.seats))
