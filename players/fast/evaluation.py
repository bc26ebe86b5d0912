"""The evaluation of a field: features of each seat, weighed, and turned into shares that add up to one."""

import math

from .buffers import copy_numbers
from .compiled import Fractions, compiled, make_fractions, make_numbers
from .layout import CROSS, GOING_ON, OVER, TREASURE, TREASURES, WINNERS, Features, Field, Ground

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
def mark_threats(ground: Ground, field: Field, features: Features) -> None:
    """Note who could go where, and what each seat's Emperor has as experience."""
    copy_numbers(features.nothing, features.danger)
    for seat in range(len(field.fallen)):
        features.authority[seat] = 1
        features.hits[seat] = 0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and not field.emperor[piece]:
            seat = field.seat[piece]
            features.authority[seat] = max(features.authority[seat], field.experience[piece])
    for i in range(len(features.values)):
        features.values[i] = 0.0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.fallen[field.seat[piece]] == 0:
            mark_reach(ground, field, features, piece)


@compiled
def mark_reach(ground: Ground, field: Field, features: Features, piece: int) -> None:
    """Mark every tile that the piece could go to, or retake."""
    place, seat = field.place[piece], field.seat[piece]
    bit, mobile = 1 << seat, 0
    reach = features.authority[seat] if field.emperor[piece] else field.experience[piece]
    for direction in range(4):
        step, tile = ground.steps[direction], place
        far = min(reach, ground.rays[place * 4 + direction])
        mobile += far
        for _ in range(far):
            tile += step
            features.danger[tile] |= bit
            other = field.at[tile]
            if other >= 0:
                if field.emperor[other] and field.seat[other] != seat:
                    features.hits[field.seat[other]] += 1
                if ground.rules.clear:
                    break
    features.values[seat * 11 + MOBILITY] += mobile * 0.1


@compiled
def compute_features(ground: Ground, field: Field, features: Features) -> None:
    """Fill in the features of every seat."""
    mark_threats(ground, field, features)
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.fallen[field.seat[piece]] == 0:
            _add_piece(field, features, piece)
            if field.emperor[piece]:
                _add_emperor(ground, field, features, piece)
    for seat in range(len(field.fallen)):
        features.values[seat * 11 + AUTHORITY] = features.growth[features.authority[seat]]
        features.values[seat * 11 + CHECKED] = 1.0 if features.hits[seat] > 0 else 0.0
        features.values[seat * 11 + CHECKED_TWICE] = 1.0 if features.hits[seat] > 1 else 0.0


@compiled
def _add_piece(field: Field, features: Features, piece: int) -> None:
    seat = field.seat[piece]
    first = seat * 11
    features.values[first + PIECES] += 1.0
    if not field.emperor[piece]:
        worth, danger = features.growth[field.experience[piece]], features.danger[field.place[piece]]
        features.values[first + EXPERIENCE] += worth
        if danger & ~(1 << seat):
            features.values[first + (GUARDED if danger >> seat & 1 else HANGING)] += worth


@compiled
def _add_emperor(ground: Ground, field: Field, features: Features, piece: int) -> None:
    """Add an Emperor's shelter and way to the goal, and how near its hunters are (which counts for them)."""
    place, seat = field.place[piece], field.seat[piece]
    first = seat * 11
    free = 0
    for direction in range(4):
        tile = place
        for _ in range(min(features.authority[seat], ground.rays[place * 4 + direction])):
            tile += ground.steps[direction]
            other = field.at[tile]
            own = other >= 0 and field.seat[other] == seat
            free += 1 if not own and not features.danger[tile] & ~(1 << seat) else 0
    features.values[first + SHELTER] = max(features.values[first + SHELTER], features.growth[min(free, 9)])
    if ground.rules.goals & (CROSS | TREASURES):
        features.values[first + GOAL] = max(
            features.values[first + GOAL], _measure_progress(ground, field, place, seat)
        )
    for other in range(len(field.place)):
        if field.place[other] >= 0 and field.seat[other] != seat and not field.emperor[other]:
            hunter = field.seat[other] * 11 + HUNT
            near = 1.0 / measure_distance(ground, place, field.place[other])
            features.values[hunter] = max(features.values[hunter], near)


@compiled
def measure_distance(ground: Ground, one: int, other: int) -> int:
    """Return the distance of two tiles in rows and columns, at least 1."""
    columns = ground.steps[2]
    return max(1, abs(one // columns - other // columns) + abs(one % columns - other % columns))


@compiled
def _measure_progress(ground: Ground, field: Field, place: int, seat: int) -> float:
    """Return how near the nearest target or treasure is: 1 divided by its distance, 0 without any."""
    nearest = 0.0
    for tile in range(len(field.at)):
        target = ground.rules.goals & CROSS and ground.targets[tile] >> seat & 1
        treasure = ground.rules.goals & TREASURES and field.items[tile] == TREASURE
        if target or treasure:
            nearest = max(nearest, 1.0 / measure_distance(ground, place, tile))
    return nearest


@compiled
def evaluate(ground: Ground, field: Field, features: Features, shares: Fractions, at: int) -> None:
    """Write each seat's share of the battle from place `at` on: what it won, or else what the features promise."""
    seats = len(field.fallen)
    if field.clock[OVER] != GOING_ON:
        _share_out(field.clock[WINNERS], shares, at, seats)
        return
    compute_features(ground, field, features)
    best = -1e9
    for seat in range(seats):
        score = 0.0
        for feature in range(11):
            score += features.weights[feature] * features.values[seat * 11 + feature]
        features.scores[seat] = score
        if field.fallen[seat] == 0:
            best = max(best, score)
    total = 0.0
    for seat in range(seats):
        behind = int((best - features.scores[seat]) * STEPS) if field.fallen[seat] == 0 else STEPS * DEEPEST
        shares[at + seat] = features.powers[min(max(behind, 0), STEPS * DEEPEST)]
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


def allocate_features(field: Field, weights: tuple[float, ...]) -> Features:
    """Allocate the buffers of an evaluation with these weights, one a feature."""
    seats, tiles = len(field.fallen), len(field.at)
    return Features(
        weights=make_fractions(list(weights)),
        growth=make_fractions([math.sqrt(experience) for experience in range(100)]),
        powers=make_fractions([math.exp(-i / STEPS) for i in range(STEPS * DEEPEST)] + [0.0]),
        values=make_fractions(seats * len(FEATURES)),
        scores=make_fractions(seats),
        danger=make_numbers(tiles),
        nothing=make_numbers(tiles),
        authority=make_numbers(seats),
        hits=make_numbers(seats),
    )
