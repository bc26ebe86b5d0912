"""A test that leans on the machine is tried once more, in sight; no other is, and not too often."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.reruns import MAX

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = """[pytest]
addopts = -raR
markers =
    browser: drives one
    slow: long
    times: compares two
    races: two at once
"""
HEAD = """
import pytest
from playwright.sync_api import TimeoutError as TimedOut

tried = {}

def fail(name, error, times=1):
    tried[name] = tried.get(name, 0) + 1
    if tried[name] <= times:
        raise error
"""
LATE = """
@pytest.mark.browser
def test_late_{number}():
    fail({number}, TimedOut("Timeout 10000ms exceeded."), times={times})
"""
LONG = """
@pytest.mark.slow
def test_long():
    fail("long", AssertionError("one short"))

@pytest.mark.times
def test_ratio():
    fail("ratio", AssertionError("20.1 times"))
"""
WHOLE = """
@pytest.fixture
def site():
    return "http://127.0.0.1/"

def test_whole(site):
    fail("whole", AssertionError("a moment too early"))
"""
OTHERS = """
def test_short():
    fail("short", AssertionError("one short"))

@pytest.mark.slow
@pytest.mark.races
def test_race():
    fail("race", AssertionError("two of one"))
"""


def run(folder: Path, *tests: str, workers: int = 0) -> tuple[int, str]:
    """Run these tests by themselves with our hooks; return the exit code and what was written."""
    (folder / "conftest.py").write_text("from tests.reruns import *\n")
    (folder / "test_it.py").write_text(HEAD + "".join(tests))
    (folder / "pytest.ini").write_text(SETTINGS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:django", "-p", "no:cacheprovider", "--rootdir", "."]
    command += ["-n", str(workers)]
    searched = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(command, cwd=folder, env=os.environ | {"PYTHONPATH": searched}, capture_output=True,
                          text=True, check=False)  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def late(count: int, times: int = 1) -> list[str]:
    return [LATE.format(number=number, times=times) for number in range(count)]


@pytest.mark.parametrize("workers", [0, 2])
def test_what_failed_once_is_tried_again_and_named(tmp_path: Path, workers: int) -> None:
    code, found = run(tmp_path, *late(5), workers=workers)
    assert code == 0 and "5 passed, 5 rerun" in found, found
    assert all(f"RERUN test_it.py::test_late_{number}" in found for number in range(5)), found


@pytest.mark.parametrize("workers", [0, 2])
def test_too_many_fail_the_run(tmp_path: Path, workers: int) -> None:
    code, found = run(tmp_path, *late(MAX + 1), workers=workers)
    much = MAX + 1
    assert code == 1 and f"{much} passed, {much} rerun" in found and f"{much} tests were tried again" in found, found


def test_late_twice_is_a_failure(tmp_path: Path) -> None:
    code, found = run(tmp_path, *late(1, times=2))
    assert code == 1 and "1 failed, 1 rerun" in found, found


def test_a_long_test_and_one_of_a_whole_site_are_tried_again(tmp_path: Path) -> None:
    code, found = run(tmp_path, LONG, WHOLE)
    assert code == 0 and "3 passed, 3 rerun" in found, found


def test_nothing_else_is_tried_again(tmp_path: Path) -> None:
    code, found = run(tmp_path, OTHERS)
    assert code == 1 and "2 failed" in found and "rerun" not in found, found
