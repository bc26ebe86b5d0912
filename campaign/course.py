"""The course of a battle that is over: what every seat held round by round, its luck, and the steps that decided it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from campaign import atlas, dice_luck
from campaign.atlas import Region
from campaign.events import Event
from campaign.holdings import NEUTRAL, Board, armies_of, list_owned, list_pieces
from campaign.state import State
from campaign.words import story
from campaign.words.i18n import Sentence

MAX_DECISIONS = 4
"""So many steps are named as decisive at most."""
SENTENCES = 3
"""So many sentences are told of each."""
LEAST = 2
"""A step of less weight decides nothing."""
LEAST_CHANCE = 0.1
"""Nor does one that changes every seat's chance by less, where chances are known."""
REGION, SEAT = 2, 4
"""What a region that changes hands weighs, and a seat that leaves, counted in territories."""


Chances = dict[str, float]
"""By seat: its chance to win."""
Judge = Callable[[State], Chances]
"""Estimates the chances in a state. The rules know no player that could: whoever asks for a course brings one."""


class Step(NamedTuple):
    """A closed step: its place in the record, the board before it, and what happened."""

    number: int
    round: int
    """0 for the opening."""
    turn: str
    """Whose turn it was; blank where all act at once."""
    board: Board
    events: Sequence[Event]
    chances: Mapping[str, float] = {}
    """Before it; empty where nobody judges."""


class Stand(NamedTuple):
    """What every seat held at the end of a round; round 0 is the board on which the first one began."""

    round: int
    territories: dict[str, int]
    armies: dict[str, int]
    chances: Mapping[str, float] = {}


class Decision(NamedTuple):
    """A step that decided much, and what it changed."""

    number: int
    round: int
    turn: str
    changes: dict[str, tuple[int, int]]
    """The territories before and after it, of each seat for which they differ."""
    sentences: list[Sentence]
    chances: dict[str, tuple[float, float]] = {}
    """Before and after it, of each seat for which it changed by as much as decides; empty where nobody judges."""


@dataclass(frozen=True)
class Course:
    """All of it; the luck is empty where no dice were thrown."""

    stands: list[Stand]
    luck: dict[str, float]
    decisions: list[Decision]


def narrate(
    seats: Sequence[str],
    steps: Sequence[Step],
    ending: Board,
    result: Mapping[str, float] | None = None,
    *,
    field: str,
    pays: bool,
) -> Course:
    """Return the course of a battle; `field` names the map, and `pays` says whether regions bring armies.

    `result`: the chances at the end, where those of the steps are known.
    """
    return Course(
        list_stands(seats, steps, ending, result or {}),
        sum_luck(seats, steps),
        find_decisions(seats, steps, ending, result or {}, field=field, pays=pays),
    )


def list_stands(seats: Iterable[str], steps: Sequence[Step], ending: Board, result: Mapping[str, float]) -> list[Stand]:
    """Return what every seat held when the first round began and at the end of each round."""
    found = [*[(step.board, step.chances) for step in steps], (ending, result)]
    after = {0: next(((step.board, step.chances) for step in steps if step.round), (ending, result))}
    after |= {step.round: each for step, each in zip(steps, found[1:], strict=True) if step.round}
    return [
        Stand(
            number,
            {seat: len(list_owned(board, seat)) for seat in seats},
            {seat: armies_of(board, seat) for seat in seats},
            chances,
        )
        for number, (board, chances) in after.items()
    ]


def sum_luck(seats: Sequence[str], steps: Iterable[Step]) -> dict[str, float]:
    """Return by seat how many armies more than the mean the dice of a battle were worth; nothing without a roll."""
    found: dict[str, float] = {}
    for step in steps:
        owners = {name: holding.owner for name, holding in step.board.items()}
        for seat, gain in dice_luck.measure(step.events, owners).items():
            found[seat] = found.get(seat, 0.0) + gain
    return {seat: found.get(seat, 0.0) for seat in seats} if found else {}


def find_decisions(
    seats: Sequence[str],
    steps: Sequence[Step],
    ending: Board,
    result: Mapping[str, float],
    *,
    field: str,
    pays: bool,
) -> list[Decision]:
    """Return the steps of most weight in their order; of equal ones the earlier count.

    Where chances are known, a step weighs what it changed of them; else what changed hands.
    """
    regions = atlas.find(field).regions if pays else ()
    after = dict(zip([step.number for step in steps], [*[step.board for step in steps[1:]], ending], strict=False))
    then = dict(zip([step.number for step in steps], [*[step.chances for step in steps[1:]], result], strict=False))
    played = [step for step in steps if step.round]
    if result:
        turns = {step.number: measure_turn(step.chances, then[step.number]) for step in played}
        weights = {number: turn for number, turn in turns.items() if turn >= LEAST_CHANCE}
    else:
        found = {
            step.number: weigh(list_changes(seats, step.board, after[step.number]), step, after[step.number], regions)
            for step in played
        }
        weights = {number: float(weight) for number, weight in found.items() if weight >= LEAST}
    heaviest = sorted(weights, key=lambda number: -weights[number])
    return [
        describe(seats, step, after[step.number], then[step.number], field=field, pays=pays)
        for step in steps
        if step.number in heaviest[:MAX_DECISIONS]
    ]


def measure_turn(before: Mapping[str, float], after: Mapping[str, float]) -> float:
    """Return by how much the chance changed of the seat for which it changed most.

    >>> measure_turn({"a": 0.5, "b": 0.5}, {"a": 0.75, "b": 0.25})
    0.25
    """
    return max((abs(after[seat] - chance) for seat, chance in before.items() if seat in after), default=0.0)


def list_turns(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Return the chances before and after, of each seat for which they changed by as much as decides."""
    both = {seat: (chance, after[seat]) for seat, chance in before.items() if seat in after}
    return {seat: (old, new) for seat, (old, new) in both.items() if abs(new - old) >= LEAST_CHANCE}


def describe(
    seats: Sequence[str], step: Step, after: Board, then: Mapping[str, float], *, field: str, pays: bool
) -> Decision:
    """Return a step with what it changed, in numbers and in words."""
    pieces = list_pieces(step.board), list_pieces(after)
    sentences = story.narrate_changes(*pieces, step.events, field=field, pays=pays)[:SENTENCES]
    changes, chances = list_changes(seats, step.board, after), list_turns(step.chances, then)
    return Decision(step.number, step.round, step.turn, changes, sentences, chances)


def list_changes(seats: Iterable[str], before: Board, after: Board) -> dict[str, tuple[int, int]]:
    """Return the number of territories before and after, of each seat for which they differ."""
    counts = {seat: (len(list_owned(before, seat)), len(list_owned(after, seat))) for seat in seats}
    return {seat: (old, new) for seat, (old, new) in counts.items() if old != new}


def weigh(changes: Mapping[str, tuple[int, int]], step: Step, after: Board, regions: Iterable[Region]) -> int:
    """Return what a step weighs: the most territories that a seat won or lost in it, its regions, and who left."""
    most = max((abs(new - old) for old, new in changes.values()), default=0)
    moved = sum(find_holder(step.board, region) != find_holder(after, region) for region in regions)
    left = [event for event in step.events if event["kind"] == "left"]
    return most + REGION * moved + SEAT * len(left)


def find_holder(board: Board, region: Region) -> str:
    """Return the seat that holds a whole region; blank where none does."""
    owners = {board[name].owner for name in region.territories}
    return owner if len(owners) == 1 and (owner := next(iter(owners))) != NEUTRAL else ""
