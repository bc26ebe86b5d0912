"""Campaigns in which all order at once, as a PettingZoo ParallelEnv: sheets are written line by line.

    from players.environments.campaigns import env
    battle = env("skirmish", "grid5x5/C3", seats=3)
    observations, infos = battle.reset(seed=1)
    while battle.agents:
        lines = {seat: battle.action_space(seat).sample(observations[seat]["action_mask"]) for seat in battle.agents}
        observations, rewards, terminations, truncations, infos = battle.step(lines)

Agents are the seats' letters. Each action adds a line to one's own sheet, which the others do not see; 0 hands it in.
The round is resolved when all sheets are handed in. An environment can be pickled or copied at any time.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from campaign.chance import Stream
from campaign.errors import OrderError
from campaign.game import CampaignGame, get_game
from campaign.games import resolve
from campaign.state import State

from ..openings import BadOpening
from .sheets import HAND_IN, MAX_NUMBER, PHASES, SheetNumbering

GAMES = ("simultaneous", "skirmish")
"""The games in which all order at once. Those in turns have other submissions."""
RENDER_MODES = ("ansi", "human")
SEEDS = 2**63


class CampaignBattle(ParallelEnv):
    """One map, battle after battle. docs/api/environments.md says what is seen and ordered."""

    metadata = {"name": "emperors_campaign_v1", "render_modes": list(RENDER_MODES), "is_parallelizable": True}

    def __init__(
        self,
        game: str = "skirmish",
        field: str = "grid5x5/C3",
        preset: str = "classic",
        seats: int = 2,
        lines: int = 8,
        render_mode: str | None = None,
        *,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        """Set up a map; raise BadOpening for what cannot be played, ValueError for other things.

        `lines`: so many lines a sheet has at most; then it is handed in. `rules`: options that differ from the preset.
        """
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"There is no render mode {render_mode!r}: the modes are {', '.join(RENDER_MODES)}.")
        if lines < 1:
            raise ValueError(f"A sheet has at least one line, not {lines}.")
        self.game, self.field, self.preset = read_game(game, field, preset), field, preset
        self.rules = read_rules(self.game, preset, rules or {})
        self.possible_agents = list(self.game.seats_of(field)[:seats])
        if len(self.possible_agents) != seats or seats < 2:
            raise BadOpening("bad-seats", f"The map {field} does not have {seats} seats.")
        self.lines, self.render_mode = lines, render_mode
        self.agents: list[str] = []
        self.luck = np.random.default_rng()
        self._deal()
        self.numbers = SheetNumbering(self.battle, lines)
        self.observation_spaces = {seat: self._build_space() for seat in self.possible_agents}
        self.action_spaces = {seat: spaces.Discrete(self.numbers.actions) for seat in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _build_space(self) -> spaces.Dict:
        places = (len(self.numbers.places), self.numbers.place_columns)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, MAX_NUMBER, places, np.int32),
                "battle": spaces.Box(0, MAX_NUMBER, (self.numbers.battle_columns,), np.int32),
                "sheet": spaces.Box(0, self.numbers.actions, (self.lines,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.numbers.actions,), np.int8),
            }
        )

    def _deal(self) -> None:
        """Draw the opening, and with it the seed of all dice."""
        seed = str(int(self.luck.integers(SEEDS)))
        self.battle: State = self.game.initial(self.field, tuple(self.possible_agents), self.rules, seed, chests=False)
        self.dice = Stream(seed, self.battle.words)
        self._begin_sheets()

    def _begin_sheets(self) -> None:
        self.sheets: dict[str, list[int]] = {seat: [] for seat in self.possible_agents}
        self.handed_in: set[str] = set()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start from an opening. A seed decides all random draws until the next reset with one."""
        if seed is not None:
            self.luck = np.random.default_rng(seed)
        self._deal()
        self.agents = list(self.possible_agents)
        return {seat: self.observe(seat) for seat in self.agents}, {seat: {} for seat in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Add a line to each sheet, and resolve the round once all are handed in.

        A seat gets its reward when it is eliminated or when the battle ends, whichever comes first.
        """
        acting = self.agents
        if not acting:
            return {}, {}, {}, {}, {}
        for seat in acting:
            self._write_line(seat, int(actions.get(seat, HAND_IN)))
        if self.handed_in.issuperset(acting):
            self._resolve(acting)
        ended = self.battle.ended is not None
        over = {seat: ended or seat not in self.battle.living for seat in acting}
        rewards = {seat: self.measure_worth(seat) if over[seat] else 0.0 for seat in acting}
        self.agents = [seat for seat in acting if not over[seat]]
        observations = {seat: self.observe(seat) for seat in acting}
        return observations, rewards, over, dict.fromkeys(acting, False), {seat: {} for seat in acting}

    def _write_line(self, seat: str, action: int) -> None:
        """Add a line to a sheet, or hand it in; whatever the rules refuse hands it in as it is."""
        if seat in self.handed_in:
            return
        legal = action != HAND_IN and 0 < action < self.numbers.actions and bool(self.mask(seat)[action])
        if legal:
            self.sheets[seat].append(action)
        if not legal or len(self.sheets[seat]) == self.lines:
            self.handed_in.add(seat)

    def _resolve(self, acting: list[str]) -> None:
        sheets = {seat: self.numbers.write_sheet(self.battle, seat, self.sheets[seat]) for seat in acting}
        self.battle, _events = resolve(self.battle, sheets, self.dice)
        self.dice.words = self.battle.words
        self._begin_sheets()

    def measure_worth(self, seat: str) -> float:
        """Return what the end is worth to a seat: all of them together nothing, a victory alone 1."""
        outcome = self.game.outcome(self.battle)
        winners = outcome["winners"] if outcome else []
        share = 1 / len(winners) if seat in winners else 0.0
        others = len(self.possible_agents) - 1
        return (share * (others + 1) - 1) / others

    def observe(self, seat: str) -> dict[str, Any]:
        """Return what a seat sees, with its own sheet and the lines that it could add to it."""
        own = self.sheets[seat]
        return {
            "observation": self.numbers.observe_places(self.battle, seat),
            "battle": self.numbers.observe_battle(self.battle, seat, handed_in=seat in self.handed_in),
            "sheet": np.array(own + [HAND_IN] * (self.lines - len(own)), np.int32),
            "action_mask": self.mask(seat),
        }

    def mask(self, seat: str) -> Any:
        """Return 1 for each action that is a legal next line; to hand in is always legal."""
        if seat in self.handed_in:
            mask = np.zeros(self.numbers.actions, np.int8)
            mask[HAND_IN] = 1
            return mask
        return self.numbers.mask(self.battle, seat, self.sheets[seat])

    def render(self) -> str | None:
        """Return the holdings as text; "human" prints them."""
        text = " ".join(f"{name}:{holding}" for name, holding in self.battle.board.items())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: no resource is held open."""


def read_game(game: str, field: str, preset: str) -> CampaignGame:
    """Return the game; raise BadOpening where it, its map or its preset is not known.

    >>> read_game("skirmish", "grid5x5/C3", "classic").TITLE
    'Skirmish'
    """
    if game not in GAMES:
        raise BadOpening("no-such-game", f"There is no game {game!r} here: the games are {', '.join(GAMES)}.")
    found = get_game(game)
    if field not in found.field_names():
        raise BadOpening("no-such-map", f"There is no map {field!r}: the maps are {', '.join(found.field_names())}.")
    if preset not in found.presets():
        raise BadOpening("no-such-rules", f"There is no preset {preset!r}: they are {', '.join(found.presets())}.")
    return found


def read_rules(game: CampaignGame, preset: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a preset with changes; raise BadOpening for what the game does not know.

    >>> read_rules(get_game("skirmish"), "classic", {"fog": "on"})["fog"]
    'on'
    """
    try:
        return game.read_rules({**game.presets()[preset][2], **changes})
    except OrderError as error:
        raise BadOpening("bad-rules", f"The rules cannot be read: {error}") from error


def env(game: str = "skirmish", field: str = "grid5x5/C3", preset: str = "classic", **more: Any) -> CampaignBattle:
    """Return an environment on this map with these rules."""
    return CampaignBattle(game, field, preset, **more)


__all__ = ["GAMES", "PHASES", "CampaignBattle", "env", "read_game"]
