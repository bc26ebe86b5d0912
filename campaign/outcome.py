"""The end of a game, and the placements."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from campaign import events
from campaign.holdings import armies_of
from campaign.resolution import Resolution
from campaign.state import Departure, State, dominates

Groups = tuple[tuple[str, ...], ...]


def outcome(state: State) -> dict[str, Any] | None:
    """Return nothing while the game runs, else how it ended, the placements, and who ended it."""
    if state.ended is None:
        return None
    placements = [list(group) for group in state.placements]
    void = state.ended == "flipped"
    return {"ended": state.ended, "placements": placements, "void": void, "by": state.by}


def finish(resolution: Resolution, ended: str, winner: str | None) -> None:
    """End the game and place everybody."""
    resolution.set(ended=ended, by=winner, placements=placements(resolution.state, winner), **_close(resolution.state))
    resolution.record(events.build_over(outcome(resolution.state) or {}))


def flip(resolution: Resolution, seat: str) -> None:
    """End the game void: nobody wins or loses anything."""
    resolution.set(ended="flipped", by=seat, placements=(), **_close(resolution.state))
    resolution.record(events.build_over(outcome(resolution.state) or {}))


def _close(state: State) -> dict[str, Any]:
    return {"phase": "over", "battle": None} if state.phase else {}


def win_last(resolution: Resolution) -> None:
    """End the game for the only seat that is left, or for nobody if none is."""
    winner = resolution.state.living[0] if resolution.state.living else None
    ended = "domination" if winner and dominates(resolution.state, winner) else "last_standing"
    finish(resolution, ended, winner)


def placements(state: State, winner: str | None) -> Groups:
    """Return groups of seats, best first: the winner, the other living, those that left."""
    others = [seat for seat in state.living if seat != winner]
    first = ((winner,),) if winner else ()
    return first + _group_by(others, lambda seat: strength(state, seat)) + _group_departed(state)


def strength(state: State, seat: str) -> tuple[int, int, int]:
    """Return what ranks a living seat: territories, armies, and what its game adds to them."""
    own = len(state.hands.get(seat, ())) + state.reserve.get(seat, 0) + state.money.get(seat, 0)
    return len(state.list_owned(seat)), armies_of(state.board, seat), own


def _group_departed(state: State) -> Groups:
    found = {departure.seat: (number, departure) for number, departure in enumerate(state.gone)}
    in_turns = bool(state.order)

    def rank(seat: str) -> tuple[int, ...]:
        number, departure = found[seat]
        return (number,) if in_turns else _last_stand(departure)

    return _group_by(found, rank)


def _last_stand(departure: Departure) -> tuple[int, ...]:
    return departure.round, departure.territories, departure.armies


def _group_by(seats: Iterable[str], key: Callable[[str], tuple[int, ...]]) -> Groups:
    ranked = sorted(sorted(seats), key=key, reverse=True)
    return tuple(tuple(group) for _, group in groupby(ranked, key=key))
