"""The socket of a room of the lab: changes and cursors reach the others at once, and hostile frames nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from config.asgi import application
from core import connection_limits, counters
from core.limits import LAB_POINTS, LAB_ROOM_PEOPLE
from tests import factories
from tests.websockets import WebsocketCommunicator
from tournaments.lab import state
from tournaments.models import LabRoom
from tournaments.services.people import lab_rooms

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.races]
LAB = {"b": "A_3/_4/_a2_b/_3B"}


@pytest.fixture(autouse=True)
def nobody_listens() -> None:
    connection_limits.local_counters.forget()
    counters.get_counters().forget()


async def a_room() -> LabRoom:
    return await database_sync_to_async(lambda: lab_rooms.create(lab=state.read(LAB)))()


def socket(code: str, session: str = "", query: str = "") -> WebsocketCommunicator:
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    headers += [(b"cookie", f"session={session}".encode())] if session else []
    return WebsocketCommunicator(application, f"/ws/lab/{code}/{query}", headers)


@asynccontextmanager
async def being_there(code: str, session: str = "") -> AsyncIterator[WebsocketCommunicator]:
    opened = socket(code, session)
    assert (await opened.connect())[0]
    try:
        yield opened
    finally:
        await opened.disconnect()


async def until(opened: WebsocketCommunicator, kind: str, /, **wanted: Any) -> dict[str, Any]:
    """Return the next message of a kind, with these values in it."""
    for _ in range(40):
        message = await opened.receive_json_from()
        found = message.get(kind)
        if kind in message and (not wanted or wanted.items() <= found.items()):
            return message
    raise AssertionError(f"no {kind} {wanted}")


async def read_close_code(opened: WebsocketCommunicator) -> int:
    while (message := await opened.receive_output())["type"] != "websocket.close":
        pass
    return int(message["code"])


def log_in() -> str:
    client = Client()
    client.force_login(factories.found("Ming").user)
    return client.cookies["session"].value


async def test_two_see_each_other_point_and_one_who_leaves_is_gone() -> None:
    room = await a_room()
    session = await database_sync_to_async(log_in)()
    async with being_there(room.code) as guest:
        assert (await until(guest, "you"))["you"] == {"place": 1, "name": ""}
        async with being_there(room.code, session) as ming:
            assert (await until(ming, "you"))["you"] == {"place": 2, "name": "Ming"}
            await until(guest, "note", place=2, name="Ming")
            await until(ming, "note", place=1, name="", tile="")
            await ming.send_json_to({"tile": "C3", "piece": "B3"})
            note = (await until(guest, "note", tile="C3"))["note"]
            assert note == {"place": 2, "name": "Ming", "tile": "C3", "piece": "B3"}
        assert (await until(guest, "note", left=True))["note"] == {"place": 2, "left": True}
        async with being_there(room.code) as late:
            assert (await until(late, "you"))["you"]["place"] == 2, "the place is free again"


async def test_a_change_is_heard_at_once_and_a_late_one_hears_the_version() -> None:
    room = await a_room()
    async with being_there(room.code) as first:
        await until(first, "you")
        give = {"give": "B3-B2", "version": "1"}
        answer = await database_sync_to_async(lambda: Client().post(f"/lab/rooms/{room.code}/", give))()
        assert answer.status_code == 302
        assert await until(first, "stream") == {"stream": f"lab:{room.code}", "head": 2}
        async with being_there(room.code) as late:
            assert (await until(late, "heads"))["heads"] == {f"lab:{room.code}": 2}


async def test_a_room_has_so_many_places_and_no_more() -> None:
    room = await a_room()
    there = [socket(room.code) for _ in range(LAB_ROOM_PEOPLE)]
    for each in there:
        await each.connect()
        await until(each, "you")
    more = socket(room.code)
    await more.connect()
    assert await read_close_code(more) == 4409
    await more.disconnect()
    for each in there:
        await each.disconnect()


@pytest.mark.parametrize(
    "frame",
    [
        "\x00",
        '"\\ud800"',
        "[" * 59,
        "[" * 4000,
        "{}",
        "1e999",
        '{"tile": "C3"}',
        '{"tile": 3, "piece": ""}',
        '{"tile": "<b>", "piece": ""}',
        '{"tile": "C3", "piece": "", "name": "staff"}',
        '{"tile": "C99999", "piece": ""}',
    ],
)
async def test_a_hostile_frame_closes_the_socket_and_reaches_nobody(frame: str) -> None:
    room = await a_room()
    async with being_there(room.code) as other:
        await until(other, "you")
        async with being_there(room.code) as hostile:
            await until(hostile, "you")
            await hostile.send_to(frame)
            assert await read_close_code(hostile) == 4400
        assert (await until(other, "note", left=True))["note"]["place"] == 2


async def test_a_flood_is_cut_off_and_little_of_it_is_passed_on() -> None:
    room = await a_room()
    async with being_there(room.code) as other:
        await until(other, "you")
        async with being_there(room.code) as flooding:
            await until(other, "note", place=2)
            for at in range(LAB_POINTS[0] + 1):
                await flooding.send_json_to({"tile": f"A{at % 4 + 1}", "piece": ""})
            assert await read_close_code(flooding) == 4429
            await asyncio.sleep(0.3)
            passed = 0
            while not await other.receive_nothing(0.2):
                passed += "note" in await other.receive_json_from()
            assert passed < 20


@pytest.mark.parametrize("path", ["nosuch00aa", "%00"])
async def test_there_is_no_socket_without_a_room(path: str) -> None:
    opened = socket(path)
    await opened.connect()
    assert await read_close_code(opened) in (4404, 4400)
    await opened.disconnect()


async def test_a_language_in_the_address_does_no_harm() -> None:
    room = await a_room()
    opened = socket(room.code, query="?state=en")
    await opened.connect()
    first = [await opened.receive_json_from() for _ in range(2)]
    assert {kind for message in first for kind in message} == {"you", "heads", "now"}
    await opened.disconnect()
