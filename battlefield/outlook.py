"""What an order is worth: of all that the others may reply, how much leaves each piece safe, bounced or taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random

from .battles import Battle, prioritise, read_order
from .orders import Order, legal_orders
from .resolver import Resolution, resolve
from .tiles import Tile

OrderText = tuple[str, str]


@dataclass
class Row:
    """What becomes of one piece, counted over the replies."""

    home: Tile
    kind: str
    safe: int = 0
    bounced: int = 0
    taken: int = 0
    threat: tuple[OrderText, ...] = ()
    """The first reply found that takes it."""


@dataclass(frozen=True)
class Outlook:
    """What may become of the pieces of a seat under one order."""

    total: int
    """How many replies the others have together."""
    played: int
    """How many of them were played through: all, or as many by chance."""
    rows: tuple[Row, ...]

    @property
    def exact(self) -> bool:
        return self.played == self.total


def outlook(battle: Battle, seat: str, text: str, most: int, luck: Random) -> Outlook:
    """Return the outcomes of an order over the others' replies: all replies where they are at most `most`.

    IllegalOrder where the order is not legal.
    """
    own = read_order(battle, seat, text)
    others = [[(other, choice) for choice in choices(battle, other)] for other in battle.to_act if other != seat]
    total = prod(map(len, others))
    replies = product(*others) if total <= most else by_chance(others, most, luck)
    rows = {tile: Row(tile, str(piece.kind)) for tile, piece in sorted(battle.formation.of(seat).items())}
    for reply in replies:
        played = prioritise(battle, [(seat, text), *reply])
        orders = [own if each == seat else Order.read(each, text_given) for each, text_given in played]
        count(rows, own, seat, resolve(battle.formation, orders, battle.ruleset), reply)
    return Outlook(total, min(total, most), tuple(rows.values()))


def choices(battle: Battle, seat: str) -> list[str]:
    """Return every order of a seat: it holds, or one of its pieces goes somewhere."""
    legal = legal_orders(battle.formation, seat, battle.ruleset.path)
    return ["-", *(f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals)]


def by_chance(others: Sequence[Sequence[OrderText]], most: int, luck: Random) -> Iterator[tuple[OrderText, ...]]:
    """Yield replies drawn one by one; an equal one may come twice."""
    for _ in range(most):
        yield tuple(luck.choice(each) for each in others)


def count(rows: dict[Tile, Row], own: Order, seat: str, found: Resolution, reply: tuple[OrderText, ...]) -> None:
    """Note what became of each piece in one round."""
    for home, row in rows.items():
        end = found.ends.get(home)
        if end is None or found.formation.pieces[end].seat != seat:
            row.taken += 1
            row.threat = row.threat or reply
        elif home == own.origin and end != own.destination:
            row.bounced += 1
        else:
            row.safe += 1
