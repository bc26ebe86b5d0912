"""Writers of one process on SQLite: in the order of arrival, one at a time, and none is lost."""

import itertools
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from config.sqlite.base import TURNS
from config.sqlite.turns import Turns
from dynasty.models import User

WRITERS, WRITES = 25, 8
pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has lines of its own")


@pytest.fixture
def account(transactional_db: None) -> Iterator[User]:
    yield User.objects.create(email="writer@example.org")


def waiting_for(turns: Turns, count: int) -> None:
    """Wait until so many stand in line."""
    while len(turns.waiting) < count:
        time.sleep(0.001)


def test_turns_come_in_the_order_of_arrival() -> None:
    turns, order, threads = Turns(), [], []
    assert turns.take(1)

    def act(number: int) -> None:
        assert turns.take(20)
        order.append(number)
        turns.give()

    for number in range(12):
        threads.append(threading.Thread(target=act, args=[number]))
        threads[-1].start()
        waiting_for(turns, number + 1)
    turns.give()
    for thread in threads:
        thread.join()
    assert order == list(range(12))
    assert turns.take(0) and turns.is_taken


def test_whoever_gives_up_leaves_the_line() -> None:
    turns = Turns()
    assert turns.take(1)
    assert not turns.take(0.01) and not turns.waiting
    turns.give()
    assert turns.take(0.01)


@pytest.mark.parametrize("single", [True, False], ids=["statements alone", "transactions"])
def test_no_writer_is_served_twice_while_another_waits(account: User, single: bool) -> None:
    """Check that between two writes of one thread every other one that waits has its turn."""
    served: list[int] = []
    ready = threading.Barrier(WRITERS)

    def write(number: int) -> None:
        ready.wait()
        for _ in range(WRITES):
            if single:
                User.objects.filter(pk=account.pk).update(language="ca")
            else:
                with transaction.atomic():
                    User.objects.filter(pk=account.pk).update(language="ca")
                    served.append(number)
        connection.close()

    threads = [threading.Thread(target=write, args=[number]) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not TURNS[connection.settings_dict["NAME"]].is_taken
    if not single:
        assert len(served) == WRITERS * WRITES
        gaps = [later - earlier for number in range(WRITERS) for earlier, later in pairs(served, number)]
        assert sorted(gaps)[len(gaps) // 2] >= WRITERS // 2, "half of all gaps let half of all others through"


def pairs(served: list[int], number: int) -> list[tuple[int, int]]:
    places = [place for place, each in enumerate(served) if each == number]
    return list(itertools.pairwise(places))


def test_a_failed_transaction_gives_its_turn_back(account: User) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        User.objects.filter(pk=account.pk).update(language="es")
        raise RuntimeError
    assert not TURNS[connection.settings_dict["NAME"]].is_taken
    assert User.objects.get(pk=account.pk).language == ""


def test_a_closed_connection_gives_its_turn_back(account: User) -> None:
    def leave() -> None:
        transaction.atomic().__enter__()
        connection.close()

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    assert not TURNS[connection.settings_dict["NAME"]].is_taken


def test_waiting_too_long_is_refused_as_sqlite_does(account: User, monkeypatch: Any) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    turns = TURNS[connection.settings_dict["NAME"]]
    assert turns.take(1)
    with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
        pass
    turns.give()
    with transaction.atomic():
        pass
