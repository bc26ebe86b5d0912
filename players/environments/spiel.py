"""Battles as an OpenSpiel game for small boards: simultaneous, of perfect information, and summing to zero.

    import pyspiel
    import players.environments.spiel
    game = pyspiel.load_game("emperors", {"field": "tiny-2"})

The field and the rules can be whatever `players.openings` reads: a name, a diagram, settings, a file. Who is quicker
goes round the table, so that there is no chance in it. A battle that is cut short is worth nothing.
"""

from dataclasses import dataclass, replace
from typing import Any, cast
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from battlefield import Battle, fields, play
from battlefield.pieces import SEATS
from battlefield.presets import PRESETS
from battlefield.records import board_text, targets_text

from ..openings import SMALL
from .numbering import HOLD, RULES, Numbering

DEFAULTS: dict[str, Any] = {"field": "small-2", "rules": "classic", "max_rounds": 100}
TYPE = pyspiel.GameType(
    short_name="emperors",
    long_name="Emperors of the Dynasty",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(SEATS),
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


def write_parameters(numbers: Numbering, field: str, rules: str) -> dict[str, str]:
    """Return field and rules as parameters from which the library can make the game again, wherever it is read.

    Names stay names. Everything else is written out and quoted, since brackets, commas and = divide parameters there.
    """
    return {
        "field": field if field in SMALL or fields.has_field(field) else quote(board_text(numbers.opening), safe=""),
        "rules": rules if rules in PRESETS else quote(str(numbers.opening.ruleset), safe=""),
    }


class EmperorsGame(pyspiel.Game):
    """One battlefield with its rules; see docs/api/environments.md."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Set up a game; BadOpening for a field or rules that cannot be played."""
        settings = DEFAULTS | (params or {})
        field, rules = unquote(str(settings["field"])), unquote(str(settings["rules"]))
        self.numbers = Numbering(field, rules)
        self.max_rounds = int(settings["max_rounds"])
        seats = len(self.numbers.seats)
        super().__init__(TYPE, pyspiel.GameInfo(
            num_distinct_actions=self.numbers.actions, max_chance_outcomes=0, num_players=seats,
            min_utility=-1 / (seats - 1), max_utility=1.0, utility_sum=0.0, max_game_length=self.max_rounds,
        ), write_parameters(self.numbers, field, rules) | {"max_rounds": self.max_rounds})  # fmt: skip

    def __reduce__(self) -> Any:
        """Return how to pickle the game: by its text, since the library's own pickling loses its fields."""
        return load, (str(self),)

    def new_initial_state(self, state_as_text: str | None = None) -> "EmperorsState":
        return EmperorsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "EmperorsObserver":
        return EmperorsObserver(self.numbers, self.max_rounds)


@dataclass(frozen=True)
class Moment:
    """What a state holds. It never changes, so whoever copies the state may share it."""

    numbers: Numbering
    max_rounds: int
    battle: Battle

    def __deepcopy__(self, memo: Any) -> "Moment":
        return self


class EmperorsState(pyspiel.State):
    """A battle when a round opens. The library asks for the functions with an underscore by these names."""

    def __init__(self, game: EmperorsGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.numbers, game.max_rounds, game.numbers.opening)

    @property
    def numbers(self) -> Numbering:
        return self.moment.numbers

    @property
    def battle(self) -> Battle:
        return self.moment.battle

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.SIMULTANEOUS

    def is_terminal(self) -> bool:
        return self.battle.outcome is not None or self.battle.number > self.moment.max_rounds

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions in ascending order; a fallen seat can only hold."""
        return self.numbers.legal(self.battle, self.numbers.seats[player]) or [HOLD]

    def _apply_actions(self, actions: list[int]) -> None:
        """Play one round; the quickest seat changes with every round."""
        seats = self.numbers.seats
        first = (self.battle.number - 1) % len(seats)
        turns = [*range(first, len(seats)), *range(first)]
        fighting = [turn for turn in turns if seats[turn] in self.battle.to_act]
        orders = [(seats[turn], self.numbers.order(actions[turn])) for turn in fighting]
        after, _resolution = play(self.battle, orders)
        self.moment = replace(self.moment, battle=after)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.numbers.order(action)

    def returns(self) -> list[float]:
        """Return the reward of every seat; they add up to 0, and a victory alone is 1."""
        if self.battle.outcome is None:
            return [0.0] * len(self.numbers.seats)
        return [self.numbers.worth(self.battle, seat) for seat in self.numbers.seats]

    def __str__(self) -> str:
        """Return all that decides how the battle goes on, the rules last."""
        fallen = "".join(seat for seat in self.numbers.seats if seat in self.battle.fallen) or "nobody"
        head = f"round {self.battle.number}, quiet {self.battle.quiet}, fallen {fallen}"
        aims = f"targets: {targets_text(self.battle.targets)}\n" if self.battle.targets else ""
        holder, rounds = self.battle.reign
        head += f", throne {holder} {rounds}" if holder else ""
        return f"{head}\n{self.battle.formation}\n{aims}{self.battle.ruleset}"


class EmperorsObserver:
    """What a seat sees: everything, counted from itself."""

    def __init__(self, numbers: Numbering, max_rounds: int) -> None:
        self.numbers, self.max_rounds = numbers, max_rounds
        tiles, columns, battle = len(numbers.tiles), numbers.columns, numbers.battle_columns
        self.tensor = np.zeros(tiles * columns + battle + len(RULES), np.float32)
        board, row, rules = np.split(self.tensor, [tiles * columns, tiles * columns + battle])
        rules[:] = numbers.rules_row
        self.dict = {"observation": board.reshape(tiles, columns), "battle": row, "rules": rules}

    def set_from(self, state: EmperorsState, player: int) -> None:
        seat = self.numbers.seats[player]
        self.dict["observation"][:] = self.numbers.rows(state.battle, seat)
        self.dict["battle"][:] = self.numbers.battle_row(state.battle, seat, self.max_rounds)

    def string_from(self, state: EmperorsState, player: int) -> str:
        return f"{self.numbers.seats[player]} {state}"


def load(text: str) -> EmperorsGame:
    """Return the game of this text. Whoever unpickles one imports this module, and so knows the game."""
    return cast(EmperorsGame, pyspiel.load_game(text))


pyspiel.register_game(TYPE, EmperorsGame)
