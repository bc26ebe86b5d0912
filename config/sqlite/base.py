"""A backend in which writers of one process begin their transactions in the order of arrival.

Connections that Django closes stay open for the next request (`config.sqlite.pool`).

Writers of other processes (commands beside a running site) are not in the line; SQLite's own waiting covers them.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite import pool
from config.sqlite.turns import Turns

TURNS: defaultdict[str, Turns] = defaultdict(Turns)
"""The line before each file."""
READS = ("SELECT", "PRAGMA", "EXPLAIN", "SAVEPOI", "RELEASE", "ROLLBAC")
"""How statements begin that take no lock of a writer, or only within a transaction."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that holds the turn from the beginning of a transaction to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has_turn = False
        self.cursors: WeakSet[Any] = WeakSet()
        self.execute_wrappers.append(run_in_turn)

    @property
    def pool_key(self) -> pool.Key:
        """Return which connections can take each other's place: they see one file and began alike."""
        return str(self.settings_dict["NAME"]), str(self.settings_dict["OPTIONS"])

    def get_new_connection(self, conn_params: Any) -> Any:
        """Return a connection that nobody uses, or a new one."""
        return pool.take(self.pool_key) or super().get_new_connection(conn_params)

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = super().create_cursor(name)
        self.cursors.add(cursor)
        return cursor

    def take_turn(self) -> None:
        """Wait for the turn; raise OperationalError, as SQLite does, on timeout."""
        timeout = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        if not TURNS[self.settings_dict["NAME"]].take(timeout):
            raise OperationalError("database is locked")
        self.has_turn = True

    def give_turn(self) -> None:
        """Release the turn, if this connection holds it."""
        if self.has_turn:
            self.has_turn = False
            TURNS[self.settings_dict["NAME"]].give()

    def _start_transaction_under_autocommit(self) -> None:
        self.take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self.give_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self.give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self.give_turn()

    def _close(self) -> None:
        try:
            if not pool.give(self.pool_key, self.connection, self.cursors):
                super()._close()  # type: ignore[misc]
        finally:
            self.give_turn()


def run_in_turn(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run a statement that writes outside of any transaction in a turn of its own, and every other one at once."""
    connection: DatabaseWrapper = context["connection"]
    if connection.has_turn or connection.in_atomic_block or sql.lstrip()[:7].upper().startswith(READS):
        return execute(sql, params, many, context)
    connection.take_turn()
    try:
        return execute(sql, params, many, context)
    finally:
        connection.give_turn()
