"""The WebSocket of a room of the lab: it hears that the room has changed, and passes on what each one points at.

Changes themselves are sent over HTTP, like orders. What is pointed at is stored nowhere: it goes from socket to socket
through the channel layer, at most ten times a second from each.
"""

import asyncio
import json
import re
from collections import deque
from typing import TypedDict

from channels.db import database_sync_to_async

from core import clock, connection_limits
from core.limits import LAB_POINTS, LAB_ROOM_PEOPLE
from dynasty.models import Dynasty
from tournaments.realtime import public_snapshot
from tournaments.realtime.broadcaster import Note, get_broadcaster
from tournaments.realtime.closing import close_on_error
from tournaments.realtime.consumers import TOO_MANY, UNEXPECTED_MESSAGE, BattleConsumer
from tournaments.realtime.socket_counters import run_counter
from tournaments.selectors.people import lab_rooms as selected
from tournaments.services.people import lab_rooms

ROOM_FULL = 4409
POINT_LENGTH = 60
"""Characters of a message about what somebody points at."""
TILE = re.compile(r"[A-Z]{1,3}[1-9]\d{0,3}", re.ASCII)
GAP = 0.1
"""Seconds between two notes about one person; of what was pointed at in between, the last counts."""


class Pointing(TypedDict):
    """What somebody points at, and the piece that this person holds; empty for nothing."""

    tile: str
    piece: str


class LabConsumer(BattleConsumer):
    """The socket of one person in a room of the lab."""

    shares_heart = False
    place = 0
    """The number of this person in the room; 0 before it has one."""
    name = ""
    """Of its dynasty; empty for a guest."""

    async def connect(self) -> None:
        self.pointed: Pointing = {"tile": "", "piece": ""}
        self.has_pointed, self.has_heard = asyncio.Event(), asyncio.Event()
        self.heard: dict[object, Note] = {}
        self.received: deque[float] = deque()
        await super().connect()

    async def start(self) -> None:
        """Take a place in the room, and say who is there; or close the socket with the reason."""
        await super().start()
        if not self.tasks:
            return
        if not await self.claim_place():
            await self.close(ROOM_FULL)
            return
        await self.send_json({"you": {"place": self.place, "name": self.name}})
        await self.notify(new=True)
        self.tasks = [*self.tasks, asyncio.create_task(self.send_points()), asyncio.create_task(self.send_notes())]

    async def claim_place(self) -> bool:
        """Take the first free number of the room; return whether there was one."""
        for place in range(1, LAB_ROOM_PEOPLE + 1):
            name = f"{self.names[0]}:{place}"
            if await run_counter(connection_limits.acquire, {name: 1}, self.socket_id):
                self.place, self.claims = place, self.claims | {name: 1}
                return True
        return False

    def list_streams(self) -> list[str]:
        """Return the stream of the room; empty where there is no such room."""
        dynasty = Dynasty.objects.filter(user=self.user_id).first() if self.user_id else None
        self.name = dynasty.name if dynasty else ""
        return [selected.name_stream(self.code)] if selected.find(self.code) else []

    async def refresh_streams(self) -> bool:
        """Change nothing: another room has another page."""
        return True

    async def read_beat(self) -> public_snapshot.Beat:
        """Return the version of the room, and note that somebody is there; let the others know that this one is."""
        if self.place:
            await self.notify()
        beat: public_snapshot.Beat = await database_sync_to_async(self.read_version)()
        return beat

    def read_version(self) -> public_snapshot.Beat:
        lab_rooms.note_visit(code=self.code)
        room = selected.find(self.code)
        heads = {selected.name_stream(self.code): room.version} if room else {}
        return {"heads": heads, "now": clock.now().isoformat()}

    async def disconnect(self, code: int) -> None:
        place, self.place = self.place, 0
        await super().disconnect(code)
        if place:
            await get_broadcaster().send_note(selected.name_stream(self.code), {"place": place, "left": True})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: object) -> None:
        """Take note of what this person points at; close the socket for anything else, and for too much of it."""
        pointed = read_pointing(text_data or "")
        if pointed is None:
            await self.close(UNEXPECTED_MESSAGE)
        elif self.is_flooding():
            await self.close(TOO_MANY)
        else:
            self.pointed = pointed
            self.has_pointed.set()

    def is_flooding(self) -> bool:
        """Count one more message; return whether there were too many in a short time."""
        most, seconds = LAB_POINTS
        now = asyncio.get_running_loop().time()
        self.received.append(now)
        while self.received[0] < now - seconds:
            self.received.popleft()
        return len(self.received) > most

    def on_note(self, note: Note) -> None:
        """Note what another one points at; while the last note is being sent, only the newest of each is kept."""
        if note["place"] == self.place:
            return
        if note.get("new"):
            self.has_pointed.set()  # who has just come learns that this one is here
        self.heard[note["place"]] = note
        self.has_heard.set()

    async def notify(self, *, new: bool = False) -> None:
        """Let the others know who this is, and what it points at."""
        note = {"place": self.place, "name": self.name, **self.pointed, **({"new": True} if new else {})}
        await get_broadcaster().send_note(self.names[0], note)

    async def send_points(self) -> None:
        """Let the others know what this person points at, not too often."""
        async with close_on_error(self):
            while await self.has_pointed.wait():
                self.has_pointed.clear()
                await self.notify()
                await asyncio.sleep(GAP)

    async def send_notes(self) -> None:
        """Send what the others point at, as fast as this page reads it."""
        async with close_on_error(self):
            while await self.has_heard.wait():
                self.has_heard.clear()
                heard, self.heard = self.heard, {}
                for note in heard.values():
                    await self.send_json({"note": note})


def read_pointing(text: str) -> Pointing | None:
    """Return what a message says that somebody points at; None where it says no such thing.

    >>> read_pointing('{"tile": "C3", "piece": ""}')
    {'tile': 'C3', 'piece': ''}
    >>> read_pointing('{"tile": "over there", "piece": ""}')
    """
    if len(text) > POINT_LENGTH:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    if not isinstance(found, dict) or set(found) != {"tile", "piece"}:
        return None
    tile, piece = found["tile"], found["piece"]
    if not all(isinstance(each, str) and (not each or TILE.fullmatch(each)) for each in (tile, piece)):
        return None
    return {"tile": tile, "piece": piece}
