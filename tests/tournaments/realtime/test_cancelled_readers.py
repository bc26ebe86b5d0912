"""A reader who goes is let go, whatever else happens at that moment."""

import asyncio
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from tests.patience import PATIENCE
from tests.websockets import WebsocketCommunicator
from tournaments.realtime.broadcaster import Broadcaster
from tournaments.realtime.event_feed import StreamListener

STREAM = "battle:abc"
TURNS = range(8)
"""Turns of the loop between what happens and the cancel; after the last of them a task has come to its end."""


async def listen() -> StreamListener:
    listener = StreamListener(Broadcaster(InMemoryChannelLayer()))
    await listener.subscribe({STREAM})
    await asyncio.sleep(0.01)
    return listener


async def is_cancelled_after(task: asyncio.Task[None], turns: int) -> bool:
    """Cancel a task after so many turns of the loop; return False where it went on as if nothing had happened."""
    for _turn in range(turns):
        await asyncio.sleep(0)
    was_open = task.cancel()
    await asyncio.wait([task], timeout=PATIENCE)
    return task.cancelled() == was_open


@pytest.mark.parametrize("turns", TURNS)
async def test_who_goes_as_a_pointer_comes_waits_no_more(turns: int) -> None:
    listener = await listen()
    waiting = asyncio.create_task(listener.wait([STREAM], PATIENCE))
    await asyncio.sleep(0.01)
    listener.on_pointer(STREAM, 1)
    assert await is_cancelled_after(waiting, turns)
    await listener.close()


@pytest.mark.parametrize("turns", TURNS)
async def test_who_goes_as_the_last_listener_leaves_is_let_go(turns: int) -> None:
    listener = await listen()
    assert await is_cancelled_after(asyncio.create_task(listener.close()), turns)
    await listener.close()
    assert not listener.source.listeners


async def test_a_socket_that_does_not_end_fails_its_test() -> None:
    async def stay(_scope: Any, _receive: Any, _send: Any) -> None:
        await asyncio.sleep(PATIENCE)

    with pytest.raises(TimeoutError):
        await WebsocketCommunicator(stay, "/").disconnect(timeout=0.01)
