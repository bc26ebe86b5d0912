"""One poisoned battle stops alone, keeps its orders, and ends as if nothing had been; an outage is made good once."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from core import clock
from core.limits import CLOSE_ATTEMPTS
from dynasty.models import StreamEvent
from tests import factories
from tests.reliability import acts
from tests.tournaments import scripted
from tests.tournaments.test_races import together
from tournaments.domain import games
from tournaments.models import Heartbeat, Round, SealedOrder, Tournament
from tournaments.services import outages, rounds

BATTLES = 5

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def scripted_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, scripted.NAME, scripted)


def sweep_stubbornly() -> None:
    """Sweep as often as it takes to give one up."""
    for _sweep in range(CLOSE_ATTEMPTS + 1):
        Round.objects.filter(closed_at=None).update(try_at=None)
        rounds.sweep()


def test_one_poisoned_battle_of_many_halts_alone_and_ends_as_its_orders_said(monkeypatch: pytest.MonkeyPatch) -> None:
    battles = [
        acts.battle("conquer", 2, terms={"fee": {"gold": 5}}, round_seconds=86_400) for _battle in range(BATTLES)
    ]
    for battle in battles:
        factories.order(battle, "b", "-"), factories.order(battle, "a", "win")
    poisoned, real = battles[3], scripted.resolve

    def resolve(state: Any, given: Any, seed: str) -> Any:
        if seed == poisoned.seed:
            raise RuntimeError("the stage burns")
        return real(state, given, seed)

    monkeypatch.setattr(scripted, "resolve", resolve)
    sweep_stubbornly()
    states = {battle.pk: factories.again(battle).status for battle in battles}
    assert states.pop(poisoned.pk) == "halted" and set(states.values()) == {"finished"}
    halted = factories.again(poisoned)
    assert halted.why == "unresolved" and SealedOrder.objects.filter(round__tournament=poisoned).count() == 2
    events = StreamEvent.objects.filter(type="halted", stream__name__startswith="dynasty:").values_list("stream__name")
    assert {name for (name,) in events} == {f"dynasty:{acts.player(poisoned, seat).code}" for seat in "ab"}

    monkeypatch.setattr(scripted, "resolve", real)
    assert rounds.resume(tournament_id=poisoned.pk)
    sweep_stubbornly()
    ended, twin = factories.again(poisoned), factories.again(battles[0])
    assert (ended.outcome, ended.ending) == (twin.outcome, twin.ending)
    assert (
        Round.objects.get(tournament=ended).orders
        == Round.objects.get(tournament=twin).orders
        == [["b", "-"], ["a", "win"]]
    )
    assert factories.books_balance() and not factories.sum_escrows()


def test_a_lock_on_all_battles_halts_none() -> None:
    """Lock the table, as a backup or an administrator does; the database refuses every sweep meanwhile."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all, behind which writers wait")
    battles = [acts.battle("gift", 2, round_seconds=86_400) for _battle in range(3)]
    for battle in battles:
        factories.order(battle, "b", "-"), factories.order(battle, "a", "-")
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SET idle_in_transaction_session_timeout = 0")  # on a busy machine the sweeps take longer
            cursor.execute("LOCK TABLE tournaments_tournament IN EXCLUSIVE MODE")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        for _sweep in range(2 * CLOSE_ATTEMPTS):
            Round.objects.filter(closed_at=None).update(try_at=None)
            assert rounds.sweep() == 0
        other.rollback()
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    assert {row.attempts for row in Round.objects.all()} == {0}
    Round.objects.filter(closed_at=None).update(try_at=None)
    assert rounds.sweep() == len(battles) and {factories.again(each).status for each in battles} == {"running"}


def test_an_outage_is_made_good_once_however_many_wake_up() -> None:
    battles: list[Tournament] = [acts.battle("gift", 2, round_seconds=3600) for _battle in range(2)]
    before = {row.pk: row.deadline for row in Round.objects.all()}
    gap = timedelta(minutes=10)
    now = clock.now()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    with clock.freeze(now + gap):
        together([outages.record_heartbeat] * 6)
    moved = {row.deadline - before[row.pk] for row in Round.objects.all()}
    assert len(battles) == 2 and moved == {gap}
