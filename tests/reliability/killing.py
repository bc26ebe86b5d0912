"""Killing a process at a named point of a service, and seeing what is left of what it did.

Every act is a call in a forked child with the same chance and the same clock each time, so that what it leaves behind
can be compared to the byte: with nothing at all where it was killed before its commit, and after it with what the act
itself saw in its transaction just before.
"""

import hashlib
import os
import pickle
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from typing import Any
from unittest.mock import patch

from django.core.management.color import no_style
from django.db import connection, connections, transaction

from core import clock, crash_points

Tables = dict[str, str]
"""A digest of each table's rows."""


def snapshot() -> Tables:
    """Return what the whole database holds."""
    with connection.cursor() as cursor:
        return {name: table(cursor, name) for name in sorted(connection.introspection.table_names(cursor))
                if name != "sqlite_sequence"}  # fmt: skip


def table(cursor: Any, name: str) -> str:
    cursor.execute(f'SELECT * FROM "{name}"')
    return hashlib.sha256("\n".join(sorted(map(repr, cursor.fetchall()))).encode()).hexdigest()


def list_changed(before: Tables, after: Tables) -> list[str]:
    return [name for name in before if before[name] != after.get(name)]


def leave_the_database() -> None:
    """Close what a forked process must not share."""
    connections.close_all()
    if connection.vendor == "postgresql" and connection.settings_dict["OPTIONS"].get("pool"):
        connection.close_pool()


def rewind_numbers() -> None:
    """Let the next rows take the numbers that those took which were rolled back; SQLite does so by itself."""
    if connection.vendor != "postgresql":
        return
    from django.apps import apps

    with connection.cursor() as cursor:
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), apps.get_models())))


@contextmanager
def same_chance(moment: datetime) -> Iterator[None]:
    """Fix codes, salts, identifiers and the clock for this moment."""
    luck = random.Random(str(moment))
    with ExitStack() as stack:
        for place in ("os.urandom", "random._urandom"):
            stack.enter_context(patch(place, luck.randbytes))
        stack.enter_context(clock.freeze(moment))
        yield


class Enough(Exception):
    """A rehearsal is over."""


def rehearse(act: Callable[[], Any], moment: datetime) -> list[str]:
    """Yield the points that an act passes; it is undone again."""
    passed: list[str] = []
    crash_points.listener = passed.append
    try:
        with suppress(Enough), same_chance(moment), transaction.atomic():
            act()
            raise Enough
    finally:
        crash_points.listener = None
    rewind_numbers()
    return passed


class Killed:
    """What a child said before it died: the points that it passed, and what it saw in its transaction at last."""

    def __init__(self, passed: list[str], collected: Tables | None) -> None:
        self.passed, self.tables = passed, collected


def kill_at(act: Callable[[], Any], place: int, moment: datetime, *, with_snapshot: bool = False) -> Killed:
    """Let a child do it, and die by SIGKILL at the point of that number, counted from 0; -1: when it is done.

    `look`: it takes a snapshot before it dies.
    """
    leave_the_database()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            die_at(act, place, moment, writing, with_snapshot)
        finally:
            os._exit(3)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, text.decode(errors="replace")[-3000:]
    rewind_numbers()
    return Killed(*pickle.loads(text))


def die_at(act: Callable[[], Any], place: int, moment: datetime, writing: int, with_snapshot: bool) -> None:
    """Die in the child; never return."""
    passed: list[str] = []

    def die() -> None:
        os.write(writing, pickle.dumps((passed, snapshot() if with_snapshot else None)))
        os.kill(os.getpid(), signal.SIGKILL)

    def listen(point: str) -> None:
        passed.append(point)
        if len(passed) == place + 1:
            die()

    crash_points.listener = listen
    try:
        with same_chance(moment):
            act()
            crash_points.listener = None
            die()
    except BaseException:
        import traceback

        os.write(writing, traceback.format_exc().encode())
