"""The games and the computer players as a package of their own: built, installed where nothing else is, and played."""

import json
import os
import re
import subprocess
import sys
import venv
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
def choose(view, seat, rules, budget, luck):
    origin, goals = sorted(view["legal"].items())[0]
    return f"{origin}-{luck.choice(goals)}"
"""


def run(*command: str | Path, **more: object) -> str:
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment that holds our wheel and nothing else."""
    place = tmp_path_factory.mktemp("wheel")
    venv.create(place / "build", with_pip=True)  # of which pip alone is used: our environment may have none
    pip = [place / "build" / "bin" / "python", "-m", "pip", "--python", sys.executable, "--disable-pip-version-check"]
    source = place / "source"
    source.mkdir()
    for name in ("battlefield", "campaign", "players", "pyproject.toml", "README.md", "LICENSE"):
        (source / name).symlink_to(ROOT / name)
    run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", place, source)
    venv.create(place / "venv", with_pip=False)
    target = next((place / "venv").glob("lib/*/site-packages"))
    run(*pip, "install", "--no-deps", "--no-index", "--target", target, next(place.glob("emperors-*.whl")))
    return place / "venv" / "bin"


@pytest.mark.slow
def test_a_wheel_plays_without_anything_else(bare: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(PROGRAM)
    alone = {"cwd": tmp_path, "env": {"PATH": os.environ["PATH"]}}
    python = bare / "python"
    emperors = partial(run, python, next(bare.parent.glob("lib/*/site-packages/bin/emperors")), **alone)
    sides = ("--player", "a.py", "--player", "greedy")
    found = emperors("play", "--board", "cross-4", *sides, "--seed", "1")
    assert re.search(r"^1\. [a-d] ", found, re.MULTILINE) and ("won by" in found or "draw between" in found)
    assert "95% interval" in emperors("match", *sides, "--battles", "4")
    assert "error" in json.loads(emperors("resolve", input="{}\n"))
    assert "error" in json.loads(emperors("resolve", "--game", "campaign.classic", input="{}\n"))
    shown = run(python, "-c", "import battlefield, campaign, players, sys; print(*sorted(sys.modules))", **alone)
    assert not {"django", "numpy", "celery"} & set(shown.split())
    assert "site-packages" in run(python, "-c", "from campaign import atlas; print(atlas.__file__)", **alone)
