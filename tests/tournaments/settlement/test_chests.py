"""Chests from entry to result; and two worlds that differ in one chest look the same to everybody else."""

import os
import random
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from core import clock
from dynasty.models import Dynasty, StreamEvent, Transfer
from tests import factories
from tests.factories import again, gold, has
from tournaments.models import Entry, Tournament
from tournaments.selectors import chests
from tournaments.services import bets, lifecycle, rounds

pytestmark = pytest.mark.django_db
NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
CHESTS = {"stake": 10, "chests": {}, "betting": True}
PLAYED = [("F2-F3", "H4-G4"), ("F3-F5", "-"), ("F5-G5", "G4-E4"), ("-", "E4-E3")]
"""Orders of a and b on the dragon's hoard: a collects b's chest in round 3, b collects a's in round 4."""
LAST = {"a": "-", "b": "abdicate", "c": "abdicate"}


def hoard() -> Tournament:
    """Seat three on the dragon's hoard, where every piece collects."""
    return factories.announce("honour", seats=3, game="emperors", field="hoard-4", terms=CHESTS,
                          rules={"collectors": "all"}, title="The Hoard")  # fmt: skip


def ruler(name: str) -> Dynasty:
    dynasty = factories.found(name)
    factories.born(dynasty, f"{name} I", points=20)
    return dynasty


def client_of(dynasty: Dynasty) -> Client:
    client = Client()
    client.force_login(dynasty.user)
    return client


def knock(tournament: Tournament, dynasty: Dynasty, seat: str, **sent: object) -> str:
    """Enter by the form of the page, without a script, and read the page that follows."""
    form = {"emperor": dynasty.emperors.get().code, "seat": seat} | sent
    answer = client_of(dynasty).post(f"/tournament/{tournament.code}/enter", form, follow=True)
    return answer.content.decode()


def fight(tournament: Tournament) -> Tournament:
    """Play all the rounds: two chests are captured, and a's is left."""
    for orders in [*({"a": a, "b": b, "c": "-"} for a, b in PLAYED), LAST]:
        number = again(tournament).round_no
        for seat, text in orders.items():
            factories.order(tournament, seat, text)
        assert rounds.close_round(tournament_id=tournament.pk, round_no=number)
    return again(tournament)


def full(contents: tuple[int, int, int]) -> tuple[Tournament, list[Dynasty]]:
    """Begin a battle with so much in the chests."""
    tournament, houses = hoard(), [ruler(name) for name in ("Ming", "Qing", "Yuan")]
    for seat, dynasty, content in zip("abc", houses, contents, strict=True):
        knock(tournament, dynasty, seat, chest=content)
    assert lifecycle.start(tournament_id=tournament.pk)
    return again(tournament), houses


def test_entry_asks_for_the_chest_and_explains_it() -> None:
    tournament, ming = hoard(), ruler("Ming")
    shown = client_of(ming).get(f"/tournament/{tournament.code}/").content.decode()
    assert 'name="chest"' in shown and 'min="100"' in shown and 'max="1000"' in shown
    assert "From 100 to 1,000 gold coins, from your dynasty’s wealth. Only you know how many." in shown
    inside = knock(tournament, ming, "a", chest=345)
    assert "known only to you" in inside and "345 gold coins" in inside and gold(ming) == 655
    assert "345 gold" not in Client().get(f"/tournament/{tournament.code}/").content.decode()
    assert "filled a chest" in client_of(ming).get(f"/dynasty/{ming.code}/log").content.decode()
    assert "filled a chest" not in Client().get(f"/dynasty/{ming.code}/log").content.decode()


@pytest.mark.parametrize("chest", ["99", "1001", "", "many"])
def test_a_wrong_content_is_refused_and_nothing_is_written(chest: str) -> None:
    tournament, ming = hoard(), ruler("Ming")
    knock(tournament, ming, "a", chest=chest)
    assert not Entry.objects.exists() and gold(ming) == 1_000
    assert not Transfer.objects.filter(place=tournament.code).exists()


def test_who_leaves_and_enters_again_fills_it_anew() -> None:
    tournament, ming = hoard(), ruler("Ming")
    knock(tournament, ming, "a", chest=300)
    client_of(ming).post(f"/tournament/{tournament.code}/withdraw")
    assert gold(ming) == 1_000
    assert "420 gold coins" in knock(tournament, ming, "a", chest=420)
    assert gold(ming) == 580 and factories.sum_escrows() == 420


def test_the_result_shows_what_was_captured_by_whom_and_what_it_did() -> None:
    tournament, (ming, qing, yuan) = full((300, 900, 777))
    board = Client().get(f"/tournament/{tournament.code}/").content.decode()
    assert all(f"chest of {seat}" in board for seat in "ABC") and "777 gold" not in board
    fight(tournament)
    shown = Client().get(f"/tournament/{tournament.code}/").content.decode()
    assert "Ming I captured the chest of Qing I:" in shown and "Qing I captured the chest of Ming I:" in shown
    assert [(each.owner, each.collector, each.gold) for each in chests.list_opened(again(tournament))] == [
        ("a", "b", 300), ("b", "a", 900),
    ]  # fmt: skip
    body = Client().get(f"/api/v1/tournaments/{tournament.code}/state/").json()["chests"]
    assert body == [{"owner": "a", "collector": "b", "gold": 300}, {"owner": "b", "collector": "a", "gold": 900}]
    assert "the captured chest was the fullest" in shown and "the captured chest was the emptiest" in shown
    assert "777 gold" not in shown and "captured the chest of Yuan" not in shown
    assert (gold(ming), gold(qing), gold(yuan)) == (1_000 + 600, 1_000 - 600, 1_000)
    assert has(qing.emperors.get()) == 20 - 10 + 10 - 5 and factories.books_balance()


def test_before_the_end_nobody_learns_what_a_collected_chest_held() -> None:
    tournament, _houses = full((300, 900, 777))
    for number, (a, b) in enumerate(PLAYED, start=1):
        for seat, text in {"a": a, "b": b, "c": "-"}.items():
            factories.order(tournament, seat, text)
        rounds.close_round(tournament_id=tournament.pk, round_no=number)
    assert not chests.list_opened(again(tournament))
    shown = client_of(Dynasty.objects.get(name="Ming")).get(f"/tournament/{tournament.code}/").content.decode()
    assert "captured the chest of" not in shown and "900 gold" not in shown


# ── Two worlds ─────────────────────────────────────────────────────────────────────────────────────────────

PUBLIC = ("/", "/play/", "/ranking/", "/treasury/", "/market/", "/api/v1/ranking/", "/api/v1/treasury/",
          "/api/v1/championship/", "/api/v1/dynasties/", "/api/v1/market/offers/", "/api/v1/tournaments/")  # fmt: skip
OF_TOURNAMENT = ("", "?part=news", "state", "state?since=0", "record", "round/1", "talk")
OF_DYNASTY = ("", "log", "log?kind=wealth", "log?kind=chest", "log.csv", "log.json", "emblem.svg")
IN_API = ("", "emperors/", "log/", "log/?kind=wealth", "reputation/")
OWN = ("/court/", "/court/wealth/", "/court/wealth.json", "/court/bets/", "/notices/", "/api/v1/court/transfers/")


def limit_to_this_thread(draw: Callable[..., Any], usual: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that draws by `draw` here, and as usual in threads that earlier tests have left running."""
    here = threading.get_ident()

    def draw_by_thread(*args: Any, **more: Any) -> Any:
        return (draw if threading.get_ident() == here else usual)(*args, **more)

    return draw_by_thread


@contextmanager
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield a world that is deleted afterwards, in which random numbers and the clock are always equal."""
    luck = random.Random(7)
    drawn_here: list[tuple[Any, str, Callable[..., Any]]] = [
        (secrets, "choice", luck.choice),
        (secrets, "token_hex", lambda size=16: luck.randbytes(size).hex()),
        (secrets, "token_urlsafe", lambda size=16: luck.randbytes(size).hex()),
        (os, "urandom", luck.randbytes),  # where the ids of transfers come from
    ]
    for module, name, draw in drawn_here:
        monkeypatch.setattr(module, name, limit_to_this_thread(draw, getattr(module, name)))
    cache.clear()
    with clock.freeze(NOON), transaction.atomic():
        yield
        transaction.set_rollback(True)


def addresses(tournament: Tournament, owner: Dynasty) -> list[str]:
    """Return everything that there is to read of a tournament, of the owner of the chest, and of the world."""
    emperor, code, api = owner.emperors.get().code, tournament.code, "/api/v1"
    return [
        *PUBLIC, f"/emperor/{emperor}/", f"{api}/emperors/{emperor}/",
        *(f"/tournament/{code}/{part}" for part in OF_TOURNAMENT),
        *(f"{api}/tournaments/{code}/{part}" for part in ("", "state/", "rounds/1/", "record/", "talk/")),
        *(f"{api}/tournaments/{code}/events/?stream={name}" for name in ("battle", "seat")),
        *(f"/dynasty/{owner.code}/{part}" for part in OF_DYNASTY),
        *(f"{api}/dynasties/{owner.code}/{part}" for part in IN_API),
    ]  # fmt: skip


def read_pages(tournament: Tournament, owner: Dynasty, viewers: dict[str, Client]) -> dict[str, bytes]:
    """Return what each viewer reads at each address.

    The cache is emptied before: how many battles wait for a reader is kept for five seconds by the true clock, so that
    a slow world would show a newer number than a fast one.
    """
    cache.clear()
    found = {}
    for name, client in viewers.items():
        for address in [*addresses(tournament, owner), *(OWN if name != "nobody" else ())]:
            answer = client.get(address)
            found[f"{name} {address}"] = f"{answer.status_code} ".encode() + answer.getvalue()
    return found


def find_difference(one: bytes, other: bytes) -> tuple[str, str]:
    """Return where two pages begin to differ, with some of what stands around it."""
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, at - 80) : at + 80].decode(errors="replace"), other[at - 20 : at + 80].decode(errors="replace")


def list_published(owner: Dynasty) -> list[tuple[object, ...]]:
    """Return every event of every stream but the owner's own."""
    rows = StreamEvent.objects.exclude(stream__name=f"dynasty:{owner.code}").order_by("stream__name", "number")
    return list(rows.values_list("stream__name", "number", "key", "type", "body"))


def live_through(secret: int) -> Iterator[tuple[dict[str, bytes], list[tuple[object, ...]]]]:
    """Return what others see, stage by stage, of a world in which c's chest holds this; nobody captures it."""
    tournament, owner = hoard(), ruler("Yuan")
    ming, qing, bettor = (ruler(name) for name in ("Ming", "Qing", "Tudor"))
    viewers = {"nobody": Client(), "a": client_of(ming), "b": client_of(qing), "bettor": client_of(bettor)}
    knock(tournament, owner, "c", chest=secret)
    bets.place_bet(tournament=tournament, dynasty=bettor, emperor=bettor.emperors.get(), seat="c", asset="gold",
                   amount=50)  # fmt: skip
    yield read_pages(tournament, owner, viewers), list_published(owner)
    knock(tournament, ming, "a", chest=300)
    knock(tournament, qing, "b", chest=900)
    lifecycle.start(tournament_id=tournament.pk)
    yield read_pages(tournament, owner, viewers), list_published(owner)
    fight(tournament)
    assert gold(owner) == 1_000
    yield read_pages(tournament, owner, viewers), list_published(owner)


@pytest.mark.timeout(1800)
def test_two_worlds_that_differ_in_a_chest_look_the_same_to_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    lives = []
    for secret in (151, 987):
        with world(monkeypatch):
            lives.append(list(live_through(secret)))
    for stage_no, (poor, rich) in enumerate(zip(*lives, strict=True)):
        assert len(poor[0]) > 150
        assert sum(page.startswith(b"200") for page in poor[0].values()) > 130
        differing = [address for address in poor[0] if poor[0][address] != rich[0][address]]
        shown = [find_difference(poor[0][address], rich[0][address]) for address in differing[:3]]
        assert (stage_no, differing, shown) == (stage_no, [], [])
        assert poor[1] == rich[1]


def test_the_owner_does_see_the_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    collected = []
    for secret in (151, 987):
        with world(monkeypatch):
            tournament, owner = hoard(), ruler("Yuan")
            knock(tournament, owner, "c", chest=secret)
            collected.append(client_of(owner).get(f"/tournament/{tournament.code}/").getvalue())
    assert collected[0] != collected[1]
