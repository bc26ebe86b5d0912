"""What lies on tiles: treasures, and the chests of the seats."""

import re
from typing import NamedTuple

from .errors import BadInput
from .marks import N_

TEXT = re.compile(r"treasure|chest ([a-w])", re.ASCII)


class Item(NamedTuple):
    """A treasure (no owner), or the chest of a seat."""

    owner: str = ""

    def __str__(self) -> str:
        return f"chest {self.owner}" if self.owner else "treasure"

    @property
    def cell(self) -> str:
        """As in a diagram: `(x)` or `[a]`."""
        return f"[{self.owner}]" if self.owner else "(x)"

    @classmethod
    def read(cls, text: str) -> "Item":
        """Read `treasure` or `chest a`. Raise ValueError for anything else.

        >>> Item.read("chest a")
        Item(owner='a')
        >>> Item.read("treasure").cell
        '(x)'
        """
        match = TEXT.fullmatch(text)
        if not match:
            raise BadInput("bad-diagram", N_("“%(text)s” is neither a treasure nor a chest."), text=text[:20])
        return cls(match[1] or "")


TREASURE = Item()
IN_CELL = {"(x)": TREASURE} | {f"[{seat}]": Item(seat) for seat in "abcdefghijklmnopqrstuvw"}
