"""A seat of many battles as a Gymnasium VectorEnv; the other seats are ordered by a function.

    from players.environments.vector import Seats
    seats = Seats(64, "duel-2", "classic")                       # against random orders
    observations, infos = seats.reset(seed=1)
    observations, rewards, terminations, truncations, infos = seats.step(actions)

Whoever learns has the first seat in the first battle, the second in the second, and so on. Battles that are over begin
anew in the next step (`AutoresetMode.NEXT_STEP`), whose action is not looked at and whose reward is 0.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..openings import BoardSource, RulesSource
from .batched import MAX_ROUNDS, Battles
from .shapes import build_observation_space

Rival = Callable[[Battles], npt.NDArray[np.integer[Any]]]
"""Returns an action for each battle and seat; those of the learner are not used."""


class Seats(VectorEnv[dict[str, Any], Any, Any]):
    """One seat in each of many battles."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, count: int, field: BoardSource = "duel-2", rules: RulesSource = "classic",
                 rival: Rival = Battles.draw, max_rounds: int = MAX_ROUNDS) -> None:  # fmt: skip
        """Set up so many battles; BadOpening for a board or rules that cannot be played."""
        seats = len(Battles(1, field, rules).seats)
        self.own = np.arange(count) % seats
        self.battles = Battles(count, field, rules, max_rounds, learners=self.own.tolist())
        self.rival, self.num_envs = rival, count
        self.single_observation_space = build_observation_space(self.battles.numbers)
        self.single_action_space = spaces.Discrete(self.battles.actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin every battle. A seed decides all random draws until the next reset."""
        self.battles.reset(int(np.random.default_rng(seed).integers(2**31)))
        return self._observe(), {}

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Order for the own seat of each battle, the rivals for theirs, and play the round."""
        answers = np.array(self.rival(self.battles))
        each = np.arange(self.num_envs)
        answers[each, self.own] = actions
        self.battles.step(answers)
        found = (part[each, self.own] for part in (self.battles.rewards, self.battles.ended, self.battles.cut))
        rewards, ended, cut = found
        return self._observe(), rewards.astype(np.float64), ended.astype(bool), cut.astype(bool), {}

    def _observe(self) -> dict[str, Any]:
        battles, each = self.battles, np.arange(self.num_envs)
        return {
            "observation": battles.board[each, self.own],
            "battle": battles.battle[each, self.own],
            "rules": np.repeat(battles.rules[None, :], self.num_envs, axis=0),
            "action_mask": battles.mask[each, self.own],
        }
