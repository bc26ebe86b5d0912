"""A site imports what it needs: on SQLite without Redis neither of their clients, which are 16 of 122 MB.

Nor what writes the description of its API and makes migrations, with Django's test client, which are 8 MB.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
import django
django.setup()
from config.management.commands.play import load_site
from django.db.migrations.loader import MigrationLoader
load_site(), MigrationLoader(None)
import config.embedded.asgi
from core.cache_errors import get_redis_errors
assert get_redis_errors() == ()
print(*sorted({NEEDLESS} & set(sys.modules)))
"""
NEEDLESS = {
    "django.db.migrations.autodetector",
    "django.test",
    "drf_spectacular.openapi",
    "psycopg",
    "pywebpush",
    "redis",
    "requests",
    "resvg_py",
    "yaml",
}
"""What a site that plays on SQLite without Redis has not imported when it gives its first answer."""


def test_clients_that_are_not_needed_are_not_imported(tmp_path: Path) -> None:
    unset = {"DATABASE_URL", "REDIS_URL", "CI"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "EMPERORS_VAR": str(tmp_path)}
    run = [sys.executable, "-c", PROGRAM.replace("{NEEDLESS}", str(NEEDLESS))]
    done = subprocess.run(run, cwd=ROOT, env=inherited | ours, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
