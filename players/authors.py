"""Players written by others: a Python file that defines `choose(view, seat, rules, budget, luck) -> order text`."""

import runpy
from pathlib import Path
from random import Random
from typing import Any, Protocol

from battlefield import Battle, game

from .ladder import PLAYERS, Choice
from .reading import Past

BUDGET = 1000
"""What a player from a file is told that it may look at: about so many joint orders."""
View = dict[str, Any]


class Program(Protocol):
    def __call__(self, view: View, seat: str, rules: dict[str, Any], budget: int, luck: Random) -> str: ...


class NoPlayer(ValueError):
    """There is neither a level nor a file of that name, or the file defines no player."""


def view(battle: Battle, seat: str) -> View:
    """What the seat may see: the board, who fights, its legal orders; also drawn, as `diagram`."""
    return game.view(battle, seat) | {
        "diagram": str(battle.formation),
        "round": battle.number,
        "quiet": battle.quiet,
        "seats": list(battle.seats),
        "fighting": list(battle.fighting),
        "legal": game.legal(battle, seat),
    }


def named(name: str) -> Choice:
    """The player of that name: a level of the ladder, `hand` for the person at the keyboard, or a file."""
    if name in PLAYERS:
        return PLAYERS[name].choose
    if name == "hand":
        return by_hand
    if not name.endswith(".py") or not Path(name).is_file():
        raise NoPlayer(f"{name} is neither a file nor one of {', '.join(PLAYERS)}, hand")
    program = runpy.run_path(name).get("choose")
    if not callable(program):
        raise NoPlayer(f"{name} defines no function choose(view, seat, rules, budget, luck)")
    return of_program(program)


def of_program(program: Program) -> Choice:
    """The program as a player; an order that the rules refuse is an error that says so."""

    def choose(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
        text = program(view(battle, seat), seat, battle.ruleset.as_json(), BUDGET, luck)
        return game.check(battle, seat, text)

    return choose


def by_hand(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
    """Ask at the terminal until the order is legal."""
    while True:
        try:
            return game.check(battle, seat, input(f"{seat} orders: "))
        except game.Illegal as error:
            print(error)
