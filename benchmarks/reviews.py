"""How long the review of a battle takes: at a glance, and in full.

    python -m benchmarks.reviews
    python -m benchmarks.reviews --boards duel-2 ring-8 --level general --battles 4

Battles of one level are played from the true openings; then every round is looked into, and reviewed once more as the
site does, within a budget of time that goes to the rounds that changed most. The seconds are of one process,
as a worker of the site has them: without numba unless EMPERORS_COMPILED=yes is set.
"""

import time
from collections import Counter
from itertools import pairwise

from battlefield import begin, fields
from battlefield.rulesets import Ruleset
from benchmarks.tables import make_parser, print_head, print_row
from players import PLAYERS, matches, reviews
from players.review_budgets import Spent, choose_depth
from tournaments.domain.judgements import measure_turn


def main() -> None:
    parser = make_parser(__doc__, boards=["duel-2", "bridge-2", "delta-3", "cross-4"], battles=2)
    parser.add_argument("--level", default="strategist", choices=list(PLAYERS))
    options = parser.parse_args()
    grades_shown = ("best and fine", "risky", "mistakes and blunders")
    print_head("board", "rounds", "at a glance, s", "all looked into, s", "in full, s", "looked into", *grades_shown)
    for board in options.boards:
        opening = begin(fields.without_chests(fields.load(board)), Ruleset())
        choosers = dict.fromkeys(opening.seats, PLAYERS[options.level].choose)
        for number in range(options.battles):
            ended, past = matches.play_battle(opening, choosers, f"{options.seed} {number}")
            began = time.perf_counter()
            chances = [reviews.preview(before) for before, _orders in past]
            glanced = time.perf_counter()
            grades = Counter[str]()
            for before, orders in past:
                judged = reviews.review_round(before, orders, deep=True)
                grades.update(each.grade for each in judged.orders.values())
            counts = (
                sum(grades[name] for name in names) for names in (("best", "fine"), ("risky",), ("mistake", "blunder"))
            )
            looked, spent = time.perf_counter(), list[Spent]()
            winners = ended.outcome.seats if ended.outcome else ()
            end = {seat: (seat in winners) / len(winners) for seat in ended.seats}
            swings = [measure_turn(one, other) for one, other in pairwise([*chances, end])]
            for before, orders in past:
                started, deep = time.perf_counter(), choose_depth(swings, spent)
                reviews.review_round(before, orders, deep=deep)
                spent.append(Spent(deep, time.perf_counter() - started))
            times = (f"{glanced - began:.2f}", f"{looked - glanced:.1f}", f"{time.perf_counter() - looked:.1f}")
            print_row(board, len(past), *times, sum(each.is_deep for each in spent), *counts)


if __name__ == "__main__":
    main()
