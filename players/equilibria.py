"""How two seats mix their orders when each knows that the other thinks too."""

from collections.abc import Sequence

TIMES = 300
"""How often the seats regret what they did."""
Shares = Sequence[Sequence[float]]
"""By order of the first seat, then of the second: what part of the victory the first seat gets."""


def solve(shares: Shares, times: int = TIMES) -> tuple[list[float], list[float]]:
    """Return how often each seat gives each of its orders, so that neither can do much better.

    This is regret matching (Tammelin 2014, "regret matching+"): an order is given in proportion to what was missed by
    not giving it so far; later rounds count for more.

    >>> [round(often, 1) for often in solve([[1, 0], [0, 1]])[0]]
    [0.5, 0.5]
    >>> solve([[0.9, 0.8], [0.2, 0.7]])
    ([1.0, 0.0], [0.0, 1.0])
    """
    rows, columns = len(shares), len(shares[0])
    answers = [[row[column] for row in shares] for column in range(columns)]
    regrets, totals = ([0.0] * rows, [0.0] * columns), ([0.0] * rows, [0.0] * columns)
    for time in range(1, times + 1):
        mine, theirs = normalize(regrets[0]), normalize(regrets[1])
        hopes = (
            [add_products(row, theirs) for row in shares],
            [1 - add_products(column, mine) for column in answers],
        )
        for regret, total, mixture, hope in zip(regrets, totals, (mine, theirs), hopes, strict=True):
            reached = add_products(mixture, hope)
            for order, value in enumerate(hope):
                missed = regret[order] + value - reached
                regret[order] = missed if missed > 0.0 else 0.0
                total[order] += time * mixture[order]
    return drop_rare(totals[0]), drop_rare(totals[1])


def add_products(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the sum of values by their weights.

    >>> add_products([1.0, 2.0], [0.5, 0.25])
    1.0
    """
    found = 0.0
    for i in range(len(values)):
        found += values[i] * weights[i]
    return found


def normalize(weights: Sequence[float]) -> list[float]:
    """Return weights that add up to 1; equal ones where all are nothing.

    >>> normalize([1.0, 3.0]), normalize([0.0, 0.0])
    ([0.25, 0.75], [0.5, 0.5])
    """
    whole = sum(weights)
    if not whole:
        return [1 / len(weights)] * len(weights)
    return [weight / whole for weight in weights]


def drop_rare(weights: Sequence[float], least: float = 0.02) -> list[float]:
    """Return the mixture of these weights without what is given less often than `least`.

    >>> drop_rare([98.5, 1.5])
    [1.0, 0.0]
    """
    return normalize([often if often >= least else 0.0 for often in normalize(weights)])
