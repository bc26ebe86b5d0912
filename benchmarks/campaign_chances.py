"""How well the chances that a review of campaigns names agree with what comes of battles, by ruleset.

    python -m benchmarks.campaign_chances --battles 40 --level greedy

For several sharpnesses it prints the mean Brier score of every seat's chance in every step: the lower, the better; the
first line is what equal chances would score.
"""

import argparse
from random import Random

from campaign.game import get_game
from campaign.state import State
from players.campaign import choose
from players.campaign.chances import estimate

SETTINGS = {
    "classic": ("seven", "abc", {"assign": "deal", "win_percent": 70, "round_limit": 20}),
    "escalation": ("seven", "abc", {"assign": "deal", "win_percent": 70, "round_limit": 20}),
    "simultaneous": ("seven", "abc", {"start": "dealt", "win_percent": 70, "round_limit": 20}),
    "skirmish": ("grid4x4", "abc", {"win_percent": 70, "round_limit": 30}),
}
SHARPNESSES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=40)
    parser.add_argument("--level", default="greedy")
    given = parser.parse_args()
    for name in SETTINGS:
        scores = measure(name, given.battles, given.level)
        print(name, " ".join(f"{sharp}: {score:.4f}" for sharp, score in scores.items()), flush=True)


def measure(name: str, battles: int, level: str) -> dict[float, float]:
    """Return the mean score of each sharpness in battles between computer players of one level."""
    errors: dict[float, list[float]] = {sharp: [] for sharp in SHARPNESSES}
    for number in range(battles):
        states, result = play(name, level, f"chances {number}")
        for sharp in SHARPNESSES:
            for state in states:
                found = estimate(state, sharp)
                errors[sharp].append(sum((found[seat] - result[seat]) ** 2 for seat in found) / len(found))
    return {sharp: sum(each) / len(each) for sharp, each in errors.items()}


def play(name: str, level: str, seal: str) -> tuple[list[State], dict[str, float]]:
    """Return the states of a battle from its first round on, and what came of it."""
    field, seats, rules = SETTINGS[name]
    played = get_game(name)
    state = played.initial(field, tuple(seats), rules, seal, chests=False)
    lucks, states = {seat: Random(f"{seal} {seat}") for seat in seats}, []
    while played.outcome(state) is None:
        if played.get_round_and_turn(state)[0]:
            states.append(state)
        orders = [(seat, choose(played.NAME, state, seat, level, lucks[seat])) for seat in played.to_act(state)]
        state, _events = played.resolve(state, orders, seal)
    return states, estimate(state)


if __name__ == "__main__":
    main()
