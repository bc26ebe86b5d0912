"""The legal orders of a seat, and a quick estimate of which deserve to be played out."""

from .compiled import Fractions, Numbers, compiled
from .layout import CROSS, DISTANCES, THRONE, TREASURE, Features, Field, Ground


@compiled
def list_orders(ground: Ground, field: Field, authority: Numbers, seat: int, orders: Numbers) -> int:
    """Write down every legal order of the seat but holding; how many. `authority`: how far each seat's Emperor goes."""
    found = 0
    for piece in range(len(field.place)):
        origin = field.place[piece]
        if origin < 0 or field.seat[piece] != seat:
            continue
        reach = authority[seat] if field.emperor[piece] else field.experience[piece]
        for direction in range(4):
            step, tile = ground.steps[direction], origin
            for length in range(1, min(reach, ground.rays[origin * 4 + direction]) + 1):
                tile += step
                other = field.at[tile]
                if other < 0 or field.seat[other] != seat:
                    orders[found] = (piece * 4 + direction) * DISTANCES + length
                    found += 1
                if other >= 0 and ground.rules.clear:
                    break
    return found


@compiled
def estimate_order(ground: Ground, field: Field, features: Features, seat: int, order: int) -> float:
    """Estimate the worth of an order without playing it: what it takes, saves, risks and learns."""
    piece, direction = order // (4 * DISTANCES), order // DISTANCES % 4
    origin = field.place[piece]
    tile = origin + ground.steps[direction] * (order % DISTANCES)
    others = ~(1 << seat)
    value = 30.0 if field.emperor[piece] else 2.0 + features.growth[field.experience[piece]]
    guess = 0.0 if field.emperor[piece] else 1.0 / features.growth[field.experience[piece]]
    victim = field.at[tile]
    if victim >= 0:
        alive = field.fallen[field.seat[victim]] == 0
        guess += 60.0 if field.emperor[victim] and alive else 3.0 + features.growth[field.experience[victim]]
    if features.danger[origin] & others:
        guess += value
    if features.danger[tile] & others and victim < 0:
        guess -= value
    if (field.emperor[piece] or ground.rules.all_collect) and _is_goal_tile(ground, field, piece, tile):
        guess += 40.0
    return guess


@compiled
def _is_goal_tile(ground: Ground, field: Field, piece: int, tile: int) -> bool:
    """Return whether the piece may want to be on the tile; it is an Emperor, or any piece collects."""
    if field.items[tile] == TREASURE:
        return True
    if ground.rules.goals & THRONE and tile == ground.throne:
        return True
    if not field.emperor[piece]:
        return False
    return ground.rules.goals & CROSS > 0 and ground.targets[tile] >> field.seat[piece] & 1 > 0


@compiled
def select_best(orders: Numbers, values: Fractions, first: int, found: int, most: int) -> int:
    """Bring the most valuable of the orders from place `first` on to the front, best first; how many there are now."""
    count = min(found, most)
    for i in range(first, first + count):
        best = i
        for j in range(i + 1, first + found):
            if values[j] > values[best]:
                best = j
        orders[i], orders[best] = orders[best], orders[i]
        values[i], values[best] = values[best], values[i]
    return count
