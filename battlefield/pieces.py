"""Emperors and pawns."""

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from .errors import BadInput
from .marks import N_

SEATS = "abcdefghijklmnopqrstuvw"
MAX_EXPERIENCE = 99
"""A diagram has room for two digits, and no board is longer."""
CELL = re.compile(r"\(([a-w])\)|([a-w])([1-9][0-9]?)?", re.ASCII)


class Kind(StrEnum):
    PAWN = "pawn"
    EMPEROR = "emperor"


class Piece(NamedTuple):
    """One piece of one seat. An Emperor has no experience of its own: see `Formation.experience`."""

    seat: str
    kind: Kind = Kind.PAWN
    experience: int = 1

    def __str__(self) -> str:
        """Return the piece as in a diagram: `(a)`, ` a `, ` a7`, `a12`."""
        if self.kind is Kind.EMPEROR:
            return f"({self.seat})"
        return f" {self.seat} " if self.experience == 1 else f"{self.seat}{self.experience}".rjust(3)

    @classmethod
    def read(cls, text: str) -> "Piece":
        """Read the piece that a cell of a diagram shows. Raise ValueError where it shows none.

        >>> Piece.read(" a7").experience
        7
        >>> Piece.read("(b)").is_emperor
        True
        """
        return _read(text.strip())

    @property
    def is_emperor(self) -> bool:
        return self.kind is Kind.EMPEROR


@lru_cache(maxsize=1 << 12)
def _read(text: str) -> Piece:
    match = CELL.fullmatch(text)
    if not match:
        raise BadInput("bad-diagram", N_("“%(text)s” is not a piece."), text=text[:20])
    emperor, pawn, experience = match.groups()
    return Piece(emperor, Kind.EMPEROR) if emperor else Piece(pawn, Kind.PAWN, int(experience or 1))
