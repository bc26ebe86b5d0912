"""A program that learns to beat greedy on a small board: python examples/learner.py (needs numpy; minutes of one core).

It notes in a table what each order was worth in each position, and gives the best one: Q-learning (Watkins 1989).
"""

import argparse
import time
from collections import defaultdict

import numpy as np

from players.environments.batched import Battles
from players.environments.rivals import play_level
from players.matches import compute_interval


def play(table, battles, rival, steps, explore, rate):
    """Play so many rounds and learn from them (rate 0: learn nothing); return the reward of each battle that ended."""
    each, own, results = np.arange(battles.count), np.arange(battles.count) % len(battles.seats), []
    luck, here = np.random.default_rng(len(table)), []
    begun, chosen = np.zeros(battles.count, bool), np.zeros(battles.count, int)
    for _step in range(steps):
        keys = [battles.board[n, own[n]].tobytes() for n in each]
        legal = [np.flatnonzero(battles.mask[n, own[n]]) for n in each]
        if rate:
            for n in each[begun]:
                ended = battles.over[n] or battles.ended[n, own[n]]
                worth = battles.rewards[n, own[n]] if ended else 0.97 * table[keys[n]][legal[n]].max()
                table[here[n]][chosen[n]] += rate * (worth - table[here[n]][chosen[n]])
        begun, here, chosen = battles.over == 0, keys, np.zeros(battles.count, int)
        results += battles.rewards[each, own][~begun].tolist()
        for n in each[begun]:
            values = table[keys[n]][legal[n]]
            best = np.flatnonzero(values == values.max())
            chosen[n] = legal[n][luck.choice(best) if luck.random() >= explore else luck.integers(len(values))]
        actions = rival(battles)
        actions[each, own] = chosen
        battles.step(actions)
    return results


def main(board="tiny-2", rules="classic", rounds=1500, tests=1000):
    battles = Battles(64, board, rules, max_rounds=60, seed=1, learners=[n % 2 for n in range(64)])
    table, began = defaultdict(lambda: np.zeros(battles.actions, np.float32)), time.process_time()
    for part in range(10):
        paid = play(table, battles, play_level("greedy", part), rounds // 10, explore=0.3 * (1 - part / 10), rate=0.2)
        print(f"{time.process_time() - began:5.0f} s of CPU, {len(table)} positions: {np.mean(paid):+.2f} a battle")
    paid = []
    while len(paid) < tests:
        paid += play(table, battles, play_level("greedy", 99 + len(paid)), 50, explore=0.0, rate=0.0)
    low, high = compute_interval(sum(each / 2 + 0.5 for each in paid), len(paid))
    share = np.mean(paid) / 2 + 0.5
    print(f"{len(paid)} battles against greedy: {share:.1%} won ({low:.1%} to {high:.1%}); a draw is half")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="tiny-2")
    parser.add_argument("--rules", default="classic")
    parser.add_argument("--rounds", type=int, default=1500, help="of 64 battles, to learn from")
    main(**vars(parser.parse_args()))
