"""Sockets that take less memory: what uvicorn needs of them, and what it holds for each."""

import asyncio
import inspect
import tracemalloc
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.protocols.websockets import websockets_sansio_impl
from websockets.asyncio.client import connect

from config.lean_sockets import Gate, Inbox, LeanSocketProtocol
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
STATE: Any = Mock()
NAME = "config.lean_sockets:LeanSocketProtocol"


def build(protocol: Any) -> Any:
    config = uvicorn.Config("config.asgi:application", lifespan="off", log_config=None, interface="asgi3")
    config.loaded, config.loaded_app = True, None
    return protocol(config, STATE, {}, asyncio.get_running_loop())


async def test_all_that_the_library_notes_of_a_socket_has_a_slot() -> None:
    lean = build(LeanSocketProtocol)
    assert not vars(lean), "an attribute of the library is new: give it a slot"
    given = {"request", "response", "scope"}  # set with the handshake
    assert set(LeanSocketProtocol.__slots__) - given == set(
        vars(build(websockets_sansio_impl.WebSocketsSansIOProtocol))
    )


def test_the_library_uses_no_more_of_a_queue_and_an_event_than_there_is() -> None:
    source = inspect.getsource(websockets_sansio_impl.WebSocketsSansIOProtocol)
    for name, kind in (("queue", Inbox), ("writable", Gate)):
        used = {part.split("(")[0] for part in source.split(f"self.{name}.")[1:]}
        assert used and used <= set(dir(kind)), used - set(dir(kind))


async def test_a_socket_takes_less_than_half_of_what_it_took() -> None:
    assert 2 * weigh(LeanSocketProtocol) < weigh(websockets_sansio_impl.WebSocketsSansIOProtocol)


def weigh(protocol: Any) -> int:
    """Return how many bytes fifty sockets take before their handshake."""
    build(protocol)
    tracemalloc.start()
    try:
        kept = [build(protocol) for _number in range(50)]
        return tracemalloc.get_traced_memory()[0] if kept else 0
    finally:
        tracemalloc.stop()


async def test_messages_come_in_order_whether_or_not_somebody_waits() -> None:
    inbox = Inbox()
    inbox.put_nowait("one")
    inbox.put_nowait("two")
    assert [await inbox.get(), await inbox.get()] == ["one", "two"] and inbox.empty()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("three")
    inbox.put_nowait("four")
    assert await waiting == "three" and not inbox.empty()
    assert await inbox.get() == "four"


async def test_a_reader_that_was_cancelled_takes_nothing_with_it() -> None:
    inbox = Inbox()
    waiting = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    waiting.cancel()
    inbox.put_nowait("kept")
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await inbox.get() == "kept"


async def test_senders_wait_while_the_gate_is_closed() -> None:
    gate = Gate()
    assert gate.is_set() and await gate.wait()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in "abc"]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not any(each.done() for each in waiting[1:])
    gate.set()
    assert all(await asyncio.gather(*waiting[1:])) and gate.is_set()


async def test_a_reader_that_stops_and_reads_again_gets_everything() -> None:
    """Fill all buffers, so that the server closes the gate and opens it again."""
    closed: list[bool] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        for _number in range(100):
            await send({"type": "websocket.send", "text": "x" * 100_000})
            closed.append(not send.__self__.writable.is_set())
        assert (await receive())["text"] == "all"
        await send({"type": "websocket.close", "code": 4000})
        assert (await receive())["type"] == "websocket.disconnect"

    config = uvicorn.Config(application, port=0, lifespan="off", log_config=None, ws=NAME, ws_per_message_deflate=False)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    async with asyncio.timeout(PATIENCE), connect(f"ws://{host}:{port}/", max_queue=1) as end:
        await asyncio.sleep(0.2)
        assert {len(await end.recv()) for _ in range(100)} == {100_000}
        await end.send("all")
        await end.wait_closed()
    assert end.close_code == 4000 and any(closed)
    server.should_exit = True
    await running


def test_every_server_is_given_it() -> None:
    for name in ("Procfile", "Dockerfile", "deploy/systemd/emperors-web@.service", "config/embedded/server.py"):
        assert NAME in (ROOT / name).read_text(), name
