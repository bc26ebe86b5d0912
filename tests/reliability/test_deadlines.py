"""Orders around the deadline by the thousand: none is late, and none that was acknowledged is lost.

The test run sends some hundreds; `make deadlines` sends ORDERS=100000 on PostgreSQL.
"""

import os
import random
import threading
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections

from core import clock
from core.errors import DomainError
from tests import factories
from tests.patience import PATIENCE
from tests.reliability import acts
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.models import Round, Tournament
from tournaments.services import locks, orders, rounds, task_queue

ORDERS = int(os.environ.get("ORDERS", "40"))
NEAR = 0.05  # seconds before and after the deadline
SEATS = "abcdef"
LIMIT = 95  # rounds of one battle

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True), pytest.mark.timeout(7200)]


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the scripted game, and note when locks are got."""
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)
    real = locks.lock

    def lock(tournament_id: int) -> Tournament:
        found = real(tournament_id)
        here.at = clock.now()
        return found

    monkeypatch.setattr(locks, "lock", lock)


here = threading.local()
Receipts = list[tuple[str, dict[str, Any], datetime]]


def test_none_is_late_and_none_that_was_acknowledged_is_lost() -> None:
    sent = accepted = 0
    tournament: Tournament | None = None
    while sent < ORDERS or (accepted <= sent // 50 and sent < 10 * ORDERS):  # a busy machine sends some rounds too late
        if tournament is None or tournament.round_no > LIMIT:
            tournament = battle()
        text, tried = rush(tournament)
        tournament = factories.again(tournament)
        check(tournament, text)
        sent, accepted = sent + tried, accepted + len(text)
    print(f"\n{sent} orders around deadlines, {accepted} acknowledged, on {connection.vendor}: none late, none lost")
    assert accepted > sent // 50


def battle() -> Tournament:
    return acts.battle("gift", len(SEATS))


def rush(tournament: Tournament) -> tuple[Receipts, int]:
    """Change every order from just before the deadline until after it, while two close the round."""
    texts: Receipts = []
    tried: list[int] = []
    ready = threading.Barrier(len(SEATS) + 3)
    workers = [threading.Thread(target=insist, args=(tournament, seat, texts, tried, ready)) for seat in SEATS]
    workers += [threading.Thread(target=close, args=(tournament, ready)) for _closer in range(2)]
    for worker in workers:
        worker.start()
    deadline = clock.now() + timedelta(seconds=4 * NEAR)
    Round.objects.filter(tournament=tournament, closed_at=None).update(deadline=deadline, ready_at=None)
    ready.wait(PATIENCE)
    for worker in workers:
        worker.join(PATIENCE)
    return texts, sum(tried)


def insist(tournament: Tournament, seat: str, sentence: Receipts, tried: list[int], ready: threading.Barrier) -> None:
    count = 0
    try:
        ready.wait(PATIENCE)
        luck, end = random.Random(seat), time.monotonic() + 6 * NEAR
        while count < 2 or (time.monotonic() < end and count < 40):
            count += 1
            text = f"wait {luck.getrandbits(40):x}"
            try:
                receipt = orders.give_order(
                    tournament_id=tournament.pk, round_no=tournament.round_no, seat=seat, text=text
                )
                sentence.append((seat, receipt, here.at))
            except DomainError as error:
                assert error.code in ("late", "wrong_round"), error.code
    finally:
        tried.append(count)
        connections.close_all()


def close(tournament: Tournament, ready: threading.Barrier) -> None:
    try:
        ready.wait(PATIENCE)
        while not rounds.close_round(tournament_id=tournament.pk, round_no=tournament.round_no):
            if factories.again(tournament).round_no != tournament.round_no:
                return
            Round.objects.filter(tournament=tournament, closed_at=None).update(ready_at=None)
            time.sleep(0.005)
    finally:
        connections.close_all()


def check(tournament: Tournament, text: Receipts) -> None:
    """Check that each acknowledged order, or a later one of its seat, is in the round, and that the last counted."""
    row = Round.objects.get(tournament=tournament, number=tournament.round_no - 1)
    written, seals = dict(map(tuple, row.orders or [])), row.seals or {}
    for seat, receipt, got in text:
        assert got < row.deadline and datetime.fromisoformat(receipt["given_at"]) < row.deadline, "late"
        assert seals[seat]["version"] >= receipt["version"], "acknowledged and lost"
        if seals[seat]["version"] == receipt["version"]:
            assert (written[seat], seals[seat]["commitment"]) == (receipt["order"], receipt["commitment"])
