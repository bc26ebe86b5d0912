"""Phase 3 of a round (rules §4 and §5) on numbers: who takes whom, and what becomes of both."""

from .compiled import compiled
from .layout import (
    CONVERTED,
    DUELS,
    LOST_EMPEROR,
    PAWN,
    REMOVED,
    RESETS,
    STAMP,
    STRONGER_TAKEN,
    TAKES,
    VETERAN,
    Field,
    Ground,
    Workspace,
)
from .moves import count_sharers, settle, spring


@compiled
def take(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Resolve phase 3: who takes, springs and is pushed is decided first, then the takes follow, then the springs."""
    any_alone = False
    for march in range(marches):
        workspace.mark[march] = 0
        workspace.landing[march] = -1
    for march in range(marches):
        if _is_alone(field, workspace, march, marches):
            any_alone = True
            workspace.mark[march] = 1
            workspace.landing[march] = _find_landing(ground, field, workspace, march, marches)
    if any_alone:
        _forbid_double_landings(workspace, marches)
        for march in range(marches):
            if workspace.mark[march]:
                last = workspace.distance[march] == workspace.length[march]
                workspace.mark[march] = 1 if not last or apply(ground, field, workspace, march) else 0
        spring(ground, field, workspace, marches)


@compiled
def _is_alone(field: Field, workspace: Workspace, march: int, marches: int) -> bool:
    """Return whether the march alone claims a tile on which a settled piece stands."""
    return (
        not workspace.settled[march]
        and field.at[workspace.claim[march]] >= 0
        and count_sharers(workspace, march, marches) == 0
    )


@compiled
def _find_landing(ground: Ground, field: Field, workspace: Workspace, march: int, marches: int) -> int:
    """Return the tile to which the march pushes the pawn that it takes, or -1."""
    claim, direction = workspace.claim[march], workspace.direction[march]
    if (
        not ground.rules.pushes
        or workspace.distance[march] != workspace.length[march]
        or ground.rays[claim * 4 + direction] < 1
    ):
        return -1
    if not field.emperor[workspace.piece[march]] or field.emperor[field.at[claim]]:
        return -1
    tile = claim + ground.steps[direction]
    if field.at[tile] >= 0:
        return -1
    for other in range(marches):
        if not workspace.settled[other] and (workspace.claim[other] == tile or workspace.origin[other] == tile):
            return -1
    return int(tile)


@compiled
def _forbid_double_landings(workspace: Workspace, marches: int) -> None:
    """Cancel all pushes that would land on one tile."""
    for march in range(marches):
        tile, claims = workspace.landing[march], 0
        for other in range(marches):
            if workspace.landing[other] == tile:
                claims += 1
        if tile >= 0 and claims > 1:
            for other in range(marches):
                if workspace.landing[other] == tile:
                    workspace.landing[other] = -1


@compiled
def apply(ground: Ground, field: Field, workspace: Workspace, march: int) -> bool:
    """Take the piece on the march's destination; whether the taker springs now."""
    piece, tile, landing = workspace.piece[march], workspace.claim[march], workspace.landing[march]
    victim = field.at[tile]
    becomes = _find_new_kind(ground, field, piece, victim)
    _log(ground, field, workspace, piece, victim)
    authority = workspace.authority[field.seat[victim]]
    workspace.took[march] = 1 + tile
    if not field.emperor[piece]:
        field.experience[piece] = 1
    if becomes == REMOVED:
        field.place[victim] = -1
        settle(field, workspace, march)
        return False
    field.seat[victim] = field.seat[piece]
    field.emperor[victim] = 1 if becomes == CONVERTED else 0
    field.experience[victim] = authority if becomes == VETERAN else 1
    if landing < 0:
        return True
    field.at[landing] = victim
    field.place[victim] = landing
    settle(field, workspace, march)
    return False


@compiled
def _find_new_kind(ground: Ground, field: Field, piece: int, victim: int) -> int:
    if not field.emperor[victim]:
        return PAWN
    return ground.rules.emperor_takes if field.emperor[piece] else ground.rules.pawn_takes


@compiled
def _log(ground: Ground, field: Field, workspace: Workspace, piece: int, victim: int) -> None:
    """Remember what the end of the round asks about the takes."""
    seat, other = field.seat[piece], field.seat[victim]
    workspace.captured[victim] = workspace.log[STAMP]
    workspace.log[TAKES] += 1
    if field.emperor[victim]:
        workspace.log[LOST_EMPEROR] |= 1 << other
        if workspace.authority[other] > workspace.authority[seat]:
            workspace.log[STRONGER_TAKEN] |= 1 << seat
        if field.emperor[piece] and ground.opposites[seat] == other:
            workspace.log[DUELS] |= 1 << seat
    elif field.emperor[piece]:
        workspace.log[RESETS] |= 1 << seat
