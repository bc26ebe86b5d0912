"""Pages that watch a battle, as the site's own scripts do: a pointer over the socket, then the news over HTTP."""

import asyncio
import json
import socket
import time
from collections import Counter
from random import Random
from types import TracebackType
from typing import Self

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin


class Client:
    """One page, at an address of its own."""

    def __init__(self, port: int, code: str, number: int, luck: Random, drops: float) -> None:
        self.port, self.code, self.luck, self.drops = port, code, luck, drops
        self.address = f"127.1.{number // 200}.{number % 200 + 1}"
        self.numbers: list[int] = []
        """The numbers of the events, as they came."""
        self.delays: list[float] = []
        self.dropped = 0
        self.failed: Counter[str] = Counter()
        """Requests, by what became of them."""

    async def read(self, events: int) -> None:
        """Read until there are so many events; open a socket that ends again."""
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        async with httpx.AsyncClient(transport=transport, timeout=20) as self.http:
            while len(self.numbers) < events:
                try:
                    await self.listen(events)
                except (OSError, WebSocketException, TimeoutError):
                    self.dropped += 1
                await asyncio.sleep(self.luck.uniform(0.05, 0.5))

    async def listen(self, events: int) -> None:
        """Listen on one socket until it drops or everything is there."""
        home = f"127.0.0.1:{self.port}"
        async with connect(f"ws://{home}/ws/battle/{self.code}/", origin=Origin(f"http://{home}"),
                           local_addr=(self.address, 0)) as opened:  # fmt: skip
            while len(self.numbers) < events:
                body = json.loads(await opened.recv())
                stream = f"battle:{self.code}"
                head = body["heads"].get(stream, 0) if "heads" in body else body["head"] * (body["stream"] == stream)
                while head > self.last:
                    if not await self.catch_up():
                        break
                if self.luck.random() < self.drops:
                    raise TimeoutError

    @property
    def last(self) -> int:
        return self.numbers[-1] if self.numbers else 0

    async def catch_up(self) -> bool:
        """Ask for what is new; whether there was anything."""
        query = {"stream": "battle", "since": self.last}
        try:
            answer = await self.http.get(f"http://127.0.0.1:{self.port}/api/v1/tournaments/{self.code}/events/",
                                         params=query)  # fmt: skip
            answer.raise_for_status()
        except httpx.HTTPStatusError as error:
            self.failed[str(error.response.status_code)] += 1
            return False
        except httpx.HTTPError as error:
            self.failed[type(error).__name__] += 1
            return False
        for event in answer.json():
            self.numbers.append(event["number"])
            self.delays.append(time.monotonic() - event["body"]["at"])
        return bool(answer.json())


class Stopped:
    """A reader that opens a socket and reads no more of it: it must not slow anybody else."""

    def __init__(self, port: int, code: str) -> None:
        self.port, self.code = port, code

    def __enter__(self) -> Self:
        self.socket = socket.create_connection(("127.0.0.1", self.port), source_address=("127.2.0.1", 0))
        home = f"127.0.0.1:{self.port}"
        lines = (f"GET /ws/battle/{self.code}/ HTTP/1.1", f"Host: {home}", f"Origin: http://{home}",
                 "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Key: c3RvcHBlZCByZWFkZXIhIQ==",
                 "Sec-WebSocket-Version: 13")  # fmt: skip
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.socket.close()
