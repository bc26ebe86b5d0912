"""Opponents in styles that no level has, to measure levels against what they were not made for.

All think about the full matrix of both seats' orders, with weights made by hand (`HAND`). None of them is used to
tune a level: who meets them in `benchmarks.arena` meets them for the first time.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

from battlefield import Battle, IllegalOrder
from battlefield.battles import read_order
from players import PLAYERS, thinking
from players.fast import HOLD, tables
from players.fast.buffers import allocate_like, copy
from players.fast.compiled import compiled, make_numbers
from players.fast.evaluation import FEATURES
from players.fast.layout import MAX_CANDIDATES, OVER, Field, Study, Table, TwoPlayerBuffers
from players.fast.rounds import survey
from players.fast.two_player import DRAW, ENDED, judge_candidate, list_candidates
from players.reading import Past
from players.searching import Thinker

HAND = {
    "pieces": 0.35,
    "experience": 0.1,
    "authority": 0.3,
    "hanging": -0.25,
    "checked": -0.9,
    "checked twice": -0.5,
    "cornered": -1.2,
    "goal": 1.5,
    "goal next": 1.0,
    "hunt": 0.5,
    "shelter": 0.25,
    "stronger": 0.5,
    "survival": 0.5,
}
"""The weights of these opponents."""
WEIGHTS = tuple(HAND.get(name, 0.0) for name in FEATURES)
Mixture = Any
"""How often each order of a list is given, as an array."""
Rival = Callable[[Battle, str, Random, Past], str]


@compiled
def fill_matrix(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers) -> None:
    """Judge every order of the first seat against every order of the second."""
    list_candidates(study, field, table, buffers)
    for choice in range(buffers.sizes[0]):
        judge_candidate(study, field, table, buffers, 0, choice)


class View:
    """The matrix of a field from one seat: its orders as rows, those of the other as columns, its shares."""

    def __init__(self, thinker: Thinker, place: Field, most: int = MAX_CANDIDATES) -> None:
        closely = make_numbers([most, most])
        table = tables.allocate_table(place, thinker.longest, closely, closely, thinker.first)
        buffers = thinker.two_player_buffers
        fill_matrix(thinker.study, place, table, buffers)
        rows, columns = int(buffers.sizes[0]), int(buffers.sizes[1])
        shares = np.array(buffers.memo[: rows * columns], dtype=float).reshape(rows, columns)
        self.over = shares >= ENDED
        shares = np.where(shares >= DRAW, shares - DRAW, np.where(self.over, shares - ENDED, shares))
        first = [int(order) for order in buffers.orders[:rows]]
        second = [int(order) for order in buffers.orders[MAX_CANDIDATES : MAX_CANDIDATES + columns]]
        self.turned = thinker.me == 1
        self.mine, self.theirs = (second, first) if self.turned else (first, second)
        self.shares = 1.0 - shares.T if self.turned else shares
        self.over = self.over.T if self.turned else self.over


def solve(shares: Any, times: int = 250) -> tuple[Mixture, Mixture]:
    """Return nearly unexploitable mixtures of a matrix, by regret matching with linear averages (Tammelin 2014)."""
    rows, columns = shares.shape
    regret_mine, regret_theirs = np.zeros(rows), np.zeros(columns)
    sum_mine, sum_theirs = np.zeros(rows), np.zeros(columns)
    mine, theirs = np.full(rows, 1 / rows), np.full(columns, 1 / columns)
    for time in range(1, times + 1):
        hopes = shares @ theirs
        regret_mine = np.maximum(regret_mine + hopes - mine @ hopes, 0)
        mine = regret_mine / regret_mine.sum() if regret_mine.sum() > 0 else np.full(rows, 1 / rows)
        fears = mine @ shares
        regret_theirs = np.maximum(regret_theirs + fears @ theirs - fears, 0)
        theirs = regret_theirs / regret_theirs.sum() if regret_theirs.sum() > 0 else np.full(columns, 1 / columns)
        sum_mine += time * mine
        sum_theirs += time * theirs
    return sum_mine / sum_mine.sum(), sum_theirs / sum_theirs.sum()


def think(battle: Battle, seat: str) -> tuple[Thinker, View]:
    thinker = Thinker(battle, seat, WEIGHTS)
    return thinker, View(thinker, thinker.plan.field)


def give(thinker: Thinker, view: View, mixture: Mixture, luck: Random) -> str:
    """Draw an order; what is given less often than one time in fifty is not given."""
    likely = np.where(mixture >= min(0.02, mixture.max()), mixture, 0.0)
    return str(thinker.order(view.mine[luck.choices(range(len(likely)), list(likely))[0]]))


def give_best(thinker: Thinker, view: View, hopes: Any, luck: Random) -> str:
    """Return one of the orders that hope for most."""
    best = [i for i, hope in enumerate(hopes) if hope >= max(hopes) - 1e-6]
    return str(thinker.order(view.mine[luck.choice(best)]))


def one_ply(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Mix the orders as the matrix of one round demands."""
    thinker, view = think(battle, seat)
    return give(thinker, view, solve(view.shares)[0], luck)


def two_ply(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Mix the orders as the matrix demands when its likely combinations are looked at one round further."""
    thinker, view = think(battle, seat)
    shares = view.shares.copy()
    looked = np.zeros(shares.shape, dtype=bool)
    for _ in range(2):
        mine, theirs = solve(shares, 150)
        likely = np.where(view.over | looked, -1.0, np.outer(mine, theirs))
        for at in np.argsort(-likely, axis=None)[:10]:
            row, column = divmod(int(at), shares.shape[1])
            if likely[row, column] > 0.002:
                shares[row, column] = look_further(thinker, view, row, column)
                looked[row, column] = True
    return give(thinker, view, solve(shares)[0], luck)


def look_further(thinker: Thinker, view: View, row: int, column: int) -> float:
    """Return what the matrix after these orders is worth to the thinker."""
    place = advance(thinker, thinker.plan.field, view.mine[row], view.theirs[column])
    later = View(thinker, place, 16)
    mine, theirs = solve(later.shares, 60)
    return float(mine @ later.shares @ theirs)


def advance(thinker: Thinker, now: Field, mine: int, theirs: int) -> Field:
    """Return the field after a round of these orders."""
    orders = [theirs, mine] if thinker.me == 1 else [mine, theirs]
    survey(now, thinker.study.workspace)
    tables.play(thinker.study, now, make_numbers(orders))
    place = allocate_like(now)
    copy(thinker.study.after, place)
    return place


def turtle(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Give the order whose worst case is best."""
    thinker, view = think(battle, seat)
    return give_best(thinker, view, view.shares.min(axis=1), luck)


def sample(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Answer a dozen random orders of the other as well as can be."""
    thinker, view = think(battle, seat)
    drawn = luck.choices(range(len(view.theirs)), k=12)
    return give_best(thinker, view, view.shares[:, drawn].mean(axis=1), luck)


def regretful(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Search by regret matching on sampled second rounds: what it should have done it does more often."""
    thinker, view = think(battle, seat)
    rows, columns = view.shares.shape
    regrets, counts = [np.zeros(rows), np.zeros(columns)], np.zeros(rows)
    noise: dict[tuple[int, int], float] = {}
    for _ in range(120):
        mixes = [np.maximum(each, 0) + 1e-3 for each in regrets]
        row = luck.choices(range(rows), list(mixes[0]))[0]
        column = luck.choices(range(columns), list(mixes[1]))[0]
        if (row, column) not in noise and len(noise) < 40:
            noise[row, column] = play_out(thinker, view, row, column, luck) - view.shares[row, column]
        payoffs = view.shares[row, column] + noise.get((row, column), 0.0) / 2
        regrets[0] += view.shares[:, column] - payoffs
        regrets[1] += payoffs - view.shares[row, :]
        counts += mixes[0] / mixes[0].sum()
    return give(thinker, view, counts / counts.sum(), luck)


def play_out(thinker: Thinker, view: View, row: int, column: int, luck: Random) -> float:
    """Return what one combination comes to when both answer a random order in the next round."""
    place = advance(thinker, thinker.plan.field, view.mine[row], view.theirs[column])
    if place.clock[OVER]:
        return float(view.shares[row, column])
    later = View(thinker, place, 10)
    i, j = luck.randrange(len(later.mine)), luck.randrange(len(later.theirs))
    return float((later.shares[:, j].max() + later.shares[i, :].min()) / 2)


class Reply:
    """Answers what the other's own code does here: samples of it, drawn with other luck."""

    def __init__(self, level: str, samples: int = 8) -> None:
        self.level, self.samples = level, samples

    def __call__(self, battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
        thinker = Thinker(battle, seat)
        view = View(thinker, thinker.plan.field)
        other = next(each for each in battle.seats if each != seat)
        thought = PLAYERS[self.level].thought
        assert thought, "a level that searches"
        searched = thinking.make_thinker(thought, battle, other, past)
        root = thinking.grow_tree(thought, searched)
        answers = [str(searched.order(thinking.draw_order(thought, searched, root, luck))) for _ in range(self.samples)]
        hopes = np.zeros(len(view.mine))
        for text in answers:
            column = find_order(thinker, view.theirs, battle, other, text)
            hopes += view.shares[:, column] if column >= 0 else 0.0
        return give_best(thinker, view, hopes, luck)


def find_order(thinker: Thinker, orders: Sequence[int], battle: Battle, seat: str, text: str) -> int:
    """Return the place of an order in a list, -1 where it is not in it."""
    try:
        number = thinker.plan.number(read_order(battle, seat, text))
    except IllegalOrder:
        return -1
    return orders.index(number) if number in orders else -1


class Learner:
    """Learns over a match which of some predictions of the other comes true, and answers them accordingly (Hedge)."""

    def __init__(self) -> None:
        self.trust = np.zeros(4)
        self.predicted: tuple[int, Thinker, list[int], Any, str] | None = None

    def __call__(self, battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
        other = next(each for each in battle.seats if each != seat)
        if self.predicted and past and past[-1][0].number == self.predicted[0] == battle.number - 1:
            _, before, theirs, predictions, _ = self.predicted
            came = find_order(before, theirs, past[-1][0], other, past[-1][1].get(other, "-"))
            if came >= 0:
                self.trust = 0.97 * self.trust + np.log(predictions[:, came] + 0.02)
        thinker, view = think(battle, seat)
        theirs = solve(view.shares, 150)[1]
        shares = view.shares[view.mine.index(HOLD), :]
        naive = np.exp((shares.min() - shares) * 30)
        feared = np.exp((view.shares.max(axis=0).min() - view.shares.max(axis=0)) * 30)
        even = np.ones(len(view.theirs))
        predictions = np.array([each / each.sum() for each in (theirs, naive, feared, even)])
        weights = np.exp(self.trust - self.trust.max())
        expected = weights @ predictions / weights.sum()
        self.predicted = (battle.number, thinker, view.theirs, predictions, other)
        hopes = view.shares @ expected
        hopes = 0.7 * hopes + 0.3 * (view.shares @ theirs)
        near = np.exp((hopes - hopes.max()) * 60)
        return give(thinker, view, near / near.sum(), luck)


RIVALS: dict[str, Callable[[str], Rival]] = {
    "one ply": lambda level: one_ply,
    "two ply": lambda level: two_ply,
    "turtle": lambda level: turtle,
    "sampled reply": lambda level: sample,
    "regret search": lambda level: regretful,
    "learner": lambda level: Learner(),
    "reply to itself": Reply,
    "itself": lambda level: PLAYERS[level].choose,
}
"""By name: makes the opponent that a level meets. `reply to itself` knows its code, but not its luck."""
