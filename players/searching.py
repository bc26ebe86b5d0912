"""Search of simultaneous orders: a tree whose nodes hold the table of all combinations of a few orders a seat.

Each table is solved for how to mix the orders; the most likely combination that was looked into least is looked
into next, and what comes of it replaces what was judged at first sight, all the way up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from battlefield import Battle
from battlefield.orders import Order

from . import weights
from .fast import HOLD, Plan, desk, judging, laying, tables
from .fast.compiled import Numbers, fractions, numbers
from .fast.copying import copy, like
from .fast.duels import Care, build_duel, duel
from .fast.layout import WIDE, Field, Study, Table
from .fast.rounds import survey

TIMES = 60
"""How often the seats answer one another in the table of a node."""


@dataclass
class Node:
    """A field, its table, and what was looked into."""

    place: Field
    table: Table
    combinations: int
    children: dict[int, "Node"] = field(default_factory=dict)
    wanted: int = -1
    """The combination to look into next."""


class Thinker:
    """A battle laid out to be thought about from one seat."""

    def __init__(self, battle: Battle, seat: str, weighing: tuple[float, ...] = (), trust: float = 0.0) -> None:
        self.plan = Plan(battle)
        self.me = self.plan.seat(seat)
        ground, now = self.plan.ground, self.plan.field
        self.seats = len(self.plan.seats)
        self.longest = battle.formation.board.rows + battle.formation.board.columns
        self.study = Study(ground, laying.field(battle), desk(self.seats, len(now.place)),
                           judging.sight(now, weighing or weights.of(battle.ruleset)))
        self.duel = duel()
        trusted = trust if self.seats == 2 else 0.0
        self.trust = fractions([0.0 if seat == self.me else trusted for seat in range(self.seats)])

    def order(self, number: int) -> Order:
        return self.plan.order(number) if number != HOLD else Order(self.plan.seats[self.me])

    def node(self, place: Field, closely: Numbers, wide: Numbers, care: Care | None = None) -> Node:
        """A node with its table filled and solved; with `care` by two seats that answer one another."""
        table = tables.table(place, self.longest, closely, wide, self.trust)
        if care is None:
            found = tables.build(self.study, place, table)
        else:
            found = build_duel(self.study, place, table, self.duel, care)
        node = Node(place, table, found)
        self.solve(node, TIMES)
        return node

    def solve(self, node: Node, times: int) -> None:
        node.wanted = tables.settle(node.table, self.seats, node.combinations, times)

    def reached(self, node: Node, number: int) -> Field:
        """The field to which a combination of a node leads."""
        for seat in range(self.seats):
            choice = number // node.table.strides[seat] % node.table.sizes[seat]
            node.table.profile[seat] = node.table.choices[seat * WIDE + choice]
        survey(node.place, self.study.desk)
        tables.play(self.study, node.place, node.table.profile)
        place = like(self.plan.field)
        copy(self.study.after, place)
        return place

    def deepen(self, node: Node, closely: Numbers, wide: Numbers, care: Care | None = None) -> None:
        """Look into what deserves it most, here or below, and bring the news up."""
        number = node.wanted
        if number < 0:
            return
        if number in node.children:
            self.deepen(node.children[number], closely, wide, care)
        else:
            node.children[number] = self.node(self.reached(node, number), closely, wide, care)
        node.table.visits[number] += 1
        news = node.children[number].table.worth
        for seat in range(self.seats):
            node.table.shares[number * self.seats + seat] = news[seat]
        self.solve(node, TIMES)

    def each(self, mine: int, others: Sequence[int]) -> Numbers:
        """A number for every seat: mine, and those of the others, the nearest first; the rest have 1."""
        near = self.by_distance()
        given = [1] * self.seats
        given[self.me] = mine
        for seat, wide in zip(near, others, strict=False):
            given[seat] = wide
        return numbers(given)

    def by_distance(self) -> list[int]:
        """The other fighting seats, the nearest first."""
        now, columns = self.plan.field, self.plan.columns
        mine = [place for piece, place in enumerate(now.place) if now.seat[piece] == self.me and place >= 0]

        def near(seat: int) -> int:
            theirs = [place for piece, place in enumerate(now.place) if now.seat[piece] == seat and place >= 0]
            return min((abs(a // columns - b // columns) + abs(a % columns - b % columns)
                        for a in mine for b in theirs), default=999)

        others = [seat for seat in range(self.seats) if seat != self.me and not now.fallen[seat]]
        return sorted(others, key=lambda seat: (near(seat), seat))
