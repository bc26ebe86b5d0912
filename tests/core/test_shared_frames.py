"""One text for many sockets, through uvicorn itself: the same bytes as it would write, and nothing that has to wait."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from config.shared_frames import build_frame, offer_shared_frames
from core.sockets import SHARED_WRITE
from tests.patience import PATIENCE

TEXTS = ["é", "x" * 125, "x" * 126, "x" * 70_000]
MANY = 200
"""Texts that no reader's and no system's buffer holds."""


@contextlib.asynccontextmanager
async def serve(application: Any) -> AsyncIterator[str]:
    """Serve a WebSocket application by uvicorn; yield its address."""
    config = uvicorn.Config(offer_shared_frames(application), port=0, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    yield f"ws://{host}:{port}/"
    server.should_exit = True
    await running


async def test_a_shared_text_arrives_as_any_other() -> None:
    wrote: list[bool] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        write = scope["extensions"][SHARED_WRITE]
        assert not write("before the handshake")
        await send({"type": "websocket.accept"})
        for text in TEXTS:
            wrote.append(write(text))
            await send({"type": "websocket.send", "text": text})
            await asyncio.sleep(0.05)
        await send({"type": "websocket.close", "code": 4000})
        assert not write("after the close")

    async with serve(application) as address, connect(address) as end:
        assert [await end.recv() for _ in range(2 * len(TEXTS))] == [text for text in TEXTS for _twice in "ab"]
        assert wrote == [True] * len(TEXTS)


async def test_the_headers_of_the_handshake_are_forgotten_once_a_shared_text_is_written() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        protocol = send.__self__
        assert scope["headers"] and protocol.request.headers and protocol.response.headers
        assert scope["extensions"][SHARED_WRITE]("all is forgotten")
        assert not scope["headers"] and not hasattr(protocol, "request") and not hasattr(protocol, "response")
        await send({"type": "websocket.send", "text": "the end"})

    async with serve(application) as address, connect(address) as end:
        assert [await end.recv(), await end.recv()] == ["all is forgotten", "the end"]


async def test_a_reader_that_does_not_read_is_written_to_no_more() -> None:
    """Leave what cannot be written at once to the server, which waits; nothing piles up."""
    written = asyncio.get_running_loop().create_future()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        write = scope["extensions"][SHARED_WRITE]
        written.set_result(sum(write(TEXTS[-1]) for _number in range(MANY)))
        await send({"type": "websocket.send", "text": "the end"})

    async with serve(application) as address, connect(address, max_queue=1) as end:
        count = await asyncio.wait_for(written, PATIENCE)
        assert 0 < count < MANY
        assert [await end.recv() for _ in range(count + 1)] == [TEXTS[-1]] * count + ["the end"]


async def test_another_server_s_sockets_are_left_alone() -> None:
    collected: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        collected.append(scope)

    async def send(message: Any) -> None:
        pass

    await offer_shared_frames(application)({"type": "websocket"}, None, send)
    assert collected == [{"type": "websocket"}]


@pytest.mark.parametrize("text", TEXTS)
def test_a_frame_is_what_the_library_writes(text: str) -> None:
    from websockets.frames import Frame, Opcode

    assert build_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert build_frame(text) is build_frame(text), "made once"
