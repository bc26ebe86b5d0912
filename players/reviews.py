"""Reviews of rounds that are over: what they promised every seat, and how good each order was.

An order is judged by what was to be expected of it before the round closed: by its chance to win against the mixtures
of the others. What the others gave in that round changes nothing, so an order that only a mind-reader would have
improved is no mistake.

>>> from players.openings import build_opening
>>> found = review_round(build_opening("tiny-2"), {"a": "B1-C1", "b": "-"})
>>> round(sum(found.chances.values()), 6), sorted(found.orders)
(1.0, ['a', 'b'])
>>> found.orders["a"].loss >= 0
True
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from random import Random

from battlefield import Battle, Order, legal_orders
from battlefield.battles import ABDICATE, read_order

from . import equilibria
from .fast import HOLD, evaluation
from .fast.compiled import make_numbers
from .fast.layout import MAX_CHOICES, OVER, Field
from .fast.two_player import TableLimits
from .forecasts import EQUAL, calibrate
from .searching import Node, Thinker
from .thinking import grow_tree

VERSION = 3
"""Of how rounds are judged: reviews of another version are made anew."""
WIDTH = 4
"""With two seats: of how many orders each makes its mixture."""
LIKELY = 0.02
"""How likely a combination of orders is under the mixtures to be looked into."""
SAMPLES = 24
"""With more: how many combinations of the others' orders an order is played against."""
TURNS = 4
"""With more: how often a seat answers the others while it makes its mixture."""
TRIES = 3
"""How many other orders are tried at most to find the least change that would have helped."""
LOOK, CANDIDATES = TableLimits(times=30, most=4, keen=0.02, fill=3), 8
"""How a combination of orders is looked into: by a small table of what may follow."""
REPLIES = 6
"""How many replies of the others are named at most."""
OF_HOLDING, OF_ANOTHER_PIECE = 1_000, 2_000
"""How far an order is from holding, and from one of another piece: farther than any two of the same piece."""
STAY = "-"


class Grade(StrEnum):
    """How good an order was."""

    BEST = "best"
    FINE = "fine"
    RISKY = "risky"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LIMITS = ((0.02, Grade.BEST), (0.05, Grade.FINE), (0.10, Grade.RISKY), (0.15, Grade.MISTAKE))
"""The loss of winning chances up to which an order is of a grade."""
FINE = LIMITS[1][0]
DOUBT = 0.1
"""By how much an order may look worse at first sight than the best one and yet be looked into."""


@dataclass(frozen=True)
class Option:
    """An order, how often the mixture gives it, and the chance to win that it leaves."""

    order: str
    often: float
    chance: float


@dataclass(frozen=True)
class OrderReview:
    """What an order was worth."""

    played: Option
    best: float
    """The chance to win with the best order of the mixture, or with the given one where that is better."""
    mixture: tuple[Option, ...]
    """How the seat should have mixed its orders, the most frequent first."""
    saving: Option | None = None
    """The order that differs least and loses little; None where the given one does."""

    @property
    def loss(self) -> float:
        """Return how much less the order leaves of the chance to win than the best one."""
        return self.best - self.played.chance

    @property
    def grade(self) -> Grade:
        return find_grade(self.loss)


@dataclass(frozen=True)
class RoundReview:
    """What a round promised, and how good the orders were."""

    chances: dict[str, float]
    """By seat: its chance to win before the round, where a draw is shared."""
    orders: dict[str, OrderReview]


@dataclass(frozen=True)
class Reply:
    """An order of another seat, how often its mixture gives it, and the chance that it leaves the seat advised."""

    seat: str
    order: str
    often: float
    chance: float


@dataclass(frozen=True)
class Advice:
    """How a seat should mix its orders in an open round, and which replies of the others matter."""

    mixture: tuple[Option, ...]
    """The most frequent first."""
    replies: tuple[Reply, ...]
    """The dearest first: those that are frequent and leave little."""


@dataclass(frozen=True)
class Evaluation:
    """What a position promises every seat, and what each should order."""

    chances: dict[str, float]
    advice: dict[str, Advice]


def find_grade(loss: float) -> Grade:
    """Return the grade of an order that loses so much of the chance to win.

    >>> find_grade(0.0), find_grade(0.3)
    (<Grade.BEST: 'best'>, <Grade.BLUNDER: 'blunder'>)
    """
    return next((grade for limit, grade in LIMITS if loss <= limit), Grade.BLUNDER)


def judge_order(
    played: str, mixture: Mapping[str, float], value: Callable[[str], float], others: Iterable[str] = ()
) -> OrderReview:
    """Return the review of an order of a seat that should have mixed so; `others` might have saved it, nearest first.

    >>> judge_order("-", {"A1-A2": 1.0}, {"-": 0.25, "A1-A2": 0.75}.__getitem__).loss
    0.5
    """
    options = [Option(order, often, value(order)) for order, often in mixture.items()]
    mine = Option(played, mixture.get(played, 0.0), value(played))
    best = max(option.chance for option in [*options, mine])
    ranked = tuple(sorted(options, key=lambda option: (-option.often, -option.chance)))
    found = OrderReview(mine, best, ranked)
    if found.loss <= FINE:
        return found
    near = sorted({*mixture, *others} - {played}, key=lambda order: rank_change(played, order, mixture))
    tried = (Option(order, mixture.get(order, 0.0), value(order)) for order in near)
    return replace(found, saving=next(option for option in tried if option.chance >= best - FINE))


def rank_change(played: str, other: str, mixture: Mapping[str, float]) -> tuple[int, float, str]:
    """Return by what other orders are sorted: how far they are from the given one, then how often they are given."""
    return measure_change(played, other), -mixture.get(other, 0.0), other


def measure_change(played: str, other: str) -> int:
    """Return how far an order is from another: the same piece goes elsewhere, one of them holds, another piece goes.

    >>> sorted(["-", "B1-B2", "A1-A5", "A1-A2"], key=lambda order: measure_change("A1-A3", order))
    ['A1-A2', 'A1-A5', '-', 'B1-B2']
    """
    one, two = Order.read("", played), Order.read("", other)
    if one.origin is None or two.origin is None or one.destination is None or two.destination is None:
        return OF_HOLDING
    if one.origin != two.origin:
        return OF_ANOTHER_PIECE
    return abs(one.destination.row - two.destination.row) + abs(one.destination.column - two.destination.column)


def review_round(battle: Battle, played: Mapping[str, str], *, deep: bool = False) -> RoundReview:
    """Return the review of an open round with the orders that were given; a seat without an order held.

    Who resigned is not judged.

    `deep`: with two seats, every combination of orders is looked into, not only judged at first sight.
    """
    judged = _Duel(battle, deep) if len(battle.seats) == 2 else _Melee(battle)
    orders = {}
    for seat in battle.to_act:
        text = played.get(seat, STAY)
        if text == ABDICATE:
            continue
        order = str(read_order(battle, seat, text))
        others = _list_others(judged, seat, order) if deep else []
        orders[seat] = judge_order(order, judged.mixtures[seat], cache(judged.measure_for(seat)), others)
    return RoundReview(judged.chances, orders)


def evaluate_position(battle: Battle) -> Evaluation:
    """Return what an open round promises every seat, and how each should mix its orders, judged as in a review.

    >>> from players.openings import build_opening
    >>> found = evaluate_position(build_opening("tiny-2"))
    >>> sorted(found.advice), round(sum(option.often for option in found.advice["a"].mixture), 6)
    (['a', 'b'], 1.0)
    """
    judged = _Duel(battle, deep=True) if len(battle.seats) == 2 else _Melee(battle)
    advice = {}
    for seat in battle.to_act:
        measure = judged.measure_for(seat)
        options = [Option(order, often, measure(order)) for order, often in judged.mixtures[seat].items()]
        replies = judged.list_replies(seat)
        own = judged.chances[seat]
        advice[seat] = Advice(
            tuple(sorted(options, key=lambda option: (-option.often, -option.chance))),
            tuple(sorted(replies, key=lambda reply: (-reply.often * (own - reply.chance), -reply.often))[:REPLIES]),
        )
    return Evaluation(judged.chances, advice)


@dataclass(frozen=True)
class Solution:
    """What a round of two seats comes to, and what each order of one of them is worth in it."""

    mixtures: Mapping[str, Mapping[str, float]]
    """By seat: how often each order should be given."""
    chances: Mapping[str, float]
    """By order of the seat that was asked for: the chance to win against the mixture of the other."""


def solve_round(battle: Battle, seat: str) -> Solution:
    """Return the solution of an open round of two seats for one of them: every order that it may give has its value.

    Orders that might be among the good ones are looked into, the others judged at first sight.

    >>> from players.openings import build_opening
    >>> found = solve_round(build_opening("tiny-2"), "a")
    >>> set(found.mixtures["a"]) <= set(found.chances), all(0 <= chance <= 1 for chance in found.chances.values())
    (True, True)
    """
    judged = _Duel(battle, deep=True)
    rough, exact = cache(judged.measure_for(seat, deep=False)), cache(judged.measure_for(seat))
    legal = legal_orders(battle.formation, seat, battle.ruleset.path)
    texts = [STAY, *(f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals)]
    near = max(map(rough, texts)) - DOUBT
    looked = {text: exact(text) for text in texts if text in judged.mixtures[seat] or rough(text) >= near}
    best = max(looked.values())
    chances = {text: looked[text] if text in looked else rough(text) for text in texts}
    chances |= {text: exact(text) for text in texts if text not in looked and chances[text] >= best - 2 * FINE}
    return Solution(judged.mixtures, chances)


def preview(battle: Battle, *, table: bool = True) -> dict[str, float]:
    """Return each seat's chance to win at a glance: with two seats by one small `table`, else at first sight."""
    if battle.outcome is not None:
        return {seat: (seat in battle.outcome.seats) / len(battle.outcome.seats) for seat in battle.seats}
    thinker = Thinker(battle, battle.to_act[0])
    place = thinker.plan.field
    by_table = table and len(battle.seats) == 2
    shares = list(_look_into(thinker, place).table.worth) if by_table else _evaluate(thinker, place)
    return dict(zip(battle.seats, calibrate(battle, [float(share) for share in shares]), strict=True))


def _list_others(judged: "_Duel | _Melee", seat: str, played: str) -> list[str]:
    """List the few orders nearest to a given one that look good enough at first sight."""
    battle = judged.battle
    legal = legal_orders(battle.formation, seat, battle.ruleset.path)
    texts = [STAY, *(f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals)]
    near = sorted(set(texts) - {played}, key=lambda order: rank_change(played, order, judged.mixtures[seat]))
    rough = cache(judged.measure_for(seat, deep=False))
    best = max(rough(order) for order in [played, *judged.mixtures[seat]])
    if rough(played) >= best - FINE and not judged.deep:
        return []
    good = (order for order in near if rough(order) >= best - FINE)
    return [order for order, _number in zip(good, range(TRIES), strict=False)]


def _look_into(thinker: Thinker, place: Field) -> Node:
    """Return the table of what two seats may do on a field."""
    return thinker.node(place, make_numbers([CANDIDATES] * 2), make_numbers([LOOK.most] * 2), LOOK)


def _evaluate(thinker: Thinker, place: Field) -> list[float]:
    """Return every seat's share of a field at first sight."""
    shares = thinker.fractions()
    evaluation.evaluate(thinker.study.ground, place, thinker.study.features, shares, 0)
    return [float(share) for share in shares]


class _Duel:
    """A round of two seats: the table of what comes of their orders, solved."""

    def __init__(self, battle: Battle, deep: bool) -> None:
        self.battle, self.deep = battle, deep
        self.thinker = Thinker(battle, battle.seats[0])
        self.values: dict[tuple[int, int, bool], float] = {}
        self.mixes = self._solve(self._choose_orders())
        self.mixtures = {
            seat: {self._write(order): often for order, often in mix.items()}
            for seat, mix in zip(battle.seats, self.mixes, strict=True)
        }
        worth = sum(often * self._expect(0, order, deep) for order, often in self.mixes[0].items())
        self.chances = dict(zip(battle.seats, calibrate(battle, [worth, 1 - worth]), strict=True))

    def measure_for(self, seat: str, *, deep: bool | None = None) -> Callable[[str], float]:
        """Return what gives the chance to win of each order of a seat against the other's mixture."""
        me, plan = self.battle.seats.index(seat), self.thinker.plan
        looks = self.deep if deep is None else deep

        def measure(text: str) -> float:
            share = self._expect(me, plan.number(read_order(self.battle, seat, text)), looks)
            return calibrate(self.battle, [share, 1 - share])[0]

        return measure

    def list_replies(self, seat: str) -> list[Reply]:
        """Return what the other seat's orders leave this seat's mixture."""
        me = self.battle.seats.index(seat)
        found = []
        for order, often in self.mixes[1 - me].items():
            share = 1 - self._expect(1 - me, order, self.deep)
            chance = calibrate(self.battle, [share, 1 - share])[0]
            found.append(Reply(self.battle.seats[1 - me], self._write(order), often, chance))
        return found

    def _choose_orders(self) -> tuple[list[int], list[int]]:
        """Choose the orders of each seat that are looked at: those that a first table plays most."""
        table = grow_tree(replace(EQUAL, nodes=1), self.thinker).table

        def choose(seat: int) -> list[int]:
            places = range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat])
            return [int(table.choices[i]) for i in sorted(places, key=lambda i: -table.mixes[i])[:WIDTH]]

        return choose(0), choose(1)

    def _solve(self, tried: tuple[list[int], list[int]]) -> list[dict[int, float]]:
        """Return how each seat mixes these orders once every likely combination was looked into."""
        looked = set[tuple[int, int]]()
        while True:
            shares = [[self._play((row, column), (row, column) in looked) for column in tried[1]] for row in tried[0]]
            mixes = [
                {order: often for order, often in zip(orders, mix, strict=True) if often}
                for orders, mix in zip(tried, equilibria.solve(shares), strict=True)
            ]
            likely = {(a, b) for a in mixes[0] for b in mixes[1] if mixes[0][a] * mixes[1][b] >= LIKELY}
            if not self.deep or likely <= looked:
                return mixes
            looked |= likely

    def _expect(self, me: int, order: int, deep: bool) -> float:
        """Return a seat's share with an order against the other's mixture."""
        pairs = ((order, other) if me == 0 else (other, order) for other in self.mixes[1 - me])
        shares = (self._play(pair, deep) for pair in pairs)
        share = sum(often * each for often, each in zip(self.mixes[1 - me].values(), shares, strict=True))
        return share if me == 0 else 1 - share

    def _play(self, orders: tuple[int, int], deep: bool) -> float:
        """Return the first seat's share after two orders."""
        key = (*orders, deep)
        if key not in self.values:
            place = self.thinker.play_out(self.thinker.plan.field, orders)
            if deep and not place.clock[OVER]:
                node = _look_into(self.thinker, place)
                self.values[key] = float(node.table.worth[0])
            else:
                self.values[key] = _evaluate(self.thinker, place)[0]
        return self.values[key]

    def _write(self, order: int) -> str:
        return STAY if order == HOLD else str(self.thinker.plan.order(order))


class _Melee:
    """A round of more seats: each one's mixture, and orders of the others that are drawn from theirs."""

    deep = False

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        mixes = {}
        for seat in battle.to_act:
            self.thinker = Thinker(battle, seat, trust=0.3)
            table = grow_tree(replace(EQUAL, nodes=TURNS), self.thinker).table
            first = self.thinker.me * MAX_CHOICES
            places = range(first, first + table.sizes[self.thinker.me])
            mixture = equilibria.drop_rare([float(table.mixes[i]) for i in places])
            mixes[seat] = {int(table.choices[i]): often for i, often in zip(places, mixture, strict=True) if often}
        self.mixes = mixes
        self.mixtures = {
            seat: {self._write(order): often for order, often in mix.items()} for seat, mix in mixes.items()
        }
        luck = Random(0)
        self.drawn = [
            {seat: luck.choices(list(mix), list(mix.values()))[0] for seat, mix in mixes.items()}
            for _ in range(SAMPLES)
        ]
        self.values: dict[tuple[int, ...], list[float]] = {}
        self.chances = dict(zip(battle.seats, self._expect({}), strict=True))

    def measure_for(self, seat: str, *, deep: bool = False) -> Callable[[str], float]:
        """Return what gives the chance to win of each order of a seat against what was drawn for the others."""
        me, plan = self.battle.seats.index(seat), self.thinker.plan
        return lambda text: self._expect({seat: plan.number(read_order(self.battle, seat, text))})[me]

    def list_replies(self, seat: str) -> list[Reply]:
        """Return what the orders of each other seat leave this seat, as the rest was drawn."""
        me = self.battle.seats.index(seat)
        return [
            Reply(other, self._write(order), often, self._expect({other: order})[me])
            for other, mix in self.mixes.items()
            if other != seat
            for order, often in mix.items()
        ]

    def _expect(self, fixed: Mapping[str, int]) -> list[float]:
        """Return every seat's chance where some orders are fixed, and the others as they were drawn."""
        rows = [self._play(drawn | dict(fixed)) for drawn in self.drawn]
        return [sum(chances) / len(rows) for chances in zip(*rows, strict=True)]

    def _play(self, orders: Mapping[str, int]) -> list[float]:
        profile = tuple(orders.get(seat, HOLD) for seat in self.battle.seats)
        if profile not in self.values:
            shares = _evaluate(self.thinker, self.thinker.play_out(self.thinker.plan.field, profile))
            self.values[profile] = calibrate(self.battle, shares)
        return self.values[profile]

    def _write(self, order: int) -> str:
        return STAY if order == HOLD else str(self.thinker.plan.order(order))
