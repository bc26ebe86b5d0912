"""The evaluation of a field: features of each seat, weighed, and turned into shares that add up to one."""

import math

from .buffers import copy_numbers
from .compiled import Fractions, compiled, make_fractions, make_numbers
from .layout import (
    CROSS,
    GOING_ON,
    NUMBER,
    OVER,
    QUIET,
    REIGN,
    REIGNING,
    STRONGER,
    THRONE,
    TREASURE,
    TREASURES,
    WINNERS,
    Features,
    Field,
    Ground,
)

FEATURES = (
    "pieces",
    "part of all pieces",
    "experience",
    "authority",
    "hanging",
    "guarded",
    "checked",
    "checked twice",
    "cornered",
    "goal",
    "goal next",
    "hunt",
    "hunters",
    "mobility",
    "shelter",
    "exposed",
    "pieces at the limit",
    "experience at the limit",
    "stronger",
    "survival",
    "alone",
)
"""Of each seat, in the order of the weights."""
(
    PIECES,
    PART,
    EXPERIENCE,
    AUTHORITY,
    HANGING,
    GUARDED,
    CHECKED,
    CHECKED_TWICE,
    CORNERED,
    GOAL,
    GOAL_NEXT,
    HUNT,
    HUNTERS,
    MOBILITY,
    SHELTER,
    EXPOSED,
    LIMIT_PIECES,
    LIMIT_EXPERIENCE,
    IS_STRONGER,
    SURVIVAL,
    ALONE,
    COUNT,
) = range(22)
APPROACH, SEATED = 0.5, 0.5
"""What the way to a throne counts for the goal at one step's distance, and having sat down before the first round."""
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
    danger, at, is_clear = features.danger, field.at, ground.rules.clear  # plain Python looks names up on every tile
    for direction in range(4):
        step, tile = ground.steps[direction], place
        far = min(reach, ground.rays[place * 4 + direction])
        mobile += far
        for _ in range(far):
            tile += step
            danger[tile] |= bit
            other = at[tile]
            if other >= 0:
                if field.emperor[other] and field.seat[other] != seat:
                    features.hits[field.seat[other]] += 1
                if is_clear:
                    break
    features.values[seat * COUNT + MOBILITY] += mobile * 0.1


@compiled
def compute_features(ground: Ground, field: Field, features: Features) -> None:
    """Fill in the features of every seat."""
    mark_threats(ground, field, features)
    for piece in range(len(field.place)):
        if field.place[piece] >= 0 and field.fallen[field.seat[piece]] == 0:
            _add_piece(field, features, piece)
            if field.emperor[piece]:
                _add_emperor(ground, field, features, piece)
            if ground.rules.goals & THRONE and (field.emperor[piece] or ground.rules.all_collect):
                first = field.seat[piece] * COUNT
                progress = _measure_reign(ground, field, features, piece)
                features.values[first + GOAL] = max(features.values[first + GOAL], progress)
    _compare_seats(ground, field, features)


@compiled
def _add_piece(field: Field, features: Features, piece: int) -> None:
    first = field.seat[piece] * COUNT
    features.values[first + PIECES] += 1.0
    if not field.emperor[piece]:
        worth = features.growth[field.experience[piece]]
        threats = features.danger[field.place[piece]]
        own = 1 << field.seat[piece]
        features.values[first + EXPERIENCE] += worth
        features.values[first + LIMIT_EXPERIENCE] += field.experience[piece]
        if threats & ~own:
            features.values[first + (GUARDED if threats & own else HANGING)] += worth


@compiled
def _add_emperor(ground: Ground, field: Field, features: Features, piece: int) -> None:
    """Add an Emperor's shelter and way to the goal, and how near its hunters are (which counts for them)."""
    place, seat = field.place[piece], field.seat[piece]
    first, reach = seat * COUNT, features.authority[seat]
    free = exposed = 0
    for direction in range(4):
        tile = place
        for _ in range(min(reach, ground.rays[place * 4 + direction])):
            tile += ground.steps[direction]
            other = field.at[tile]
            if features.danger[tile] & ~(1 << seat):
                exposed += 1
            elif other < 0 or field.seat[other] != seat:
                free += 1
    features.values[first + SHELTER] = max(features.values[first + SHELTER], features.growth[min(free, 9)])
    features.values[first + EXPOSED] += exposed / (1.0 + exposed + free)
    if features.danger[place] & ~(1 << seat):
        features.values[first + CORNERED] += 1.0 / (1.0 + free)
    if ground.rules.goals & (CROSS | TREASURES):
        moves = _count_moves_to_goal(ground, field, features, place, seat)
        features.values[first + GOAL] = max(features.values[first + GOAL], 1.0 / moves)
        if moves == 1:
            features.values[first + GOAL_NEXT] = 1.0
    row, column = features.rows[place], features.columns[place]
    rows, columns, values = features.rows, features.columns, features.values
    places, seats, is_emperor = field.place, field.seat, field.emperor
    for other in range(len(places)):
        tile, hunter = places[other], seats[other]
        if tile >= 0 and hunter != seat and field.fallen[hunter] == 0:
            down, right = abs(rows[tile] - row), abs(columns[tile] - column)
            far = features.authority[hunter] if is_emperor[other] else field.experience[other]
            at = hunter * COUNT
            if not is_emperor[other]:
                values[at + HUNT] = max(values[at + HUNT], 1.0 / max(1, down + right))
            if down == 0 or right == 0:
                values[at + HUNTERS] += 1.0 if down + right <= 2 * far + 1 else 0.0
            elif min(down, right) <= far and max(down, right) <= far + 1:
                values[at + HUNTERS] += 1.0


@compiled
def _compare_seats(ground: Ground, field: Field, features: Features) -> None:
    """Fill in what depends on the other seats, the clock and the rules."""
    seats, values = len(field.fallen), features.values
    pieces = experience = 0.0
    for seat in range(seats):
        pieces += values[seat * COUNT + PIECES]
        experience += values[seat * COUNT + LIMIT_EXPERIENCE]
    late = max(field.clock[QUIET] / ground.rules.quiet_rounds, min(1.0, field.clock[NUMBER] / ground.rules.max_rounds))
    late *= late
    for seat in range(seats):
        first = seat * COUNT
        values[first + AUTHORITY] = features.growth[features.authority[seat]]
        values[first + CHECKED] = 1.0 if features.hits[seat] > 0 else 0.0
        values[first + CHECKED_TWICE] = 1.0 if features.hits[seat] > 1 else 0.0
        values[first + HUNTERS] = features.growth[min(int(values[first + HUNTERS]), 16)]
        values[first + ALONE] = 1.0 if values[first + PIECES] < 2.0 else 0.0
        values[first + PART] = values[first + PIECES] / max(1.0, pieces)
        values[first + LIMIT_PIECES] = late * values[first + PART]
        values[first + LIMIT_EXPERIENCE] *= late / max(1.0, experience)
        if ground.rules.goals & STRONGER:
            for other in range(seats):
                if field.fallen[other] == 0 and features.authority[other] < features.authority[seat]:
                    values[first + IS_STRONGER] += 1.0
        for i in range(0, len(ground.survivals), 2):
            if field.clock[NUMBER] <= ground.survivals[i]:
                spare = min(2.0, max(-2.0, values[first + PIECES] - ground.survivals[i + 1] - 0.5))
                values[first + SURVIVAL] += spare * field.clock[NUMBER] / ground.survivals[i]


@compiled
def _count_moves_to_goal(ground: Ground, field: Field, features: Features, place: int, seat: int) -> int:
    """Return how many moves an Emperor is away from the nearest target or treasure, were the way free; 99 if none."""
    nearest, reach = 99, features.authority[seat]
    for tile in range(len(field.at)):
        target = ground.rules.goals & CROSS and ground.targets[tile] >> seat & 1
        treasure = ground.rules.goals & TREASURES and field.items[tile] == TREASURE
        if target or treasure:
            down = abs(features.rows[tile] - features.rows[place])
            right = abs(features.columns[tile] - features.columns[place])
            nearest = min(nearest, (down + reach - 1) // reach + (right + reach - 1) // reach)
    return max(1, nearest)


@compiled
def _measure_reign(ground: Ground, field: Field, features: Features, piece: int) -> float:
    """Return how near the piece brings its seat to the end of a reign: on the way there, and then sitting it out."""
    place, throne = field.place[piece], ground.throne
    if place != throne:
        down = abs(features.rows[throne] - features.rows[place])
        return APPROACH / (down + abs(features.columns[throne] - features.columns[place]))
    if field.seat[piece] != field.clock[REIGNING]:
        return SEATED
    return SEATED + field.clock[REIGN] / ground.reign


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
        for i in range(seat * COUNT, seat * COUNT + COUNT):
            score += features.weights[i] * features.values[i]
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


def allocate_features(ground: Ground, field: Field, weights: tuple[float, ...]) -> Features:
    """Allocate the buffers of an evaluation with these weights: one a feature for all seats alike, or for each seat."""
    seats, tiles, columns = len(field.fallen), len(field.at), ground.steps[2]
    return Features(
        weights=make_fractions(list(weights) * (seats * COUNT // len(weights))),
        growth=make_fractions([math.sqrt(experience) for experience in range(100)]),
        powers=make_fractions([math.exp(-i / STEPS) for i in range(STEPS * DEEPEST)] + [0.0]),
        values=make_fractions(seats * len(FEATURES)),
        scores=make_fractions(seats),
        danger=make_numbers(tiles),
        nothing=make_numbers(tiles),
        authority=make_numbers(seats),
        hits=make_numbers(seats),
        rows=make_numbers([tile // columns for tile in range(tiles)]),
        columns=make_numbers([tile % columns for tile in range(tiles)]),
    )
