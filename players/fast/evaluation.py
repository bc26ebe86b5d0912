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
GROWTH = [math.sqrt(experience) for experience in range(100)]
POWERS = [math.exp(-i / STEPS) for i in range(STEPS * DEEPEST)] + [0.0]


@compiled
def mark_threats(ground: Ground, field: Field, features: Features) -> None:
    """Note who could go where or retake, and what each seat's Emperor has as experience.

    Plain Python looks names up wherever they stand, and this runs for every position: so they are looked up once.
    """
    places, seats, is_emperor, experience = field.place, field.seat, field.emperor, field.experience
    danger, authority, hits, values = features.danger, features.authority, features.hits, features.values
    at, fallen, rays, steps, is_clear = field.at, field.fallen, ground.rays, ground.steps, ground.rules.clear
    copy_numbers(features.nothing, danger)
    for seat in range(len(fallen)):
        authority[seat] = 1
        hits[seat] = 0
    for piece in range(len(places)):
        if places[piece] >= 0 and not is_emperor[piece] and experience[piece] > authority[seats[piece]]:
            authority[seats[piece]] = experience[piece]
    for i in range(len(values)):
        values[i] = 0.0
    for piece in range(len(places)):
        place, seat = places[piece], seats[piece]
        if place < 0 or fallen[seat] != 0:
            continue
        bit, mobile = 1 << seat, 0
        reach = authority[seat] if is_emperor[piece] else experience[piece]
        for direction in range(4):
            step, tile, far = steps[direction], place, rays[place * 4 + direction]
            far = min(far, reach)
            mobile += far
            for _ in range(far):
                tile += step
                danger[tile] |= bit
                other = at[tile]
                if other >= 0:
                    if is_emperor[other] and seats[other] != seat:
                        hits[seats[other]] += 1
                    if is_clear:
                        break
        values[seat * COUNT + MOBILITY] += mobile * 0.1


@compiled
def compute_features(ground: Ground, field: Field, features: Features) -> None:
    """Fill in the features of every seat."""
    mark_threats(ground, field, features)
    places, seats, is_emperor, experience = field.place, field.seat, field.emperor, field.experience
    values, growth, danger, fallen = features.values, features.growth, features.danger, field.fallen
    has_throne = ground.rules.goals & THRONE
    for piece in range(len(places)):
        place, seat = places[piece], seats[piece]
        if place < 0 or fallen[seat] != 0:
            continue
        first = seat * COUNT
        values[first + PIECES] += 1.0
        if is_emperor[piece]:
            _add_emperor(ground, field, features, piece)
        else:
            worth, threats, own = growth[experience[piece]], danger[place], 1 << seat
            values[first + EXPERIENCE] += worth
            values[first + LIMIT_EXPERIENCE] += experience[piece]
            if threats & ~own:
                values[first + (GUARDED if threats & own else HANGING)] += worth
        if has_throne and (is_emperor[piece] or ground.rules.all_collect):
            progress = _measure_reign(ground, field, features, piece)
            values[first + GOAL] = max(values[first + GOAL], progress)
    _compare_seats(ground, field, features)


@compiled
def _add_emperor(ground: Ground, field: Field, features: Features, piece: int) -> None:
    """Add an Emperor's shelter and way to the goal, and how near its hunters are (which counts for them)."""
    place, seat = field.place[piece], field.seat[piece]
    rows, columns, values, danger, at = features.rows, features.columns, features.values, features.danger, field.at
    places, seats, is_emperor, experience = field.place, field.seat, field.emperor, field.experience
    first, reach, others = seat * COUNT, features.authority[seat], ~(1 << seat)
    free = exposed = 0
    for direction in range(4):
        tile, step, far = place, ground.steps[direction], ground.rays[place * 4 + direction]
        for _ in range(min(reach, far)):
            tile += step
            if danger[tile] & others:
                exposed += 1
            elif at[tile] < 0 or seats[at[tile]] != seat:
                free += 1
    values[first + SHELTER] = max(values[first + SHELTER], features.growth[min(free, 9)])
    values[first + EXPOSED] += exposed / (1.0 + exposed + free)
    if danger[place] & others:
        values[first + CORNERED] += 1.0 / (1.0 + free)
    if ground.rules.goals & (CROSS | TREASURES):
        moves = _count_moves_to_goal(ground, field, features, place, seat)
        values[first + GOAL] = max(values[first + GOAL], 1.0 / moves)
        if moves == 1:
            values[first + GOAL_NEXT] = 1.0
    row, column = rows[place], columns[place]
    for other in range(len(places)):
        tile, hunter = places[other], seats[other]
        if tile >= 0 and hunter != seat and field.fallen[hunter] == 0:
            down, right, hunts = abs(rows[tile] - row), abs(columns[tile] - column), hunter * COUNT
            far = features.authority[hunter] if is_emperor[other] else experience[other]
            if not is_emperor[other]:
                values[hunts + HUNT] = max(values[hunts + HUNT], 1.0 / max(1, down + right))
            if down == 0 or right == 0:
                values[hunts + HUNTERS] += 1.0 if down + right <= 2 * far + 1 else 0.0
            elif min(down, right) <= far and max(down, right) <= far + 1:
                values[hunts + HUNTERS] += 1.0


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
    weights, values, best = features.weights, features.values, -1e9
    for seat in range(seats):
        score = 0.0
        for i in range(seat * COUNT, seat * COUNT + COUNT):
            if values[i]:
                score += weights[i] * values[i]
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
        growth=make_fractions(GROWTH),
        powers=make_fractions(POWERS),
        values=make_fractions(seats * len(FEATURES)),
        scores=make_fractions(seats),
        danger=make_numbers(tiles),
        nothing=make_numbers(tiles),
        authority=make_numbers(seats),
        hits=make_numbers(seats),
        rows=make_numbers([tile // columns for tile in range(tiles)]),
        columns=make_numbers([tile % columns for tile in range(tiles)]),
    )
