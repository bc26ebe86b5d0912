"""How many rounds a second mass simulation plays on one core, orders included.

    python -m benchmarks.simulation --rounds 100000
    EMPERORS_COMPILED=yes python -m benchmarks.simulation --rounds 4000000

Beside it, in the same run: the same random battles on the readable resolver.
"""

import argparse
import time
from random import Random

from battlefield import Battle, Ruleset, begin, fields, play
from players import fast, simple
from players.fast import simulation


def readable(opening: Battle, rounds: int) -> float:
    """Return the rounds a second of CPU with the readable resolver, orders and their checks included."""
    battle, luck = opening, Random(1)
    began = time.process_time()
    for _ in range(rounds):
        battle, _ = play(battle, [(seat, simple.choose_random(battle, seat, luck)) for seat in battle.to_act])
        battle = opening if battle.outcome else battle
    return rounds / (time.process_time() - began)


def flat(opening: Battle, rounds: int) -> tuple[float, int, dict[str, int]]:
    """Return the rounds a second of CPU with the flat resolver, the battles that ended, and the wins by seat."""
    simulation.run(opening, 10, seed=1)
    began = time.process_time()
    battles, wins = simulation.run(opening, rounds, seed=1)
    return rounds / (time.process_time() - began), battles, wins


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="cross-4")
    parser.add_argument("--rounds", type=int, default=100_000)
    options = parser.parse_args()
    opening = begin(fields.without_chests(fields.load(options.board)), Ruleset())
    slow = readable(opening, 2000)
    quick, battles, wins = flat(opening, options.rounds)
    print(f"{options.board}: random battles on one core, {len(opening.seats)} seats")
    print(f"readable resolver                      {slow:12,.0f} rounds/s   1.0")
    print(
        f"flat resolver, {'compiled' if fast.COMPILED else 'plain Python':12}            {quick:12,.0f} rounds/s   "
        f"{quick / slow:.1f}"
    )
    print(
        f"{battles} battles, {options.rounds / max(1, battles):.1f} rounds each; won: "
        + ", ".join(f"{seat} {100 * won / max(1, battles):.1f}%" for seat, won in wins.items())
    )


if __name__ == "__main__":
    main()
