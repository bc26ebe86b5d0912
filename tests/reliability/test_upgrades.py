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
    """Go back over columns of battles and rounds, whose tables SQLite rebuilds: triggers on them must lose no rows."""
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
    manage("shell", "--no-imports", "--command", "from tests import history; history.migrate('tournaments', '0014')")
    manage("migrate", "--verbosity", "0", "--no-input")
    assert manage("shell", "--no-imports", "--command", ASKED) == lived
