"""The space of what a seat sees, for the environments that describe it by Gymnasium's spaces."""

import numpy as np
from gymnasium import spaces

from .numbering import MAX, MAX_OF_BATTLE, RULES, Numbering


def build_observation_space(numbers: Numbering) -> spaces.Dict:
    """Return the space of board, battle, rules and legal actions (docs/api/environments.md)."""
    return spaces.Dict({
        "observation": spaces.Box(0, MAX, (len(numbers.tiles), numbers.columns), np.int8),
        "battle": spaces.Box(0, MAX_OF_BATTLE, (numbers.battle_columns,), np.int16),
        "rules": spaces.Box(0, MAX_OF_BATTLE, (len(RULES),), np.int16),
        "action_mask": spaces.Box(0, 1, (numbers.actions,), np.int8),
    })  # fmt: skip
