"""Players written by others: a Python file that defines `choose(view, seat, rules, budget, luck) -> order text`."""

import runpy
from pathlib import Path
from random import Random
from typing import Any, Protocol

from battlefield import Battle, game

from .ladder import PLAYERS, Choice
from .reading import Closed, Past

BUDGET = 1000
"""About how many joint orders a player from a file may look at; passed to it."""
View = dict[str, Any]


class Program(Protocol):
    def __call__(self, view: View, seat: str, rules: dict[str, Any], budget: int, luck: Random) -> str: ...


class NotAnOrder(ValueError):
    """A program returned something else than the text of an order."""


class NoPlayer(ValueError):
    """There is neither a level nor a file of that name, or the file defines no player."""


def view(battle: Battle, seat: str) -> View:
    """Return what the seat may see: the board, who fights, its legal orders; also drawn, as `diagram`."""
    return position(battle) | {"legal": game.legal(battle, seat)}


def position(battle: Battle) -> View:
    """Return what everybody sees when a round opens."""
    return game.view(battle) | {
        "diagram": str(battle.formation),
        "round": battle.number,
        "quiet": battle.quiet,
        "seats": list(battle.seats),
        "fighting": list(battle.fighting),
    }


class Memory:
    """The closed rounds of the battle that is being played, as programs read them; each is written out once."""

    def __init__(self) -> None:
        self.past: list[Closed] = []
        self.rounds: list[View] = []

    def of(self, past: Past) -> list[View]:
        """Return the closed rounds, the newest last: `round`, `view` before it, and `orders` by seat."""
        count = len(self.past)
        if len(past) < count or (count and past[count - 1][0] is not self.past[-1][0]):
            self.past, self.rounds, count = [], [], 0
        for before, orders in past[count:]:
            self.past.append((before, orders))
            self.rounds.append({"round": before.number, "view": position(before), "orders": dict(orders)})
        return list(self.rounds)


def find_player(name: str) -> Choice:
    """Return the player of that name: a level of the ladder, `hand` for the terminal, or a Python file."""
    if name in PLAYERS:
        return PLAYERS[name].choose
    if name == "hand":
        return by_hand
    if not name.endswith(".py") or not Path(name).is_file():
        raise NoPlayer(f"{name} is neither a file nor one of {', '.join(PLAYERS)}, hand")
    try:
        program = runpy.run_path(name).get("choose")
    except (Exception, SystemExit) as error:
        raise NoPlayer(f"{name} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(program):
        raise NoPlayer(f"{name} defines no function choose(view, seat, rules, budget, luck)")
    return of_program(program)


def of_program(program: Program) -> Choice:
    """Return the program as a player; an order that the rules refuse is an error that says so."""
    memory = Memory()

    def choose(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
        position = view(battle, seat) | {"past": memory.of(past)}
        text = program(position, seat, battle.ruleset.as_json(), BUDGET, luck)
        if not isinstance(text, str):
            raise NotAnOrder(f"choose returned {text!r}, which is no text")
        return game.check(battle, seat, text)

    return choose


class NoInput(Exception):
    """The terminal at which somebody orders was closed."""


def by_hand(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Ask at the terminal until the order is legal."""
    while True:
        try:
            return game.check(battle, seat, input(f"{seat} orders: "))
        except EOFError:
            raise NoInput("nobody orders at this terminal any more") from None
        except game.Illegal as error:
            print(error)
