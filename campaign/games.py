"""The territory games by the name of their ruleset, and what a platform may ask of them.

Every function is pure: it changes nothing that it is given, and equal arguments give equal results.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from campaign import setup, turns
from campaign.chance import Luck, Stream
from campaign.errors import OrderError
from campaign.events import Event
from campaign.findings import Finding
from campaign.outcome import outcome
from campaign.resolution import Resolution
from campaign.simultaneous import rules as simultaneous
from campaign.skirmish import rules as skirmish
from campaign.state import State, read, write
from campaign.views import filter_events, view

__all__ = [
    "GAMES",
    "OrderError",
    "check",
    "default",
    "filter_events",
    "initial",
    "legal",
    "outcome",
    "read",
    "resolve",
    "stream",
    "to_act",
    "view",
    "write",
]


@dataclass(frozen=True)
class Game:
    """The functions in which the games differ."""

    begin: Callable[[Resolution], None]
    to_act: Callable[[State], tuple[str, ...]]
    legal: Callable[[State, str], list[dict[str, Any]]]
    check: Callable[[State, str, object], list[Finding]]
    resolve: Callable[[State, Mapping[str, Any], Luck], tuple[State, list[Event]]]
    default: Callable[[State, str], Any]


def _game(module: Any) -> Game:
    return Game(module.begin, module.to_act, module.legal, module.check, module.resolve, module.default)


GAMES: dict[str, Game] = {
    "campaign.classic": _game(turns),
    "campaign.escalation": _game(turns),
    "campaign.simultaneous": _game(simultaneous),
    "campaign.skirmish": _game(skirmish),
}


def initial(described: Mapping[str, Any], seed: str | Luck) -> tuple[State, list[Event]]:
    """Return the opening state of a set-up and the events of the opening, or refuse the set-up.

    `described` has `ruleset`, `map`, `seats`, and perhaps `options` and `casual`; the seed is text.
    """
    luck = Stream(seed) if isinstance(seed, str) else seed.copy()
    before = luck.words
    resolution = Resolution(setup.new(described), luck)
    GAMES[resolution.state.ruleset].begin(resolution)
    return resolution.finish(before)


def stream(state: State, seed: str) -> Stream:
    """Return the stream of the game's seed, standing where the state has come to."""
    return Stream(seed, state.words)


def to_act(state: State) -> tuple[str, ...]:
    """Return the seats, in seat order, that must submit now."""
    return GAMES[state.ruleset].to_act(state)


def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """Return the orders a seat may give now, as forms; none if it is not to act."""
    return GAMES[state.ruleset].legal(state, seat)


def check(state: State, seat: str, submission: object) -> list[Finding]:
    """Return what is to be said about a submission; it is accepted if nothing is an error."""
    return GAMES[state.ruleset].check(state, seat, submission)


def resolve(state: State, submitted: Mapping[str, Any], luck: Luck) -> tuple[State, list[Event]]:
    """Return the next state and what happened; a seat to act that is missing gets its default."""
    return GAMES[state.ruleset].resolve(state, submitted, luck)


def default(state: State, seat: str) -> Any:
    """Return the submission for a seat that missed its deadline."""
    return GAMES[state.ruleset].default(state, seat)
