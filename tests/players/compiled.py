"""The same functions under numba, in a process of their own; compiling them takes a while the first time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_and_read(code: str) -> str:
    """Return what this code prints where everything is compiled; fail where the code does."""
    pytest.importorskip("numba")
    environment = os.environ | {"EMPERORS_COMPILED": "yes", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", f"from players import fast; assert fast.COMPILED; {code}"], cwd=ROOT,
                          env=environment, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()
