"""A full disk is one sentence a minute in the log, and one sentence of `play` and `verify`."""

import errno
import io
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from config import disk, environment, logs
from dynasty.models import Stream

ROOT = Path(__file__).parents[2]
SMALL = 900 * 1024  # bytes of a disk on which no world has room


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    """Return a logger with the site's own handler, and what it writes."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(logs.PathlessFormatter(**logs.build_formatter("json")))
    handler.addFilter(disk.DiskFullFilter())
    logger = logging.getLogger("tests.disk")
    logger.addHandler(handler)
    logger.propagate = False
    yield logger, lines
    logger.removeHandler(handler)
    logger.propagate = True


def failures() -> list[Exception]:
    """Return what a full disk raises: of a file, of SQLite, and of PostgreSQL behind Django's own error."""
    full = type("DiskFull", (Exception,), {"sqlstate": "53100"})
    wrapped = DatabaseError("could not extend file")
    wrapped.__cause__ = full("could not extend file")
    return [OSError(errno.ENOSPC, "No space left on device"), DatabaseError("database or disk is full"), wrapped]


@pytest.mark.parametrize("number", range(3))
def test_the_log_says_so_once_a_minute(log: tuple[logging.Logger, io.StringIO], number: int,
                                       monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    logger, lines = log
    now = 1000.0
    monkeypatch.setattr(disk.time, "monotonic", lambda: now)
    for _second in range(150):
        try:
            raise failures()[number]
        except Exception:
            logger.exception("a sweep was broken off")
        now += 1
    logger.warning("something else")
    written = lines.getvalue().splitlines()
    assert sum(disk.FULL in line for line in written) == 3 and len(written) == 4
    assert "Traceback" not in lines.getvalue() and "something else" in written[-1]


def test_other_failures_keep_their_tracebacks(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, lines = log
    try:
        raise OSError(errno.EACCES, "Permission denied")
    except OSError:
        logger.exception("a sweep was broken off")
    assert "Traceback" in lines.getvalue() and disk.FULL not in lines.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_database_without_room_is_known_as_such() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a limit of SQLite stands in for a full disk")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0]}")
        try:
            with pytest.raises(DatabaseError) as failed:
                for number in range(2000):
                    Stream.objects.create(name=f"full:{number}:{'x' * 60}")
        finally:
            cursor.execute("PRAGMA max_page_count = 4294967294")
    assert disk.is_disk_full(failed.value)


def test_a_key_that_could_not_be_written_is_made_at_the_next_start(tmp_path: Path) -> None:
    def full() -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        environment.read_or_create(tmp_path / "key", full)
    assert environment.read_or_create(tmp_path / "key", lambda: "a key") == "a key"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a disk of its own; only root may make one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "none", str(tmp_path)]
    made = subprocess.run(command, capture_output=True, check=False)
    if made.returncode:
        pytest.skip("no file system can be mounted here")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


@pytest.mark.slow
@pytest.mark.parametrize("words", [["play", "--port", "0"], ["verify"], ["migrate", "--no-input"]])
def test_commands_say_that_the_disk_is_full(small_disk: Path, words: list[str]) -> None:
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    full = small_disk / "filled"
    if words == ["verify"]:
        full.write_bytes(b"\0" * (SMALL - 8192))
    command = [sys.executable, "manage.py", *words]
    environment = ours | {"EMPERORS_VAR": str(small_disk / "var"), "EMPERORS_BOOTSTRAP": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 1 and disk.FULL in done.stderr and "Traceback" not in done.stderr, done.stderr[-1500:]


def test_an_uncaught_error_is_a_line(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("excepthook", "unraisablehook"):
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    logs.log_uncaught_errors()
    logging.captureWarnings(False)

    def fail() -> None:
        raise LookupError("nobody catches this")

    thread = threading.Thread(target=fail, name="tender")
    thread.start()
    thread.join()
    sys.excepthook(LookupError, LookupError("nor this"), None)
    assert [record.name for record in caplog.records] == ["uncaught"] * 2
    assert "tender" in caplog.records[0].getMessage() and caplog.records[1].levelno == logging.CRITICAL
