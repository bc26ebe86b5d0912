"""Battles as a PettingZoo ParallelEnv: every seat orders at once, and then everything happens.

    from players.environments.parallel import env
    battle = env("duel-2", "classic")
    seen, told = battle.reset(seed=1)
    while battle.agents:
        orders = {seat: battle.action_space(seat).sample(seen[seat]["action_mask"]) for seat in battle.agents}
        seen, rewards, ended, cut_short, told = battle.step(orders)

Agents are the seats' letters. An order that is not legal counts as holding. Who is quicker is drawn by lot each round.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from battlefield import play

from ..openings import BoardSource, RulesSource
from . import images
from .numbering import HOLD, MOST, MOST_OF_BATTLE, RULES, Numbering

MOST_ROUNDS = 200
RENDER_MODES = ("ansi", "human", "rgb_array")


class Battlefield(ParallelEnv):
    """One battlefield, battle after battle. docs/api/environments.md says what is seen and ordered."""

    metadata = {"name": "emperors_v2", "render_modes": list(RENDER_MODES), "render_fps": 1, "is_parallelizable": True}

    def __init__(self, field: BoardSource = "duel-2", rules: RulesSource = "classic", max_rounds: int = MOST_ROUNDS,
                 render_mode: str | None = None) -> None:  # fmt: skip
        """Set up a battlefield; BadOpening for a board or rules that cannot be played, ValueError for other things.

        `max_rounds`: after so many rounds the battle is cut short, with nothing won or lost.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"There is no render mode {render_mode!r}: the modes are {', '.join(RENDER_MODES)}.")
        if max_rounds < 1:
            raise ValueError(f"A battle has at least one round, not {max_rounds}.")
        self.numbers = Numbering(field, rules)
        self.max_rounds, self.render_mode = max_rounds, render_mode
        self.possible_agents = list(self.numbers.seats)
        self.agents: list[str] = []
        self.observation_spaces = {seat: self._seen_space() for seat in self.possible_agents}
        self.action_spaces = {seat: spaces.Discrete(self.numbers.actions) for seat in self.possible_agents}
        numbers = len(self.numbers.tiles) * self.numbers.columns + self.numbers.battle_columns + len(RULES)
        self.state_space = spaces.Box(0, MOST_OF_BATTLE, (numbers,), np.int16)
        self.battle = self.numbers.opening
        self.luck = np.random.default_rng()

    def _seen_space(self) -> spaces.Dict:
        return spaces.Dict({
            "observation": spaces.Box(0, MOST, (len(self.numbers.tiles), self.numbers.columns), np.int8),
            "battle": spaces.Box(0, MOST_OF_BATTLE, (self.numbers.battle_columns,), np.int16),
            "rules": spaces.Box(0, MOST_OF_BATTLE, (len(RULES),), np.int16),
            "action_mask": spaces.Box(0, 1, (self.numbers.actions,), np.int8),
        })  # fmt: skip

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start from the opening. A seed decides all random draws until the next reset with one."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.battle = self.numbers.opening
        self.agents = list(self.possible_agents)
        return self.seen(self.agents), {seat: {} for seat in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play one round. A seat gets its reward when it falls or when the battle ends, whichever comes first."""
        acting = list(self.agents)
        orders = [(seat, self.order_of(seat, actions)) for seat in acting]
        self.luck.shuffle(orders)
        self.battle, _resolution = play(self.battle, [(str(seat), str(text)) for seat, text in orders])
        over = self.battle.outcome is not None
        ended = {seat: over or seat in self.battle.fallen for seat in acting}
        late = self.battle.number > self.max_rounds
        cut = {seat: late and not ended[seat] for seat in acting}
        rewards = {seat: self.paid(seat) if ended[seat] else 0.0 for seat in acting}
        self.agents = [seat for seat in acting if not ended[seat] and not cut[seat]]
        return self.seen(acting), rewards, ended, cut, {seat: {} for seat in acting}

    def order_of(self, seat: str, actions: dict[str, int]) -> str:
        action = int(actions.get(seat, HOLD))
        return self.numbers.order(action if action in self.numbers.legal(self.battle, seat) else HOLD)

    def paid(self, seat: str) -> float:
        """Return the seat's reward: 1 for a victory alone, less for a shared one; the others lose equal parts of it."""
        if self.battle.outcome is not None:
            return self.numbers.worth(self.battle, seat)
        return -1 / (len(self.possible_agents) - 1)

    def seen(self, seats: list[str]) -> dict[str, Any]:
        """Return what each of these seats sees, and which orders are legal for it."""
        return {seat: {**self.parts(seat), "action_mask": self.mask(seat)} for seat in seats}

    def parts(self, seat: str) -> dict[str, Any]:
        """Return board, battle and rules as this seat sees them."""
        return {
            "observation": np.array(self.numbers.rows(self.battle, seat), dtype=np.int8),
            "battle": np.array(self.numbers.battle_row(self.battle, seat, self.max_rounds), dtype=np.int16),
            "rules": np.array(self.numbers.rules_row, dtype=np.int16),
        }

    def mask(self, seat: str) -> Any:
        mask = np.zeros(self.numbers.actions, dtype=np.int8)
        mask[self.numbers.legal(self.battle, seat) or [HOLD]] = 1
        return mask

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
