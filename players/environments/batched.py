"""Many battles of one opening, a round of all of them in one call; without any library of environments.

    from players.environments.batched import Battles
    battles = Battles(256, "cross-4", "classic")
    while learning:
        actions = choose(battles.board, battles.battle, battles.mask)    # one for each battle and seat
        battles.step(actions)                                            # overwrites the arrays
        learn(battles.rewards, battles.ended)

Actions, observations and rewards are those of the other environments (docs/api/environments.md). Where `over` is 1 a
battle is over or was cut short: the arrays show how it ended, and the next step begins it anew, whatever the actions.
With numba (`EMPERORS_COMPILED=yes`) it is a hundred times faster.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from battlefield import Formation

from ..fast import batch, encoding
from ..fast.batch import Batch, Codes, Views
from ..fast.compiled import COMPILED, make_numbers
from ..fast.layout import NOBODY, NOWHERE, Field
from ..openings import BoardSource, RulesSource
from .numbering import Numbering

MAX_ROUNDS = 200
Numbers = npt.NDArray[np.integer[Any]]
SEEDS = 1 << 48
"""How many states the chance of a battle has."""


class Battles:
    """So many battles side by side. It can be pickled, and goes on as the original would."""

    def __init__(
        self,
        count: int,
        field: BoardSource = "duel-2",
        rules: RulesSource = "classic",
        max_rounds: int = MAX_ROUNDS,
        seed: int = 0,
        learners: Sequence[int] | None = None,
    ) -> None:
        """Set the battles up and begin them; BadOpening for a board or rules that cannot be played.

        `max_rounds`: after so many rounds a battle is cut short, with nothing won or lost. `learners`: for each battle
        the place of a seat with whose fall it is over; without them it goes on until it has ended for all.
        """
        if count < 1 or max_rounds < 1:
            raise ValueError(f"There is at least one battle with one round, not {count} with {max_rounds}.")
        self.count, self.max_rounds = count, max_rounds
        self.numbers = Numbering(field, rules)
        self.plan = encoding.Plan(self.numbers.opening)
        self.memory = self._allocate([NOBODY] * count if learners is None else list(learners))
        self._allocate_views()
        self.reset(seed)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.numbers.seats

    @property
    def actions(self) -> int:
        """Return how many numbers of actions there are."""
        return self.numbers.actions

    @property
    def rules(self) -> npt.NDArray[np.int16]:
        """Return the row of the rules, the same for all battles and seats."""
        return np.array(self.numbers.rules_row, dtype=np.int16)

    def reset(self, seed: int) -> None:
        """Begin every battle. The seed decides all draws from now on."""
        states = np.random.default_rng(seed).integers(SEEDS, size=(self.count, 1), dtype=np.int64)
        self.memory = self.memory._replace(dice=states if COMPILED else states.tolist())
        self.begin()

    def begin(self) -> None:
        """Begin every battle, and draw on."""
        self.over[...] = 1
        self.step(np.zeros((self.count, len(self.seats)), dtype=np.int32))

    def step(self, actions: Numbers, arrivals: Numbers | None = None) -> None:
        """Play a round of every battle: an action for each battle and seat. One that is not legal holds.

        `arrivals`: for each battle the places of its seats, quickest first; without them who is quicker is drawn.
        """
        shape = (self.count, len(self.seats))
        if actions.shape != shape or (arrivals is not None and arrivals.shape != shape):
            raise ValueError(f"There is an action for each battle and seat: {shape}.")
        arrived = np.zeros((0, len(self.seats)), np.int32) if arrivals is None else arrivals.astype(np.int32)
        batch.step_all(self.memory, self.views, actions.astype(np.int32), arrived)

    def draw(self) -> npt.NDArray[np.int32]:
        """Return a random legal action for each battle and seat."""
        actions = np.zeros((self.count, len(self.seats)), dtype=np.int32)
        batch.draw_all(self.memory, self.views, actions)
        return actions

    def formation(self, number: int) -> Formation:
        """Return the board of one of the battles as the readable resolver has it."""
        return encoding.decode_formation(self.plan, self.field(number))

    def field(self, number: int) -> Field:
        """Return one of the battles as numbers: views into the arrays of all."""
        return Field(*(part[number] for part in self.memory.fields))

    @property
    def views(self) -> Views:
        return Views(self.board, self.battle, self.mask, self.rewards, self.ended, self.cut, self.over)

    def _number_tiles(self) -> Codes:
        columns = self.plan.columns
        tiles = [tile.row * columns + tile.column for tile in self.numbers.tiles]
        places = [NOWHERE] * len(self.plan.field.at)
        for place, tile in enumerate(tiles):
            places[tile] = place
        return Codes(make_numbers(tiles), make_numbers(places), self.numbers.reach, self.max_rounds)

    def _allocate(self, learners: list[int]) -> Batch:
        opening, seats = self.plan.field, len(self.seats)
        return Batch(
            ground=self.plan.ground,
            codes=self._number_tiles(),
            first=opening,
            fields=Field(*(_repeat(part, self.count) for part in opening)),
            dice=None,
            learners=make_numbers(learners),
            workspace=encoding.allocate_workspace(seats, len(opening.place)),
            turns=make_numbers(seats),
            orders=make_numbers(self.actions),
        )

    def _allocate_views(self) -> None:
        """Allocate what is seen, with what never changes: the targets, the truncation and each seat's place."""
        numbers, shape = self.numbers, (self.count, len(self.seats))
        self.board = np.zeros((*shape, len(numbers.tiles), numbers.columns), dtype=np.int8)
        self.battle = np.zeros((*shape, numbers.battle_columns), dtype=np.int16)
        self.mask = np.zeros((*shape, numbers.actions), dtype=np.int8)
        self.rewards = np.zeros(shape, dtype=np.float64)
        self.ended, self.cut = np.zeros(shape, dtype=np.int8), np.zeros(shape, dtype=np.int8)
        self.over = np.zeros(self.count, dtype=np.int8)
        for place, seat in enumerate(self.seats):
            self.board[:, place] = numbers.rows(numbers.opening, seat)
            self.battle[:, place] = numbers.battle_row(numbers.opening, seat, self.max_rounds)


def _repeat(part: Any, count: int) -> Any:
    """Return so many rows of it: an array where numba is in use, lists otherwise."""
    return np.repeat(part[None, :], count, axis=0) if COMPILED else [list(part) for _row in range(count)]
