"""Connections to SQLite that are used again: only clean ones, only for the same file, and with nothing left open."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.sqlite import pool
from config.sqlite.base import DatabaseWrapper

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own"),
]


@pytest.fixture
def wrapper(tmp_path: Path) -> Iterator[Any]:
    """Yield a connection of Django’s to a database of the test’s own, with a table of three rows."""
    settings = connection.settings_dict | {"NAME": str(tmp_path / "world.sqlite3")}
    wrapper = DatabaseWrapper(settings, alias="pooled")
    with wrapper.cursor() as cursor:
        cursor.execute("CREATE TABLE kept (number integer)")
        cursor.execute("INSERT INTO kept VALUES (1), (2), (3)")
    yield wrapper
    wrapper.close()


def reopen(wrapper: Any) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Return the connection before and after Django has closed it."""
    wrapper.ensure_connection()
    before = wrapper.connection
    wrapper.close()
    wrapper.ensure_connection()
    return before, wrapper.connection


def count(wrapper: Any) -> int:
    with wrapper.cursor() as cursor:
        return int(cursor.execute("SELECT count(*) FROM kept").fetchone()[0])


def test_a_connection_is_used_again(wrapper: Any) -> None:
    before, after = reopen(wrapper)
    assert before is after and count(wrapper) == 3


def test_another_thread_s_wrapper_takes_it_over_and_never_shares_it(wrapper: Any) -> None:
    first = wrapper.connection
    beside = DatabaseWrapper(wrapper.settings_dict, alias="pooled")
    beside.ensure_connection()
    assert beside.connection is not first
    wrapper.close()
    third = DatabaseWrapper(wrapper.settings_dict, alias="pooled")
    third.ensure_connection()
    assert third.connection is first
    for each in (beside, third):
        each.close()


def test_an_open_transaction_is_not_handed_on(wrapper: Any) -> None:
    before = wrapper.connection
    before.execute("BEGIN IMMEDIATE")
    before.execute("DELETE FROM kept")
    before_after = reopen(wrapper)
    assert before_after[0] is not before_after[1]
    assert count(wrapper) == 3


def test_changed_foreign_keys_are_not_handed_on(wrapper: Any) -> None:
    wrapper.connection.execute("PRAGMA foreign_keys = OFF")
    before, after = reopen(wrapper)
    assert before is not after and after.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_rows_that_were_not_fetched_hold_nobody_to_an_old_state(wrapper: Any) -> None:
    half_read = wrapper.cursor()
    assert half_read.execute("SELECT number FROM kept").fetchone() == (1,)
    wrapper.close()
    with sqlite3.connect(wrapper.settings_dict["NAME"]) as other:
        other.execute("INSERT INTO kept VALUES (4)")
    other.close()
    assert count(wrapper) == 4


def test_a_file_in_another_s_place_gets_new_connections(wrapper: Any, tmp_path: Path) -> None:
    wrapper.close()
    for old in tmp_path.glob("world.sqlite3*"):
        old.rename(tmp_path / f"old-{old.name}")
    sqlite3.connect(tmp_path / "world.sqlite3").execute("CREATE TABLE kept (number integer)")
    assert count(wrapper) == 0


def test_no_more_than_a_few_are_kept(wrapper: Any) -> None:
    many = [DatabaseWrapper(wrapper.settings_dict, alias="pooled") for _ in range(pool.MAX_IDLE + 3)]
    for each in many:
        each.ensure_connection()
    for each in many:
        each.close()
    assert len(pool._idle[wrapper.pool_key]) == pool.MAX_IDLE
    pool.close_all()
    assert count(wrapper) == 3


def test_a_connection_that_broke_is_not_kept(wrapper: Any) -> None:
    wrapper.connection.close()
    wrapper.close()
    assert count(wrapper) == 3
