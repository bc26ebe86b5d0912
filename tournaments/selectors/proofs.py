"""The proof of a battle, as far as it is public."""

from core.json_types import Json
from tournaments.domain import contract
from tournaments.models import Round, Tournament
from tournaments.selectors.closed_rounds import is_hidden


def build_proof(tournament: Tournament) -> Json | None:
    """Build the data that `battle_proof.find_faults` checks; None before the battle begins.

    The seed and the states, from which the digests are computed, are included once the battle is over: a state may hold
    what its players do not know of one another. In fog the rounds are, too.
    """
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    if not rounds:
        return None
    over = tournament.ended_at is not None
    is_open = not is_hidden(tournament)
    return {
        "announced": contract.build_contract(tournament), "contract": tournament.contract,
        "seed": tournament.seed if over else None,
        "rounds": [build_round(one) | ({"after": get_state_after(tournament, rounds, one)} if over else {})
                   for one in rounds if one.closed_at and is_open],
    }  # fmt: skip


def build_round(one: Round) -> Json:
    """Build a closed round of the proof: its orders, the opened seals, and its link of the chain."""
    return {"number": one.number, "round": one.game_round, "turn": one.turn_of, "orders": one.orders,
            "seals": one.seals or {}, "digest": one.digest}  # fmt: skip


def get_state_after(tournament: Tournament, rounds: list[Round], one: Round) -> Json | None:
    """Return the state to which a round led: the initial state of the next round, or the final state."""
    following = rounds[one.number] if one.number < len(rounds) else None
    return following.state if following else tournament.ending
