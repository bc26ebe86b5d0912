"""Rounds of the two simultaneous games: leaving, winning and the round limit."""

from campaign.holdings import armies_of
from campaign.leaving import give_up
from campaign.outcome import finish, flip, win_last
from campaign.resolution import Course
from campaign.state import State, dominates


def strengths(state: State) -> dict[str, tuple[int, int]]:
    """Return the territories and armies of every living seat."""
    return {seat: (len(state.owned(seat)), armies_of(state.board, seat)) for seat in state.living}


def leave(course: Course, seat: str, how: str) -> None:
    """Let a seat resign or flip the table."""
    if how == "flip":
        flip(course, seat)
        return
    give_up(course, seat)
    if len(course.state.living) == 1:
        win_last(course)


def close_round(course: Course) -> bool:
    """End the game if a seat dominates, if at most one is left, or if this was the last round."""
    state = course.state
    winner = next((seat for seat in state.living if dominates(state, seat)), None)
    if winner:
        finish(course, "domination", winner)
    elif len(state.living) <= 1:
        win_last(course)
    elif state.options["round_limit"] and state.round >= state.options["round_limit"]:
        finish(course, "round_limit", None)
    return course.state.ended is not None
