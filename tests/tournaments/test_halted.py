"""Battles that cannot be resolved: only a failed resolution counts, they are tried again, and people are told."""

from datetime import timedelta
from io import StringIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, InterfaceError, OperationalError
from django.test import Client, RequestFactory

from core import clock
from core.errors import BusyError, DomainError
from core.limits import CLOSE_ATTEMPTS
from dynasty.models import Notice, StaffAct, User
from tests import factories
from tests.factories import again, order
from tests.tournaments.test_rounds import list_published
from tournaments.models import DirectorAct, Round, Tournament
from tournaments.services import moderation, rounds
from tournaments.views import moderation as moderation_views

pytestmark = pytest.mark.django_db


def several(count: int) -> list[Tournament]:
    """Begin battles, each between two dynasties of its own."""
    begun = [factories.announce() for _each in range(count)]
    for number, tournament in enumerate(begun):
        for seat in "ab":
            factories.enter(tournament, factories.born(factories.found(f"D{number}{seat}x"), "Ada"), seat)
        factories.lifecycle.start(tournament_id=tournament.pk)
    return begun


OURS_OR_NOT = [
    (RuntimeError("the stage burns"), True), (KeyError("a"), True), (IntegrityError("twice"), True),
    (DataError("too long"), True), (OperationalError("lock timeout"), False), (InterfaceError("closed"), False),
    (BusyError("busy", "Later"), False), (MemoryError(), False), (ConnectionError(), False),
]  # fmt: skip


@pytest.mark.parametrize(("error", "counts"), OURS_OR_NOT)
def test_only_a_failed_resolution_counts(error: Exception, counts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "-"), order(tournament, "b", "-")

    def broken(*_given: Any) -> Any:
        raise error

    now = clock.now()
    with monkeypatch.context() as patched:
        patched.setattr(rounds, "resolve", broken)
        for attempt in range(20):
            with clock.freeze(now + timedelta(seconds=20 * attempt)):
                assert rounds.sweep() == 0
    halted = again(tournament)
    assert halted.status == ("halted" if counts else "running")
    if not counts:
        assert Round.objects.get().attempts == 0
        with clock.freeze(now + timedelta(seconds=420)):
            assert rounds.sweep() == 1


def test_a_battle_that_halted_is_tried_again_after_growing_pauses_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "-"), order(tournament, "b", "-")
    real, tries, now = rounds.resolve, [], clock.now()

    def broken(*given: Any) -> Any:
        tries.append(clock.now())
        raise RuntimeError("the stage burns")

    with monkeypatch.context() as patched:
        patched.setattr(rounds, "resolve", broken)
        for second in range(0, 4 * 3600, 10):
            with clock.freeze(now + timedelta(seconds=second)):
                rounds.sweep(), rounds.retry_halted()
    pauses = [later - before for before, later in pairwise(tries[CLOSE_ATTEMPTS:])]
    assert pauses == sorted(pauses) and pauses[0] >= timedelta(minutes=1) and pauses[-1] >= timedelta(hours=1)
    assert again(tournament).status == "halted"
    assert Round.objects.get().fault.startswith("RuntimeError (test_halted.py:")
    assert real is rounds.resolve
    with clock.freeze(now + timedelta(hours=6)):
        assert rounds.retry_halted() == 1 and rounds.retry_halted() == 0
    assert (again(tournament).status, again(tournament).round_no) == ("running", 2)
    assert Round.objects.get(number=1).orders == [["a", "-"], ["b", "-"]]
    assert Round.objects.get(number=2).attempts == 0 and list_published(tournament)[-2:] == ["resumed", "round_closed"]
    heard = Notice.objects.filter(dynasty=fighters[0].dynasty, kind="halted").order_by("pk")
    assert [each.facts.get("result") for each in heard] == [None, "resumed"]
    acts = DirectorAct.objects.filter(tournament=tournament).order_by("pk").values_list("act", flat=True)
    assert list(acts)[-2:] == ["halted", "recovered"]


def test_the_host_sees_and_ends_halted_battles_by_command() -> None:
    battles = several(2)
    for current in Round.objects.all():
        rounds.halt(current)
    output = StringIO()
    call_command("battles", "--halted", stdout=output)
    assert all(each.code in output.getvalue() for each in battles) and "2 battles have halted" in output.getvalue()
    call_command("battles", "resume", battles[0].code, stdout=output)
    call_command("battles", "give-up", "all", stdout=output)
    assert [again(each).status for each in battles] == ["running", "cancelled"]
    for wrong in (["resume"], ["resume", "nothing"], ["resume", battles[0].code], ["give-up", battles[0].code]):
        with pytest.raises(CommandError):
            call_command("battles", *wrong, stdout=output)


@pytest.mark.parametrize(("do", "status"), [("resume", "running"), ("give_up", "cancelled")])
def test_the_staff_sees_why_a_battle_halted_and_acts_with_a_reason(do: str, status: str) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    rounds.record_failure(Round.objects.get(), "RuntimeError (resolver.py:12)")
    rounds.halt(Round.objects.get())
    health = Client().get("/healthz").json()
    assert (health["status"], health["halted"]) == ("halted", 1)
    staff = User.objects.create_user("staff@example.org", "a long password 7", is_staff=True)
    request = RequestFactory().get("/moderation/")
    request.user = staff
    page = moderation_views.moderation_queue(request).content.decode()
    assert "RuntimeError (resolver.py:12)" in page and tournament.code in page
    act = {"resume": moderation.resume_battle, "give_up": moderation.cancel_halted}[do]
    with pytest.raises(DomainError):
        act(user=staff, tournament=tournament, reason="")
    assert again(tournament).status == "halted"
    moderation_views.ACTIONS[do](staff, tournament.code, "The engine is mended")
    assert again(tournament).status == status and StaffAct.objects.get().reason == "The engine is mended"
    with pytest.raises(DomainError):
        act(user=staff, tournament=tournament, reason="once more")


def test_a_sweep_ends_by_itself_before_any_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    from config.celery import app

    assert app.conf.task_soft_time_limit is None and 4 * rounds.SWEEP_SECONDS < app.conf.task_time_limit < 60
    for tournament in several(3):
        order(tournament, "a", "-"), order(tournament, "b", "-")
    monkeypatch.setattr(rounds, "SWEEP_SECONDS", 0)
    monkeypatch.setattr(rounds, "TOGETHER", 1)
    assert [rounds.sweep() for _each in range(4)] == [1, 1, 1, 0]
