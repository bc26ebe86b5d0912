"""Open connections that wait to be used again, by database file.

Django closes a connection at the end of each request and task, and a thread of its own serves each request. A new
connection to SQLite costs some 2 ms: it reads the whole schema, and Django registers its functions. Where it was the
last one, closing it also writes the log back into the file and deletes it.
"""

import atexit
import os
import sqlite3
from collections import defaultdict, deque
from collections.abc import Iterable
from pathlib import Path

MAX_IDLE = 8
"""More connections than these are closed when nobody uses them."""
Key = tuple[str, ...]
"""The file's name, and the commands that its connections began with."""
File = tuple[int, int]
_idle: defaultdict[Key, deque[tuple[File, sqlite3.Connection]]] = defaultdict(deque)
_inherited: list[sqlite3.Connection] = []
"""Those of the parent process; SQLite forbids to use or to close them in a child."""


def take(key: Key) -> sqlite3.Connection | None:
    """Return an open connection to the file that has this name now, None where there is none."""
    while _idle[key]:
        try:
            file, connection = _idle[key].pop()
        except IndexError:  # another thread was first
            return None
        if file == identify(key[0]):
            return connection
        connection.close()
    return None


def give(key: Key, connection: sqlite3.Connection, cursors: Iterable[sqlite3.Cursor]) -> bool:
    """Keep a connection for its next user; return whether it can be kept, else the caller closes it.

    Its cursors are closed: one that has rows left would hold the next user to an old state of the database.
    """
    try:
        for cursor in list(cursors):
            cursor.close()
        is_clean = not connection.in_transaction and connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    except sqlite3.Error:  # already closed, or broken
        return False
    file = identify(key[0])
    if not is_clean or file is None or len(_idle[key]) >= MAX_IDLE:
        return False
    _idle[key].append((file, connection))
    return True


def identify(name: str) -> File | None:
    """Return what tells the file of this name from one that takes its place."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def close_all() -> None:
    """Close what is idle; the last connection of all writes the log back into the file."""
    for waiting in _idle.values():
        while waiting:
            waiting.pop()[1].close()


def _leave_to_parent() -> None:
    _inherited.extend(connection for waiting in _idle.values() for _file, connection in waiting)
    _idle.clear()


atexit.register(close_all)
os.register_at_fork(after_in_child=_leave_to_parent)
