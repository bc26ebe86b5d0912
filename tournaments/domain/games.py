"""The interface of a game. A game is a module with these functions; no other code asks which game it is.

All are pure: a state is a value that only the game reads, and equal arguments give equal results.
Errors for bad input are ValueErrors with a stable `code`; those of `check` have a `sentence` to be translated too.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from battlefield import game as emperors
from campaign.game import get_game as campaign

Sentence = tuple[str, dict[str, Any]]
"""A message to be translated, and what fills its %(name)s places; seats are letters in it."""
Event = Any
"""What happened, as a JSON object with a `kind`; each game has a type of its own for it (`battlefield.traces.Step`)."""


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

    def ground(self, field: str) -> dict[str, Any]:
        """Return what a page draws once of a battlefield, and no view repeats."""

    def seats_of(self, field: str) -> tuple[str, ...]:
        """Return the letters of its seats."""

    def least_seats(self, rules: Mapping[str, Any]) -> int:
        """Return how few seats can play by these rules, which are complete."""

    def presets(self) -> dict[str, tuple[str, str, dict[str, Any]]]:
        """Return named rules: title, sentence, complete rules."""

    def read_rules(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rules made complete."""

    def rule_words(self, rules: Mapping[str, Any]) -> list[Sentence]:
        """Return the rules as sentences, in the order in which a newcomer wants them."""

    def rule_text(self, rules: Mapping[str, Any]) -> str:
        """Return the rules as one line for programs."""

    def initial(self, field: str, seats: Sequence[str], rules: Mapping[str, Any], seed: str, *, chests: bool,
                casual: bool = False) -> Any:  # fmt: skip
        """Return the state before the first round with these seats alone. `casual`: nothing is at stake.

        Without a seed: what can be shown before the start, when nobody may know what chance will do.
        """

    def to_act(self, state: Any) -> tuple[str, ...]:
        """Return the seats that the open round waits for; none when the battle is over."""

    def turn(self, state: Any) -> str:
        """Return a label of the turn: consecutive rounds with the same label share one deadline."""

    def counted(self, state: Any) -> tuple[int, str]:
        """Return the round as players count it, and the seat whose turn it is in it.

        The round is 0 while the opening is placed; the seat is blank where all act at once.
        """

    def legal(self, state: Any, seat: str) -> dict[str, Any]:
        """Return what the seat may order, in the form that its page needs."""

    def reach(self, state: Any) -> dict[str, Any]:
        """Return by seat what is legal for it, where that is no secret."""

    def check(self, state: Any, seat: str, text: str) -> str:
        """Return the order in its written form; raise ValueError (code, sentence) where it is illegal."""

    def weigh(self, state: Any, seat: str, text: str) -> list[dict[str, Any]]:
        """Return a draft's findings: {"line", "text", "level", "code", "said"} for each of its lines.

        `level` is `fine`, `warning` or `error`, `said` are sentences; a row without a line is about the whole.
        """

    def resolve(self, state: Any, orders: Sequence[tuple[str, str]], seed: str) -> tuple[Any, list[Event]]:
        """Return the state after the round and its events; orders are (seat, order) in the order of arrival."""

    def default(self, state: Any, seat: str) -> str:
        """Return the order of a seat that gave none."""

    def resigns(self, text: str) -> bool:
        """Return whether this order resigns."""

    @property
    def TAKERS(self) -> tuple[str, ...]:
        """Return the kinds of pieces that can take an Emperor, of `tournament_types.TAKERS`."""

    def takes(self, events: Sequence[Event], before: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return {"taker", "taken", "emperor", "by"} for each take of a round: of an Emperor or a pawn, by which kind.

        `before`: the state in which the round opened, as `write` gives it.
        """

    def chests_taken(self, events: Sequence[Event]) -> list[tuple[str, str]]:
        """Return (collector, owner) for each chest that was collected in a round."""

    def fallen(self, state: Any) -> dict[str, int]:
        """Return the round in which each fallen seat fell."""

    def outcome(self, state: Any) -> dict[str, Any] | None:
        """Return {"winners": ["a"], "draw": false, "by": "last_emperor"} once it is over.

        `void` and `flipped`: it counts for nothing, and whose seat ended it so.
        """

    def statistics(self, ending: Any, outcome: Mapping[str, Any],
                   steps: Iterable[tuple[int, Sequence[Event]]]) -> list[dict[str, Any]]:  # fmt: skip
        """Return how each seat fared, best first: {"seat", "place", …}; nothing where a game counts nothing.

        `ending` is the last state, `outcome` how the battle ended, `steps` the round and the events of each
        closed step.
        """

    def shown(self, events: Sequence[Event], seat: str | None = None) -> Sequence[Event]:
        """Return the events that a seat, or a spectator, may see while the battle goes on."""

    def event_words(self, events: Sequence[Event]) -> list[Sentence]:
        """Return a round in words."""

    def event_reasons(
        self, before: Mapping[str, Any], events: Sequence[Event], rules: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Return why each piece is where it is after a round that opened with this view.

        {"piece", "seat", "kind", "at", "sentences"}: a piece by its tile before the round, and where it stands now.
        """

    def event_story(
        self,
        before: Mapping[str, Any],
        after: Mapping[str, Any],
        events: Sequence[Event],
        rules: Mapping[str, Any],
        fallen: Collection[str],
    ) -> list[Sentence]:
        """Return the round in few sentences, the most important first; nothing where `event_words` are that already.

        `before` and `after` are views, and `fallen` the seats that are out of the battle.
        """

    def view(self, state: Any, seat: str | None = None) -> dict[str, Any]:
        """Return what a seat, or a spectator, may see, in the form that the page draws.

        `pieces` is a list with a `seat` in each.
        """

    def write(self, state: Any) -> dict[str, Any]:
        """Return the state as JSON."""

    def read(self, data: Mapping[str, Any]) -> Any:
        """Return the state from JSON: the inverse of `write`."""

    def record(self, headers: Mapping[str, str], opening: Any, rounds: Sequence[Sequence[tuple[str, str]]]) -> str:
        """Return the whole battle as a text that replays; each round's (seat, order) in the order of arrival."""


GAMES: dict[str, Game] = {
    emperors.NAME: emperors,
    "campaign.classic": campaign("classic"),
    "campaign.escalation": campaign("escalation"),
    "campaign.simultaneous": campaign("simultaneous"),
    "campaign.skirmish": campaign("skirmish"),
}
EARLIER_VERSIONS: dict[tuple[str, int], Game] = {}
"""Games as they were, by name and version: a version stays here as long as a battle may be under way that has it."""


class UnknownVersionError(Exception):
    """The battle was begun under rules that this site does not hold; it must wait for them."""


def get_game_version(name: str, version: int) -> Game:
    """Return the game with the rules under which a battle began; raise UnknownVersionError where they are missing."""
    game = GAMES[name]
    found = game if version == game.VERSION else EARLIER_VERSIONS.get((name, version))
    if found is None:
        raise UnknownVersionError(f"{name}, version {version}; this is version {game.VERSION}")
    return found
