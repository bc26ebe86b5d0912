"""A small run of `python -m benchmarks.crowd`: a worker is killed while people are paired, and nobody is left out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.devtools import test_runner

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nobody_is_missed_or_paired_twice_while_a_worker_is_killed() -> None:
    if missing := test_runner.find_unreachable():
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(f"not reachable: {missing}")
    size = ["--searchers", "60", "--players", "10", "--battles", "12", "--spectators", "20", "--watched", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.crowd", *size, "--rounds", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    found = json.loads(done.stdout[done.stdout.rindex("{\n") :]) if "wrong" in done.stdout else {}
    assert done.returncode == 0 and found["wrong"] == [], (found, done.stderr[-20_000:])
    assert found["worker killed"] and found["searched when it was killed"] > 0
    assert (found["results"], found["results that never came"]) == (40, 0)
    assert found["battles of the arena"] >= 12
