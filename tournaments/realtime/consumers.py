"""WebSockets of pages: pointers to new events, from the server to the browser only.

A pointer says how far a stream has come, and nothing of what happened: the page asks for that over HTTP. A page without
a seat can have the public snapshot (`public_snapshot`) sent with each pointer to its battle, since hundreds of
spectators asking at the same moment would wait too long.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NotRequired, TypedDict
from uuid import uuid4

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, WebSocketScope
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import Error

from core import connection_limits, rate_limits
from core.limits import SOCKETS_PER_ADDRESS, SOCKETS_PER_USER, SPECTATORS
from core.sockets import SHARED_WRITE
from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from tournaments.realtime import broadcaster, event_feed, public_snapshot
from tournaments.realtime.closing import close_on_error
from tournaments.realtime.crowd import get_crowd
from tournaments.realtime.heart import HEARTBEAT_SECONDS, get_heart
from tournaments.realtime.socket_counters import run_counter
from tournaments.selectors import chat

log = logging.getLogger(__name__)
LOGIN_CHECK_SECONDS = 5.0
"""Seconds within which the socket of somebody who logged out is closed."""
CANCEL_SECONDS = 5.0
"""Seconds within which the tasks of a socket that is gone come to their end."""
UNEXPECTED_MESSAGE, LOGGED_OUT, NO_BATTLE, TOO_MANY = 4400, 4401, 4404, 4429


class Route(TypedDict):
    """What the router of Channels has read from an address."""

    kwargs: Mapping[str, str]


class SocketScope(WebSocketScope):
    """The scope of a handshake with what the middlewares of Channels add to it."""

    user: NotRequired[AbstractBaseUser | AnonymousUser]
    session: NotRequired[SessionBase]
    cookies: Mapping[str, str]
    url_route: Route


class BattleConsumer(AsyncJsonWebsocketConsumer):
    """The socket of a page that shows a battle."""

    scope: SocketScope
    channel_layer_alias = ""
    """Opens no channel of its own: the broadcaster of the process listens for all sockets."""
    names: Sequence[str] = ()
    user_id: int | None = None
    claims: dict[str, int]
    tasks: Sequence[asyncio.Task[None]]
    socket_id: str
    language = ""
    """In which what everybody sees is brought to this page; empty where its reader sees more, or the page asks."""
    shown = -1
    """How far the battle had come in what this page was shown; below 0 nothing is known of that yet."""
    beat: public_snapshot.Beat | Exception | None = None
    """The heartbeat that is due, or the error with which there is none."""
    shares_heart = True
    """Whether the heartbeats of guests are those of all who listen to the same streams."""
    is_displaced = False
    """Whether other sockets have taken the place of this one."""
    sending: asyncio.Task[None] | None = None
    """The task that sends what could not be written at once; None where there is nothing to send.

    It stays where it has failed or closed the socket, so that nothing is sent after that.
    """
    is_gone = False
    """Whether the reader has left."""

    async def __call__(self, scope: SocketScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Pass on what comes in; without a channel there is nothing else to wait for, and no task is needed for it."""
        self.scope, self.channel_layer, self.base_send = scope, None, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return

    async def connect(self) -> None:
        self.names, self.claims, self.tasks, self.socket_id = [], {}, [], uuid4().hex
        self.grown: dict[str, int] = {}
        await self.accept()  # first, for a browser learns the reason of a close from an open socket only
        async with close_on_error(self):
            await self.start()

    async def start(self) -> None:
        """Count this socket and start its tasks; or close it with the reason."""
        self.user_id = getattr(self.scope["user"], "pk", None)
        if not self.user_id:
            del self.scope["user"], self.scope["session"]  # a kilobyte for each guest, which nobody reads again
        if not await self.claim_connection({f"user:{self.user_id}": SOCKETS_PER_USER} if self.user_id else {}):
            await self.close(TOO_MANY)
            return
        self.names = await database_sync_to_async(self.list_streams)()
        if not self.names:
            await self.close(NO_BATTLE)
            return
        if not self.is_player:
            shows_battle = bool(public_snapshot.get_spectators_name(self.names))
            self.language = public_snapshot.language_wanted(self.scope) if shows_battle else ""
            await self.claim_spectator()
        await broadcaster.get_broadcaster().join(self, self.names)
        if self.user_id or not self.shares_heart:
            self.tasks = [asyncio.create_task(self.send_heartbeats())]
        else:
            self.on_heartbeat(await self.read_beat())
            get_heart().join(self)

    async def read_beat(self) -> public_snapshot.Beat:
        """Return the heartbeat of the streams of this page."""
        return await public_snapshot.beat(tuple(self.names))

    def list_streams(self) -> list[str]:
        """Return the streams of this page; empty where there is no such battle."""
        return list_streams(self.code, self.user_id, viewers.read_token(self.scope.get("cookies", {})))

    @cached_property
    def code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    async def claim_connection(self, limits: dict[str, int]) -> bool:
        """Count this socket against the limits of its address and its user; return whether there was room."""
        limits = limits | {
            f"address:{rate_limits.hash_subscriber(get_socket_address(self.scope))}": SOCKETS_PER_ADDRESS
        }
        if not await run_counter(connection_limits.acquire, limits, self.socket_id):
            return False
        self.claims = limits
        return True

    async def claim_spectator(self) -> None:
        """Count this socket as a spectator of its battle."""
        name = public_snapshot.get_spectators_name(self.names)
        if not name:
            return
        is_counted = await run_counter(connection_limits.acquire, {name: SPECTATORS}, self.socket_id)
        if is_counted:
            self.claims = self.claims | {name: SPECTATORS}

    async def release_spectator(self) -> None:
        """Count this socket no longer as a spectator: its reader has taken a seat."""
        name = public_snapshot.get_spectators_name(self.names)
        if name in self.claims:
            self.claims = {each: most for each, most in self.claims.items() if each != name}
            await run_counter(connection_limits.release, [name], self.socket_id)

    async def disconnect(self, code: int) -> None:
        self.is_gone = True
        get_heart().leave(self)
        tasks = [*self.tasks, *([self.sending] if self.sending else [])]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=CANCEL_SECONDS)
        await run_counter(connection_limits.release, self.claims, self.socket_id)
        self.claims = {}
        await broadcaster.get_broadcaster().leave(self, self.names)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: object) -> None:
        """Close the socket: nothing is received here."""
        await self.close(UNEXPECTED_MESSAGE)

    def on_pointer(self, stream: str, head: int, can_wait: bool = False) -> None:
        """Note a stream's head, or wait for the public snapshot with all who watch the battle."""
        if self.language and stream.startswith("battle:"):
            get_crowd().join(self, head, can_wait)
        else:
            self.wake(stream, head)

    def wake(self, stream: str, head: int) -> None:
        """Note a stream's head; while the last pointer is being sent, only the newest is kept."""
        self.grown[stream] = max(head, self.grown.get(stream, 0))
        self.start_sending()

    def start_sending(self) -> None:
        """Let a task send what there is, unless one does. Most pages are written to at once, and need none."""
        if self.sending is None and not self.is_gone:
            self.sending = asyncio.create_task(self.send_pointers())

    def show(self, frame: public_snapshot.Frame) -> None:
        """Write a snapshot that is new to this page at once, or let its task send it."""
        head, text = frame
        if head <= self.shown:
            return
        if self.language and self.write_at_once(text):
            self.shown = head
        else:
            self.wake(f"battle:{self.code}", head)

    def on_heartbeat(self, beat: public_snapshot.Beat | Exception | None) -> None:
        """Write it at once if nothing is missing, or note it for the task, which keeps the newest alone.

        None: the place is taken.
        """
        if isinstance(beat, dict) and self.is_up_to_date(beat) and self.write_at_once(public_snapshot.write_beat(beat)):
            return
        self.beat, self.is_displaced = beat, beat is None
        self.start_sending()

    def is_up_to_date(self, beat: public_snapshot.Beat) -> bool:
        """Return whether this page watches a battle and was shown all that a heartbeat knows of it."""
        return bool(self.language) and 0 <= beat["heads"].get(f"battle:{self.code}", -1) <= self.shown

    async def send_pointers(self) -> None:
        """Send pointers, and the heartbeats that are due, as fast as this page reads them, until there are no more."""
        async with close_on_error(self):
            while self.grown or self.beat is not None or self.is_displaced:
                grown, self.grown = self.grown, {}
                for stream, head in grown.items():
                    await self.send_pointer(stream, head)
                if self.is_player and any(stream.startswith("battle:") for stream in grown):
                    await (
                        self.refresh_streams()
                    )  # the battle may have begun or ended, or the reader's seat may have fallen
                if self.is_displaced:
                    await self.close(TOO_MANY)
                    return
                if self.beat is not None:
                    beat, self.beat = self.beat, None
                    await self.send_heartbeat(beat)
            self.sending = None

    async def send_heartbeat(self, beat: public_snapshot.Beat | Exception) -> None:
        """Send what a heartbeat knows and no pointer has brought, and then the heartbeat."""
        if isinstance(beat, Exception):
            raise beat
        await self.catch_up(beat["heads"])
        await self.send_text(public_snapshot.write_beat(beat))

    async def send_text(self, text: str) -> None:
        """Send a text that many sockets share; where the server can, framed once for all."""
        if not self.write(text):
            await self.send(text_data=text)

    def write(self, text: str) -> bool:
        """Write a text as a frame that many sockets share; return False where the server cannot, or has to wait."""
        extensions: Mapping[str, object] = self.scope.get("extensions") or {}
        write = extensions.get(SHARED_WRITE)
        return callable(write) and bool(write(text))

    def write_at_once(self, text: str) -> bool:
        """Write a text unless the page's own task has something to send before it; return whether it was written."""
        return self.sending is None and self.write(text)

    @property
    def is_player(self) -> bool:
        """Return whether this page belongs to a player of the battle."""
        return any(name.startswith("seat:") for name in self.names)

    async def refresh_streams(self) -> bool:
        """Update the streams of this page, and send their heads where they changed.

        Return False where the database could not be asked.
        """
        try:
            names = await database_sync_to_async(self.list_streams)()
        except Error as error:
            log.warning("what a page may hear is not known: %s", type(error).__name__)
            return False
        if names and names != self.names:
            before, self.names = self.names, names
            if self.is_player:
                self.language = ""
                await self.release_spectator()
            await broadcaster.get_broadcaster().leave(self, [name for name in before if name not in names])
            await broadcaster.get_broadcaster().join(self, [name for name in names if name not in before])
            await self.send_json(await database_sync_to_async(public_snapshot.beat_now)(tuple(names)))
        return True

    async def can_hear(self, stream: str) -> bool:
        """Return whether a talk is open to this reader, who may have taken a seat since the page was opened."""
        return await self.refresh_streams() and stream in self.names

    async def send_pointer(self, stream: str, head: int) -> None:
        """Send a pointer, unless the page has been shown as much already."""
        if self.user_id and stream.startswith("talk:") and not await self.can_hear(stream):
            return
        if not stream.startswith("battle:"):
            await self.send_text(format_pointer(stream, head))
        elif head > self.shown:
            self.shown, text = await self.build_message(stream, head)
            await self.send_text(text)

    async def build_message(self, stream: str, head: int) -> public_snapshot.Frame:
        """Return the pointer with the public snapshot, or alone where the page asks for its own state."""
        if self.language:
            try:
                return await public_snapshot.frame(self.code, head, self.language)
            except Exception as error:
                log.warning("%s is not shown with its pointer: %s", stream, type(error).__name__)
        return 0, format_pointer(stream, head)

    async def catch_up(self, heads: dict[str, int]) -> None:
        """Send what a heartbeat knows and no pointer has brought.

        What there was when the socket opened, the page has asked for.
        """
        if self.language and self.shown >= 0:
            await self.send_pointer(f"battle:{self.code}", heads[f"battle:{self.code}"])
        elif self.language:
            self.shown = heads[f"battle:{self.code}"]

    async def send_heartbeats(self) -> None:
        """Send heartbeats to a user, whose streams may change; end when the user has logged out."""
        async with close_on_error(self):
            while True:
                if self.user_id:
                    await self.refresh_streams()
                message = await self.read_beat()
                with contextlib.suppress(Exception):  # without pointers there still is this
                    await broadcaster.get_broadcaster().keep(self.names)
                self.on_heartbeat(message)
                if not await run_counter(connection_limits.renew, self.claims, self.socket_id):
                    await self.close(TOO_MANY)
                    return
                for _ in range(round(HEARTBEAT_SECONDS / LOGIN_CHECK_SECONDS)):
                    await asyncio.sleep(LOGIN_CHECK_SECONDS)
                    if self.user_id and not await self.is_logged_in():
                        await self.close(LOGGED_OUT)
                        return

    async def is_logged_in(self) -> bool:
        key = self.scope["session"].session_key
        return bool(await database_sync_to_async(event_feed.is_session_valid)(key, self.user_id))


def format_pointer(stream: str, head: int) -> str:
    return json.dumps({"stream": stream, "head": head})


def list_streams(code: str, user_id: int | None, token: str = "") -> list[str]:
    """Return the streams that a reader may hear of a battle; empty where there is no such battle."""
    tournament = Tournament.objects.filter(code=code).first()
    if tournament is None:
        return []
    dynasty = Dynasty.objects.filter(user=user_id).first() if user_id else None
    seats = viewers.list_heard_seats(tournament, Viewer(dynasty, token))
    streams = [f"battle:{code}", *(f"seat:{code}:{seat}" for seat in seats)]
    return [*streams, *chat.list_streams(tournament, dynasty), *list_dynasty_streams(dynasty)]


def list_dynasty_streams(dynasty: Dynasty | None) -> list[str]:
    """Return the stream of a dynasty's notifications, if there is a dynasty."""
    return [f"dynasty:{dynasty.code}"] if dynasty else []


class NoticeConsumer(BattleConsumer):
    """The socket of any other page: the notifications of the user's dynasty."""

    async def refresh_streams(self) -> bool:
        """Change nothing: a dynasty's own news are always its own."""
        return True

    def list_streams(self) -> list[str]:
        return list_dynasty_streams(Dynasty.objects.filter(user=self.user_id).first() if self.user_id else None)


def get_socket_address(scope: WebSocketScope) -> str:
    """Return the client's address: by our own proxies' header where there are proxies, else by the connection."""
    proxies = settings.REST_FRAMEWORK["NUM_PROXIES"]
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    path = ",".join(forwarded).split(",") if proxies and forwarded else []
    client = scope.get("client") or ("unknown", 0)
    return path[-min(proxies, len(path))].strip() if path else str(client[0])
