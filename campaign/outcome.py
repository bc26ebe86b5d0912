"""The end of a game, and the placements."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from campaign import events
from campaign.holdings import armies_of
from campaign.resolution import Course
from campaign.state import Departure, State, dominates

Groups = tuple[tuple[str, ...], ...]


def outcome(state: State) -> dict[str, Any] | None:
    """Return nothing while the game runs, else how it ended, the placements, and who ended it."""
    if state.ended is None:
        return None
    placements = [list(group) for group in state.placements]
    void = state.ended == "flipped"
    return {"ended": state.ended, "placements": placements, "void": void, "by": state.by}


def finish(course: Course, ended: str, winner: str | None) -> None:
    """End the game and place everybody."""
    course.set(ended=ended, by=winner, placements=placements(course.state, winner), **_close(course.state))
    course.tell(events.over(outcome(course.state) or {}))


def flip(course: Course, seat: str) -> None:
    """End the game void: nobody wins or loses anything."""
    course.set(ended="flipped", by=seat, placements=(), **_close(course.state))
    course.tell(events.over(outcome(course.state) or {}))


def _close(state: State) -> dict[str, Any]:
    return {"phase": "over", "battle": None} if state.phase else {}


def win_last(course: Course) -> None:
    """End the game for the only seat that is left, or for nobody if none is."""
    winner = course.state.living[0] if course.state.living else None
    ended = "domination" if winner and dominates(course.state, winner) else "last_standing"
    finish(course, ended, winner)


def placements(state: State, winner: str | None) -> Groups:
    """Return groups of seats, best first: the winner, the other living, those that left."""
    others = [seat for seat in state.living if seat != winner]
    first = ((winner,),) if winner else ()
    return first + _ranked(others, lambda seat: strength(state, seat)) + _departed(state)


def strength(state: State, seat: str) -> tuple[int, int, int]:
    """Return what ranks a living seat: territories, armies, and what its game adds to them."""
    own = len(state.hands.get(seat, ())) + state.reserve.get(seat, 0) + state.money.get(seat, 0)
    return len(state.owned(seat)), armies_of(state.board, seat), own


def _departed(state: State) -> Groups:
    found = {departure.seat: (number, departure) for number, departure in enumerate(state.gone)}
    in_turns = bool(state.order)

    def rank(seat: str) -> tuple[int, ...]:
        number, departure = found[seat]
        return (number,) if in_turns else _last_stand(departure)

    return _ranked(found, rank)


def _last_stand(departure: Departure) -> tuple[int, ...]:
    return departure.round, departure.territories, departure.armies


def _ranked(seats: Iterable[str], key: Callable[[str], tuple[int, ...]]) -> Groups:
    ranked = sorted(sorted(seats), key=key, reverse=True)
    return tuple(tuple(group) for _, group in groupby(ranked, key=key))
