"""The players that do not think ahead."""

from random import Random

from battlefield import Battle, Order, legal_orders

HOLD = "-"


def orders(battle: Battle, seat: str) -> list[Order]:
    """Every legal order of the seat but holding, in reading order."""
    found = legal_orders(battle.formation, seat, battle.ruleset.path)
    return [Order(seat, origin, destination) for origin, goals in found.items() for destination in goals]


def random_order(battle: Battle, seat: str, budget: int, luck: Random) -> str:
    """Any legal order; holding only where there is no other."""
    legal = orders(battle, seat)
    return str(luck.choice(legal)) if legal else HOLD
