"""Queued orders: secret, for the next round alone, automatic in the log, and never against a manual order."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest import MonkeyPatch

from core.errors import DomainError
from dynasty.models import Dynasty
from tests import factories
from tests.factories import again, order
from tests.tournaments.casual import test_casual as casual
from tournaments.models import QueuedOrder, Round, SealedOrder, Tournament
from tournaments.selectors import battles
from tournaments.selectors import casual_battles as table_of
from tournaments.services import orders, queued_orders, rounds

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


@pytest.fixture
def duel() -> Tournament:
    tournament, _ = factories.begin("gift", 0, 0, game="emperors", field="duel-2", rules={})
    return tournament


def queue(duel: Tournament, name: str, *texts: str) -> list[str]:
    return queued_orders.queue(
        tournament_id=duel.pk, round_no=again(duel).round_no, dynasty=Dynasty.objects.get(name=name), texts=list(texts)
    )


def close(duel: Tournament, **orders: str) -> Round:
    """Give these orders to the open round, and close it."""
    number = again(duel).round_no
    for seat, text in orders.items():
        order(duel, seat, text)
    assert rounds.close_round(tournament_id=duel.pk, round_no=number)
    return Round.objects.get(tournament=duel, number=number)


def test_the_first_that_is_allowed_is_given_when_the_round_opens(duel: Tournament) -> None:
    assert queue(duel, "Aaa", "c4-c9", "", "C4-C5", "-") == ["c4-c9", "C4-C5", "-"]
    assert close(duel, a="C3-C4", b="-").stand_ins == {}
    assert Round.objects.get(tournament=duel, number=2).ready == ["a"]
    closed = close(duel, b="-")
    assert closed.orders == [["a", "C4-C5"], ["b", "-"]] and closed.stand_ins == {"a": "queued"}
    played = battles.get_round(duel, 2)
    assert played and "was automatic: it was queued" in played["told"][-1]
    assert not QueuedOrder.objects.exists()


def test_a_manual_order_replaces_it_and_is_not_called_automatic(duel: Tournament) -> None:
    queue(duel, "Aaa", "C4-C5")
    close(duel, a="C3-C4", b="-")
    closed = close(duel, a="C4-B4", b="-")
    assert dict(closed.orders)["a"] == "C4-B4" and closed.stand_ins == {}


def test_what_is_not_allowed_then_is_not_given_nor_kept(duel: Tournament) -> None:
    queue(duel, "Aaa", "C4-C9")
    close(duel, a="-", b="-")
    assert not SealedOrder.objects.exists() and not QueuedOrder.objects.exists()
    assert Round.objects.get(tournament=duel, number=2).ready == []


def test_it_can_be_changed_and_done_away_with(duel: Tournament) -> None:
    queue(duel, "Aaa", "C4-C5")
    queue(duel, "Aaa", "C4-B4")
    assert QueuedOrder.objects.get().texts == ["C4-B4"]
    assert queue(duel, "Aaa") == [] and not QueuedOrder.objects.exists()


def test_only_its_own_player_sees_it(duel: Tournament) -> None:
    queue(duel, "Aaa", "C4-C5")
    order(duel, "a", "C3-C4")
    for name, found in (("Aaa", True), ("Bbb", False), ("", False)):
        client = Client()
        if name:
            client.force_login(Dynasty.objects.get(name=name).user)
        for address in ("", "state", "table", "table?part=panel", "record"):
            body = client.get(f"/tournament/{duel.code}/{address}").content.decode()
            assert "C4-C5" not in body or (found and address in ("", "state")), (name, address)
    own = Client()
    own.force_login(Dynasty.objects.get(name="Aaa").user)
    assert own.get(f"/tournament/{duel.code}/state").json()["you"]["queued"] == ["C4-C5"]


@pytest.mark.parametrize(
    ("name", "number", "texts", "code"),
    [
        ("Bbb", 2, ["-"], "wrong_round"),
        ("Aaa", 1, ["x" * 5_000], "too_long"),
        ("Aaa", 1, ["abdicate"], "no_standing_abdication"),
        ("Other", 1, ["-"], "not_your_seat"),
    ],
)
def test_what_is_refused(duel: Tournament, name: str, number: int, texts: list[str], code: str) -> None:
    factories.found("Other")
    with pytest.raises(DomainError) as error:
        queued_orders.queue(tournament_id=duel.pk, round_no=number, dynasty=Dynasty.objects.get(name=name), texts=texts)
    assert error.value.code == code


def test_it_goes_with_the_battle(duel: Tournament) -> None:
    queue(duel, "Aaa", "C4-C5")
    close(duel, a="-", b="abdicate")
    assert again(duel).status == "finished" and not QueuedOrder.objects.exists()


def test_it_is_queued_from_the_page(duel: Tournament) -> None:
    client = Client()
    client.force_login(Dynasty.objects.get(name="Aaa").user)
    assert "Queue next" in client.get(f"/tournament/{duel.code}/").content.decode()
    answer = client.post(f"/tournament/{duel.code}/queue", {"round": 1, "orders": "C4-C5\n-"}, headers=JSON)
    assert answer.json()["queued"] == ["C4-C5", "-"]
    assert "C4-C5\n-\n</textarea>" in client.get(f"/tournament/{duel.code}/").content.decode()


def test_the_page_shows_the_next_round_as_if_nobody_else_moved(duel: Tournament) -> None:
    client = Client()
    client.force_login(Dynasty.objects.get(name="Aaa").user)
    state = f"/tournament/{duel.code}/state"
    assert client.get(state).json()["you"]["next"] is None, "before there is an order, there is no next board"
    order(duel, "a", "C3-C4")
    following = client.get(state).json()["you"]["next"]
    stands = {piece["tile"]: piece["seat"] for piece in following["position"]["pieces"]}
    assert stands["C4"] == "a" and "C3" not in stands and following["legal"]["C4"]


def test_a_round_that_closes_while_the_page_is_made_does_no_harm(duel: Tournament, monkeypatch: MonkeyPatch) -> None:
    """Read the order before the close and the board after it: both are of the round that was open then."""
    client = Client()
    client.force_login(Dynasty.objects.get(name="Aaa").user)
    order(duel, "a", "C3-C4")
    read = orders.get_own_order

    def and_closed(**wanted: Any) -> Any:
        found = read(**wanted)
        close(duel, b="-")
        return found

    monkeypatch.setattr(orders, "get_own_order", and_closed)
    answer = client.get(f"/tournament/{duel.code}/state")
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["you"]["order"] == "C3-C4" and "C3" in shown["you"]["legal"] and "C4" not in shown["you"]["legal"]
    assert shown["tournament"]["round"] == 1 and again(duel).round_no == 2


def test_a_casual_seat_queues_by_its_key() -> None:
    tournament = casual.by_link()
    casual.sit(tournament)
    sent = {"tournament_id": tournament.pk, "round_no": 1, "seat": "b", "texts": ["C5-C4"]}
    with pytest.raises(DomainError) as error:
        queued_orders.queue_by_key(key=casual.ANN.key, **sent)
    assert error.value.code == "not_your_seat"
    assert queued_orders.queue_by_key(key=casual.BEN.key, **sent) == ["C5-C4"]
    table = table_of.get_casual_battle(again(tournament))
    assert table and queued_orders.get_own_by_key(table=table, key=casual.BEN.key, seat="b") == ["C5-C4"]
    assert queued_orders.get_own_by_key(table=table, key=casual.ANN.key, seat="b") == []
    casual.give(tournament, "a", holder=casual.ANN)
    casual.give(tournament, "b", holder=casual.BEN)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    assert Round.objects.get(tournament=tournament, number=2).ready == ["b"]


def test_only_its_service_reads_the_table() -> None:
    root = Path(__file__).resolve().parents[3]
    sources = [path for package in ("tournaments", "dynasty", "config") for path in (root / package).rglob("*.py")]
    readers = {str(path.relative_to(root)) for path in sources if "QueuedOrder" in path.read_text()}
    assert {path for path in readers if "models" not in path and "migrations" not in path} == {
        "tournaments/services/queued_orders.py"
    }
