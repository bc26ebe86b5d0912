"""Every service that writes is atomic, and so has a point before and after its commit; and an act passes it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from dynasty.models import Account
from dynasty.services import treasury
from tests.reliability import service_map
from tests.reliability.every_act import ACTS, ground, prepared
from tests.reliability.killing import rehearsed

WITHOUT_ACT: dict[str, str] = {}
"""Atomic services that no act passes, each with the reason why it need not be killed."""


def test_the_map_sees_services_writers_and_callers() -> None:
    assert len(service_map.service_modules()) > 60 and len(service_map.writers()) > 100
    assert {"tournaments.rounds.close_round", "dynasty.treasury.move"} <= service_map.atomic()
    assert service_map.within("tournaments.settlement.settle")
    assert "tournaments/tasks.py" in service_map.callers()["tournaments.rounds.close_round"]


def test_every_function_that_writes_is_atomic_or_part_of_one_that_is() -> None:
    """Else it has no points, is not tried again, and half of it may stay when its process dies."""
    assert service_map.exposed() == []


def test_there_are_enough_points() -> None:
    assert 2 * len(service_map.atomic()) >= 150


@pytest.mark.django_db
def test_every_atomic_service_is_passed_by_an_act(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """What nobody acts out is never killed. Services of one name in two rooms must both be passed in one act."""
    ground(monkeypatch, settings)
    most: Counter[str] = Counter()
    for act in ACTS:
        most |= Counter(rehearsed(*prepared(act)))
    wanted = Counter(short(name) for name in service_map.atomic() - set(WITHOUT_ACT))
    missing = wanted - Counter({point.removesuffix(" begun"): times for point, times in most.items()})
    assert not missing, sorted(missing)
    assert set(WITHOUT_ACT) <= service_map.atomic()


@pytest.mark.django_db
def test_all_wallets_of_an_act_are_locked_in_one_go(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Else two acts could lock the same two crosswise, and wait for one another."""
    ground(monkeypatch, settings)
    lock, held, later = treasury.lock_accounts, set[int](), list[str]()
    for act in ACTS:
        call, moment = prepared(act)
        held.clear()

        def watched(accounts: Iterable[Account], name: str = act.name) -> dict[int, Account]:
            wanted = list(accounts)
            wallets = {account.pk for account in wanted if account.purpose == Account.Purpose.WALLET}
            later.extend([name] * bool(held and wallets - held))
            held.update(wallets)
            return lock(wanted)

        with monkeypatch.context() as watching:
            watching.setattr(treasury, "lock_accounts", watched)
            rehearsed(call, moment)
    assert not later


def short(name: str) -> str:
    """As its points are called: `rounds.close_round`."""
    return name.split(".", 1)[1]
