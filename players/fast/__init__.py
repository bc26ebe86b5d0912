"""A second, flat resolver for search and mass simulation: compiled where numba is installed, never another truth.

`battlefield.resolve` is the truth; tests hold this one to it, round by round, over random battles.
"""

from .compiled import COMPILED, compiled
from .encoding import Plan, desk, formation, outcome
from .endings import conclude
from .layout import HOLD, Desk, Field, Ground
from .rounds import march_out, settle_all, survey

__all__ = ["COMPILED", "HOLD", "Desk", "Field", "Ground", "Plan", "desk", "formation", "outcome", "resolve"]


@compiled
def resolve(ground: Ground, field: Field, desk: Desk, orders: int) -> None:
    """Play a round on the field: `desk.orders` holds so many orders, quickest first; they must be legal."""
    survey(field, desk)
    marches = march_out(ground, field, desk, orders)
    settle_all(ground, field, desk, marches)
    conclude(ground, field, desk, marches)
