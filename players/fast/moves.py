"""What a march does on the field: share a claim, settle, spring."""

from .compiled import compiled
from .layout import Field, Ground, Workspace


@compiled
def count_sharers(workspace: Workspace, march: int, marches: int) -> int:
    """Return how many other unsettled marches claim the same tile."""
    found, claim = 0, workspace.claim[march]
    for other in range(marches):
        if workspace.claim[other] == claim and not workspace.settled[other] and other != march:
            found += 1
    return found


@compiled
def settle(field: Field, workspace: Workspace, march: int) -> None:
    piece, tile = workspace.piece[march], workspace.claim[march]
    workspace.settled[march] = 1
    field.at[tile] = piece
    field.place[piece] = tile


@compiled
def is_occupied(field: Field, workspace: Workspace, tile: int, marches: int) -> bool:
    """Return whether a settled piece, or the claim of a march that does not spring now, is on the tile."""
    if field.at[tile] >= 0:
        return True
    for other in range(marches):
        if workspace.claim[other] == tile and not workspace.settled[other] and not workspace.mark[other]:
            return True
    return False


@compiled
def spring(ground: Ground, field: Field, workspace: Workspace, marches: int) -> None:
    """Pull the marked marches back, all from one picture, to the nearest tile that is not held, or home."""
    for march in range(marches):
        if workspace.mark[march]:
            step = ground.steps[workspace.direction[march]]
            workspace.claim[march] -= step
            workspace.distance[march] -= 1
            while workspace.distance[march] > 0 and is_occupied(field, workspace, workspace.claim[march], marches):
                workspace.claim[march] -= step
                workspace.distance[march] -= 1
    for march in range(marches):
        if workspace.mark[march] and workspace.distance[march] == 0:
            settle(field, workspace, march)
