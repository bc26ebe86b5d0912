"""Emperors of the Dynasty: the grid game. Plain Python; nothing here knows of the web.

>>> from battlefield.compact import read
>>> resolution = resolve(read("A_a/b_B"), [Order.read("a", "C1-B1")], Ruleset(conflict="rollback"))
>>> print(resolution.formation)
+---+---+---+
|(a)| a2|   |
+---+---+---+
| b |   |(b)|
+---+---+---+
"""

from .battles import Battle, Outcome, begin, play
from .boards import Board
from .formations import Formation
from .items import Item
from .orders import IllegalOrder, Order, Refusal, legal_orders
from .pieces import Kind, Piece
from .records import BadRecord, Record
from .resolver import Resolution, resolve
from .rulesets import Ruleset
from .tiles import Tile
from .unknown import UnknownRule

__all__ = [
    "BadRecord",
    "Battle",
    "Board",
    "Formation",
    "IllegalOrder",
    "Item",
    "Kind",
    "Order",
    "Outcome",
    "Piece",
    "Record",
    "Refusal",
    "Resolution",
    "Ruleset",
    "Tile",
    "UnknownRule",
    "begin",
    "legal_orders",
    "play",
    "resolve",
]
