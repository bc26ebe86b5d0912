"""The terminal: what authors of programs see."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from battlefield import records
from players import matches, openings
from players.contests import deal
from players.terminal import main

FIRST_LEGAL = """
def choose(view, seat, rules, budget, luck):
    origin, goals = sorted(view["legal"].items())[0]
    return f"{origin}-{luck.choice(goals)}"
"""


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


@pytest.mark.parametrize("given", ["diagram", "file"])
def test_a_battle_can_be_fought_on_a_board_of_one_s_own(
    given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(openings.SMALL["tiny-2"])
    board = str(path) if given == "file" else openings.SMALL["tiny-2"]
    rules = "path=clear goals=survive(3,0) max_rounds=5"
    assert main(["play", "--board", board, "--rules", rules, "--player", "random"]) == 0
    assert "3. " in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--board", "nowhere"], ["--board", "+--"], ["--rules", "path=closed"],
                                   ["--rules", "goals=duel", "--board", "delta-3"]])  # fmt: skip
def test_a_board_or_rules_that_cannot_be_played_get_a_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *wrong, "--player", "random"]) == 2
    output = capsys.readouterr().err
    assert output[0].isupper() and output.rstrip().endswith(".") and "Traceback" not in output


@pytest.mark.parametrize("name", ["nobody", "missing.py"])
def test_an_unknown_player_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--player", name]) == 2
    assert name in capsys.readouterr().err


def test_a_terminal_that_is_closed_ends_the_battle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--player", "hand"]) == 2
    said = capsys.readouterr().err
    assert "nobody orders at this terminal any more" in said and "Traceback" not in said


def test_an_illegal_order_of_a_program_ends_the_battle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.py"
    path.write_text("def choose(view, seat, rules, budget, luck): return 'A1-Z9'")
    assert main(["play", "--player", str(path)]) == 2
    assert "bad.py failed in round 1 as seat a: illegal order (not-yours)" in capsys.readouterr().err


ILLEGAL_IN_ROUND_THREE = """
def choose(view, seat, rules, budget, luck):
    return "Z9-A1" if view["round"] == 3 else "-"
"""
RAISES = "def choose(view, seat, rules, budget, luck): return view['nothing']"
RETURNS_NOTHING = "def choose(view, seat, rules, budget, luck): pass"
LEAVES = "import sys\ndef choose(view, seat, rules, budget, luck): sys.exit('enough')"


def match_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Return what `emperors match --json` prints for these players."""
    assert main(["match", "--json", *arguments]) == 0
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


def test_two_players_of_one_name_are_kept_apart(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    output = match_of(capsys, "--board", "tiny-2", "--player", program, "--player", program, "--battles", "6")
    assert [row["player"] for row in output["players"]] == [f"{program} #1", f"{program} #2"]
    assert [row["battles"] for row in output["players"]] == [6, 6]
    assert sum(row["won"] for row in output["players"]) == pytest.approx(6)
    assert all(sorted(battle["seats"].values()) == [f"{program} #1", f"{program} #2"] for battle in output["battles"])


def test_two_players_of_one_file_share_no_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counts.py"
    path.write_text(
        "seats = set()\ndef choose(view, seat, rules, budget, luck):\n    seats.add(seat)\n"
        "    assert len(seats) == 1\n    return '-'\n"
    )
    output = match_of(
        capsys,
        "--board",
        "tiny-2",
        "--rules",
        "quiet_rounds=2",
        "--battles",
        "1",
        "--player",
        str(path),
        "--player",
        str(path),
    )
    assert output["battles"][0]["forfeits"] == []


def test_each_player_s_rate_is_that_of_the_battles_which_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    output = match_of(
        capsys,
        "--board",
        "tiny-2",
        "--player",
        "random",
        "--player",
        "wanderer",
        "--player",
        "greedy",
        "--battles",
        "4",
    )
    assert [row["battles"] for row in output["players"]] == [3, 3, 2]
    assert sum(row["won"] for row in output["players"]) == pytest.approx(4)


@pytest.mark.parametrize(("source", "round_", "reason"), [
    (ILLEGAL_IN_ROUND_THREE, 3, "illegal order (not-yours): You have no piece there."),
    (RAISES, 1, "KeyError: 'nothing'"),
    (RETURNS_NOTHING, 1, "NotAnOrder: choose returned None, which is no text"),
    (LEAVES, 1, "SystemExit: enough"),
])  # fmt: skip
def test_who_fails_loses_that_battle_and_the_match_goes_on(
    source: str, round_: int, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    bad = ["--board", "tiny-2", "--player", str(path), "--player", "random", "--battles", "3", "--seed", "2"]
    output = match_of(capsys, *bad)
    lost = [forfeit for battle in output["battles"] for forfeit in battle["forfeits"]]
    assert lost and {forfeit["player"] for forfeit in lost} == {str(path)}
    assert {forfeit["reason"] for forfeit in lost} == {reason}
    assert all(forfeit["round"] == round_ for forfeit in lost)
    assert [row["won"] for row in output["players"]] == [0, 3]
    assert main(["match", *bad]) == 0
    assert f"{path} lost battle 1 in round {round_} as seat a: {reason}" in capsys.readouterr().out


def test_where_everybody_fails_nobody_has_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.py"
    path.write_text(RAISES)
    output = match_of(capsys, "--board", "cross-4", "--player", str(path), "--player", str(path), "--battles", "2")
    assert [row["won"] for row in output["players"]] == [0, 0]
    assert [row["forfeits"] for row in output["players"]] == [2, 2]


def test_a_file_that_cannot_be_loaded_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(:")
    assert main(["match", "--player", str(path)]) == 2
    assert "broken.py cannot be loaded: SyntaxError" in capsys.readouterr().err


READS_THE_PAST = """
def choose(view, seat, rules, budget, luck):
    past = view["past"]
    assert [closed["round"] for closed in past] == list(range(1, view["round"])), past
    if past:
        assert past[-1]["view"]["round"] == view["round"] - 1
        assert set(past[-1]["orders"]) == set(past[-1]["view"]["fighting"])
        assert past[-1]["orders"][seat] == played[-1], (past[-1]["orders"], played)
    origin, goals = sorted(view["legal"].items())[0]
    if not past:
        played.clear()
    played.append(f"{origin}-{luck.choice(goals)}")
    return played[-1]

played = []
"""


def test_a_program_reads_the_closed_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "reader.py"
    path.write_text(READS_THE_PAST)
    output = match_of(capsys, "--board", "small-2", "--player", str(path), "--player", "greedy", "--battles", "4")
    assert [battle["forfeits"] for battle in output["battles"]] == [[]] * 4
    assert max(battle["rounds"] for battle in output["battles"]) > 1


def test_every_battle_of_a_match_is_kept_as_a_record(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(ILLEGAL_IN_ROUND_THREE)
    folder = tmp_path / "records"
    output = match_of(
        capsys,
        "--board",
        "small-2",
        "--player",
        program,
        "--player",
        str(bad),
        "--battles",
        "3",
        "--record",
        str(folder),
    )
    kept = {path.name: records.read(path.read_text()) for path in folder.iterdir()}
    assert sorted(kept) == ["0001.txt", "0002.txt", "0003.txt"]
    for battle, (_name, record) in zip(output["battles"], sorted(kept.items()), strict=True):
        assert record.result == battle["outcome"] and len(record.rounds) == battle["rounds"]
        assert record.headers["a"] == battle["seats"]["a"]
        assert ("Forfeit_1" in record.headers) == bool(battle["forfeits"])
    assert any(battle["forfeits"] for battle in output["battles"])


def test_a_match_in_several_processes_comes_to_the_same(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = ["--board", "tiny-2", "--player", program, "--player", "wanderer", "--battles", "6"]
    assert match_of(capsys, *players, "--jobs", "2") == match_of(capsys, *players)


@pytest.mark.parametrize("wrong", [["--battles", "0"], ["--battles", "x"], ["--jobs", "-1"]])
def test_counts_that_are_none_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--player", "random", *wrong])
    assert "is no number from" in capsys.readouterr().err


def test_what_a_player_prints_does_not_get_into_the_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "talks.py"
    path.write_text("def choose(view, seat, rules, budget, luck):\n    print('I think')\n    return '-'\n")
    assert match_of(capsys, "--board", "tiny-2", "--rules", "quiet_rounds=2", "--player", str(path), "--battles", "1")


def test_players_are_dealt_out_in_turn() -> None:
    assert deal("abcd", ["x", "y"]) == {"a": "x", "b": "y", "c": "x", "d": "y"}
    assert deal("abc", ["x", "y"], 1) == {"a": "y", "b": "x", "c": "y"}


def test_the_interval_holds_the_rate_and_narrows() -> None:
    low, high = matches.compute_interval(50, 100)
    assert low == pytest.approx(0.404, abs=0.002)
    assert high == pytest.approx(0.596, abs=0.002)
    assert matches.compute_interval(0, 0) == (0.0, 1.0)
    assert matches.compute_interval(100, 100)[1] == pytest.approx(1.0)
