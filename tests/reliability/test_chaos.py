"""A short run of the chaos harness; longer ones, and the planted bugs, by command (docs/engineering/reliability.md)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.reliability.chaos.plan import SIZES, STRETCH, Diary
from tests.reliability.chaos.running import Run, Site

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.races, pytest.mark.timeout(1800)]


def test_whatever_is_killed_nothing_is_lost_and_all_comes_to_an_end() -> None:
    """Run on SQLite without Redis, or on a PostgreSQL and a Redis of its own that are killed as well."""
    scaled = connection.vendor == "postgresql"
    if scaled and not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        pytest.skip("no initdb on this machine")
    command = [sys.executable, "-m", "tests.reliability.chaos", "--database", "postgres" if scaled else "sqlite"]
    plain = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    done = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-3000:]
    assert not any(line.startswith("  ") for line in done.stdout.splitlines()), "a trial would take it for a finding"


def test_the_faults_go_on_while_too_little_has_happened(tmp_path: Path) -> None:
    """Let the first seconds pass before anybody has done anything, as on a busy machine."""
    small = SIZES["small"]
    run = Run(Site(tmp_path), small, "7", "")
    run.diary = Diary(tmp_path / "diary")
    for _line in range(small.traffic):
        run.diary.write("error")
    assert run.time_is_left(2 * small.seconds) and not run.time_is_left(STRETCH * small.seconds)
    for _line in range(small.traffic):
        run.diary.write("ordered")
    assert not run.time_is_left(2 * small.seconds) and run.time_is_left(small.seconds / 2)


def test_a_line_that_is_being_written_is_not_read(tmp_path: Path) -> None:
    diary = Diary(tmp_path / "diary")
    diary.write("ordered", seat="a")
    os.write(diary.file, b'{"what": "ord')
    assert [line["seat"] for line in diary.lines()] == ["a"]
    os.write(diary.file, b'ered", "seat": "b"}\n')
    assert [line["seat"] for line in diary.lines("ordered")] == ["a", "b"]
