"""Battles as a PettingZoo ParallelEnv: every seat orders at once, and then everything happens.

    from players.environments.parallel import env
    battle = env("duel-2", "classic")
    observations, infos = battle.reset(seed=1)
    while battle.agents:
        orders = {seat: battle.action_space(seat).sample(observations[seat]["action_mask"]) for seat in battle.agents}
        observations, rewards, terminations, truncations, infos = battle.step(orders)

Agents are the seats' letters. An order that is not legal counts as holding. Who is quicker is drawn by lot each
round. An environment can be pickled or copied at any time, and the copy goes on as the original would.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from battlefield import Battle

from ..fast import encoding
from ..openings import BoardSource, RulesSource
from . import images
from .batched import Battles
from .numbering import HOLD, MAX_OF_BATTLE, RULES
from .shapes import build_observation_space

MAX_ROUNDS = 200
RENDER_MODES = ("ansi", "human", "rgb_array")


class Battlefield(ParallelEnv):
    """One battlefield, battle after battle. docs/api/environments.md says what is seen and ordered."""

    metadata = {"name": "emperors_v3", "render_modes": list(RENDER_MODES), "render_fps": 1, "is_parallelizable": True}

    def __init__(self, field: BoardSource = "duel-2", rules: RulesSource = "classic", max_rounds: int = MAX_ROUNDS,
                 render_mode: str | None = None) -> None:  # fmt: skip
        """Set up a battlefield; BadOpening for a board or rules that cannot be played, ValueError for other things.

        `max_rounds`: after so many rounds the battle is cut short, with nothing won or lost.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"There is no render mode {render_mode!r}: the modes are {', '.join(RENDER_MODES)}.")
        if max_rounds < 1:
            raise ValueError(f"A battle has at least one round, not {max_rounds}.")
        self.battles = Battles(1, field, rules, max_rounds)
        self.numbers, self.rules = self.battles.numbers, self.battles.rules
        self.max_rounds, self.render_mode = max_rounds, render_mode
        self.possible_agents = list(self.numbers.seats)
        self.agents: list[str] = []
        self.observation_spaces = {seat: build_observation_space(self.numbers) for seat in self.possible_agents}
        self.action_spaces = {seat: spaces.Discrete(self.numbers.actions) for seat in self.possible_agents}
        numbers = len(self.numbers.tiles) * self.numbers.columns + self.numbers.battle_columns + len(RULES)
        self.state_space = spaces.Box(0, MAX_OF_BATTLE, (numbers,), np.int16)
        self.luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start from the opening. A seed decides all random draws until the next reset with one."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.battles.begin()
        self.agents = list(self.possible_agents)
        return self._observe(self.agents), {seat: {} for seat in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play one round. A seat gets its reward when it falls or when the battle ends, whichever comes first."""
        acting = self.agents
        if not acting:
            return {}, {}, {}, {}, {}
        orders, arrivals = np.zeros((2, 1, len(self.possible_agents)), np.int32)
        for seat in acting:
            orders[0, self._place(seat)] = self._read_action(actions.get(seat, HOLD))
        arrivals[0] = self._draw_arrivals()
        self.battles.step(orders, arrivals)
        rewards, ended, cut = (
            {seat: part[0, self._place(seat)].item() for seat in acting}
            for part in (self.battles.rewards, self.battles.ended.view(bool), self.battles.cut.view(bool))
        )
        self.agents = [seat for seat in acting if not ended[seat] and not cut[seat]]
        return self._observe(acting), rewards, ended, cut, {seat: {} for seat in acting}

    def _place(self, seat: str) -> int:
        return self.possible_agents.index(seat)

    def _read_action(self, action: Any) -> int:
        return int(action) if 0 <= int(action) < self.numbers.actions else HOLD

    def _draw_arrivals(self) -> list[int]:
        """Return the places of the seats in the order in which they order in this round, those that fell last."""
        arrived = [self._place(seat) for seat in self.agents]
        self.luck.shuffle(arrived)
        return arrived + [place for place in range(len(self.possible_agents)) if place not in arrived]

    @property
    def battle(self) -> Battle:
        """The open battle as the readable resolver has it, but for whose Emperor each one was at first."""
        return encoding.decode_battle(self.battles.plan, self.battles.field(0))

    def _observe(self, seats: list[str]) -> dict[str, Any]:
        """Return what each of these seats sees, and which orders are legal for it."""
        return {seat: {**self.parts(seat), "action_mask": self.mask(seat)} for seat in seats}

    def parts(self, seat: str) -> dict[str, Any]:
        """Return board, battle and rules as this seat sees them."""
        place = self._place(seat)
        return {
            "observation": self.battles.board[0, place].copy(),
            "battle": self.battles.battle[0, place].copy(),
            "rules": self.rules.copy(),
        }

    def mask(self, seat: str) -> Any:
        return self.battles.mask[0, self._place(seat)].copy()

    def state(self) -> Any:
        """Return all that the first seat sees but its legal orders, as one row of numbers."""
        parts = self.parts(self.possible_agents[0]).values()
        return np.concatenate([part.ravel().astype(np.int16) for part in parts])

    def render(self) -> Any:
        """Return the board as text, or under `rgb_array` as a picture; "human" prints it."""
        if self.render_mode == "rgb_array":
            return images.draw(self.battle)
        if self.render_mode == "human":
            print(self.battle.formation)
            return None
        return str(self.battle.formation)

    def close(self) -> None:
        """Do nothing: no resource is held open."""


def env(field: BoardSource = "duel-2", rules: RulesSource = "classic", **more: Any) -> Battlefield:
    """Return an environment on this board under these rules; docs/api/environments.md says how they can be given."""
    return Battlefield(field, rules, **more)
