"""Battles of a campaign between computer players of one level."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from campaign.game import CampaignGame
from players.campaign import choose


class Course(NamedTuple):
    """How one battle went."""

    winners: tuple[str, ...]
    by: str
    rounds: int


def play_battle(
    played: CampaignGame, field: str, seats: Sequence[str], rules: Mapping[str, Any], level: str, seal: str
) -> Course:
    """Play a battle to its end; each seat has luck of its own, and the same seal gives the same battle."""
    state = played.initial(field, seats, rules, seal, chests=False)
    lucks = {seat: Random(f"{seal} {seat}") for seat in seats}
    while (found := played.outcome(state)) is None:
        orders = [(seat, choose(played.NAME, state, seat, level, lucks[seat])) for seat in played.to_act(state)]
        state, _events = played.resolve(state, orders, seal)
    return Course(tuple(found["winners"]), found["by"], state.round)
