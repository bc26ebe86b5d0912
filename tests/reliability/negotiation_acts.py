"""Acts of seats that negotiate."""

from functools import partial

from tests.reliability.acts import ACTS, Call, act, battle, player
from tournaments.services.negotiation import letters

__all__ = ["ACTS"]


@act(once=True)
def write_a_letter() -> Call:
    tournament = battle(terms={"negotiation": "secret"})
    return partial(letters.write, tournament=tournament, dynasty=player(tournament), to=["b"], text="Well met")
