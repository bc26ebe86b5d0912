"""The same seed is the same battle in every process, however Python orders what it hashes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAY = """
from battlefield import play
from tests.players import test_campaign, test_conduct

battle = test_conduct.opening("treasure", "delta-3", 4)
while battle.outcome is None:
    given = test_conduct.orders(battle, "tactician", "hashes")
    battle, told = play(battle, given)
    print(given, told)
for name, (field, seats) in test_campaign.SMALL.items():
    played, state = test_campaign.opening(name, next(iter(test_campaign.get_game(name).presets())), field, seats,
                                          round_limit=3)
    for state in test_campaign.play(played, state, dict.fromkeys(state.seats, "greedy"), "hashes"):
        print(state)
"""


def test_battles_do_not_depend_on_the_seed_of_hashes() -> None:
    written = [
        subprocess.run(
            [sys.executable, "-c", PLAY], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert len(written[0]) > 2_000 and len(set(written)) == 1
