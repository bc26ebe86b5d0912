"""What a march does on the field: claim, settle, spring."""

from .compiled import compiled
from .layout import Desk, Field, Ground


@compiled
def sharers(desk: Desk, march: int, marches: int) -> int:
    """How many other unsettled marches claim the same tile."""
    found, claim = 0, desk.claim[march]
    for other in range(marches):
        if desk.claim[other] == claim and not desk.settled[other] and other != march:
            found += 1
    return found


@compiled
def settle(field: Field, desk: Desk, march: int) -> None:
    piece, tile = desk.piece[march], desk.claim[march]
    desk.settled[march] = 1
    field.at[tile] = piece
    field.place[piece] = tile


@compiled
def held(field: Field, desk: Desk, tile: int, marches: int) -> bool:
    """Whether a settled piece, or the claim of one that does not spring now, is on the tile."""
    if field.at[tile] >= 0:
        return True
    for other in range(marches):
        if desk.claim[other] == tile and not desk.settled[other] and not desk.mark[other]:
            return True
    return False


@compiled
def spring(ground: Ground, field: Field, desk: Desk, marches: int) -> None:
    """Pull the marked marches back, all from one picture, to the nearest tile that is not held, or home."""
    for march in range(marches):
        if desk.mark[march]:
            step = ground.steps[desk.direction[march]]
            desk.claim[march] -= step
            desk.distance[march] -= 1
            while desk.distance[march] > 0 and held(field, desk, desk.claim[march], marches):
                desk.claim[march] -= step
                desk.distance[march] -= 1
    for march in range(marches):
        if desk.mark[march] and desk.distance[march] == 0:
            settle(field, desk, march)
