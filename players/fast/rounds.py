"""The phases of a round (rules §4), on numbers. `battlefield.resolver` says the same in words and is the truth."""

from .compiled import compiled
from .layout import (
    DUELS,
    FARTHEST,
    HOLD,
    KEPT_BY_NOBODY,
    KEPT_BY_SLOWEST,
    LOST_EMPEROR,
    RESETS,
    STAMP,
    STRONGER_TAKEN,
    TAKES,
    Desk,
    Field,
    Ground,
)
from .moves import settle, sharers, spring
from .takes import take


@compiled
def survey(field: Field, desk: Desk) -> None:
    """Note who commands what before the round."""
    pieces = len(field.place)
    for seat in range(len(field.fallen)):
        desk.authority[seat] = 1
        desk.strongest[seat] = -1
        desk.emperors[seat] = desk.pieces[seat] = 0
    for piece in range(pieces):
        if field.place[piece] < 0:
            continue
        seat = field.seat[piece]
        desk.army[seat * pieces + desk.pieces[seat]] = piece
        desk.pieces[seat] += 1
        if field.emperor[piece]:
            desk.emperors[seat] += 1
        elif _stronger(field, piece, desk.strongest[seat]):
            desk.strongest[seat] = piece
            desk.authority[seat] = field.experience[piece]


@compiled
def _stronger(field: Field, piece: int, other: int) -> bool:
    if other < 0 or field.experience[piece] > field.experience[other]:
        return True
    return field.experience[piece] == field.experience[other] and field.place[piece] < field.place[other]


@compiled
def march_out(ground: Ground, field: Field, desk: Desk, orders: int) -> int:
    """Make marches of the orders on the desk, which must be legal; how many there are."""
    marches = 0
    for i in range(orders):
        order = desk.orders[i]
        if order != HOLD:
            piece, direction = order // (4 * FARTHEST), order // FARTHEST % 4
            origin, length = field.place[piece], order % FARTHEST
            desk.piece[marches] = piece
            desk.origin[marches] = origin
            desk.direction[marches] = direction
            desk.length[marches] = desk.distance[marches] = length
            desk.claim[marches] = origin + length * ground.steps[direction]
            desk.settled[marches] = desk.took[marches] = 0
            field.at[origin] = -1
            marches += 1
    desk.log[STAMP] += 1
    desk.log[TAKES] = desk.log[LOST_EMPEROR] = desk.log[RESETS] = 0
    desk.log[STRONGER_TAKEN] = desk.log[DUELS] = 0
    return marches


@compiled
def settle_all(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """Repeat the three phases until every march is settled."""
    while fix(field, desk, marches):
        settle_conflicts(ground, field, desk, marches)
        take(ground, field, desk, marches)


@compiled
def fix(field: Field, desk: Desk, marches: int) -> int:
    """Phase 1; how many marches are still unsettled."""
    for march in range(marches):
        free = not desk.settled[march] and field.at[desk.claim[march]] < 0
        desk.mark[march] = 1 if free and sharers(desk, march, marches) == 0 else 0
    changed = True
    while changed:
        changed = False
        for march in range(marches):
            if desk.mark[march] and _waits(desk, march, marches):
                desk.mark[march] = 0
                changed = True
    left = 0
    for march in range(marches):
        if desk.mark[march]:
            settle(field, desk, march)
        elif not desk.settled[march]:
            left += 1
    return left


@compiled
def _waits(desk: Desk, march: int, marches: int) -> bool:
    """Whether the former occupant of its claim is still there, and not leaving with the others."""
    claim = desk.claim[march]
    for other in range(marches):
        if desk.origin[other] == claim:
            return not desk.settled[other] and not desk.mark[other]
    return False


@compiled
def settle_conflicts(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """Phase 2."""
    any_lost = False
    for march in range(marches):
        desk.mark[march] = 0
        contested = not desk.settled[march] and sharers(desk, march, marches) > 0
        if contested and not _keeps(ground, field, desk, march, marches):
            desk.mark[march] = 1
            any_lost = True
    if any_lost and ground.rules.springs:
        spring(ground, field, desk, marches)
    elif any_lost:
        for march in range(marches):
            if desk.mark[march]:
                desk.distance[march] = 0
                desk.claim[march] = desk.origin[march]
                settle(field, desk, march)


@compiled
def _keeps(ground: Ground, field: Field, desk: Desk, march: int, marches: int) -> bool:
    """Whether it keeps its claim in the conflict."""
    emperors, emperor, kept, claim = 0, -1, -1, desk.claim[march]
    for other in range(marches):
        if desk.claim[other] == claim and not desk.settled[other]:
            if kept < 0 or ground.rules.keeper == KEPT_BY_SLOWEST:
                kept = other
            if desk.took[other] and field.emperor[desk.piece[other]]:
                emperors += 1
                emperor = other
    if ground.rules.precedence and emperors == 1:
        return march == emperor
    return ground.rules.keeper != KEPT_BY_NOBODY and march == kept
