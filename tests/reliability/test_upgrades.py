"""A world with battles in it comes through migrations that rebuild its tables, and its guards are there again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIVED = """
from tests import factories
factories.begin("honour", 20, 20, game="emperors", field="duel-2")
"""
ASKED = """
from django.db import connection
from core import write_once_triggers
from tournaments.models import Entry, Round, Tournament
missing = write_once_triggers.list_missing(connection)
print(Tournament.objects.count(), Entry.objects.count(), Round.objects.count(), missing)
"""


@pytest.mark.slow
def test_tables_are_rebuilt_under_a_world_that_has_lived(tmp_path: Path) -> None:
    """Rebuild each table, as SQLite does to change it: triggers that name it must not lose rows."""
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment = ours | {"EMPERORS_VAR": str(tmp_path), "EMPERORS_BOOTSTRAP": "0"}

    def manage(*words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout.strip()

    manage("migrate", "--verbosity", "0", "--no-input")
    manage("shell", "--no-imports", "--command", LIVED)
    lived = manage("shell", "--no-imports", "--command", ASKED)
    assert lived == "1 2 1 []"
    for target in ("0008", "0012"):  # back and forth over a column of the tournaments
        code = f"from tests import history; history.migrate('tournaments', '{target}')"
        manage("shell", "--no-imports", "--command", code)
    manage("migrate", "--verbosity", "0", "--no-input")
    assert manage("shell", "--no-imports", "--command", ASKED) == lived
