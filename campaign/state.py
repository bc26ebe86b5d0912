"""The state of a territory game: a value that prints as JSON and reads itself back."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from campaign import atlas
from campaign.atlas import Map
from campaign.holdings import Board, Holding, list_owned, read_holding
from campaign.teams import Team, count_teams, split
from campaign.units import Garrison


class Departure(NamedTuple):
    """A seat that left: by whom it was eliminated (nobody if it resigned), when, and how strong it was."""

    seat: str
    by: str
    round: int
    territories: int
    armies: int


class Battle(NamedTuple):
    """An attack that waits for a decision: the dice announced, or those that won."""

    origin: str
    target: str
    dice: int
    advance: int | None


@dataclass(frozen=True)
class State:
    """Everything about a game but its seed. Nothing in it is ever changed in place."""

    ruleset: str
    map: Map
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    board: Board
    casual: bool = False
    salt: str = ""
    """Made of the seed and never shown, so that nobody can guess what is hidden from a digest of the state."""
    round: int = 1
    words: int = 0
    gone: tuple[Departure, ...] = ()
    ended: str | None = None
    placements: tuple[tuple[str, ...], ...] = ()
    by: str | None = None
    # in turns; skirmish has a phase too
    phase: str = ""
    order: tuple[str, ...] = ()
    active: str | None = None
    pool: int = 0
    muster: Mapping[str, int] = field(default_factory=dict)
    visit: int = 0
    captured: bool = False
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    buried: tuple[str, ...] = ()
    sets: int = 0
    capitals: Mapping[str, str] = field(default_factory=dict)
    missions: Mapping[str, str] = field(default_factory=dict)
    battle: Battle | None = None
    # simultaneous
    reserve: Mapping[str, int] = field(default_factory=dict)
    landed: tuple[str, ...] = ()
    units: Mapping[str, Garrison] = field(default_factory=dict)
    """What stands in each territory that is held, by unit; empty without units."""
    # skirmish
    money: Mapping[str, int] = field(default_factory=dict)
    building: Mapping[str, int] = field(default_factory=dict)
    # where truces are allowed
    truces: Mapping[str, int] = field(default_factory=dict)
    """The last round of each truce, by its two seats in seat order."""
    offers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Rounds, and the last round in which it can be accepted, by the seat that offers and the other."""

    @property
    def out(self) -> tuple[str, ...]:
        """The seats that left, earliest first."""
        return tuple(departure.seat for departure in self.gone)

    @property
    def living(self) -> tuple[str, ...]:
        """The seats still in the game, in seat order."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams; without any, every seat is one of its own."""
        return split(self.seats, count_teams(self.options))

    @property
    def standing(self) -> tuple[Team, ...]:
        """The teams of which at least one seat is still in the game."""
        living = set(self.living)
        return tuple(team for team in self.teams if living.intersection(team))

    @property
    def has_neutral_army(self) -> bool:
        """Whether a neutral army was set up between two seats."""
        return len(self.seats) == 2 and self.options.get("two_seat") == "neutral"

    def owner(self, name: str) -> str:
        return self.board[name].owner

    def armies(self, name: str) -> int:
        return self.board[name].armies

    def garrison(self, name: str) -> Garrison:
        """Return what stands in a territory, by unit."""
        return self.units.get(name) or {"": self.armies(name)}

    def team(self, seat: str) -> Team:
        """Return the seats that win together with a seat, itself among them; nobody for the neutral army."""
        return next((team for team in self.teams if seat in team), ())

    def is_mate(self, seat: str, name: str) -> bool:
        """Tell whether a territory belongs to somebody else of a seat's team."""
        owner = self.owner(name)
        return owner != seat and owner in self.team(seat)

    def list_owned(self, seat: str) -> list[str]:
        """Return the territories of a seat in map order."""
        return list_owned(self.board, seat)


def dominates(state: State, seat: str) -> bool:
    """Tell whether a seat owns, together with its team, as much of the map as it takes to win."""
    return count_lands(state, seat) * 100 >= int(state.options["win_percent"]) * len(state.board)


def count_lands(state: State, seat: str) -> int:
    """Return the number of territories of a seat and its team mates."""
    team = state.team(seat)
    return sum(holding.owner in team for holding in state.board.values())


def write(state: State) -> dict[str, Any]:
    """Return the state as JSON, without facts that came later where they are empty: older states stay as they are."""
    written = {item.name: _plain(getattr(state, item.name)) for item in fields(state)}
    return {name: value for name, value in written.items() if value or name not in ADDED}


def _plain(value: Any) -> Any:
    if isinstance(value, Map):
        return value.source
    if isinstance(value, Holding):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def read(data: Mapping[str, Any]) -> State:
    """Return the state that was written; dicts get back the order that matters."""
    made = atlas.find(data["map"])
    plain = dict(data)
    plain |= {name: _tuple(plain[name]) for name in TUPLES}
    plain["map"] = made
    plain["board"] = {name: read_holding(plain["board"][name]) for name in made.place}
    plain["gone"] = tuple(Departure(*row) for row in plain["gone"])
    plain["battle"] = Battle(*plain["battle"]) if plain["battle"] else None
    plain["hands"] = {seat: tuple(hand) for seat, hand in plain["hands"].items()}
    plain["offers"] = {key: tuple(offer) for key, offer in plain.get("offers", {}).items()}
    return State(**plain)


ADDED = ("truces", "offers", "units")
TUPLES = ("seats", "order", "deck", "discard", "buried", "landed", "placements")


def _tuple(value: Any) -> Any:
    return tuple(_tuple(item) for item in value) if isinstance(value, list) else value
