"""The event feed of a program: everything that its dynasty may know, from where the program left off.

It is sent over HTTP and over WebSockets. A line is an event with its stream and number, a heartbeat with the head of
every stream, or at the end the reason why it ends. Pointers of the channel layer wake it; a lost pointer delays an
event by at most one heartbeat.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import TypedDict, final
from uuid import uuid4

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from core import clock, connection_limits
from core.limits import BATTLES_STREAMED, EVENT_STREAMS
from dynasty.models import ApiToken, Dynasty, User
from tournaments.models import Tournament
from tournaments.realtime.broadcaster import Broadcaster, get_broadcaster
from tournaments.realtime.socket_counters import run_counter
from tournaments.selectors import events as events_selectors
from tournaments.selectors import listings

log = logging.getLogger(__name__)
HEARTBEAT_SECONDS = 10.0
"""Seconds between two heartbeats; at each, rights are looked at again."""
RIGHTS_CHECK_SECONDS = 2.5
"""Seconds within which the feed of a revoked token ends."""
MAX_DIGITS = 16
MAX_WATCHED = 20
"""Battles of others in one flow."""


@final
class EventLine(events_selectors.Numbered):
    """An event of a stream."""

    at: str


@final
class Heartbeat(TypedDict):
    """The head of every stream, and the time."""

    heads: dict[str, int]
    now: str


@final
class LastLine(TypedDict):
    """Why a feed ends."""

    end: str


Line = EventLine | Heartbeat | LastLine
RightsCheck = Callable[[], bool]


@dataclass(frozen=True)
class FeedSlot:
    """One of the feeds that a user may have open, over all processes; it lapses unless it is kept up."""

    user: User
    who: str = field(default_factory=lambda: uuid4().hex)

    @property
    def limits(self) -> dict[str, int]:
        return {f"flow:{self.user.pk}": EVENT_STREAMS}

    def claim(self) -> bool:
        """Claim the slot; return False where that would be one too many."""
        return connection_limits.acquire(self.limits, self.who)

    def renew(self) -> bool:
        """Renew the slot; return whether this feed still has it."""
        return connection_limits.renew(self.limits, self.who)

    def release(self) -> None:
        connection_limits.release(self.limits, self.who)


def parse_positions(text: str) -> dict[str, int]:
    """Return the numbers by stream of `battle:abc:17,dynasty:xyz:5`; raise ValueError for anything else."""
    pairs = [part.rpartition(":") for part in text.split(",") if part]
    if not all(name and number.isdecimal() and len(number) < MAX_DIGITS for name, _colon, number in pairs):
        raise ValueError("stream:number, with commas between them")
    return {name: int(number) for name, _colon, number in pairs}


def is_token_valid(pk: int) -> bool:
    """Return whether a token is still valid."""
    rows = ApiToken.objects.filter(pk=pk, expires_at__gt=clock.now(), user__is_active=True)
    return rows.exists()


def is_session_valid(key: str, user_pk: int) -> bool:
    """Return whether a session is still that user's."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request).pk == user_pk


def list_streams(user: User, watched: list[str]) -> list[str]:
    """Return the streams of a dynasty: its notifications, its open battles, and those that it asked to watch."""
    dynasty = Dynasty.objects.filter(user=user).first()
    own = list(listings.list_of_dynasty(dynasty)[:BATTLES_STREAMED]) if dynasty else []
    more = [] if not watched else Tournament.objects.filter(code__in=watched, casual=False).order_by("pk")
    battles = {tournament.pk: tournament for tournament in (*own, *more)}.values()
    named = [name for tournament in battles for name in events_selectors.list_streams(tournament, dynasty)]
    return [*([f"dynasty:{dynasty.code}"] if dynasty else []), *named]


def find_unknown_battles(watched: list[str]) -> list[str]:
    """Return the codes that name no battle which can be watched."""
    existing = set(Tournament.objects.filter(code__in=watched, casual=False).values_list("code", flat=True))
    return [code for code in watched if code not in existing]


class EventFeed:
    """A feed. `since`: the last number that the program has, by stream; `allowed`: whether it may still read."""

    def __init__(self, user: User, watched: list[str], since: dict[str, int], allowed: RightsCheck) -> None:
        self.user, self.since, self.allowed, self.slot = user, since, allowed, FeedSlot(user)
        battles = [name.split(":")[1] for name in since if name.startswith("battle:")]
        self.watched = [*watched, *battles[:BATTLES_STREAMED]]  # battles that ended meanwhile are sent to their end
        self.reached: dict[str, int] = {}

    def read_new(self) -> list[EventLine] | None:
        """Return the new events, stream by stream; None where the reader may read no more."""
        if not self.allowed():
            return None
        names = list_streams(self.user, self.watched)
        first = not self.reached
        for name, head in events_selectors.get_heads(names).items():
            start = self.since.get(name, head if first else 0)  # battles that begin later are sent from their beginning
            self.reached.setdefault(name, min(start, head))
        events = [event for name in list(self.reached) for event in self.read_after(name)]
        self.reached = {name: self.reached[name] for name in names}  # a battle that has just ended was read to its end
        return events

    def read_after(self, name: str) -> list[EventLine]:
        """Return all later events of one stream; the selector gives them in pages."""
        found: list[EventLine] = []
        while page := events_selectors.list_since(name, self.reached[name]):
            found += [{**event, "at": event["at"].isoformat()} for event in page]
            self.reached[name] = page[-1]["number"]
        return found

    def build_heartbeat(self) -> Heartbeat:
        return {"heads": dict(self.reached), "now": clock.now().isoformat()}

    async def lines(self) -> AsyncGenerator[Line, None]:
        """Yield the lines until the reader goes or may read no more."""
        claim = asyncio.ensure_future(run_counter(self.slot.claim))  # the middleware may have claimed it already
        try:
            if not await asyncio.shield(claim):
                yield {"end": "too_many"}
                return
            async with open_listener() as listener, self.hold_slot() as renewal:
                async for line in self.follow(listener):
                    yield line
                    if renewal.done():
                        yield {"end": "too_many"}
                        return
        finally:
            await claim  # a reader who went at once leaves what was taken meanwhile, too
            await run_counter(self.slot.release)

    @asynccontextmanager
    async def hold_slot(self) -> AsyncIterator[asyncio.Task[None]]:
        """Count this feed for as long as it is open, also while its reader takes nothing from it.

        The task ends by itself only where the place was lost to others.
        """
        renewal = asyncio.create_task(self.renew_slot())
        try:
            yield renewal
        finally:
            renewal.cancel()
            await asyncio.wait([renewal])

    async def renew_slot(self) -> None:
        while await run_counter(self.slot.renew):
            await asyncio.sleep(HEARTBEAT_SECONDS)

    async def follow(self, listener: "StreamListener") -> AsyncGenerator[Line, None]:
        """Yield a heartbeat first, then events as they come and heartbeats in between."""
        loop, due = asyncio.get_running_loop(), 0.0
        while (events := await database_sync_to_async(self.read_new)()) is not None:
            for line in events:
                yield line
            if loop.time() >= due:
                yield await database_sync_to_async(self.build_heartbeat)()
                await listener.renew()
                due = loop.time() + HEARTBEAT_SECONDS
            await listener.wait(list(self.reached), RIGHTS_CHECK_SECONDS)
        yield {"end": "revoked"}


class StreamListener:
    """A listener of this process's broadcaster that waits for any of several streams."""

    def __init__(self, source: Broadcaster) -> None:
        self.source = source
        self.names: set[str] = set()
        self.wakeup = asyncio.Event()

    def on_pointer(self, stream: str, head: int, can_wait: bool = False) -> None:
        """Wake whoever waits; which stream has grown does not matter."""
        self.wakeup.set()

    async def wait(self, names: list[str], seconds: float) -> None:
        """Wait until one of these streams has grown, at most so many seconds; without a layer just that long."""
        try:
            if await self.subscribe(set(names)):
                return
        except Exception as error:
            log.warning("no pointers to programs: %s", type(error).__name__)
            await asyncio.sleep(seconds)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # `wait_for` of Python 3.11 goes on where both come at once
                await self.wakeup.wait()
        self.wakeup.clear()

    async def subscribe(self, names: set[str]) -> bool:
        """Subscribe to exactly these streams; return whether one is new, since pointers to it may have been missed."""
        new, old = names - self.names, self.names - names
        self.names -= old
        await self.source.leave(self, old)
        await self.source.join(self, new)
        self.names |= new
        return bool(new)

    async def renew(self) -> None:
        """Renew the subscriptions, which a channel layer may have lost."""
        with suppress(Exception):
            await self.source.keep(self.names)

    async def close(self) -> None:
        await self.source.leave(self, self.names)


@asynccontextmanager
async def open_listener() -> AsyncIterator[StreamListener]:
    """Open a listener, and close it in any case."""
    listener = StreamListener(get_broadcaster())
    try:
        yield listener
    finally:
        await listener.close()
