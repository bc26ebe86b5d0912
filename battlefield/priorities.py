"""Whose order counts as the quickest."""

from collections.abc import Sequence
from typing import TypeVar

Submission = TypeVar("Submission", bound=tuple[str, ...])


def quickest(orders: Sequence[Submission], seats: str, number: int) -> list[Submission]:
    """Return the sort key of arrival: the order that reached the server first comes first."""
    return list(orders)


def rotate(orders: Sequence[Submission], seats: str, number: int) -> list[Submission]:
    """Return the sort key by turns: in round r the r-th seat leads, the others follow by their letters.

    >>> rotate([("b", "-"), ("a", "-")], "ab", 1)
    [('a', '-'), ('b', '-')]
    """
    leader = seats[(number - 1) % len(seats)]
    return sorted(orders, key=lambda order: (order[0] != leader, order[0]))


PRIORITIES = {"quickest": quickest, "rotating": rotate}
