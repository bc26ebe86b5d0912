"""Battles of a campaign between computer players."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from campaign.game import CampaignGame
from campaign.state import State
from players.campaign import choose

Chooser = Callable[[State, str, Random], str]
"""Returns the submission of a seat, drawn with its luck."""


class Course(NamedTuple):
    """How one battle went."""

    winners: tuple[str, ...]
    by: str
    rounds: int


def play_battle(
    played: CampaignGame, field: str, seats: Sequence[str], rules: Mapping[str, Any], level: str, seal: str
) -> Course:
    """Play a battle of one level to its end; the same seal gives the same battle."""
    return play_out(played, field, seats, rules, partial(choose_at, played.NAME, dict.fromkeys(seats, level)), seal)


def choose_at(game: str, levels: Mapping[str, str], state: State, seat: str, luck: Random) -> str:
    """Return the submission of a seat that plays at its level of `levels`."""
    return choose(game, state, seat, levels[seat], luck)


def play_out(
    played: CampaignGame, field: str, seats: Sequence[str], rules: Mapping[str, Any], chooser: Chooser, seal: str
) -> Course:
    """Play a battle to its end; each seat has luck of its own, and the same seal gives the same battle."""
    state = played.initial(field, seats, rules, seal, chests=False)
    lucks = {seat: Random(f"{seal} {seat}") for seat in seats}
    while (found := played.outcome(state)) is None:
        orders = [(seat, chooser(state, seat, lucks[seat])) for seat in played.to_act(state)]
        state, _events = played.resolve(state, orders, seal)
    return Course(tuple(found["winners"]), found["by"], state.round)
