"""A WebSocket client for tests. channels.testing has one, too, but importing that needs Daphne and Twisted."""

import asyncio
import json
import threading
from typing import Any
from unittest import mock
from urllib.parse import unquote, urlsplit

from asgiref.testing import ApplicationCommunicator
from django.db import close_old_connections

from tests.patience import PATIENCE


def close_in_pool_threads() -> None:
    """Give the connection of a thread of the loop's own pool back, and leave the one that the test uses.

    Each test has a loop and such threads of its own: what they kept would be kept until the run ends.
    """
    if threading.current_thread().name.startswith("asyncio_"):
        close_old_connections()


class WebsocketCommunicator(ApplicationCommunicator):
    """A WebSocket of an ASGI application in this process; timeouts are in seconds."""

    def __init__(self, application: Any, path: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        address = urlsplit(path)
        super().__init__(application, {
            "type": "websocket", "path": unquote(address.path), "query_string": address.query.encode(),
            "headers": headers or [], "subprotocols": [],
        })  # fmt: skip

    async def connect(self, timeout: float = PATIENCE) -> tuple[bool, Any]:
        """Open the socket; return whether it was accepted, and the code where it was not."""
        await self.send_input({"type": "websocket.connect"})
        response = await self.receive_output(timeout)
        accepted = response["type"] == "websocket.accept"
        return accepted, None if accepted else response.get("code", 1000)

    async def send_input(self, message: dict[str, Any]) -> None:
        """Send an event, and keep the test's own database connection open."""
        with mock.patch("channels.db.close_old_connections", close_in_pool_threads):
            await super().send_input(message)

    async def receive_output(self, timeout: float = PATIENCE) -> Any:
        """Return the next event, and keep the test's own database connection open."""
        with mock.patch("channels.db.close_old_connections", close_in_pool_threads):
            return await super().receive_output(timeout)

    async def send_to(self, text_data: str) -> None:
        """Send a text frame."""
        await self.send_input({"type": "websocket.receive", "text": text_data})

    async def send_json_to(self, data: Any) -> None:
        """Send a text frame of JSON."""
        await self.send_to(json.dumps(data))

    async def receive_json_from(self, timeout: float = PATIENCE) -> Any:
        """Return the JSON of the next text frame; raise AssertionError where the socket closes instead."""
        response = await self.receive_output(timeout)
        assert response["type"] == "websocket.send", response
        return json.loads(response["text"])

    async def disconnect(self, code: int = 1000, timeout: float = PATIENCE) -> None:
        """Close the socket and wait for the application to end; raise TimeoutError where it does not."""
        await self.send_input({"type": "websocket.disconnect", "code": code})
        await self.wait(timeout)

    async def wait(self, timeout: float = PATIENCE) -> None:
        """Wait for the application to end; raise what it raised, or TimeoutError where it does not end.

        The wait of asgiref cancels an application that takes longer, and returns as if it had ended.
        """
        ended, _open = await asyncio.wait([self.future], timeout=timeout)
        if not ended:
            self.stop()
            raise TimeoutError
        await super().wait()
