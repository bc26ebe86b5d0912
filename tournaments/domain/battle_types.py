"""The shapes of a battle as its viewers read it: receipts, seats, closed rounds, and the state of its page."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from tournaments.domain.games import Event, GameData, Outcome


class StepNumbers(TypedDict):
    """The numbers of a step: the round of play that it belongs to, and its place in the record."""

    round: int
    step: int


class Receipt(StepNumbers):
    """What the giver of an order can hold us to."""

    seat: str
    order: str
    version: int
    given_at: str
    commitment: str


class Standing(TypedDict):
    """How a seat stands in a state."""

    pieces: int | None
    """None where the reader cannot know it, in fog."""
    fallen: bool


class Seat(Standing):
    """A seat with its player, as everybody may see it."""

    seat: str
    emperor: str
    dynasty: str
    code: str | None
    emblem: dict[str, str] | None
    computer: bool
    level: str
    ready: bool
    asleep: bool
    to_act: bool
    flipped: NotRequired[bool]
    team: NotRequired[int]
    """The number of its team, from 1, in a battle of teams."""


class NextBoard(TypedDict):
    """The board after the reader's own order, if nobody else moved, with the orders that would be legal then."""

    position: GameData
    legal: GameData


class OwnSeat(TypedDict):
    """The reader's seat, with its order and what it may order now."""

    seat: str
    order: str | None
    receipt: Receipt | None
    legal: GameData
    queued: NotRequired[list[str]]
    next: NotRequired[NextBoard | None]


class NamedOutcome(Outcome):
    """How a battle ended, with the winners by name."""

    names: list[str]


class Frame(TypedDict):
    """What surrounds the board: names, status, statistics and the clock."""

    code: str
    title: str
    status: str
    type: str
    outcome: Outcome | NamedOutcome | None
    why: str
    round_seconds: int
    contract: str
    round: int
    turn: str
    step: int
    rounds_closed: int
    statistics: list[GameData]
    opened_at: str | None
    deadline: str | None
    starts_at: str | None
    now: str | None


class Reason(TypedDict):
    """Why a piece is where it is after a round; `at` is None where it left the board."""

    piece: str
    seat: str
    kind: str
    at: str | None
    words: str


class ClosedRound(TypedDict):
    """A closed round: the positions before and after, the orders, the events, and what proves it."""

    number: int
    round: int
    turn: str
    before: GameData
    orders: list[list[str]] | None
    events: Sequence[Event]
    after: GameData
    standing: dict[str, Standing]
    told: list[str]
    stand_ins: dict[str, str]
    seals: dict[str, GameData] | None
    digest: str
    closed_at: str | None
    story: NotRequired[list[str]]
    why: NotRequired[list[Reason]]


class Aim(TypedDict):
    """What wins a battle, and how far the reader is."""

    words: str
    progress: str


class Hint(TypedDict):
    """What the page of a first battle says, and the tile that it points at."""

    name: str
    title: str
    text: str
    tile: str


class Coaching(TypedDict):
    """The hint for now, and the one for while a first piece is chosen."""

    now: Hint
    chosen: Hint | None


class BattleState(TypedDict):
    """A battle as one viewer may see it; the page adds what is in words."""

    tournament: Frame
    you: OwnSeat | None
    seats: list[Seat]
    free: list[str]
    position: GameData
    reach: GameData
    rounds: list[ClosedRound]
    aims: NotRequired[list[Aim]]
    bar: NotRequired[dict[str, str]]
    coach: NotRequired[Coaching | None]
