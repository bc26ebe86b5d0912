"""`manage.py test`: the races on PostgreSQL and Redis, where these are reachable; then everything on the default.

The races run one after the other, since they share one Redis.
"""

import os
import subprocess
import sys

INFORMATIONAL = {"-h", "--help", "-V", "--version", "--co", "--collect-only", "--fixtures", "--markers"}
NOTHING_COLLECTED = 5
PARALLEL = ["-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "--no-loadscope-reorder"]
"""How everything is run: shared among the cores, by files, since each starts a browser; the long ones not last."""
DATABASE = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def run(arguments: list[str]) -> int:
    """Run the tests that these arguments for pytest choose; the exit code is non-zero if anything failed."""
    enable_bytecode()
    import pytest

    scaled = 0 if INFORMATIONAL & set(arguments) else run_scaled(arguments)
    sys.stdout.flush()
    embedded = int(pytest.main(arguments or PARALLEL))
    if scaled:
        print("The races on PostgreSQL and Redis failed; see above.", file=sys.stderr)
    return embedded or scaled


def enable_bytecode() -> None:
    """Let this process and its children keep compiled bytecode, whatever the environment says.

    Without it each of them translates a thousand files anew, pytest's plugins and all tests among them.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def run_scaled(arguments: list[str]) -> int:
    """Run the tests marked `races` in a process of their own with the scaled settings; return its exit code."""
    missing = find_unreachable()
    if missing and os.environ.get("CI") == "true":
        print(f"CI=true, and not reachable: {missing}", file=sys.stderr)
        return 1
    if missing:
        print(f"Skipped, since not reachable: {missing}. The races run on the embedded default only.")
        return 0
    print(f"── races, on {DATABASE} and {REDIS} ──", flush=True)
    command = [sys.executable, "-m", "pytest", *arguments, "-m", "races"]
    code = subprocess.call(command, env=os.environ | build_environment())
    print("── everything, on the embedded default ──", flush=True)
    return 0 if code == NOTHING_COLLECTED else code


def build_environment() -> dict[str, str]:
    """Return the variables that select the scaled mode's settings."""
    return {
        "DATABASE_URL": DATABASE,
        "REDIS_URL": REDIS,
        "SECRET_KEY": "only-for-tests-" * 4,
        "ALLOWED_HOSTS": "localhost,127.0.0.1",
        "HTTPS": "false",
        "LOG_FORMAT": "console",
        "LOG_LEVEL": "WARNING",
        "DB_STATEMENT_TIMEOUT": "20s",  # emptying all tables after a test takes its time on a busy machine
    }


def find_unreachable() -> str:
    """Return which of the two services does not answer, in words; empty when both do."""
    import psycopg
    import redis

    missing = []
    try:
        psycopg.connect(DATABASE, connect_timeout=3).close()
    except psycopg.Error:
        missing.append(f"PostgreSQL at {DATABASE}")
    try:
        redis.Redis.from_url(REDIS, socket_timeout=3).ping()
    except redis.RedisError:
        missing.append(f"Redis at {REDIS}")
    return " and ".join(missing)
