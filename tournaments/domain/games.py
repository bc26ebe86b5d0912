"""The interface of a game. A game is a module with these functions; no other code asks which game it is.

All are pure: a state is a value that only the game reads, and equal arguments give equal results.
Errors for bad input are ValueErrors with a stable `code`; those of `check` have a `sentence` to be translated too.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NotRequired, Protocol, TypedDict

from battlefield import game as emperors
from campaign.course import Course
from campaign.game import get_game as campaign

Sentence = tuple[str, dict[str, object]]
"""A message to be translated, and what fills its %(name)s places; seats are letters in it."""
Event = Any
"""What happened, as a JSON object with a `kind`; each game has a type of its own for it (`battlefield.traces.Step`)."""
State = Any
"""The value of a battle between two rounds. Each game has a type of its own for it, and no other code looks into it."""
GameData = dict[str, Any]
"""A JSON object that only its game reads, such as a state as stored or a view as drawn."""


class Outcome(TypedDict):
    """How a battle ended. `void`: it counts for nothing; `flipped`: the seat that ended it so.

    Each game has a copy of this form, as `Ending`, since games import nothing of the platform's.
    """

    winners: list[str]
    draw: bool
    by: str
    placements: NotRequired[list[list[str]]]
    void: NotRequired[bool]
    flipped: NotRequired[str]


class Game(Protocol):
    @property
    def NAME(self) -> str: ...

    @property
    def TITLE(self) -> str: ...

    @property
    def VIEW(self) -> str:
        """Return how its views are drawn: as a `board` or a `map`."""

    @property
    def VERSION(self) -> int:
        """Return the version of its rules. A battle keeps the one that it started with to its end."""

    def field_names(self) -> list[str]:
        """Return the battlefields, best known first."""

    def field_words(self, field: str) -> tuple[str, str]:
        """Return a battlefield's title and a sentence about it, to be translated."""

    def ground(self, field: str) -> GameData:
        """Return what a page draws once of a battlefield, and no view repeats."""

    def seats_of(self, field: str) -> tuple[str, ...]:
        """Return the letters of its seats."""

    def least_seats(self, rules: Mapping[str, object]) -> int:
        """Return how few seats can play by these rules, which are complete."""

    def presets(self) -> dict[str, tuple[str, str, dict[str, object]]]:
        """Return named rules: title, sentence, complete rules."""

    def offers(self, field: str) -> list[str]:
        """Return the presets that are offered with a battlefield, its usual one first; others may fit it too."""

    def read_rules(self, rules: Mapping[str, object]) -> GameData:
        """Return the rules made complete."""

    def rule_words(self, rules: Mapping[str, object]) -> list[Sentence]:
        """Return the rules as sentences, in the order in which a newcomer wants them."""

    def list_aims(self, state: State, seat: str | None) -> list[tuple[Sentence, Sentence | None]]:
        """Return what wins the battle now, said to a seat or to everybody, each with how far it is."""

    def rule_text(self, rules: Mapping[str, object]) -> str:
        """Return the rules as one line for programs."""

    def initial(self, field: str, seats: Sequence[str], rules: Mapping[str, object], seed: str, *, chests: bool,
                casual: bool = False) -> State:  # fmt: skip
        """Return the state before the first round with these seats alone. `casual`: nothing is at stake.

        Without a seed: what can be shown before the start, when nobody may know what chance will do.
        """

    def to_act(self, state: State) -> tuple[str, ...]:
        """Return the seats that the open round waits for; none when the battle is over."""

    def turn(self, state: State) -> str:
        """Return a label of the turn: consecutive rounds with the same label share one deadline."""

    def get_round_and_turn(self, state: State) -> tuple[int, str]:
        """Return the round as players count it, and the seat whose turn it is in it.

        The round is 0 while the opening is placed; the seat is blank where all act at once.
        """

    def legal(self, state: State, seat: str) -> GameData:
        """Return what the seat may order, in the form that its page needs."""

    def reach(self, state: State) -> GameData:
        """Return by seat what is legal for it, where that is no secret."""

    def check(self, state: State, seat: str, text: str) -> str:
        """Return the order in its written form; raise ValueError (code, sentence) where it is illegal."""

    def weigh(self, state: State, seat: str, text: str) -> list[GameData]:
        """Return a draft's findings: {"line", "text", "level", "code", "said"} for each of its lines.

        `level` is `fine`, `warning` or `error`, `said` are sentences; a row without a line is about the whole.
        """

    def resolve(self, state: State, orders: Sequence[tuple[str, str]], seed: str) -> tuple[State, list[Event]]:
        """Return the state after the round and its events; orders are (seat, order) in the order of arrival."""

    def default(self, state: State, seat: str) -> str:
        """Return the order of a seat that gave none."""

    def resigns(self, text: str) -> bool:
        """Return whether this order resigns."""

    @property
    def TAKERS(self) -> tuple[str, ...]:
        """Return the kinds of pieces that can take an Emperor, of `tournament_types.TAKERS`."""

    def takes(self, events: Sequence[Event], before: Mapping[str, object]) -> list[GameData]:
        """Return {"taker", "taken", "emperor", "by"} for each take of a round: of an Emperor or a pawn, by which kind.

        `before`: the state in which the round opened, as `write` gives it.
        """

    def attacks(self, events: Sequence[Event], before: Mapping[str, object]) -> set[tuple[str, str]]:
        """Return (attacker, attacked) for each pair of seats in a step: on a board where a piece was captured."""

    def dice_luck(self, events: Sequence[Event], before: Mapping[str, object]) -> dict[str, float]:
        """Return by seat how much better than the mean the dice of a step were to it; nothing where none were thrown.

        `before`: as for `takes`.
        """

    def course(
        self,
        field: str,
        rules: Mapping[str, object],
        steps: Iterable[tuple[int, Mapping[str, object], Sequence[Event]]],
        ending: Mapping[str, object],
        judge: Callable[[State], dict[str, float]] | None = None,
    ) -> Course | None:
        """Return what every seat held round by round, and what decided a battle; None where boards tell it better.

        `steps`: the closed steps, each with its number, the state in which it opened, and its events. `judge` estimates
        every seat's chance to win in a state.
        """

    def chests_taken(self, events: Sequence[Event]) -> list[tuple[str, str]]:
        """Return (collector, owner) for each chest that was collected in a round."""

    def list_fallen(self, state: State) -> dict[str, int]:
        """Return the round in which each fallen seat fell."""

    def list_teams(self, rules: Mapping[str, object], seats: Sequence[str]) -> Sequence[Sequence[str]]:
        """Return who of the seats that take part win and lose together, team by team; nothing where nobody does."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the battle ended; None while it goes on."""

    def statistics(self, ending: State, outcome: Mapping[str, object],
                   steps: Iterable[tuple[int, Sequence[Event]]]) -> list[GameData]:  # fmt: skip
        """Return how each seat fared, best first: {"seat", "place", …}; nothing where a game counts nothing.

        `ending` is the last state, `outcome` how the battle ended, `steps` the round and the events of each
        closed step.
        """

    def filter_events(
        self, events: Sequence[Event], seat: str | None = None, before: State | None = None
    ) -> Sequence[Event]:
        """Return the events that a seat, or a spectator, may see while the battle goes on.

        `before`: the state in which the step opened; without it nothing is hidden for its place.
        """

    def has_fog(self, rules: Mapping[str, object]) -> bool:
        """Return whether seats see only a part of the battlefield under these rules, until the battle is over."""

    def reveal(self, state: State) -> State:
        """Return a state as it may be shown once the battle is over: whole."""

    def list_confidants(self, state: State, seat: str | None = None) -> Sequence[str] | None:
        """Return the seats of whose orders a seat, or a spectator, learns while the battle goes on; None for all."""

    def event_words(self, events: Sequence[Event]) -> list[Sentence]:
        """Return a round in words."""

    def event_reasons(
        self, before: Mapping[str, object], events: Sequence[Event], rules: Mapping[str, object]
    ) -> list[GameData]:
        """Return why each piece is where it is after a round that opened with this view.

        {"piece", "seat", "kind", "at", "sentences"}: a piece by its tile before the round, and where it stands now.
        """

    def event_story(
        self,
        before: Mapping[str, object],
        after: Mapping[str, object],
        events: Sequence[Event],
        rules: Mapping[str, object],
        fallen: Collection[str],
        reader: str = "",
        *,
        field: str = "",
    ) -> list[Sentence]:
        """Return the round in few sentences; nothing where `event_words` are that already.

        `before` and `after` are views, `fallen` the seats that are out of the battle, `reader` the seat that reads, and
        `field` the battlefield.
        """

    def view(self, state: State, seat: str | None = None) -> GameData:
        """Return what a seat, or a spectator, may see, in the form that the page draws.

        `pieces` is a list with a `seat` in each.
        """

    def write(self, state: State) -> GameData:
        """Return the state as JSON."""

    def read(self, data: Mapping[str, object]) -> State:
        """Return the state from JSON: the inverse of `write`."""

    def record(self, headers: Mapping[str, str], opening: State, rounds: Sequence[Sequence[tuple[str, str]]]) -> str:
        """Return the whole battle as a text that replays; each round's (seat, order) in the order of arrival."""


GAMES: dict[str, Game] = {
    emperors.NAME: emperors,
    "campaign.classic": campaign("classic"),
    "campaign.escalation": campaign("escalation"),
    "campaign.simultaneous": campaign("simultaneous"),
    "campaign.skirmish": campaign("skirmish"),
}


def is_resignation(order: str | None) -> bool:
    """Return whether an order of any game resigns.

    >>> is_resignation("abdicate"), is_resignation("resign"), is_resignation("A1-A2"), is_resignation(None)
    (True, True, False, False)
    """
    return bool(order) and any(game.resigns(str(order)) for game in GAMES.values())


def has_teams(game: Game, rules: Mapping[str, object]) -> bool:
    """Return whether seats win and lose together under these rules."""
    return bool(game.list_teams(rules, ()))


LIMITS = ("max_rounds", "quiet_rounds")
"""Rules that may differ without the rules being others."""
EARLIER_VERSIONS: dict[tuple[str, int], Game] = {("campaign.skirmish", 1): campaign("skirmish", 1)}
"""Games as they were, by name and version: a version stays here as long as a battle may be under way that has it."""


def find_preset(game: Game, rules: Mapping[str, object]) -> str:
    """Return the name of the preset that these complete rules are, whatever their limits; blank where none is.

    Rules of an earlier day may lack an option that came later; that one is not compared.
    """

    def without_limits(each: Mapping[str, object]) -> GameData:
        return {name: value for name, value in each.items() if name not in LIMITS and name in rules}

    settings = without_limits(rules)
    return next((name for name, (*_words, each) in game.presets().items() if without_limits(each) == settings), "")


class UnknownVersionError(Exception):
    """The battle was begun under rules that this site does not hold; it must wait for them."""


def get_game_version(name: str, version: int) -> Game:
    """Return the game with the rules under which a battle began; raise UnknownVersionError where they are missing."""
    game = GAMES[name]
    found = game if version == game.VERSION else EARLIER_VERSIONS.get((name, version))
    if found is None:
        raise UnknownVersionError(f"{name}, version {version}; this is version {game.VERSION}")
    return found
