"""A flat resolver for search and mass simulation, compiled where numba is installed.

`battlefield.resolve` is the truth; tests hold this one to it, round by round, over random battles.
"""

from .compiled import COMPILED, compiled
from .encoding import Plan, allocate_workspace, decode_formation, decode_outcome
from .endings import conclude
from .layout import HOLD, Field, Ground, Workspace
from .rounds import march_out, settle_all, survey

__all__ = [
    "COMPILED",
    "HOLD",
    "Field",
    "Ground",
    "Plan",
    "Workspace",
    "allocate_workspace",
    "decode_formation",
    "decode_outcome",
    "resolve",
]


@compiled
def resolve(ground: Ground, field: Field, workspace: Workspace, orders: int) -> None:
    """Play a round on the field: `workspace.orders` holds so many orders, quickest first; they must be legal."""
    survey(field, workspace)
    marches = march_out(ground, field, workspace, orders)
    settle_all(ground, field, workspace, marches)
    conclude(ground, field, workspace, marches)
