"""The socket of a battle: it points to news, brings what everybody may see of them, and takes nothing in."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.test import Client

from config.asgi import application
from core import clock, connection_limits, counters
from core.limits import SOCKETS_PER_ADDRESS, SOCKETS_PER_USER
from dynasty.models import Dynasty, Stream, User
from dynasty.services import event_streams
from tests import factories
from tests.websockets import WebsocketCommunicator
from tournaments.models import Tournament
from tournaments.presenters import battle_state
from tournaments.realtime import broadcaster, consumers, heart, public_snapshot
from tournaments.services import chat, lifecycle, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_listens() -> None:
    connection_limits.local_counters.forget()
    counters.get_counters().forget()


def battle() -> Tournament:
    """Begin a battle of Ming (a) and Qing (b)."""
    tournament = factories.announce(game="emperors", field="duel-2", round_seconds=60)
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    assert lifecycle.start(tournament_id=tournament.pk)
    return factories.again(tournament)


def session_of(name: str) -> str:
    """Log that dynasty's user in."""
    client = Client()
    client.force_login(Dynasty.objects.get(name=name).user)
    return client.cookies["session"].value


def socket(code: str, session: str = "", query: str = "") -> WebsocketCommunicator:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    headers += [(b"cookie", f"session={session}".encode())] if session else []
    return WebsocketCommunicator(application, f"/ws/battle/{code}/{query}", headers)


@asynccontextmanager
async def listening(code: str, session: str = "", query: str = "") -> AsyncIterator[WebsocketCommunicator]:
    opened = socket(code, session, query)
    assert (await opened.connect())[0]
    try:
        yield opened
    finally:
        await opened.disconnect()


async def read_close_code(opened: WebsocketCommunicator) -> int:
    """Return the code of the close that comes next."""
    message = await opened.receive_output()
    assert message["type"] == "websocket.close", message
    return int(message["code"])


async def until(opened: WebsocketCommunicator, stream: str) -> dict[str, Any]:
    """Return the next pointer to that stream."""
    for _ in range(20):
        message = await opened.receive_json_from()
        if message.get("stream") == stream:
            return message
    raise AssertionError(f"no pointer to {stream}")


async def test_a_spectator_learns_that_something_happened_and_nothing_more() -> None:
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code) as opened:
        first = await opened.receive_json_from()
        assert set(first) == {"heads", "now", "spectators"} and first["spectators"] == 1
        assert set(first["heads"]) == {f"battle:{tournament.code}", f"talk:{tournament.code}"}
        await database_sync_to_async(factories.order)(tournament, "a", "-")
        stream = f"battle:{tournament.code}"
        pointer = await until(opened, stream)
        assert pointer == {"stream": stream, "head": first["heads"][stream] + 1}
        await database_sync_to_async(factories.order)(tournament, "b", "-")
        await database_sync_to_async(rounds.close_round)(tournament_id=tournament.pk, round_no=1)
        assert (await until(opened, f"battle:{tournament.code}"))["head"] > pointer["head"]


def close_with(tournament: Tournament, *orders: str) -> None:
    for seat, text in zip("ab", orders, strict=True):
        factories.order(tournament, seat, text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)


def fetch_since(code: str, language: str) -> dict[str, Any]:
    """Return what a stranger's page receives when it asks."""
    return dict(Client(headers={"accept-language": language}).get(f"/tournament/{code}/state").json())


async def until_closed(opened: WebsocketCommunicator, code: str, number: int) -> dict[str, Any]:
    """Return the last pointer, which comes as the last round closes; one before may show as much already."""
    last = await Stream.objects.aget(name=f"battle:{code}")
    for _ in range(5):
        pointer = await until(opened, f"battle:{code}")
        if pointer["head"] == last.head and pointer["state"]["tournament"]["rounds_closed"] == number:
            return pointer
    raise AssertionError("the result did not come")


@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_result_comes_with_its_pointer_as_a_stranger_would_be_told(language: str) -> None:
    tournament = await database_sync_to_async(battle)()
    code = tournament.code
    async with listening(code, query=f"?state={language}") as opened:
        heads = (await opened.receive_json_from())["heads"]
        await database_sync_to_async(close_with)(tournament, "E2-E3", "-")
        pointer = await until_closed(opened, code, 1)
        asked = await database_sync_to_async(fetch_since)(code, language)
        assert pointer["head"] == heads[f"battle:{code}"] + 3, "two that are ready, and the close"
        assert pointer["state"]["tournament"].pop("now") and asked["tournament"].pop("now")
        assert pointer["state"] == asked
        assert asked["you"] is None and asked["rounds"][0]["orders"] == [["a", "E2-E3"], ["b", "-"]]


def test_the_public_state_is_byte_for_byte_what_the_address_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = battle()
    close_with(tournament, "E2-E3", "-")
    factories.order(tournament, "a", "E3-E4")
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    answer = Client().get(f"/tournament/{tournament.code}/state")
    assert answer["Content-Type"] == "application/json"
    assert battle_state.write_public_state(tournament.code).encode() == answer.content
    with pytest.raises(LookupError):
        battle_state.write_public_state("nowhere")


async def test_before_the_close_it_says_who_is_ready_and_nothing_of_the_order() -> None:
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code, query="?state=en") as opened:
        await opened.receive_json_from()
        await database_sync_to_async(factories.order)(tournament, "a", "E2-E3")
        pointer = await until(opened, f"battle:{tournament.code}")
        assert [each["seat"] for each in pointer["state"]["seats"] if each["ready"]] == ["a"]
        assert "E2-E3" not in json.dumps(pointer) and pointer["state"]["rounds"] == []


@pytest.mark.parametrize("name, query", [("Ming", "?state=en"), ("", ""), ("", "?state=xx"), ("", "?state=")])
async def test_who_holds_a_seat_or_wants_no_state_is_only_pointed_to_it(name: str, query: str) -> None:
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)(name) if name else ""
    async with listening(tournament.code, session, query) as opened:
        await opened.receive_json_from()
        await database_sync_to_async(factories.order)(tournament, "b", "-")
        assert set(await until(opened, f"battle:{tournament.code}")) == {"stream", "head"}


async def test_it_is_worked_out_once_for_all_who_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, times = await database_sync_to_async(battle)(), []
    real = public_snapshot.write_frame
    monkeypatch.setattr(public_snapshot, "write_frame", lambda *asked: times.append(asked) or real(*asked))
    opened = [socket(tournament.code, query=f"?state={language}") for language in ("en", "en", "en", "ca")]
    for each in opened:
        assert (await each.connect())[0] and await each.receive_json_from()
    await database_sync_to_async(factories.order)(tournament, "a", "-")
    found = [await until(each, f"battle:{tournament.code}") for each in opened]
    assert found[0] == found[1] == found[2] and "state" in found[0] and len(times) == 2
    for each in opened:
        await each.disconnect()


async def test_what_cannot_be_shown_is_still_pointed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = await database_sync_to_async(battle)()
    monkeypatch.setattr(public_snapshot, "write_frame", lambda *asked: 1 / 0)
    async with listening(tournament.code, query="?state=en") as opened:
        await opened.receive_json_from()
        await database_sync_to_async(factories.order)(tournament, "a", "-")
        assert set(await until(opened, f"battle:{tournament.code}")) == {"stream", "head"}


async def test_what_was_shown_already_is_not_pointed_to_again() -> None:
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code, query="?state=en") as opened:
        await opened.receive_json_from()
        await database_sync_to_async(close_with)(tournament, "-", "-")
        shown = await until_closed(opened, tournament.code, 1)
        await database_sync_to_async(event_streams.send_pointer)(f"battle:{tournament.code}", shown["head"])
        await database_sync_to_async(event_streams.send_pointer)(f"talk:{tournament.code}", 1)
        assert (await opened.receive_json_from())["stream"] == f"talk:{tournament.code}"


async def test_a_late_pointer_brings_what_is_newest_and_few_battles_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_snapshot, "MAX", 2)
    monkeypatch.setattr(public_snapshot, "latest", {})
    heads = iter([5, 6, 1, 1])
    monkeypatch.setattr(
        public_snapshot, "write_frame", lambda code, language: (head := next(heads), f"{code} {head} {language}")
    )
    shown = [await public_snapshot.frame("one", head, "en") for head in (4, 3, 5, 6)]
    assert shown == [(5, "one 5 en")] * 3 + [(6, "one 6 en")]
    await public_snapshot.frame("two", 1, "en"), await public_snapshot.frame("three", 1, "en")
    assert [key[1] for key in public_snapshot.latest] == ["two", "three"]


async def test_several_events_at_once_cost_two_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the first at once; the second state is of all that happened until it was read."""
    monkeypatch.setattr(public_snapshot, "latest", {})
    heads = iter([1, 5])
    monkeypatch.setattr(public_snapshot, "write_frame", lambda code, language: (head := next(heads), f"{code} {head}"))
    assert await public_snapshot.frame("one", 1, "en") == (1, "one 1")
    later = [asyncio.create_task(public_snapshot.frame("one", head, "en")) for head in (2, 3, 4, 5)]
    assert [await each for each in later] == [(5, "one 5")] * 4
    assert not list(heads)


def casual_battle() -> tuple[str, str]:
    """Begin a casual battle against a computer; return it and the cookie that holds its seat."""
    client = Client()
    code = client.post("/casual/now/")["Location"].split("/")[2]
    return code, "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())


async def test_of_a_casual_battle_a_watcher_is_shown_what_its_player_asks_for() -> None:
    code, cookie = await database_sync_to_async(casual_battle)()
    watcher, player = socket(code, query="?state=en"), socket(code, query="?state=en")
    player.scope["headers"] = [*player.scope["headers"], (b"cookie", cookie.encode())]
    for each in (watcher, player):
        assert (await each.connect())[0] and await each.receive_json_from()
    tournament = await Tournament.objects.aget(code=code)
    await database_sync_to_async(factories.order)(tournament, "a", "-")
    stream = f"battle:{code}"
    shown = await until(watcher, stream)
    assert shown["state"]["you"] is None and shown["state"]["tournament"]["code"] == code
    assert set(await until(player, stream)) == {"stream", "head"}
    for each in (watcher, player):
        await each.disconnect()


async def test_a_player_hears_of_its_own_seat_and_of_no_other() -> None:
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)("Ming")
    async with listening(tournament.code, session) as opened:
        code, dynasty = tournament.code, await Dynasty.objects.aget(name="Ming")
        streams = {f"battle:{code}", f"seat:{code}:a", f"table:{code}", f"dynasty:{dynasty.code}"}
        assert set((await opened.receive_json_from())["heads"]) == streams
        await database_sync_to_async(factories.order)(tournament, "a", "-")
        assert (await until(opened, f"seat:{tournament.code}:a"))["head"] == 1


def waiting() -> Tournament:
    """Announce a tournament of three, with Ming, Qing and Yuan in it."""
    tournament = factories.announce("gift", seats=3)
    for seat, name in zip("abc", ("Ming", "Qing", "Yuan"), strict=True):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    return tournament


def say(tournament: Tournament, name: str) -> None:
    dynasty = Dynasty.objects.filter(name=name).first() or factories.found(name)
    chat.post(tournament=tournament, dynasty=dynasty, room="public", text=f"{name} speaks")


async def heads_with(opened: WebsocketCommunicator, stream: str, there: bool) -> dict[str, int]:
    """Return the next heads in which this stream is, or is not."""
    for _ in range(40):
        heads: dict[str, int] = (await opened.receive_json_from()).get("heads", {})
        if heads and (stream in heads) is there:
            return heads
    raise AssertionError(f"{stream} is still {'missing' if there else 'there'}")


async def test_a_fighters_socket_is_deaf_to_the_spectators_until_its_seat_falls() -> None:
    tournament = await database_sync_to_async(waiting)()
    session, code = await database_sync_to_async(session_of)("Qing"), tournament.code
    async with listening(code, session) as opened:
        await heads_with(opened, f"talk:{code}", there=True)
        await database_sync_to_async(say)(tournament, "Crowd")
        assert (await until(opened, f"talk:{code}"))["head"] == 1
        assert await database_sync_to_async(lifecycle.start)(tournament_id=tournament.pk)
        await heads_with(opened, f"talk:{code}", there=False)
        await database_sync_to_async(say)(tournament, "Crowd")
        await database_sync_to_async(factories.play)(tournament, {"a": "seize b"})
        assert (await heads_with(opened, f"talk:{code}", there=True))[f"talk:{code}"] == 2


async def test_no_pointer_to_the_spectators_slips_through_an_older_page() -> None:
    """Open the page before its reader takes a seat, where no pointer said that the battle has begun."""
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)("Ming")
    async with listening(tournament.code, session) as opened:
        await opened.receive_json_from()
        page = f"talk:{tournament.code}"
        await broadcaster.get_broadcaster().join(reader_of(tournament.code), [page])
        reader_of(tournament.code).names = [*reader_of(tournament.code).names, page]
        await database_sync_to_async(say)(tournament, "Crowd")
        await database_sync_to_async(factories.order)(tournament, "a", "-")
        found = await read_until(opened, f"seat:{tournament.code}:a")
        assert not any(page == each.get("stream") or page in each.get("heads", {}) for each in found)


def reader_of(code: str) -> consumers.BattleConsumer:
    """Return the one page that listens to this battle here."""
    (found,) = broadcaster.get_broadcaster().listeners[f"battle:{code}"]
    assert isinstance(found, consumers.BattleConsumer)
    return found


async def read_until(opened: WebsocketCommunicator, stream: str) -> list[dict[str, Any]]:
    """Return everything that comes until that pointer does."""
    collected: list[dict[str, Any]] = []
    while not collected or collected[-1].get("stream") != stream:
        collected.append(await opened.receive_json_from())
    return collected


async def test_it_closes_for_a_battle_that_there_is_not() -> None:
    opened = socket("nowhere")
    assert (await opened.connect())[0]
    assert await read_close_code(opened) == consumers.NO_BATTLE
    await opened.disconnect()
    assert not connection_limits.local_counters.members


async def test_nothing_comes_in() -> None:
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code) as opened:
        await opened.receive_json_from()
        await opened.send_to(text_data='{"order": "C5-C4"}')
        assert await read_close_code(opened) == consumers.UNEXPECTED_MESSAGE


@pytest.mark.parametrize("name, most", [("Ming", SOCKETS_PER_USER), ("", SOCKETS_PER_ADDRESS)])
async def test_there_are_so_many_sockets_and_no_more(name: str, most: int) -> None:
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)(name) if name else ""
    opened = [socket(tournament.code, session) for _ in range(most + 1)]
    for each in opened:
        await each.connect()
    assert await read_close_code(opened[-1]) == consumers.TOO_MANY
    assert "heads" in await opened[0].receive_json_from()
    for each in opened:
        await each.disconnect()
    assert not connection_limits.local_counters.members


def forget(session: str) -> None:
    Session.objects.filter(pk=session).delete()


async def test_the_heart_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "HEARTBEAT_SECONDS", 0.1)
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code) as opened:
        assert [set(await opened.receive_json_from()) for _ in range(3)] == [{"heads", "now", "spectators"}] * 3


async def test_somebody_who_is_logged_in_hears_the_heart_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "LOGIN_CHECK_SECONDS", 0.05)
    monkeypatch.setattr(consumers, "HEARTBEAT_SECONDS", 0.1)
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)("Ming")
    async with listening(tournament.code, session) as opened:
        assert [set(await opened.receive_json_from()) for _ in range(3)] == [{"heads", "now", "spectators"}] * 3


async def test_who_lost_its_place_is_closed_with_the_next_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "HEARTBEAT_SECONDS", 0.1)
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code) as opened:
        await opened.receive_json_from()
        monkeypatch.setattr(connection_limits, "renew_all", lambda places: [False] * len(places))
        while (message := await opened.receive_output())["type"] == "websocket.send":
            pass
        assert message["code"] == consumers.TOO_MANY


async def test_what_no_pointer_brought_comes_before_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heart, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(public_snapshot, "FRESH", 0.0)
    monkeypatch.setattr(event_streams, "send_pointer", lambda *lost: None)
    tournament = await database_sync_to_async(battle)()
    async with listening(tournament.code, query="?state=en") as opened:
        stream, texts = f"battle:{tournament.code}", [await opened.receive_json_from()]
        end = texts[0]["heads"][stream] + 3  # two that are ready, and the close
        await database_sync_to_async(close_with)(tournament, "-", "-")
        while texts[-1].get("heads", {}).get(stream, 0) < end:
            texts.append(await opened.receive_json_from())
    shown = [each["state"]["tournament"]["rounds_closed"] for each in texts if "state" in each]
    assert shown[-1:] == [1] and len(shown) <= 3, "brought, and not asked for"


async def test_one_heartbeat_serves_all_who_listen_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        public_snapshot, "beat_now", lambda names: read.append(names) or {"heads": dict.fromkeys(names, 1)}
    )
    monkeypatch.setattr(public_snapshot, "beats", {})
    for names in (("a", "b"), ("a", "b"), ("a",)):
        assert set((await public_snapshot.beat(names))["heads"]) == set(names)
    assert read == [("a", "b"), ("a",)]
    monkeypatch.setattr(public_snapshot, "FRESH", 0.0)
    await public_snapshot.beat(("a",))
    assert read[2:] == [("a",)], "and then it is read anew"


@pytest.mark.parametrize("proxies, text, address", [
    (0, "6.6.6.6", "10.0.0.1"), (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"), (2, "203.0.113.9, 10.1.1.1", "203.0.113.9"),
    (1, "", "10.0.0.1"), (3, "203.0.113.9", "203.0.113.9"),
])  # fmt: skip
def test_who_it_is_that_connects(settings: Any, proxies: int, text: str, address: str) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": proxies}
    headers = [(b"x-forwarded-for", text.encode())] if text else []
    assert consumers.get_socket_address({"headers": headers, "client": ("10.0.0.1", 1)}) == address


ENDS = {
    "a log-out": forget,
    "a ban": lambda _session: User.objects.filter(dynasty__name="Ming").update(is_active=False),
    "another password": lambda _session: User.objects.filter(dynasty__name="Ming").update(password="!another"),
    "a log-in that expires": lambda _session: Session.objects.update(expire_date=clock.now()),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
async def test_what_ends_a_log_in_ends_what_was_open(monkeypatch: pytest.MonkeyPatch, end: Any) -> None:
    monkeypatch.setattr(consumers, "LOGIN_CHECK_SECONDS", 0.05)
    tournament = await database_sync_to_async(battle)()
    session = await database_sync_to_async(session_of)("Ming")
    async with listening(tournament.code, session) as opened:
        await opened.receive_json_from()
        await database_sync_to_async(end)(session)
        assert await read_close_code(opened) == consumers.LOGGED_OUT


def test_who_logged_out_is_noticed_within_five_seconds() -> None:
    assert consumers.LOGIN_CHECK_SECONDS <= 5
