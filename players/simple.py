"""The players that do not think ahead."""

from random import Random

from battlefield import Battle, Order, legal_orders

HOLD = "-"


def list_orders(battle: Battle, seat: str) -> list[Order]:
    """Every legal order of the seat but holding, in reading order."""
    found = legal_orders(battle.formation, seat, battle.ruleset.path)
    return [Order(seat, origin, destination) for origin, goals in found.items() for destination in goals]


def choose_random(battle: Battle, seat: str, luck: Random, past: object = ()) -> str:
    """Any legal order; holding only where there is no other."""
    legal = list_orders(battle, seat)
    return str(luck.choice(legal)) if legal else HOLD


def choose_capture(battle: Battle, seat: str, luck: Random, past: object = ()) -> str:
    """Any legal order, but one that may take an Emperor, or else a pawn, where there is any."""
    legal = list_orders(battle, seat)
    pieces = battle.formation.pieces
    onto = [order for order in legal if order.destination in pieces]
    emperors = [order for order in onto if order.destination and pieces[order.destination].is_emperor]
    return str(luck.choice(emperors or onto or legal)) if legal else HOLD
