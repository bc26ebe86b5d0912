"""How a beginner fares in the first battle: how often it is won, and won within ten rounds.

    python -m benchmarks.first_battle --battles 200
    python -m benchmarks.first_battle --boards old-duel-2 narrows-2 --levels random novice page

A beginner gives a legal order at random, sees so many of the captures that are possible, and takes an Emperor in reach,
which the page points at. The same seed gives the same figures.
"""

import statistics
from functools import partial
from random import Random

from battlefield import Battle, begin, fields
from battlefield.presets import PRESETS
from benchmarks.tables import make_parser, print_head, print_row
from players import PLAYERS
from players.ladder import Choice
from players.matches import play_battle
from players.simple import choose_capture, list_orders

ATTENTION = (0.25, 0.5, 0.85)
"""How many of the captures beginners of three kinds see."""
SOON = 10


def choose_as_beginner(battle: Battle, seat: str, luck: Random, past: object = (), *, attention: float) -> str:
    """Return an order onto an enemy Emperor in reach; else one that a player of so much attention gives."""
    pieces = battle.formation.pieces
    onto = [order for order in list_orders(battle, seat) if order.destination in pieces]
    emperors = [order for order in onto if order.destination and pieces[order.destination].is_emperor]
    return str(luck.choice(emperors)) if emperors else choose_capture(battle, seat, luck, past, attention=attention)


def play_first_battle(board: str, level: str, beginner: Choice, seed: str, seat: str = "a") -> tuple[bool, int]:
    """Return whether a beginner on this seat wins a battle by the classic rules against a level, and its rounds."""
    opening = begin(fields.without_chests(fields.load(board)), PRESETS["classic"][2])
    choosers = {each: beginner if each == seat else PLAYERS[level].choose for each in opening.seats}
    end, rounds = play_battle(opening, choosers, seed)
    assert end.outcome is not None
    return end.outcome.seats == (seat,) and not end.outcome.draw, len(rounds)


def measure(board: str, level: str, attention: float, battles: int, seed: int) -> tuple[float, float, float]:
    """Return the shares of battles that are won, and won soon, and the median of the rounds."""
    beginner = partial(choose_as_beginner, attention=attention)
    courses = [play_first_battle(board, level, beginner, f"{seed} {number}") for number in range(battles)]
    won = sum(is_won for is_won, _rounds in courses) / battles
    soon = sum(is_won and rounds <= SOON for is_won, rounds in courses) / battles
    return won, soon, statistics.median(rounds for _is_won, rounds in courses)


def main() -> None:
    parser = make_parser(__doc__, boards=["old-duel-2"], battles=200)
    parser.add_argument("--levels", nargs="+", default=["random", "novice", "page"])
    options = parser.parse_args()
    print_head("board", "level", "captures seen", "won", "won within ten rounds", "rounds, median")
    for board in options.boards:
        for level in options.levels:
            for attention in ATTENTION:
                won, soon, rounds = measure(board, level, attention, options.battles, options.seed)
                print_row(board, level, f"{attention:.0%}", f"{won:.0%}", f"{soon:.0%}", f"{rounds:g}")


if __name__ == "__main__":
    main()
