"""Every service that writes is atomic, and so has a point before and after its commit; and an act passes it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from dynasty.models import Account
from dynasty.services import treasury
from tests.reliability import service_map
from tests.reliability.every_act import ACTS, ground, prepare_call
from tests.reliability.killing import rehearse

WITHOUT_ACT = {
    "tournaments.houses.history.play_history": "only a world in which nobody is ranked has no past, and acts share one"
}
"""Atomic services that no act passes, each with the reason why it need not be killed."""


def test_the_map_sees_services_writers_and_callers() -> None:
    assert len(service_map.service_modules()) > 60 and len(service_map.writers()) > 100
    assert {"tournaments.rounds.close_round", "dynasty.treasury.move"} <= service_map.atomic()
    assert service_map.within("tournaments.settlement.endings.settle")
    assert "tournaments/tasks.py" in service_map.callers()["tournaments.rounds.close_round"]


def test_every_function_that_writes_is_atomic_or_part_of_one_that_is() -> None:
    """Refuse others: they have no points, are not retried, and half of their work may stay when a process dies."""
    assert service_map.find_exposed() == []


def test_there_are_enough_points() -> None:
    assert 2 * len(service_map.atomic()) >= 150


@pytest.mark.django_db
def test_every_atomic_service_is_passed_by_an_act_which_locks_its_wallets_in_one_go(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Run every act once, for both claims.

    What nobody acts out is never killed; services of one name in two rooms must both be passed in one act. And two
    acts that lock wallets one after the other could lock the same two crosswise, and wait for one another.
    """
    ground(monkeypatch, settings)
    lock, held, later = treasury.lock_accounts, set[int](), list[str]()
    most: Counter[str] = Counter()
    for act in ACTS:
        call, moment = prepare_call(act)
        held.clear()

        def watched(accounts: Iterable[Account], name: str = act.name) -> dict[int, Account]:
            wanted = list(accounts)
            wallets = {account.pk for account in wanted if account.purpose == Account.Purpose.WALLET}
            later.extend([name] * bool(held and wallets - held))
            held.update(wallets)
            return lock(wanted)

        with monkeypatch.context() as watcher:
            watcher.setattr(treasury, "lock_accounts", watched)
            most |= Counter(rehearse(call, moment))
    assert not later
    wanted = Counter(short(name) for name in service_map.atomic() - set(WITHOUT_ACT))
    missing = wanted - Counter({point.removesuffix(" begun"): times for point, times in most.items()})
    assert not missing, sorted(missing)
    assert set(WITHOUT_ACT) <= service_map.atomic()


def short(name: str) -> str:
    """Return the name by which its points are called: `rounds.close_round`."""
    return name.split(".", 1)[1]
