"""Holdings: who has a territory and with how many armies, written `a5`, `n3`, or `-`."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

NEUTRAL = "n"
LETTERS = "abcdef"
# No number in an order may be greater; it stands as the most where the rules set no limit.
LIMIT = 10**9


class Holding(NamedTuple):
    """An owner (a seat, `n`, or nothing) and its armies."""

    owner: str
    armies: int

    def __str__(self) -> str:
        return f"{self.owner}{self.armies}" if self.owner else "-"


UNCLAIMED = Holding("", 0)
Board = Mapping[str, Holding]


def read_holding(text: str) -> Holding:
    """Read a holding back from its text.

    >>> read_holding("a5")
    Holding(owner='a', armies=5)
    """
    if text == "-":
        return UNCLAIMED
    if not re.fullmatch(r"[a-fn]\d+", text):
        raise ValueError(f"not a holding: {text!r}")
    return Holding(text[0], int(text[1:]))


def list_owned(board: Board, seat: str) -> list[str]:
    """Return the territories of a seat (or `n`, or nobody) in map order.

    >>> list_owned({"gate": Holding("a", 5), "dale": UNCLAIMED}, "a")
    ['gate']
    """
    return [name for name, holding in board.items() if holding.owner == seat]


def list_pieces(board: Board, units: Mapping[str, Mapping[str, int]] | None = None) -> list[dict[str, Any]]:
    """Return what is held as the pieces of a view, in map order; with its units where there are some.

    >>> list_pieces({"gate": Holding("a", 5), "dale": UNCLAIMED}, {"gate": {"spears": 5}})
    [{'tile': 'gate', 'seat': 'a', 'armies': 5, 'units': {'spears': 5}}]
    """
    garrisons = units or {}
    return [
        {"tile": name, "seat": holding.owner, "armies": holding.armies}
        | ({"units": dict(garrisons[name])} if name in garrisons else {})
        for name, holding in board.items()
        if holding.owner
    ]


def armies_of(board: Board, seat: str) -> int:
    """Return the armies that a seat has on the board.

    >>> armies_of({"gate": Holding("a", 5), "dale": Holding("a", 2)}, "a")
    7
    """
    return sum(holding.armies for holding in board.values() if holding.owner == seat)


def holds_all(board: Board, seat: str, territories: Iterable[str]) -> bool:
    """Tell whether every one of the territories belongs to the seat.

    >>> holds_all({"gate": Holding("a", 5), "dale": UNCLAIMED}, "a", ["gate", "dale"])
    False
    """
    return all(board[name].owner == seat for name in territories)
