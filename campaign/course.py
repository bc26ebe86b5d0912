"""The course of a battle that is over: what every seat held round by round, its luck, and the steps that decided it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from campaign import atlas, dice_luck
from campaign.atlas import Region
from campaign.events import Event
from campaign.holdings import NEUTRAL, Board, armies_of, list_owned, list_pieces
from campaign.words import story
from campaign.words.i18n import Sentence

MAX_DECISIONS = 4
"""So many steps are named as decisive at most."""
SENTENCES = 3
"""So many sentences are told of each."""
LEAST = 2
"""A step of less weight decides nothing."""
REGION, SEAT = 2, 4
"""What a region that changes hands weighs, and a seat that leaves, counted in territories."""


class Step(NamedTuple):
    """A closed step: its place in the record, the board before it, and what happened."""

    number: int
    round: int
    """0 for the opening."""
    turn: str
    """Whose turn it was; blank where all act at once."""
    board: Board
    events: Sequence[Event]


class Stand(NamedTuple):
    """What every seat held at the end of a round; round 0 is the board on which the first one began."""

    round: int
    territories: dict[str, int]
    armies: dict[str, int]


class Decision(NamedTuple):
    """A step that decided much, and what it changed."""

    number: int
    round: int
    turn: str
    changes: dict[str, tuple[int, int]]
    """The territories before and after it, of each seat for which they differ."""
    sentences: list[Sentence]


@dataclass(frozen=True)
class Course:
    """All of it; the luck is empty where no dice were thrown."""

    stands: list[Stand]
    luck: dict[str, float]
    decisions: list[Decision]


def narrate(seats: Sequence[str], steps: Sequence[Step], ending: Board, *, field: str, pays: bool) -> Course:
    """Return the course of a battle; `field` names the map, and `pays` says whether regions bring armies."""
    return Course(
        list_stands(seats, steps, ending),
        sum_luck(seats, steps),
        find_decisions(seats, steps, ending, field=field, pays=pays),
    )


def list_stands(seats: Iterable[str], steps: Sequence[Step], ending: Board) -> list[Stand]:
    """Return what every seat held when the first round began and at the end of each round."""
    boards = [*[step.board for step in steps], ending]
    after = {0: next((step.board for step in steps if step.round), ending)}
    after |= {step.round: board for step, board in zip(steps, boards[1:], strict=True) if step.round}
    return [
        Stand(
            number,
            {seat: len(list_owned(board, seat)) for seat in seats},
            {seat: armies_of(board, seat) for seat in seats},
        )
        for number, board in after.items()
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
    seats: Sequence[str], steps: Sequence[Step], ending: Board, *, field: str, pays: bool
) -> list[Decision]:
    """Return the steps of most weight in their order; of equal ones the earlier count."""
    regions = atlas.find(field).regions if pays else ()
    after = dict(zip([step.number for step in steps], [*[step.board for step in steps[1:]], ending], strict=False))
    weights = {
        step.number: weigh(list_changes(seats, step.board, after[step.number]), step, after[step.number], regions)
        for step in steps
        if step.round
    }
    heaviest = sorted((number for number in weights if weights[number] >= LEAST), key=lambda number: -weights[number])
    return [
        describe(seats, step, after[step.number], field=field, pays=pays)
        for step in steps
        if step.number in heaviest[:MAX_DECISIONS]
    ]


def describe(seats: Sequence[str], step: Step, after: Board, *, field: str, pays: bool) -> Decision:
    """Return a step with what it changed, in numbers and in words."""
    pieces = list_pieces(step.board), list_pieces(after)
    sentences = story.narrate_changes(*pieces, step.events, field=field, pays=pays)[:SENTENCES]
    return Decision(step.number, step.round, step.turn, list_changes(seats, step.board, after), sentences)


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
