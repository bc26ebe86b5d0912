"""Make the puzzles for practice: rounds fought by computer players, in which a weak one gave a bad order.

    python -m benchmarks.practice_puzzles --dozens 4

The puzzles are kept in `tournaments/domain/practice_puzzles.json`, where the pages find them. A minute or two of work
for each dozen; the same seed makes the same puzzles as long as players and judge stay the same.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import django

DUELS = ("duel-2", "narrows-2", "bridge-2", "terrace-2", "garden-2", "small-2")
STRONG, WEAK = "greedy", "novice"
MAX_ROUNDS = 60
BETWEEN = 3
"""Rounds from one that is looked into to the next."""
SHARE_OF_THEME = 0.3
"""The part of all puzzles that one theme has at most."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dozens", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    django.setup()
    from tournaments.domain import practice_puzzles

    size, found, themes = practice_puzzles.DOZEN * options.dozens, [], Counter[str]()
    for puzzle in make_all(Random(options.seed)):
        if themes[puzzle.theme] >= SHARE_OF_THEME * size or any(each.state == puzzle.state for each in found):
            continue
        themes[puzzle.theme] += 1
        found.append(puzzle)
        print(len(found), puzzle.theme, puzzle.seat, puzzle.bad_order, file=sys.stderr, flush=True)
        if len(found) == size:
            break
    practice_puzzles.keep(found)


def make_all(luck: Random) -> Iterator["PracticePuzzle"]:  # type: ignore[name-defined]  # noqa: F821
    """Let computer players fight battle after battle, and yield the puzzles of their rounds."""
    from battlefield import battles
    from players import choose
    from players.openings import build_opening

    while True:
        battle, number = build_opening(luck.choice(DUELS)), luck.randrange(BETWEEN)
        while not battle.outcome and number < MAX_ROUNDS:
            number += 1
            orders = [(seat, choose("emperors", battle, seat, STRONG, luck)) for seat in battle.to_act]
            if number % BETWEEN == 0 and len(battle.to_act) == 2 and (made := make(battle, luck)):
                yield made
            battle = battles.play(battle, orders)[0]


def make(battle: "Battle", luck: Random) -> "PracticePuzzle | None":  # type: ignore[name-defined]  # noqa: F821
    """Return the puzzle of what a weak player would order; None where it is none."""
    from battlefield import game
    from players import choose
    from tournaments.domain.practice_puzzles import PracticePuzzle
    from tournaments.services.order_puzzles.making import judge_order

    seat = luck.choice(battle.to_act)
    order = choose("emperors", battle, seat, WEAK, luck)
    judged = judge_order(battle, seat, order)
    if judged is None:
        return None
    key, theme = judged
    solution = key.write()
    return PracticePuzzle(game.write(battle), seat, order, theme, solution["chances"], solution["often"])


if __name__ == "__main__":
    main()
