"""Clients for load: sockets that watch a battle, and subscribers of Redis."""

import asyncio
import base64
import json
import os
import re
import time
from typing import Any, Self

TEXT, PING, PONG = 1, 9, 10
MASKED = 0x80


class Page(asyncio.Protocol):
    """One page that watches a battle, at an address of its own; it fetches what a pointer points to and does not bring.

    `asking`: it wants nothing brought.
    """

    shown: asyncio.Future[None]

    def __init__(self, port: int, code: str, number: int, *, asking: bool) -> None:
        self.port, self.code, self.asking = port, code, asking
        self.address = f"127.1.{number // 200}.{number % 200 + 1}"
        self.waiting, self.mark, self.at, self.size = b"", b"", 0.0, 0
        self.last: bytes = b""
        self.head, self.asked = 0, 0
        self.shook = asyncio.get_running_loop().create_future()
        self.fetching: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, port: int, code: str, number: int, asking: bool) -> "Page":
        loop = asyncio.get_running_loop()
        page = cls(port, code, number, asking=asking)
        await loop.create_connection(lambda: page, "127.0.0.1", port, local_addr=(page.address, 0))
        await asyncio.wait_for(page.shook, 30)
        return page

    def wants(self, number: int) -> None:
        """Wait for the result of this round from now on."""
        self.mark, self.shown = f'"rounds_closed": {number},'.encode(), asyncio.get_running_loop().create_future()

    def digest(self) -> str:
        """Return the digest of the last round in the result."""
        body = json.loads(self.last)
        return str(body.get("state", body)["rounds"][-1]["digest"])

    def connection_made(self, transport: Any) -> None:
        self.transport, home = transport, f"127.0.0.1:{self.port}"
        query = "" if self.asking else "?state=en"
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (f"GET /ws/battle/{self.code}/{query} HTTP/1.1", f"Host: {home}", f"Origin: http://{home}",
                 "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}",
                 "Sec-WebSocket-Version: 13")  # fmt: skip
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        if not self.shook.done():
            head, end, rest = self.waiting.partition(b"\r\n\r\n")
            if not end:
                return
            self.shook.set_result(None) if b" 101 " in head.partition(b"\r\n")[0] else self.shook.set_exception(
                ConnectionError(head.decode()))  # fmt: skip
            self.waiting = rest
        while frame := self.next_frame():
            self.read(*frame)

    def next_frame(self) -> tuple[int, bytes] | None:
        """Return the kind and the content of the next complete frame, or None."""
        if len(self.waiting) < 2:
            return None
        kind, short = self.waiting[0] & 15, self.waiting[1] & 127
        more = {126: 2, 127: 8}.get(short, 0)
        size = int.from_bytes(self.waiting[2 : 2 + more]) if more else short
        end = 2 + more + size
        if len(self.waiting) < end:
            return None
        content, self.waiting = self.waiting[2 + more : end], self.waiting[end:]
        return kind, content

    def read(self, kind: int, content: bytes) -> None:
        if kind == PING:
            self.transport.write(bytes([MASKED | PONG, MASKED | len(content), 0, 0, 0, 0]) + content)
        if kind != TEXT:
            return
        head = re.search(rb'"(?:battle:\w+": |stream": "battle:\w+", "head": )(\d+)', content[:300])
        grown, self.head = bool(head) and int(head[1]) > self.head, max(self.head, int(head[1]) if head else 0)
        if self.mark and grown and b'"state": ' not in content:
            self.asked += 1
            task = asyncio.ensure_future(self.fetch())
            self.fetching.add(task)
            task.add_done_callback(self.fetching.discard)
        self.take(content)

    def take(self, content: bytes) -> None:
        """Note the content and its time if it is the awaited result."""
        if self.mark and self.mark in content and not self.shown.done():
            self.at, self.last, self.size = time.time(), content, len(content)
            self.shown.set_result(None)

    async def fetch(self) -> None:
        """Ask for the state, as a page does."""
        reading, writing = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        home = f"Host: 127.0.0.1:{self.port}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
        writing.write(f"GET /tournament/{self.code}/state HTTP/1.1\r\n{home}".encode())
        answer = (await reading.read()).partition(b"\r\n\r\n")[2]
        writing.close()
        self.take(re.sub(rb"^[0-9a-f]+\r\n|\r\n[0-9a-f]*\r\n$", b"", answer))

    def close(self) -> None:
        self.transport.close()


class Subscriber(asyncio.Protocol):
    """One subscriber of a Redis, or its publisher; it counts bytes and reads nothing of them."""

    CHANNEL = b"pages"

    def __init__(self, size: int) -> None:
        self.size, self.came = size, 0
        self.arrived: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    @classmethod
    async def to(cls, host: str, port: int, size: int) -> Self:
        loop = asyncio.get_running_loop()
        self = cls(size)
        await loop.create_connection(lambda: self, host, port)
        if size:
            self.transport.write(b"SUBSCRIBE " + cls.CHANNEL + b"\r\n")
            await self.arrived
            self.renew()
        return self

    def renew(self) -> None:
        self.came, self.arrived = 0, asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Note the arrival of the subscription or of the whole message, which is longer than `size` bytes."""
        self.came += len(data)
        whole = self.came > self.size or b"subscribe" in data[:64]
        if whole and not self.arrived.done():
            self.arrived.set_result(time.time())

    async def next(self) -> float:
        at = await self.arrived
        self.renew()
        return at

    def publish(self, message: bytes) -> None:
        self.transport.write(b"*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n" % (
            len(self.CHANNEL), self.CHANNEL, len(message), message))  # fmt: skip

    def close(self) -> None:
        self.transport.close()
