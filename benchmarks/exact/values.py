"""Exact values of tiny battles, and of policies against their best answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from . import matrices
from .matrices import Solution
from .trees import End, Place, Tree

Odds = Mapping[str, float]
"""How often each order is given."""
Past = tuple[tuple[Place, tuple[str, str]], ...]
"""The rounds that lie behind, the newest last, and what both seats ordered."""


@dataclass(frozen=True)
class Policy:
    """A way of playing."""

    odds: Callable[[Place, int, Past], Odds]
    """At a place, by a seat (0 or 1), where these rounds lie behind."""
    reads: int = 0
    """How many of the last rounds it looks at: earlier ones make no difference."""

    def after(self, past: Past, here: Place, mine: int, answer: int, seat: int) -> Past:
        """Return the past that the policy remembers after this round."""
        if not self.reads:
            return ()
        row, column = (answer, mine) if seat else (mine, answer)
        return (*past, (here, (here.orders[0][row], here.orders[1][column])))[-self.reads :]


def solve(tree: Tree) -> dict[Place, Solution]:
    """Solve every position, the last round first; the values are those of the first seat."""
    found: dict[Place, Solution] = {}
    for layer in reversed(tree):
        for here in layer.values():
            found[here] = matrices.solve(np.array([[_worth(end, found) for end in row] for row in here.ends]))
    return found


def _worth(end: End, found: Mapping[Place, Solution]) -> float:
    return found[end].value if isinstance(end, Place) else end


def solve_unmixed(tree: Tree) -> float:
    """Return the most that the first seat can keep if it never mixes its orders."""
    found: dict[Place, float] = {}
    for layer in reversed(tree):
        for here in layer.values():
            found[here] = max(min(found[end] if isinstance(end, Place) else end for end in row) for row in here.ends)
    (opening,) = tree[0].values()
    return found[opening]


def play_exactly(found: Mapping[Place, Solution]) -> Policy:
    """Return the policy that was solved for."""

    def odds(here: Place, seat: int, past: Past) -> Odds:
        return dict(zip(here.orders[seat], (found[here].rows, found[here].columns)[seat], strict=True))

    return Policy(odds)


def play_evenly(here: Place, seat: int, past: Past) -> Odds:
    """Return equal odds for every legal order, holding among them."""
    return dict.fromkeys(here.orders[seat], 1 / len(here.orders[seat]))


def measure_kept(opening: Place, seat: int, policy: Policy) -> float:
    """Return the seat's share of the victory against the best answer to its policy."""

    @cache
    def keeps(end: End, past: Past) -> float:
        if not isinstance(end, Place):
            return end if seat == 0 else 1 - end
        odds = policy.odds(end, seat, past)
        orders = [(mine, often) for mine, order in enumerate(end.orders[seat]) if (often := odds.get(order, 0.0)) > 0]
        return min(
            sum(
                often * keeps(follow_orders(end, seat, mine, answer), policy.after(past, end, mine, answer, seat))
                for mine, often in orders
            )
            for answer in range(len(end.orders[1 - seat]))
        )

    return keeps(opening, ())


def follow_orders(here: Place, seat: int, mine: int, answer: int) -> End:
    """Return where an order of a seat and the other's answer lead."""
    return here.ends[answer][mine] if seat else here.ends[mine][answer]


def measure_meeting(opening: Place, one: Policy, other: Policy) -> float:
    """Return the first seat's share of the victory when both policies meet."""

    @cache
    def meets(end: End, pasts: tuple[Past, Past]) -> float:
        if not isinstance(end, Place):
            return end
        rows, columns = one.odds(end, 0, pasts[0]), other.odds(end, 1, pasts[1])
        return sum(
            often
            * likely
            * meets(end.ends[i][j], (one.after(pasts[0], end, i, j, 0), other.after(pasts[1], end, j, i, 1)))
            for i, row in enumerate(end.orders[0])
            if (often := rows.get(row, 0.0)) > 0
            for j, column in enumerate(end.orders[1])
            if (likely := columns.get(column, 0.0)) > 0
        )

    return meets(opening, ((), ()))
