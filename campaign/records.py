"""Records of battles that are over, as values: what they hold, and the battle turn by turn."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from campaign import game
from campaign.events import Event
from campaign.state import State

Orders = tuple[tuple[str, str], ...]
"""The submissions of a step: seats and what each ordered."""


@dataclass(frozen=True)
class Record:
    """A record with its parts read: the headers, the set-up, and the submissions of each step."""

    headers: Mapping[str, str]
    described: Mapping[str, Any]
    steps: tuple[Orders, ...]

    def __str__(self) -> str:
        return game.write_record(self.headers, self.described, self.steps)

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the letters of the seats that took part."""
        return tuple(self.described["seats"])


class Turn(NamedTuple):
    """What a reader takes for one: a seat's turn, a round in which all act at once, or the whole opening."""

    round: int
    """0 for the opening."""
    seat: str
    """Whose turn it was; blank where all act at once, and for the opening."""
    before: State
    after: State
    orders: Orders
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Replay:
    """A battle as it went, from its first state."""

    opening: State
    turns: tuple[Turn, ...]

    @property
    def ending(self) -> State:
        """Return the last state."""
        return self.turns[-1].after if self.turns else self.opening


def parse(text: str) -> Record:
    """Return a record that this program wrote, with its parts read."""
    headers, described, *steps = map(json.loads, text.rstrip("\n").split("\n"))
    return Record(
        headers["headers"],
        described["setup"],
        tuple(tuple((seat, order) for seat, order in each["orders"]) for each in steps),
    )


def replay(record: Record) -> Replay:
    """Play a battle again from the seed among the headers, and return its turns.

    A seat may have submitted its turn order by order; its steps are one turn.
    """
    seed = record.headers["Seed"]
    played, opening = game.begin_again(record.described, seed)
    state, steps = opening, list[Turn]()
    for orders in record.steps:
        number, seat = played.get_round_and_turn(state)
        after, events = played.resolve(state, orders, seed)
        steps.append(Turn(number, seat if number else "", state, after, orders, tuple(events)))
        state = after
    return Replay(opening, tuple(join(list(each)) for _turn, each in groupby(steps, lambda step: step[:2])))


def join(steps: Sequence[Turn]) -> Turn:
    """Return the steps of one turn as one."""
    return steps[0]._replace(
        after=steps[-1].after,
        orders=tuple(order for step in steps for order in step.orders),
        events=tuple(event for step in steps for event in step.events),
    )
