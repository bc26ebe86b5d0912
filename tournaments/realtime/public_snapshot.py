"""What everybody may see of a battle, worked out once in a process for all the pages that watch it.

It is the state that the battle's data address sends to an anonymous viewer, built by the same presenter, so it holds
nothing that is not public. A page whose reader holds a seat asks for its own state.
"""

import asyncio
import json
from collections.abc import Iterable
from typing import NamedTuple, NotRequired, TypedDict
from urllib.parse import parse_qs

from asgiref.typing import WebSocketScope
from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import translation

from core import clock, connection_limits
from dynasty.models import Stream
from tournaments.models import Tournament
from tournaments.presenters import battle_state
from tournaments.selectors import events, votes

MAX = 200
"""Battles of which the latest is kept in a process, in one language each."""
FRESH = 1.0
"""Seconds for which a heartbeat goes to all who listen to the same streams."""


class Beat(TypedDict):
    """A heartbeat: the number of each stream's last event, the time, and how many watch the battle, if there is one."""

    heads: dict[str, int]
    now: str
    spectators: NotRequired[int]


beats: dict[tuple[asyncio.AbstractEventLoop, tuple[str, ...]], tuple[float, asyncio.Task[Beat]]] = {}
GAP = 0.1
"""Seconds between two states of one battle: several events at once, such as the last orders, cost one state."""
written_beats: list[tuple[Beat, str]] = []
"""The last heartbeat that was written, and its text."""
Frame = tuple[int, str]
"""How far the stream of a battle has come, and that as JSON with what everybody may see of the battle."""
Key = tuple[asyncio.AbstractEventLoop, str, str]


class Shown(NamedTuple):
    """What was worked out last of a battle in one language, or is being worked out."""

    pointer: int
    """The pointer for which it was asked."""
    begins: float
    """When the database is or was read, by the loop's clock."""
    task: asyncio.Task[Frame]


latest: dict[Key, Shown] = {}


def language_wanted(scope: WebSocketScope) -> str:
    """Return the language in which a socket wants the state with each pointer, by its address; empty for none."""
    language = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("state", [""])[0]
    return language if language in dict(settings.LANGUAGES) else ""


async def frame(code: str, head: int, language: str) -> Frame:
    """Return what everybody sees now that the stream of a battle has come so far: asked together, answered once.

    Not before `GAP` after the last answer; whoever asks until then has a share in the next one.
    """
    loop = asyncio.get_running_loop()
    key, now = (loop, code, language), loop.time()
    cached = latest.get(key)
    if cached is None or (get_head(cached) < head and cached.begins <= now):
        latest.pop(key, None)  # so that the last one in the row is the latest
        begins = max(now, cached.begins + GAP) if cached else now
        cached = latest[key] = Shown(head, begins, asyncio.create_task(work_out(code, language, begins - now)))
        while len(latest) > MAX:
            del latest[next(iter(latest))]
    return await asyncio.shield(cached.task)


async def work_out(code: str, language: str, pause: float) -> Frame:
    """Return the frame as it is after a pause."""
    if pause > 0:
        await asyncio.sleep(pause)
    reading = database_sync_to_async(write_frame, thread_sensitive=False)  # not in line behind hundreds of heartbeats
    found: Frame = await reading(code, language)
    return found


async def beat(names: tuple[str, ...]) -> Beat:
    """Return the number of each stream's last event, and the time; a second old at most, shared by all who watch."""
    loop = asyncio.get_running_loop()
    cached = beats.get((loop, names))
    if cached is None or loop.time() - cached[0] >= FRESH:
        if len(beats) > MAX:
            beats.clear()
        cached = beats[loop, names] = loop.time(), asyncio.create_task(database_sync_to_async(beat_now)(names))
    return await asyncio.shield(cached[1])


def write_beat(beat: Beat) -> str:
    """Return a heartbeat as JSON; written once for all who are sent the same one."""
    if not written_beats or written_beats[0][0] is not beat:
        written_beats[:] = [(beat, json.dumps(beat))]
    return written_beats[0][1]


def beat_now(names: tuple[str, ...]) -> Beat:
    """Return the heads of these streams, the time, and how many watch the battle where there is one."""
    counted = get_spectators_name(names)
    found: Beat = {"heads": events.get_heads(names), "now": clock.now().isoformat()}
    if counted:
        found["spectators"] = connection_limits.count(counted)
    return found


def get_spectators_name(names: Iterable[str]) -> str:
    """Return the name under which the spectators of the battle among these streams are counted; empty for none."""
    code = next((name.removeprefix("battle:") for name in names if name.startswith("battle:")), "")
    return f"spectators:{code}" if code else ""


def get_head(shown: Shown) -> int:
    """Return how far the stream had come in what was worked out: as far as the pointer, or further."""
    task = shown.task
    done = task.done() and not task.cancelled() and task.exception() is None
    return max(shown.pointer, task.result()[0]) if done else shown.pointer


def write_frame(code: str, language: str) -> Frame:
    """Return the frame. The head is read first, so that nothing is ever said to be newer than it is."""
    name = f"battle:{code}"
    head = Stream.objects.values_list("head", flat=True).get(name=name)
    with translation.override(language):
        state = battle_state.write_public_state(code)
    return head, f'{{"stream": "{name}", "head": {head}, "table": "{mark_of(code)}", "state": {state}}}'


def mark_of(code: str) -> str:
    """Return a word for the state of a battle's votes; a panel that shows this word need not be asked for again."""
    tournament = Tournament.objects.get(code=code)
    return votes.hash_public(votes.get_public(tournament, clock.now()))
