"""The player of one ply: what stands best for it when all others hold, and where its pieces could be taken then."""

from random import Random

from battlefield import Battle, Formation, Order, Tile, play
from battlefield.orders import destinations

from .simple import HOLD, orders

EMPEROR, PAWN, EXPERIENCE, GOAL = 100.0, 10.0, 1.0, 1000.0


def best_order(battle: Battle, seat: str, budget: int, luck: Random) -> str:
    """The order of the highest worth, the first met of a shuffled list among equals."""
    choices = [Order(seat), *orders(battle, seat)]
    luck.shuffle(choices)
    return str(max(choices, key=lambda order: worth(battle, order))) if len(choices) > 1 else HOLD


def worth(battle: Battle, order: Order) -> float:
    """What the battle is worth to the seat after this order, the others holding."""
    after, _ = play(battle, [(order.seat, str(order))])
    if after.outcome:
        return GOAL if order.seat in after.outcome.seats else -GOAL
    formation = after.formation
    danger = threatened(after, order.seat)
    total = 0.0
    for tile, piece in formation.pieces.items():
        value = EMPEROR if piece.is_emperor else PAWN + EXPERIENCE * piece.experience
        if piece.seat != order.seat:
            total -= value / 2
        else:
            total += value / 2 if tile in danger else value
    return total - approach(after, order.seat)


def threatened(battle: Battle, seat: str) -> set[Tile]:
    """The tiles that another seat could order a piece to."""
    formation = battle.formation
    return {
        tile for origin, piece in formation.pieces.items()
        if piece.seat != seat and piece.seat not in battle.fallen
        for tile in destinations(formation, origin, battle.ruleset.path)
    }


def approach(battle: Battle, seat: str) -> float:
    """How far the seat's Emperors are from where they want to be: targets, treasures, the Emperors of others."""
    formation = battle.formation
    names = {goal.split("(")[0] for goal in battle.ruleset.goals}
    wanted: set[Tile] = set()
    if "cross" in names:
        wanted |= battle.targets.get(seat, frozenset())
    if "treasure" in names:
        wanted |= {tile for tile, item in formation.items.items() if not item.owner}
    if wanted:
        return min((distance(at, to) for at in formation.emperors(seat) for to in wanted), default=0.0)
    return hunt(formation, seat)


def hunt(formation: Formation, seat: str) -> float:
    """How far the seat's nearest pawn is from another seat's Emperor."""
    emperors = [tile for tile, piece in formation.pieces.items() if piece.is_emperor and piece.seat != seat]
    pawns = [tile for tile, piece in formation.of(seat).items() if not piece.is_emperor]
    return min((distance(at, to) for at in pawns for to in emperors), default=0.0) / 4


def distance(one: Tile, other: Tile) -> float:
    return abs(one.row - other.row) + abs(one.column - other.column)
