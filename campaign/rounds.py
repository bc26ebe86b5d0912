"""Rounds of the two simultaneous games: leaving, winning and the round limit."""

from campaign.holdings import armies_of
from campaign.leaving import give_up
from campaign.outcome import finish, flip, win_last
from campaign.resolution import Resolution
from campaign.state import State, dominates


def strengths(state: State) -> dict[str, tuple[int, int]]:
    """Return the territories and armies of every living seat."""
    return {seat: (len(state.list_owned(seat)), armies_of(state.board, seat)) for seat in state.living}


def leave(resolution: Resolution, seat: str, how: str) -> None:
    """Let a seat resign or flip the table."""
    if how == "flip":
        flip(resolution, seat)
        return
    give_up(resolution, seat)
    if len(resolution.state.standing) == 1:
        win_last(resolution)


def close_round(resolution: Resolution) -> bool:
    """End the game if a team dominates, if at most one is left, or if this was the last round."""
    state = resolution.state
    winner = next((seat for seat in state.living if dominates(state, seat)), None)
    if winner:
        finish(resolution, "domination", winner)
    elif len(state.standing) <= 1:
        win_last(resolution)
    elif state.options["round_limit"] and state.round >= state.options["round_limit"]:
        finish(resolution, "round_limit", None)
    return resolution.state.ended is not None
