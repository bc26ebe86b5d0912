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

from .numbering import FEATURES, HOLD, MOST, Numbering

MOST_ROUNDS = 200


class Battlefield(ParallelEnv):
    """One battlefield, battle after battle. docs/environments.md says what is seen and ordered."""

    metadata = {"name": "emperors_v1", "render_modes": ["ansi", "human"], "is_parallelizable": True}

    def __init__(self, field: str = "duel-2", rules: str = "classic", max_rounds: int = MOST_ROUNDS,
                 render_mode: str | None = None) -> None:  # fmt: skip
        """`max_rounds`: after so many rounds the battle is cut short, with nothing won or lost."""
        self.numbers = Numbering(field, rules)
        self.max_rounds, self.render_mode = max_rounds, render_mode
        self.possible_agents = list(self.numbers.seats)
        self.agents: list[str] = []
        tiles, actions = len(self.numbers.tiles), self.numbers.actions
        self.observation_spaces = {seat: spaces.Dict({
            "observation": spaces.Box(0, MOST, (tiles, len(FEATURES)), np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }) for seat in self.possible_agents}  # fmt: skip
        self.action_spaces = {seat: spaces.Discrete(actions) for seat in self.possible_agents}
        self.state_space = spaces.Box(0, MOST, (tiles, len(FEATURES)), np.int8)
        self.battle = self.numbers.opening
        self.luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """The opening. The seed decides every lot until the next reset with one."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self.battle = self.numbers.opening
        self.agents = list(self.possible_agents)
        return self.seen(self.agents), {seat: {} for seat in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """One round. A seat is paid when it falls or when the battle ends, whichever comes first."""
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
        """1 for a victory alone, less for a shared one; what the others won is lost by equal parts."""
        if self.battle.outcome is not None:
            return self.numbers.worth(self.battle, seat)
        return -1 / (len(self.possible_agents) - 1)

    def seen(self, seats: list[str]) -> dict[str, Any]:
        """What each of these seats sees, and which orders are legal for it."""
        return {seat: {"observation": np.array(self.numbers.rows(self.battle, seat), dtype=np.int8),
                       "action_mask": self.mask(seat)} for seat in seats}  # fmt: skip

    def mask(self, seat: str) -> Any:
        mask = np.zeros(self.numbers.actions, dtype=np.int8)
        mask[self.numbers.legal(self.battle, seat) or [HOLD]] = 1
        return mask

    def state(self) -> Any:
        """The whole field, as the first seat sees it."""
        return np.array(self.numbers.rows(self.battle, self.possible_agents[0]), dtype=np.int8)

    def render(self) -> str | None:
        """The board as text; "human" prints it."""
        if self.render_mode == "human":
            print(self.battle.formation)
            return None
        return str(self.battle.formation)

    def close(self) -> None:
        """Nothing is held open."""


def env(field: str = "duel-2", rules: str = "classic", **more: Any) -> Battlefield:
    """An environment, by the names that docs/environments.md lists."""
    return Battlefield(field, rules, **more)
