"""The computer players that do not search."""

from random import Random

from battlefield import Battle, Order, legal_orders

HOLD = "-"


def list_orders(battle: Battle, seat: str) -> list[Order]:
    """Return every legal order of the seat but holding, in reading order.

    >>> from battlefield.compact import read
    >>> from battlefield import Ruleset, begin
    >>> list(map(str, list_orders(begin(read("A_b/__B"), Ruleset()), "a")))
    ['A1-B1', 'A1-A2']
    """
    found = legal_orders(battle.formation, seat, battle.ruleset.path)
    return [Order(seat, origin, destination) for origin, goals in found.items() for destination in goals]


def choose_random(battle: Battle, seat: str, luck: Random, past: object = ()) -> str:
    """Return a random legal order; hold only where there is no other.

    >>> from battlefield.compact import read
    >>> from battlefield import Ruleset, begin
    >>> choose_random(begin(read("A_b/__B"), Ruleset()), "b", Random(1))
    'C1-B1'
    """
    legal = list_orders(battle, seat)
    return str(luck.choice(legal)) if legal else HOLD


def choose_capture(battle: Battle, seat: str, luck: Random, past: object = (), *, attention: float = 1.0) -> str:
    """Return a random order onto an enemy Emperor, else onto an enemy piece, else any legal one; hold if none is.

    With less attention it overlooks what it could capture in so many of the rounds.

    >>> from battlefield.compact import read
    >>> from battlefield import Ruleset, begin
    >>> choose_capture(begin(read("Ab/_B"), Ruleset()), "b", Random(1))
    'B1-A1'
    """
    sees = attention >= 1.0 or luck.random() < attention
    if not sees:
        return choose_random(battle, seat, luck)
    legal = list_orders(battle, seat)
    pieces = battle.formation.pieces
    onto = [order for order in legal if order.destination in pieces]
    emperors = [order for order in onto if order.destination and pieces[order.destination].is_emperor]
    return str(luck.choice(emperors or onto or legal)) if legal else HOLD
