"""What a field is worth to each seat: a few features, weighed, and shared out so that all shares make one."""

import math

from .buffers import copy_numbers
from .compiled import Fractions, compiled, fractions, numbers
from .layout import CROSS, GOING_ON, OVER, TREASURE, TREASURES, WINNERS, Field, Ground, Sight

FEATURES = (
    "pieces",
    "experience",
    "authority",
    "hanging",
    "guarded",
    "checked",
    "checked twice",
    "goal",
    "hunt",
    "mobility",
    "shelter",
)
(PIECES, EXPERIENCE, AUTHORITY, HANGING, GUARDED, CHECKED, CHECKED_TWICE, GOAL, HUNT, MOBILITY, SHELTER) = range(11)
STEPS, DEEPEST = 64, 16
"""The table of exponentials has so many steps to the unit, and so many units."""


@compiled
def look(ground: Ground, field: Field, sight: Sight) -> None:
    """Note who could go where, and what each seat's Emperor has as experience."""
    copy_numbers(sight.nothing, sight.danger)
    for seat in range(len(field.fallen)):
        sight.authority[seat] = 1
        sight.hits[seat] = 0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and not field.emperor[piece]:
            seat = field.seat[piece]
            sight.authority[seat] = max(sight.authority[seat], field.experience[piece])
    for i in range(len(sight.features)):
        sight.features[i] = 0.0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.fallen[field.seat[piece]] == 0:
            reach_out(ground, field, sight, piece)


@compiled
def reach_out(ground: Ground, field: Field, sight: Sight, piece: int) -> None:
    """Mark every tile that the piece could go to, or retake."""
    place, seat = field.place[piece], field.seat[piece]
    bit, mobile = 1 << seat, 0
    reach = sight.authority[seat] if field.emperor[piece] else field.experience[piece]
    for direction in range(4):
        step, tile = ground.steps[direction], place
        far = min(reach, ground.rays[place * 4 + direction])
        mobile += far
        for _ in range(far):
            tile += step
            sight.danger[tile] |= bit
            other = field.at[tile]
            if other >= 0:
                if field.emperor[other] and field.seat[other] != seat:
                    sight.hits[field.seat[other]] += 1
                if ground.rules.clear:
                    break
    sight.features[seat * 11 + MOBILITY] += mobile * 0.1


@compiled
def weigh(ground: Ground, field: Field, sight: Sight) -> None:
    """Fill in the features of every seat."""
    look(ground, field, sight)
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.fallen[field.seat[piece]] == 0:
            _weigh_piece(field, sight, piece)
            if field.emperor[piece]:
                _weigh_emperor(ground, field, sight, piece)
    for seat in range(len(field.fallen)):
        sight.features[seat * 11 + AUTHORITY] = sight.growth[sight.authority[seat]]
        sight.features[seat * 11 + CHECKED] = 1.0 if sight.hits[seat] > 0 else 0.0
        sight.features[seat * 11 + CHECKED_TWICE] = 1.0 if sight.hits[seat] > 1 else 0.0


@compiled
def _weigh_piece(field: Field, sight: Sight, piece: int) -> None:
    seat = field.seat[piece]
    first = seat * 11
    sight.features[first + PIECES] += 1.0
    if not field.emperor[piece]:
        worth, danger = sight.growth[field.experience[piece]], sight.danger[field.place[piece]]
        sight.features[first + EXPERIENCE] += worth
        if danger & ~(1 << seat):
            sight.features[first + (GUARDED if danger >> seat & 1 else HANGING)] += worth


@compiled
def _weigh_emperor(ground: Ground, field: Field, sight: Sight, piece: int) -> None:
    """Its shelter, its way to the goal, and how near its hunters are (which counts for them)."""
    place, seat = field.place[piece], field.seat[piece]
    first = seat * 11
    free = 0
    for direction in range(4):
        tile = place
        for _ in range(min(sight.authority[seat], ground.rays[place * 4 + direction])):
            tile += ground.steps[direction]
            other = field.at[tile]
            own = other >= 0 and field.seat[other] == seat
            free += 1 if not own and not sight.danger[tile] & ~(1 << seat) else 0
    sight.features[first + SHELTER] = max(sight.features[first + SHELTER], sight.growth[min(free, 9)])
    if ground.rules.goals & (CROSS | TREASURES):
        sight.features[first + GOAL] = max(sight.features[first + GOAL], _progress(ground, field, place, seat))
    for other in range(len(field.place)):
        if field.place[other] >= 0 and field.seat[other] != seat and not field.emperor[other]:
            hunter = field.seat[other] * 11 + HUNT
            near = 1.0 / distance(ground, place, field.place[other])
            sight.features[hunter] = max(sight.features[hunter], near)


@compiled
def distance(ground: Ground, one: int, other: int) -> int:
    """In rows and columns; at least 1."""
    columns = ground.steps[2]
    return max(1, abs(one // columns - other // columns) + abs(one % columns - other % columns))


@compiled
def _progress(ground: Ground, field: Field, place: int, seat: int) -> float:
    """Nearness to the nearest target or treasure."""
    nearest = 0.0
    for tile in range(len(field.at)):
        target = ground.rules.goals & CROSS and ground.targets[tile] >> seat & 1
        treasure = ground.rules.goals & TREASURES and field.items[tile] == TREASURE
        if target or treasure:
            nearest = max(nearest, 1.0 / distance(ground, place, tile))
    return nearest


@compiled
def judge(ground: Ground, field: Field, sight: Sight, shares: Fractions, at: int) -> None:
    """Each seat's share of the battle, from place `at` on: at the end what was won, else what is to be hoped for."""
    seats = len(field.fallen)
    if field.clock[OVER] != GOING_ON:
        _share_out(field.clock[WINNERS], shares, at, seats)
        return
    weigh(ground, field, sight)
    best = -1e9
    for seat in range(seats):
        score = 0.0
        for feature in range(11):
            score += sight.weights[feature] * sight.features[seat * 11 + feature]
        sight.scores[seat] = score
        if field.fallen[seat] == 0:
            best = max(best, score)
    total = 0.0
    for seat in range(seats):
        behind = int((best - sight.scores[seat]) * STEPS) if field.fallen[seat] == 0 else STEPS * DEEPEST
        shares[at + seat] = sight.powers[min(max(behind, 0), STEPS * DEEPEST)]
        total += shares[at + seat]
    for seat in range(seats):
        shares[at + seat] /= total


@compiled
def _share_out(winners: int, shares: Fractions, at: int, seats: int) -> None:
    many = 0
    for seat in range(seats):
        many += winners >> seat & 1
    for seat in range(seats):
        shares[at + seat] = 1.0 / many if winners >> seat & 1 else 0.0


def sight(field: Field, weights: tuple[float, ...]) -> Sight:
    """Room to judge fields of this battle with these weights, one a feature."""
    seats, tiles = len(field.fallen), len(field.at)
    return Sight(
        weights=fractions(list(weights)),
        growth=fractions([math.sqrt(experience) for experience in range(100)]),
        powers=fractions([math.exp(-i / STEPS) for i in range(STEPS * DEEPEST)] + [0.0]),
        features=fractions(seats * len(FEATURES)),
        scores=fractions(seats),
        danger=numbers(tiles),
        nothing=numbers(tiles),
        authority=numbers(seats),
        hits=numbers(seats),
    )
