"""What is for authors and researchers besides the players: the example that learns, and the public table."""

import importlib.util
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from benchmarks import public
from players.environments.batched import Battles
from players.environments.rivals import play_level

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_the_example_learns_to_win_more(capsys: pytest.CaptureFixture[str]) -> None:
    """Let it learn against random orders, which are cheap: the rival of the example takes a minute."""
    spec = importlib.util.spec_from_file_location("learner", EXAMPLES / "learner.py")
    assert spec and spec.loader
    learner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learner)
    battles = Battles(16, "tiny-2", max_rounds=30, seed=1, learners=[n % 2 for n in range(16)])
    table: defaultdict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(battles.actions, np.float32))
    before = np.mean(learner.play(table, battles, Battles.draw, 60, 0.0, 0.0))
    learner.play(table, battles, Battles.draw, 250, 0.3, 0.3)
    after = np.mean(learner.play(table, battles, Battles.draw, 80, 0.0, 0.0))
    assert after > before + 0.3
    assert len((EXAMPLES / "learner.py").read_text().splitlines()) <= 70


def test_a_level_orders_for_all_seats_but_the_learner_s() -> None:
    battles, rival = Battles(3, "small-2", learners=[0, 1, -1], seed=2), play_level("greedy", 4)
    for _round in range(6):
        actions = rival(battles)
        assert actions[0, 0] == actions[1, 1] == 0
        assert all(battles.mask[n, seat, actions[n, seat]] for n in range(3) for seat in range(2))
        battles.step(actions)
    assert (play_level("greedy", 4)(battles) == play_level("greedy", 4)(battles)).all()


def test_the_public_table_counts_what_an_engine_gets_right(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cases = public.list_rounds()[:12]
    assert public.format_engine(public.OURS, cases) == "| emperors | 12 of 12 | 12 of 12 | – |"
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nfor line in sys.stdin: print('{}' if 'A' in line else 'what?')\n")
    shown = public.format_engine(f"silent={sys.executable} {silent}", cases)
    assert shown.startswith("| silent | 0 of 12 | 0 of 12 | ") and shown.endswith("… |")
    loser = tmp_path / "loser.py"
    loser.write_text("def choose(view, seat, rules, budget, luck): return 'abdicate'")
    line = public.format_player(str(loser), 1, "1")
    assert line.startswith("| loser.py | 0% (0% to 66%) | ") and line.endswith(" | 0 |")
