"""How fast the readable resolver is, with its trace, beside the flat one: seconds of CPU on one core.

    python -m benchmarks.resolver
    EMPERORS_COMPILED=yes python -m benchmarks.resolver

Both resolve the same rounds: battles of random legal orders, four seats. What it takes to make the orders up is not
counted. With EMPERORS_COMPILED=yes the flat resolver is called through numba round by round, which costs more than
the rounds; `benchmarks.simulation` shows what it does when it is left alone.
"""

import argparse
import time
from collections.abc import Callable
from random import Random

from battlefield import Battle, Order, Ruleset, begin, fields, play, resolve
from players import fast, simple

Round = tuple[Battle, list[Order]]


def rounds(board: str, count: int, seed: int) -> list[Round]:
    """Return so many rounds of random battles."""
    luck, found = Random(seed), []
    battle = opening = begin(fields.without_chests(fields.load(board)), Ruleset())
    while len(found) < count:
        texts = [(seat, simple.choose_random(battle, seat, luck)) for seat in battle.to_act]
        found.append((battle, [Order.read(seat, text) for seat, text in texts]))
        battle, _ = play(battle, texts)
        battle = opening if battle.outcome else battle
    return found


def seconds(work: Callable[[], None], repeat: int = 3) -> float:
    """Return the shortest of several times, in seconds of CPU."""
    times = []
    for _ in range(repeat):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def readable(played: list[Round]) -> None:
    for battle, orders in played:
        resolve(battle.formation, orders, battle.ruleset)


def flat(played: list[tuple[fast.Plan, fast.Field, list[int]]], workspace: fast.Workspace) -> None:
    for plan, field, orders in played:
        for i, order in enumerate(orders):
            workspace.orders[i] = order
        fast.resolve(plan.ground, field, workspace, len(orders))


def lay_out(played: list[Round]) -> list[tuple[fast.Plan, fast.Field, list[int]]]:
    plans = [(fast.Plan(battle), orders) for battle, orders in played]
    return [(plan, plan.field, [plan.number(order) for order in orders]) for plan, orders in plans]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", default="cross-4")
    parser.add_argument("--rounds", type=int, default=5000)
    options = parser.parse_args()
    played = rounds(options.board, options.rounds, seed=1)
    slow = seconds(lambda: readable(played))
    workspace = fast.allocate_workspace(len(played[0][0].seats), len(played[0][0].formation.pieces))
    copies = [lay_out(played) for _ in range(2)]
    flat(copies.pop(), workspace)
    quick = seconds(lambda: flat(copies.pop(), workspace), repeat=1)
    how = "compiled" if fast.COMPILED else "plain Python"
    print(f"{options.board}, {options.rounds} rounds of random orders")
    print(f"readable, with trace   {options.rounds / slow:10,.0f} rounds/s  {1e6 * slow / options.rounds:6.1f} µs  1.0")
    print(
        f"flat, {how:12}     {options.rounds / quick:10,.0f} rounds/s  {1e6 * quick / options.rounds:6.1f} µs  "
        f"{slow / quick:.1f}"
    )


if __name__ == "__main__":
    main()
