"""The terminal: what authors of programs see."""

from pathlib import Path

import pytest

from players import matches
from players.terminal import deal, main

FIRST_LEGAL = '''
def choose(view, seat, rules, budget, luck):
    origin, goals = sorted(view["legal"].items())[0]
    return f"{origin}-{luck.choice(goals)}"
'''


@pytest.fixture
def program(tmp_path: Path) -> str:
    path = tmp_path / "a.py"
    path.write_text(FIRST_LEGAL)
    return str(path)


def test_shows_a_battle_with_a_program(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    battle = ["play", "--board", "cross-4", "--player", program, "--player", "greedy", "--seed", "1"]
    assert main(battle) == 0
    shown = capsys.readouterr().out
    assert "took" in shown
    assert "won by" in shown or "draw between" in shown
    assert main(battle) == 0
    assert capsys.readouterr().out == shown, "the same battle from the same seed"


def test_a_match_counts_every_battle(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "--player", program, "--player", "wanderer", "--battles", "20"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert len(table) == 3
    won = [float(line.split()[2]) for line in table[1:]]
    assert sum(won) == pytest.approx(20)
    assert won[1] > won[0]


@pytest.mark.parametrize("name", ["nobody", "missing.py"])
def test_an_unknown_player_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--player", name]) == 2
    assert name in capsys.readouterr().err


def test_an_illegal_order_of_a_program_ends_the_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def choose(view, seat, rules, budget, luck): return 'A1-Z9'")
    assert main(["play", "--player", str(path)]) == 2
    assert capsys.readouterr().err


def test_players_are_dealt_out_in_turn() -> None:
    assert deal("abcd", ["x", "y"]) == {"a": "x", "b": "y", "c": "x", "d": "y"}
    assert deal("abc", ["x", "y"], 1) == {"a": "y", "b": "x", "c": "y"}


def test_the_interval_holds_the_rate_and_narrows() -> None:
    low, high = matches.interval(50, 100)
    assert low == pytest.approx(0.404, abs=0.002)
    assert high == pytest.approx(0.596, abs=0.002)
    assert matches.interval(0, 0) == (0.0, 1.0)
    assert matches.interval(100, 100)[1] == pytest.approx(1.0)
