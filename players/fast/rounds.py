"""The phases of a round (rules §4) on numbers; `battlefield.resolver` is the reference."""

from .compiled import compiled
from .layout import (
    DISTANCES,
    DUELS,
    HOLD,
    KEPT_BY_NOBODY,
    KEPT_BY_SLOWEST,
    LOST_EMPEROR,
    RESETS,
    STAMP,
    STRONGER_TAKEN,
    TAKES,
    Field,
    Ground,
    Workspace,
)
from .moves import count_sharers, settle, spring
from .takes import take


@compiled
def survey(field: Field, workspace: Workspace) -> None:
    """Note who commands what before the round."""
    pieces = len(field.place)
    for seat in range(len(field.fallen)):
        workspace.authority[seat] = 1
        workspace.strongest[seat] = -1
        workspace.emperors[seat] = workspace.pieces[seat] = 0
    for piece in range(pieces):
        if field.place[piece] < 0:
            continue
        seat = field.seat[piece]
        workspace.army[seat * pieces + workspace.pieces[seat]] = piece
        workspace.pieces[seat] += 1
        if field.emperor[piece]:
            workspace.emperors[seat] += 1
        elif _is_stronger(field, piece, workspace.strongest[seat]):
            workspace.strongest[seat] = piece
            workspace.authority[seat] = field.experience[piece]


@compiled
def _is_stronger(field: Field, piece: int, other: int) -> bool:
    if other < 0 or field.experience[piece] > field.experience[other]:
        return True
    return field.experience[piece] == field.experience[other] and field.place[piece] < field.place[other]


@compiled
def march_out(ground: Ground, field: Field, workspace: Workspace, orders: int) -> int:
    """Make marches of the orders on the workspace, which must be legal; how many there are."""
    marches = 0
    for i in range(orders):
        order = workspace.orders[i]
        if order != HOLD:
            piece, direction = order // (4 * DISTANCES), order // DISTANCES % 4
            origin, length = field.place[piece], order % DISTANCES
            workspace.piece[marches] = piece
            workspace.origin[marches] = origin
            workspace.direction[marches] = direction
            workspace.length[marches] = workspace.distance[marches] = length
            workspace.claim[marches] = origin + length * ground.steps[direction]
            workspace.settled[marches] = workspace.took[marches] = 0
            field.at[origin] = -1
            marches += 1
    workspace.log[STAMP] += 1
    workspace.log[TAKES] = workspace.log[LOST_EMPEROR] = workspace.log[RESETS] = 0
    workspace.log[STRONGER_TAKEN] = workspace.log[DUELS] = 0
    return marches


@compiled
def settle_all(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Repeat the three phases until every march is settled."""
    while settle_uncontested(field, workspace, marches):
        settle_conflicts(ground, field, workspace, marches)
        take(ground, field, workspace, marches)


@compiled
def settle_uncontested(field: Field, workspace: Workspace, marches: int) -> int:
    """Settle the marches of phase 1, and return how many are still unsettled."""
    for march in range(marches):
        free = not workspace.settled[march] and field.at[workspace.claim[march]] < 0
        workspace.mark[march] = 1 if free and count_sharers(workspace, march, marches) == 0 else 0
    changed = True
    while changed:
        changed = False
        for march in range(marches):
            if workspace.mark[march] and _must_wait(workspace, march, marches):
                workspace.mark[march] = 0
                changed = True
    left = 0
    for march in range(marches):
        if workspace.mark[march]:
            settle(field, workspace, march)
        elif not workspace.settled[march]:
            left += 1
    return left


@compiled
def _must_wait(workspace: Workspace, march: int, marches: int) -> bool:
    """Return whether the piece that left the march's claim has not settled and does not settle with the others."""
    claim = workspace.claim[march]
    for other in range(marches):
        if workspace.origin[other] == claim:
            return not workspace.settled[other] and not workspace.mark[other]
    return False


@compiled
def settle_conflicts(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Resolve the conflicts of phase 2."""
    any_lost = False
    for march in range(marches):
        workspace.mark[march] = 0
        contested = not workspace.settled[march] and count_sharers(workspace, march, marches) > 0
        if contested and not _keeps_claim(ground, field, workspace, march, marches):
            workspace.mark[march] = 1
            any_lost = True
    if any_lost and ground.rules.springs:
        spring(ground, field, workspace, marches)
    elif any_lost:
        for march in range(marches):
            if workspace.mark[march]:
                workspace.distance[march] = 0
                workspace.claim[march] = workspace.origin[march]
                settle(field, workspace, march)


@compiled
def _keeps_claim(ground: Ground, field: Field, workspace: Workspace, march: int, marches: int) -> bool:
    """Return whether the march keeps its claim in the conflict."""
    emperors, emperor, keeper, claim = 0, -1, -1, workspace.claim[march]
    for other in range(marches):
        if workspace.claim[other] == claim and not workspace.settled[other]:
            if keeper < 0 or ground.rules.keeper == KEPT_BY_SLOWEST:
                keeper = other
            if workspace.took[other] and field.emperor[workspace.piece[other]]:
                emperors += 1
                emperor = other
    if ground.rules.precedence and emperors == 1:
        return march == emperor
    return ground.rules.keeper != KEPT_BY_NOBODY and march == keeper
