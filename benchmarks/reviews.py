"""How long the review of a battle takes: at a glance, and in full.

    python -m benchmarks.reviews
    python -m benchmarks.reviews --boards duel-2 ring-8 --level general --battles 4

Battles of one level are played from the true openings; then every round is reviewed. The seconds are of one process,
as a worker of the site has them: without numba unless EMPERORS_COMPILED=yes is set.
"""

import time
from collections import Counter

from battlefield import begin, fields
from battlefield.rulesets import Ruleset
from benchmarks.tables import make_parser, print_head, print_row
from players import PLAYERS, matches, reviews


def main() -> None:
    parser = make_parser(__doc__, boards=["duel-2", "bridge-2", "delta-3", "cross-4"], battles=2)
    parser.add_argument("--level", default="strategist", choices=list(PLAYERS))
    options = parser.parse_args()
    print_head("board", "rounds", "at a glance, s", "in full, s", "best and fine", "risky", "mistakes and blunders")
    for board in options.boards:
        opening = begin(fields.without_chests(fields.load(board)), Ruleset())
        choosers = dict.fromkeys(opening.seats, PLAYERS[options.level].choose)
        for number in range(options.battles):
            _ended, past = matches.play_battle(opening, choosers, f"{options.seed} {number}")
            began = time.perf_counter()
            for before, _orders in past:
                reviews.preview(before)
            glanced = time.perf_counter()
            grades = Counter[str]()
            for before, orders in past:
                judged = reviews.review_round(before, orders, deep=True)
                grades.update(each.grade for each in judged.orders.values())
            counts = (
                sum(grades[name] for name in names) for names in (("best", "fine"), ("risky",), ("mistake", "blunder"))
            )
            print_row(board, len(past), f"{glanced - began:.2f}", f"{time.perf_counter() - glanced:.1f}", *counts)


if __name__ == "__main__":
    main()
