"""Phase 3 of a round (rules §4 and §5): who takes whom, and what becomes of both."""

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
    Desk,
    Field,
    Ground,
)
from .moves import settle, sharers, spring


@compiled
def take(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """Phase 3. First the picture (who takes, who springs, where pushes land), then the takes, then the springs."""
    any_alone = False
    for march in range(marches):
        desk.mark[march] = 0
        desk.landing[march] = -1
    for march in range(marches):
        if _alone(field, desk, march, marches):
            any_alone = True
            desk.mark[march] = 1
            desk.landing[march] = _landing(ground, field, desk, march, marches)
    if any_alone:
        _forbid_double_landings(desk, marches)
        for march in range(marches):
            if desk.mark[march]:
                last = desk.distance[march] == desk.length[march]
                desk.mark[march] = 1 if not last or apply(ground, field, desk, march) else 0
        spring(ground, field, desk, marches)


@compiled
def _alone(field: Field, desk: Desk, march: int, marches: int) -> bool:
    """Whether it alone claims a tile on which a settled piece stands."""
    return not desk.settled[march] and field.at[desk.claim[march]] >= 0 and sharers(desk, march, marches) == 0


@compiled
def _landing(ground: Ground, field: Field, desk: Desk, march: int, marches: int) -> int:
    """Where the pawn that it takes is pushed to, -1 where it is not pushed."""
    claim, direction = desk.claim[march], desk.direction[march]
    if not ground.rules.pushes or desk.distance[march] != desk.length[march] or ground.rays[claim * 4 + direction] < 1:
        return -1
    if not field.emperor[desk.piece[march]] or field.emperor[field.at[claim]]:
        return -1
    tile = claim + ground.steps[direction]
    if field.at[tile] >= 0:
        return -1
    for other in range(marches):
        if not desk.settled[other] and (desk.claim[other] == tile or desk.origin[other] == tile):
            return -1
    return int(tile)


@compiled
def _forbid_double_landings(desk: Desk, marches: int) -> None:
    """Where several pushes would land on one tile, none does."""
    for march in range(marches):
        tile, wanted = desk.landing[march], 0
        for other in range(marches):
            if desk.landing[other] == tile:
                wanted += 1
        if tile >= 0 and wanted > 1:
            for other in range(marches):
                if desk.landing[other] == tile:
                    desk.landing[other] = -1


@compiled
def apply(ground: Ground, field: Field, desk: Desk, march: int) -> bool:
    """Take the piece on the march's destination; whether the taker springs now."""
    piece, tile, landing = desk.piece[march], desk.claim[march], desk.landing[march]
    victim = field.at[tile]
    becomes = _becomes(ground, field, piece, victim)
    _log(ground, field, desk, piece, victim)
    authority = desk.authority[field.seat[victim]]
    desk.took[march] = 1 + tile
    if not field.emperor[piece]:
        field.experience[piece] = 1
    if becomes == REMOVED:
        field.place[victim] = -1
        settle(field, desk, march)
        return False
    field.seat[victim] = field.seat[piece]
    field.emperor[victim] = 1 if becomes == CONVERTED else 0
    field.experience[victim] = authority if becomes == VETERAN else 1
    if landing < 0:
        return True
    field.at[landing] = victim
    field.place[victim] = landing
    settle(field, desk, march)
    return False


@compiled
def _becomes(ground: Ground, field: Field, piece: int, victim: int) -> int:
    if not field.emperor[victim]:
        return PAWN
    return ground.rules.emperor_takes if field.emperor[piece] else ground.rules.pawn_takes


@compiled
def _log(ground: Ground, field: Field, desk: Desk, piece: int, victim: int) -> None:
    """Remember what the end of the round asks about the takes."""
    seat, other = field.seat[piece], field.seat[victim]
    desk.taken[victim] = desk.log[STAMP]
    desk.log[TAKES] += 1
    if field.emperor[victim]:
        desk.log[LOST_EMPEROR] |= 1 << other
        if desk.authority[other] > desk.authority[seat]:
            desk.log[STRONGER_TAKEN] |= 1 << seat
        if field.emperor[piece] and ground.opposites[seat] == other:
            desk.log[DUELS] |= 1 << seat
    elif field.emperor[piece]:
        desk.log[RESETS] |= 1 << seat
