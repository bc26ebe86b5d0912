"""A site imports what it needs: on SQLite without Redis neither of their clients, which are 16 of 122 MB."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
import django
django.setup()
import config.embedded.asgi, config.embedded.worker
from django.db.migrations.loader import MigrationLoader
from django.urls import get_resolver
get_resolver().url_patterns, MigrationLoader(None)
from core.cache_errors import get_redis_errors
assert get_redis_errors() == ()
print(*sorted({"psycopg", "redis", "pywebpush", "requests", "resvg_py"} & set(sys.modules)))
"""


def test_clients_that_are_not_needed_are_not_imported(tmp_path: Path) -> None:
    unset = {"DATABASE_URL", "REDIS_URL", "CI"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "EMPERORS_VAR": str(tmp_path)}
    run = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(run, cwd=ROOT, env=inherited | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
