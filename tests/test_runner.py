"""`manage.py test` without arguments: the races run beside everything else, and either fails the run."""

import subprocess
import sys
from typing import Any

import pytest

from config.devtools import test_runner


@pytest.fixture
def races(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a short program stand for the races."""
    real = subprocess.Popen

    def plan(code: str) -> None:
        monkeypatch.setattr(test_runner, "find_unreachable", lambda: "")
        monkeypatch.setattr(
            test_runner.subprocess, "Popen", lambda _command, **more: real([sys.executable, "-c", code], **more)
        )

    return plan


def test_they_begin_first_and_what_they_say_comes_last(races: Any, capfd: pytest.CaptureFixture[str]) -> None:
    races("import sys; print('two of them failed'); sys.exit(1)")
    assert test_runner.run_beside(lambda: print("everything else") or 0) == 1
    output = capfd.readouterr()
    assert output.out.index("── races") < output.out.index("everything else") < output.out.index("two of them failed")
    assert "The races on PostgreSQL and Redis failed" in output.err


@pytest.mark.parametrize(("races_end", "others_end", "code"), [(0, 0, 0), (5, 0, 0), (0, 1, 1), (3, 2, 2)])
def test_the_run_fails_where_one_of_both_does(races: Any, races_end: int, others_end: int, code: int) -> None:
    races(f"raise SystemExit({races_end})")
    assert test_runner.run_beside(lambda: others_end) == code


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_missing_services_fail_where_nothing_may_be_skipped(
    monkeypatch: pytest.MonkeyPatch, ci: str, code: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(test_runner, "find_unreachable", lambda: "Redis")
    assert test_runner.run_beside(lambda: 0) == code
