"""The end of a game, and the placements."""

from collections.abc import Callable, Iterable
from itertools import chain, groupby
from typing import Any

from campaign import events
from campaign.holdings import armies_of
from campaign.resolution import Resolution
from campaign.state import Departure, State, dominates
from campaign.teams import Team

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
    """End the game for the only team that is left, or for nobody if none is."""
    winner = resolution.state.living[0] if resolution.state.living else None
    ended = "domination" if winner and dominates(resolution.state, winner) else "last_standing"
    finish(resolution, ended, winner)


def placements(state: State, winner: str | None) -> Groups:
    """Return groups of seats, best first: the winner, the other living, those that left."""
    first = state.team(winner) if winner else ()
    standing = [team for team in state.standing if team != first]
    fallen = [team for team in state.teams if team not in (first, *standing)]
    found = _group_by(standing, lambda team: _strength(state, team)) + _group_by(fallen, _rank_fallen(state))
    return (first, *found) if first else found


def _strength(state: State, team: Team) -> tuple[int, ...]:
    """Return what ranks a team that is still in the game: the strength of its seats together."""
    return tuple(map(sum, zip(*(strength(state, seat) for seat in team), strict=True)))


def strength(state: State, seat: str) -> tuple[int, int, int]:
    """Return what ranks a living seat: territories, armies, and what its game adds to them."""
    own = len(state.hands.get(seat, ())) + state.reserve.get(seat, 0) + state.money.get(seat, 0)
    return len(state.list_owned(seat)), armies_of(state.board, seat), own


def _rank_fallen(state: State) -> Callable[[Team], tuple[int, ...]]:
    """Return what ranks a team of which nobody is left: how its last seat left."""
    in_turns = bool(state.order)
    ranks = {
        departure.seat: (number,) if in_turns else _last_stand(departure) for number, departure in enumerate(state.gone)
    }
    return lambda team: max(ranks[seat] for seat in team)


def _last_stand(departure: Departure) -> tuple[int, ...]:
    return departure.round, departure.territories, departure.armies


def _group_by(teams: Iterable[Team], key: Callable[[Team], tuple[int, ...]]) -> Groups:
    """Return the seats of all teams, best first; those of equal teams share a group, in seat order."""
    ranked = sorted(teams, key=key, reverse=True)
    return tuple(tuple(sorted(chain(*group))) for _, group in groupby(ranked, key=key))
