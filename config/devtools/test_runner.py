"""`manage.py test`: the races on PostgreSQL and Redis, where these are reachable, and everything on the default.

The races run one after the other, since they share one Redis. In a run of all tests they run beside the others, as a
core is idle while they wait for locks; what they say comes at the end.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import IO

INFORMATIONAL = {"-h", "--help", "-V", "--version", "--co", "--collect-only", "--fixtures", "--markers"}
NOTHING_COLLECTED = 5
WORKERS = min((os.cpu_count() or 1) + 1, 4)
"""Processes that share the tests: one more than there are cores, since tests wait for servers and browsers."""
PARALLEL = ["-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder"]
"""How everything is run: shared by files, since each starts a browser; the long ones not last."""
DATABASE = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def run(arguments: list[str]) -> int:
    """Run the tests that these arguments for pytest choose; the exit code is non-zero if anything failed."""
    enable_bytecode()
    import pytest

    def embedded() -> int:
        sys.stdout.flush()
        return int(pytest.main(arguments or PARALLEL))

    if INFORMATIONAL & set(arguments):
        return embedded()
    if not arguments:
        return run_beside(embedded)
    scaled = run_scaled(arguments)
    return report(embedded(), scaled)


def run_beside(embedded: Callable[[], int]) -> int:
    """Run `embedded` and the races at the same time; print what the races said afterwards."""
    with tempfile.TemporaryFile() as output:
        races = start_scaled([], output)
        code = embedded()
        scaled = races if isinstance(races, int) else get_code(races.wait())
        output.seek(0)
        print(output.read().decode(errors="replace"), flush=True)
    return report(code, scaled)


def report(embedded: int, scaled: int) -> int:
    """Return the exit code of both runs, and say so where the races failed."""
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
    """Run the tests marked `races` with the scaled settings; return their exit code."""
    races = start_scaled(arguments, None)
    code = races if isinstance(races, int) else get_code(races.wait())
    print("── everything, on the embedded default ──", flush=True)
    return code


def start_scaled(arguments: list[str], output: IO[bytes] | None) -> "subprocess.Popen[bytes] | int":
    """Start the races in a process of their own; return an exit code where the services are not reachable."""
    missing = find_unreachable()
    if missing and os.environ.get("CI") == "true":
        print(f"CI=true, and not reachable: {missing}", file=sys.stderr)
        return 1
    if missing:
        print(f"Skipped, since not reachable: {missing}. The races run on the embedded default only.")
        return 0
    print(f"── races, on {DATABASE} and {REDIS} ──", flush=True)
    command = [sys.executable, "-m", "pytest", *arguments, "-m", "races"]
    return subprocess.Popen(command, env=os.environ | build_environment(), stdout=output, stderr=output)


def get_code(code: int) -> int:
    """Return the exit code of the races; that none were chosen is no failure."""
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
