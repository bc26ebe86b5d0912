"""Computer players as rivals for programs that learn: they order for seats of many battles at once."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from battlefield.orders import Order

from ..fast import encoding
from ..ladder import PLAYERS
from .batched import Battles


def play_level(level: str, seed: int = 0) -> Callable[[Battles], npt.NDArray[np.integer[Any]]]:
    """Return a rival that orders as a level does, for every seat that is no learner's.

    A level that reads its rivals does not read these: nobody keeps the closed rounds of a batch.
    """
    choose, luck = PLAYERS[level].choose, Random(seed)

    def order(battles: Battles) -> npt.NDArray[np.integer[Any]]:
        actions = np.zeros((battles.count, len(battles.seats)), dtype=np.int32)
        for number in np.flatnonzero(battles.over == 0):
            battle = encoding.decode_battle(battles.plan, battles.field(int(number)))
            for place, seat in enumerate(battles.seats):
                if seat in battle.to_act and place != battles.memory.learners[number]:
                    actions[number, place] = battles.numbers.read(Order.read(seat, choose(battle, seat, luck)))
        return actions

    return order
