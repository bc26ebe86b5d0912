"""The flow of events for programs: complete, in order, from where they left off, and ended with the right to read."""

import asyncio
import contextlib
import threading
import time
from typing import Any

import pytest
from rest_framework.test import APIClient

from config.asgi import application
from core import connection_limits
from core.counters import get_counters
from dynasty.models import ApiToken, Dynasty
from dynasty.services import api_tokens
from tests import factories
from tests.patience import PATIENCE
from tests.websockets import WebsocketCommunicator
from tournaments.realtime import event_feed

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
FLOW = "/api/v1/events/"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_feed, "RIGHTS_CHECK_SECONDS", 0.05)
    monkeypatch.setattr(event_feed, "HEARTBEAT_SECONDS", 0.2)
    for each in (connection_limits.local_counters, get_counters()):
        each.forget()


def secret_of(dynasty: Dynasty) -> str:
    return api_tokens.create(user=dynasty.user, name="A program", scopes=["read"], days=3)[1]


def flow(
    dynasty: Dynasty, watched: list[str] | None = None, since: dict[str, int] | None = None
) -> event_feed.EventFeed:
    return event_feed.EventFeed(dynasty.user, watched or [], since or {}, lambda: True)


def looks(flow: event_feed.EventFeed) -> list[tuple[str, int, str]]:
    return [(line["stream"], line["number"], line["type"]) for line in flow.read_new() or []]


def test_what_came_before_is_told_from_where_one_left_off_alone() -> None:
    tournament, (first, _second) = factories.begin("gift", 0, 0)
    battle = f"battle:{tournament.code}"
    assert looks(flow(first.dynasty)) == []
    found = looks(flow(first.dynasty, since={battle: 0}))
    assert [number for stream, number, _type in found if stream == battle] == list(range(1, len(found) + 1)) and found
    later = flow(first.dynasty, since={battle: found[-1][1]})
    assert looks(later) == []
    factories.play(tournament, {})
    assert [number for stream, number, _type in looks(later) if stream == battle] == [
        found[-1][1] + 1 + i for i in range(later.reached[battle] - found[-1][1])
    ]
    assert looks(later) == []


def test_a_battle_is_told_to_its_end_and_after_it_to_who_was_away() -> None:
    tournament, (first, _second) = factories.begin("gift", 0, 0)
    there, away = flow(first.dynasty), flow(first.dynasty, since={f"battle:{tournament.code}": 1})
    there.read_new()
    factories.play(tournament, {"a": "win"})
    for each in (there, away):
        assert (f"battle:{tournament.code}", "finished") in {(stream, type) for stream, _number, type in looks(each)}
        assert looks(each) == []


def test_a_battle_that_begins_later_is_told_from_its_beginning() -> None:
    tournament = factories.announce()
    emperor = factories.born(factories.found("Ming"), "Yongle")
    now = flow(emperor.dynasty)
    now.read_new()
    factories.enter(tournament, emperor, "a")
    factories.enter(tournament, factories.born(factories.found("Qing"), "Kangxi"), "b")
    factories.lifecycle.start(tournament_id=tournament.pk)
    found = looks(now)
    assert (f"battle:{tournament.code}", 1) in {(stream, number) for stream, number, _type in found}


def test_nobody_is_told_of_another_seat() -> None:
    tournament, (first, second) = factories.begin("gift", 0, 0)
    factories.order(tournament, "b", "-")
    watcher = flow(first.dynasty, [tournament.code], {f"seat:{tournament.code}:b": 0})
    watcher.read_new()
    assert f"seat:{tournament.code}:b" not in watcher.reached and f"seat:{tournament.code}:a" in watcher.reached
    stranger = flow(factories.found("Yuan"), [tournament.code])
    stranger.read_new()
    assert set(stranger.reached) == {f"dynasty:{Dynasty.objects.get(name='Yuan').code}", f"battle:{tournament.code}"}
    assert second.dynasty_id


def test_numbers_are_read_or_refused() -> None:
    assert event_feed.parse_positions("battle:abc:17,dynasty:xyz:5") == {"battle:abc": 17, "dynasty:xyz": 5}
    assert event_feed.parse_positions("") == {}
    for wrong in ("battle", "battle:abc:-1", ":5", "battle:abc:x", "battle:abc:" + "9" * 20):
        with pytest.raises(ValueError):
            event_feed.parse_positions(wrong)


def test_the_api_asks_for_a_login_and_for_numbers() -> None:
    assert APIClient().get(FLOW).status_code == 401
    client = APIClient()
    client.force_login(factories.found("Ming").user)
    assert client.get(FLOW, {"since": "nonsense"}).status_code == 400
    missing = client.get(FLOW, {"battle": "nosuch"})
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_tournament")


def test_there_are_only_so_many() -> None:
    dynasty = factories.found("Ming")
    for _number in range(event_feed.EVENT_STREAMS):
        assert event_feed.FeedSlot(dynasty.user).claim()
    connection_limits.local_counters.forget()  # as in another process, which has none of them itself
    client = APIClient()
    client.force_login(dynasty.user)
    answer = client.get(FLOW)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
    assert event_feed.FeedSlot(factories.found("Qing").user).claim(), "each user's are counted apart"


def test_places_of_a_process_that_was_killed_come_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "LEASE_SECONDS", 1)
    user = factories.found("Ming").user
    assert all(event_feed.FeedSlot(user).claim() for _number in range(event_feed.EVENT_STREAMS))
    late = event_feed.FeedSlot(user)
    assert not late.claim()
    for _try in range(400):
        if late.claim():
            break
        time.sleep(0.05)
    else:
        pytest.fail("they are held for good")


async def test_a_flow_keeps_its_place_and_leaves_it_when_the_reader_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    from asgiref.sync import sync_to_async

    monkeypatch.setattr(connection_limits, "LEASE_SECONDS", 3)
    ming = await sync_to_async(factories.found)("Ming")
    flows = [flow(ming) for _number in range(event_feed.EVENT_STREAMS)]
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(contextlib.aclosing(each.lines())) for each in flows]
        for _beat in range(18):
            assert all("heads" in line for line in await asyncio.gather(*(anext(each) for each in lines)))
        late = await stack.enter_async_context(contextlib.aclosing(flow(ming).lines()))
        assert await anext(late) == {"end": "too_many"}
        await lines[0].aclose()
        again = await stack.enter_async_context(contextlib.aclosing(flow(ming).lines()))
        assert "heads" in await anext(again)
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS


async def test_a_flow_that_nobody_reads_is_counted_while_it_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    from asgiref.sync import sync_to_async

    monkeypatch.setattr(connection_limits, "LEASE_SECONDS", 2)
    ming = await sync_to_async(factories.found)("Ming")
    flows = [flow(ming) for _number in range(event_feed.EVENT_STREAMS)]
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(contextlib.aclosing(each.lines())) for each in flows]
        await asyncio.gather(*(anext(each) for each in lines))
        await asyncio.sleep(3.2)  # they are open, and nobody takes a line
        assert await sync_to_async(open_places)(ming) == 0
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS


async def test_a_flow_that_lost_its_place_ends() -> None:
    from asgiref.sync import sync_to_async

    ming = await sync_to_async(factories.found)("Ming")
    async with contextlib.aclosing(flow(ming).lines()) as lines:
        await anext(lines)
        await sync_to_async(take_all)(ming)
        async with asyncio.timeout(PATIENCE):
            found = [line async for line in lines]
    assert found[-1] == {"end": "too_many"}


def open_places(dynasty: Dynasty) -> int:
    """Return how many more flows there is room for."""
    taken = fill(dynasty)
    for place in taken:
        place.release()
    return len(taken)


def take_all(dynasty: Dynasty) -> None:
    """Take every place from whoever has one; again where a flow kept its own up in between."""
    for _try in range(20):
        for each in (connection_limits.local_counters, get_counters()):
            each.forget()
        if len(fill(dynasty)) == event_feed.EVENT_STREAMS:
            return
    raise AssertionError("a flow keeps its place up all the time")


def fill(dynasty: Dynasty) -> list[event_feed.FeedSlot]:
    """Take every place that is left."""
    places = [event_feed.FeedSlot(dynasty.user) for _number in range(event_feed.EVENT_STREAMS + 1)]
    return [place for place in places if place.claim()]


def socket(secret: str, query: str = "") -> WebsocketCommunicator:
    headers = [(b"authorization", f"Bearer {secret}".encode()), (b"host", b"localhost")]
    return WebsocketCommunicator(application, f"/ws/events/{query}", headers)


async def test_over_a_socket_until_the_token_is_revoked() -> None:
    from asgiref.sync import sync_to_async

    tournament, (first, _second) = await sync_to_async(factories.begin)("gift", 0, 0)
    secret = await sync_to_async(secret_of)(first.dynasty)
    end = socket(secret, f"?since=battle:{tournament.code}:0")
    connected, _protocol = await end.connect()
    assert connected
    found = await lines(end, lambda line: "heads" in line)
    assert next(line["number"] for line in found if line.get("stream") == f"battle:{tournament.code}") == 1
    await sync_to_async(factories.play)(tournament, {})
    assert await lines(end, lambda line: line.get("type") == "round_closed")
    await sync_to_async(ApiToken.objects.all().delete)()
    assert (await lines(end, lambda line: "end" in line))[-1] == {"end": "revoked"}
    assert (await end.receive_output())["code"] == 4401
    await end.disconnect()
    assert not connection_limits.local_counters.members


async def lines(end: WebsocketCommunicator, enough: Any) -> list[dict[str, Any]]:
    """Return what comes until that line has come."""
    values: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while not values or not enough(values[-1]):
            values.append(await end.receive_json_from())
    return values


async def read_close_code(end: WebsocketCommunicator) -> int:
    """Return the code with which the other side closes."""
    async with asyncio.timeout(PATIENCE):
        while (output := await end.receive_output())["type"] != "websocket.close":
            pass
    await end.disconnect()
    return int(output["code"])


@pytest.mark.parametrize("broken", ["read_new", "build_heartbeat"])
async def test_a_flow_that_fails_closes_its_socket_and_gives_its_place_back(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    from asgiref.sync import sync_to_async

    def fail(*_given: Any) -> None:
        raise LookupError("planted")

    monkeypatch.setattr(event_feed.EventFeed, broken, fail)
    ming = await sync_to_async(factories.found)("Ming")
    secret = await sync_to_async(secret_of)(ming)
    for _number in range(event_feed.EVENT_STREAMS + 2):
        end = socket(secret)
        await end.connect()
        assert await read_close_code(end) == 1011
        await end.wait()
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS


async def test_a_place_that_is_being_renewed_is_given_back_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    from asgiref.sync import sync_to_async

    begun, renew = threading.Event(), event_feed.FeedSlot.renew

    def renew_late(slot: event_feed.FeedSlot) -> bool:
        begun.set()
        time.sleep(0.3)
        return renew(slot)

    def fail(_feed: event_feed.EventFeed) -> None:
        begun.wait(PATIENCE)
        raise LookupError("planted")

    monkeypatch.setattr(event_feed.FeedSlot, "renew", renew_late)
    monkeypatch.setattr(event_feed.EventFeed, "read_new", fail)
    ming = await sync_to_async(factories.found)("Ming")
    with pytest.raises(LookupError):
        await anext(flow(ming).lines())
    await asyncio.sleep(0.5)
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS


@pytest.mark.parametrize("broken", ["list_streams", "public_snapshot.beat"])
async def test_a_page_socket_that_fails_closes_and_is_counted_no_more(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    from asgiref.sync import sync_to_async

    def fail(*_given: Any) -> None:
        raise LookupError("planted")

    monkeypatch.setattr(f"tournaments.realtime.consumers.{broken}", fail)
    tournament = await sync_to_async(factories.announce)()
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    for _number in range(2):
        end = WebsocketCommunicator(application, f"/ws/battle/{tournament.code}/", headers)
        await end.connect()
        assert await read_close_code(end) == 1011
    assert not connection_limits.local_counters.members


@pytest.mark.parametrize("query", ["?battle=%00", "?since=battle:%00:1", "?battle=%ff", "?battle=" + "9" * 3000])
async def test_hostile_queries_leave_no_socket_that_is_not_counted(query: str) -> None:
    from asgiref.sync import sync_to_async

    ming = await sync_to_async(factories.found)("Ming")
    secret = await sync_to_async(secret_of)(ming)
    opened = [socket(secret, query) for _number in range(event_feed.EVENT_STREAMS + 1)]
    for end in opened:
        await end.connect()
    ends = [await end.receive_output() for end in opened]
    listening = sum(each["type"] == "websocket.send" and "heads" in each["text"] for each in ends)
    assert listening in (0, event_feed.EVENT_STREAMS)
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS - listening
    for end in opened:
        await end.disconnect()
    assert await sync_to_async(open_places)(ming) == event_feed.EVENT_STREAMS


async def test_a_socket_opens_with_a_token_alone() -> None:
    end = socket("eod_nonsense")
    await end.connect()
    assert (await end.receive_output())["code"] == 4401


async def test_a_socket_takes_no_words() -> None:
    from asgiref.sync import sync_to_async

    secret = await sync_to_async(lambda: secret_of(factories.found("Ming")))()
    end = socket(secret)
    await end.connect()
    await end.send_to(text_data="order")
    while (output := await end.receive_output())["type"] != "websocket.close":
        pass
    assert output["code"] == 4400
    await end.disconnect()
    assert not connection_limits.local_counters.members
