"""A small run of `python -m tests.delivery`: nobody misses anything, whatever happens to Redis and to the sockets."""

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
def test_everybody_sees_everything_once_and_in_order() -> None:
    if missing := test_runner.find_unreachable():
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(f"not reachable: {missing}")
    size = ["--clients", "12", "--events", "80", "--seconds", "12", "--kill-every", "4", "--seed", "3"]
    done = subprocess.run([sys.executable, "-m", "tests.delivery", *size], cwd=ROOT, capture_output=True, text=True,
                          check=False, timeout=220)  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1]) if done.stdout else {}
    assert done.returncode == 0, (found, done.stderr[-3000:])
    assert (found["missed"], found["twice"], found["out of order"], found["requests failed"]) == (0, 0, 0, 0)
    assert found["redis killed"] >= 2 and found["sockets dropped"] >= 12
