"""Orders under seal: what is accepted, what is refused, and what a receipt proves."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.models import StreamEvent
from tests import factories
from tests.factories import again, order, play
from tournaments.access import viewers
from tournaments.access.viewers import Viewer
from tournaments.models import Entry, Round, SealedOrder
from tournaments.services import orders, rounds

pytestmark = pytest.mark.django_db


def error_code(call: Any, *args: Any, **more: Any) -> str:
    with pytest.raises(DomainError) as caught:
        call(*args, **more)
    assert str(caught.value)
    return caught.value.code


def sequence(tournament: Any) -> list[str]:
    """Return the seats, quickest first."""
    return list(
        SealedOrder.objects.filter(round__tournament=tournament).order_by("sequence").values_list("seat", flat=True)
    )


def test_a_changed_order_is_as_slow_as_a_new_one_and_the_same_again_changes_nothing() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    first, _other = order(tournament, "a", "take b"), order(tournament, "b", "-")
    assert sequence(tournament) == ["a", "b"]
    assert order(tournament, "a", " take  b ") == first
    assert sequence(tournament) == ["a", "b"]
    changed = order(tournament, "a", "take c")
    assert sequence(tournament) == ["b", "a"]
    assert (first["version"], changed["version"]) == (1, 2)
    assert first["commitment"] != changed["commitment"]


def test_an_order_can_be_changed_so_often_and_no_more() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    for number in range(50):
        assert order(tournament, "a", f"take {'bc'[number % 2]}")["version"] == number + 1
    assert error_code(order, tournament, "a", "-") == "too_many_changes"
    assert order(tournament, "a", "take c")["version"] == 50


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("late", "late"),
        ("at the deadline", "late"),
        ("old round", "wrong_round"),
        ("future round", "wrong_round"),
        ("not yours", "not_your_seat"),
        ("no such seat", "not_your_seat"),
        ("fallen", "fallen"),
        ("illegal", "unreadable"),
        ("announced", "not_running"),
        ("finished", "not_running"),
        ("too long", "too_long"),
        ("abdicating from death", "no_way_out"),
        ("no such tournament", "no_such_tournament"),
    ],
)
def test_refusals(case: str, code: str) -> None:  # noqa: PLR0912 - one a row
    type = "death" if "death" in case else "gift"
    tournament, fighters = factories.begin(type, 0, 0, 0)
    data: dict[str, Any] = {"tournament_id": tournament.pk, "round_no": 1, "seat": "a", "text": "take b"}
    at = clock.now()
    match case:
        case "late":
            at = Round.objects.get().deadline + timedelta(milliseconds=1)
        case "at the deadline":
            at = Round.objects.get().deadline
        case "old round":
            play(tournament, {})
        case "future round":
            data["round_no"] = 2
        case "not yours":
            data["dynasty"] = fighters[1].dynasty
        case "no such seat":
            data["seat"] = "h"
        case "fallen":
            play(tournament, {"b": "seize a"})
            data["round_no"] = 2
        case "illegal":
            data["text"] = "sing"
        case "announced":
            data["tournament_id"] = factories.announce().pk
            data["seat"] = factories.enter(
                again(factories.Tournament.objects.get(status="announced")),
                factories.born(factories.found("Qing"), "Ada"),
                "a",
            ).seat
        case "finished":
            play(tournament, {"a": "win"})
        case "too long":
            data["text"] = "take " + "b" * 70_000
        case "abdicating from death":
            data["text"] = "abdicate"
        case "no such tournament":
            data["tournament_id"] = 0
    sealed = SealedOrder.objects.count()
    with clock.freeze(at):
        assert error_code(orders.give_order, **data) == code
    assert SealedOrder.objects.count() == sealed


def test_the_last_moment_before_the_deadline_counts() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    with clock.freeze(Round.objects.get().deadline - timedelta(milliseconds=1)):
        assert order(tournament, "a", "-")["version"] == 1


def test_the_deadline_is_read_after_the_lock_and_in_a_statement_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse an order that waited for the lock past the deadline, whenever it was sent."""
    tournament, _fighters = factories.begin("gift", 0, 0)
    deadline, asked = Round.objects.get().deadline, []
    lock = orders.locks.lock

    def slow_lock(tournament_id: int) -> Any:
        locked = lock(tournament_id)
        asked.append("lock")
        return locked

    def now() -> Any:
        asked.append("clock")
        return deadline if "lock" in asked else deadline - timedelta(seconds=10)

    monkeypatch.setattr(orders.locks, "lock", slow_lock)
    monkeypatch.setattr(orders.clock, "now", now)
    assert error_code(orders.give_order, tournament_id=tournament.pk, round_no=1, seat="a", text="-") == "late"
    assert asked == ["lock", "clock"]


def test_a_receipt_can_be_checked_when_the_round_has_closed() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "-")
    receipt = order(tournament, "a", "take b")
    assert "sequence" not in receipt and "salt" not in receipt
    play(tournament, {"a": "take b"})
    seal = Round.objects.get(number=1).seals["a"]
    lines = [seal["salt"], tournament.code, "1", "a", str(receipt["version"]), "take b"]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == receipt["commitment"] == seal["commitment"]


def test_others_learn_that_a_seat_is_ready_and_nothing_else() -> None:
    """Publish one event whatever was ordered, and however often it was changed."""
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    order(tournament, "a", "take b")
    first = list(
        StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}").values_list("type", "body", "number")
    )
    order(tournament, "a", "take c")
    order(tournament, "a", "-")
    assert (
        list(StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}").values_list("type", "body", "number"))
        == first
    )
    assert first[-1][:2] == ("ready", {"seat": "a", "round": 1, "step": 1})


def test_a_round_is_ready_when_all_that_are_awake_have_ordered(
    scripted_game: list, django_capture_on_commit_callbacks: Any
) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    Entry.objects.filter(seat="c").update(missed=3)
    with django_capture_on_commit_callbacks(execute=True):
        order(tournament, "a", "-")
        assert Round.objects.get().ready_at is None
        order(tournament, "b", "-")
    assert Round.objects.get().ready_at is not None and Round.objects.get().ready == ["a", "b"]
    assert scripted_game == [("close_round", {"tournament_id": tournament.pk, "round_no": 1})]
    order(tournament, "c", "take a")
    assert Round.objects.get().ready == ["a", "b", "c"]


def test_own_order_is_for_its_own_dynasty() -> None:
    tournament, fighters = factories.begin("gift", 0, 0)
    receipt = order(tournament, "a", "take b")
    mine, theirs, nobodys = (viewers.list_seats(tournament, Viewer(each)) for each in
                             (fighters[0].dynasty, fighters[1].dynasty, None))  # fmt: skip
    assert orders.get_own_order(tournament=tournament, seat=mine[0]) == receipt
    assert orders.get_own_order(tournament=tournament, seat=theirs[0]) is None and nobodys == []


def take_back(tournament: Any, seat: str = "a", **more: Any) -> bool:
    return orders.take_back(tournament_id=tournament.pk, round_no=again(tournament).round_no, seat=seat, **more)


def test_an_order_that_is_taken_back_is_none_until_the_next_one() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    first = order(tournament, "a", "take b")
    assert Round.objects.get().ready == ["a"]
    assert take_back(tournament) and not take_back(tournament), "twice is once"
    assert Round.objects.get().ready == [] and orders.get_own_order(tournament=tournament, seat="a") is None
    order(tournament, "b", "-")
    assert Round.objects.get().ready_at is None, "it is waited for again"
    second = order(tournament, "a", "take b")
    assert second["version"] == first["version"] + 1 and second["commitment"] != first["commitment"]
    assert Round.objects.get().ready_at is not None
    assert sequence(tournament) == ["b", "a"], "who takes an order back is as slow as its next one"
    events = StreamEvent.objects.filter(
        stream__name=f"battle:{tournament.code}", type__contains="ready", body__seat="a"
    )
    assert list(events.order_by("number").values_list("type", flat=True)) == ["ready", "unready", "ready"]


def test_an_order_that_was_taken_back_is_a_missed_deadline() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "take b")
    take_back(tournament)
    with clock.freeze(Round.objects.get().deadline):
        rounds.close_round(tournament_id=tournament.pk, round_no=1)
    closed = Round.objects.get(number=1)
    assert closed.orders == [["a", "-"], ["b", "-"]] and closed.seals == {}
    assert Entry.objects.get(tournament=tournament, seat="a").missed == 1


def test_the_last_order_can_be_taken_back_while_the_round_has_not_closed() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    order(tournament, "b", "-")
    order(tournament, "a", "take b")
    assert take_back(tournament)
    assert not rounds.close_round(tournament_id=tournament.pk, round_no=1)


@pytest.mark.parametrize("code", ["late", "wrong_round", "not_your_seat"])
def test_what_cannot_be_taken_back(code: str) -> None:
    tournament, fighters = factories.begin("gift", 0, 0)
    order(tournament, "a", "take b")
    more: dict[str, Any] = {"tournament_id": tournament.pk, "seat": "a", "round_no": 1}
    more |= {"wrong_round": {"round_no": 2}, "not_your_seat": {"dynasty": fighters[1].dynasty}}.get(code, {})
    with clock.freeze(Round.objects.get().deadline if code == "late" else clock.now()):
        assert error_code(orders.take_back, **more) == code
    assert orders.get_own_order(tournament=tournament, seat="a")


def test_an_order_that_would_end_the_round_is_asked_for_where_that_is_wanted() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    order(tournament, "a", "-", ask_if_last=True)
    order(tournament, "b", "-", ask_if_last=True)
    assert error_code(order, tournament, "c", "-", ask_if_last=True) == "ends_round"
    assert sequence(tournament) == ["a", "b"], "nothing was given"
    order(tournament, "b", "take a", ask_if_last=True)
    order(tournament, "c", "-")
    assert Round.objects.get().ready_at is not None
