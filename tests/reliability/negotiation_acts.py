"""Acts of seats that negotiate, and of battles that judge what they agreed on."""

from functools import partial

from tests import factories
from tests.reliability.acts import ACTS, Call, act, battle, close, player
from tournaments.models import Tournament, Treaty
from tournaments.services.negotiation import letters, treaties

__all__ = ["ACTS"]


def begin_negotiation() -> Tournament:
    return battle(terms={"negotiation": "secret"})


def propose(tournament: Tournament) -> Treaty:
    """Let the seat a propose to b that neither takes a piece of the other, with a stake."""
    return treaties.propose(
        tournament=tournament, dynasty=player(tournament), kind="peace", to=["b"], until=3, asset="gold", amount=5
    )


@act(once=True)
def write_a_letter() -> Call:
    tournament = begin_negotiation()
    return partial(letters.write, tournament=tournament, dynasty=player(tournament), to=["b"], text="Well met")


@act(once=True)
def propose_a_treaty() -> Call:
    return partial(propose, begin_negotiation())


@act
def accept_a_treaty() -> Call:
    tournament = begin_negotiation()
    dynasty, code = player(tournament, "b"), propose(tournament).code
    return partial(treaties.accept, tournament=tournament, dynasty=dynasty, code=code)


@act
def decline_a_treaty() -> Call:
    tournament = begin_negotiation()
    dynasty, code = player(tournament, "b"), propose(tournament).code
    return partial(treaties.decline, tournament=tournament, dynasty=dynasty, code=code)


@act
def judge_a_broken_treaty() -> Call:
    tournament = begin_negotiation()
    code = propose(tournament).code
    treaties.accept(tournament=tournament, dynasty=player(tournament, "b"), code=code)
    for seat in "ab":
        factories.order(tournament, seat, "-")
    close(tournament)()
    factories.order(tournament, "a", "take b"), factories.order(tournament, "b", "win")
    return close(tournament)
