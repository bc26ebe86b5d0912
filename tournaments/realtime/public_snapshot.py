"""What everybody may see of a battle, worked out once in a process for all the pages that watch it.

It is the state that the battle's data address sends to an anonymous viewer, built by the same presenter, so it holds
nothing that is not public. A page whose reader holds a seat asks for its own state.
"""

import asyncio
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import translation

from core import clock
from dynasty.models import Stream
from tournaments.models import Tournament
from tournaments.presenters import battle_state
from tournaments.selectors import events, votes

MOST = 200
"""Battles of which the latest is kept in a process, in one language each."""
FRESH = 1.0
"""Seconds for which a heartbeat goes to all who listen to the same streams."""
Beat = dict[str, Any]
beats: dict[tuple[asyncio.AbstractEventLoop, tuple[str, ...]], tuple[float, asyncio.Task[Beat]]] = {}
Frame = tuple[int, str]
"""How far the stream of a battle has come, and that as JSON with what everybody may see of the battle."""
Key = tuple[asyncio.AbstractEventLoop, str, str]
latest: dict[Key, tuple[int, asyncio.Task[Frame]]] = {}
"""By battle and language: the pointer for which it was asked, and what came of it."""


def language_wanted(scope: Mapping[str, Any]) -> str:
    """Return the language in which a socket wants the state with each pointer, by its address; empty for none."""
    wanted = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("state", [""])[0]
    return wanted if wanted in dict(settings.LANGUAGES) else ""


async def frame(code: str, head: int, language: str) -> Frame:
    """Return what everybody sees now that the stream of a battle has come so far: asked together, answered once."""
    key = (asyncio.get_running_loop(), code, language)
    if key not in latest or reached(*latest[key]) < head:
        latest.pop(key, None)  # so that the last one in the row is the latest
        working = database_sync_to_async(written, thread_sensitive=False)  # not in line behind hundreds of heartbeats
        latest[key] = head, asyncio.create_task(working(code, language))
        while len(latest) > MOST:
            del latest[next(iter(latest))]
    return await asyncio.shield(latest[key][1])


async def beat(names: tuple[str, ...]) -> Beat:
    """Return the number of each stream's last event, and the time; a second old at most, shared by all who watch."""
    loop = asyncio.get_running_loop()
    known = beats.get((loop, names))
    if known is None or loop.time() - known[0] >= FRESH:
        if len(beats) > MOST:
            beats.clear()
        known = beats[loop, names] = loop.time(), asyncio.create_task(database_sync_to_async(beat_now)(names))
    return await asyncio.shield(known[1])


def beat_now(names: tuple[str, ...]) -> Beat:
    return {"heads": events.get_heads(names), "now": clock.now().isoformat()}


def reached(asked: int, task: asyncio.Task[Frame]) -> int:
    """Return how far the stream had come in what was worked out: as far as the pointer, or further."""
    done = task.done() and not task.cancelled() and task.exception() is None
    return max(asked, task.result()[0]) if done else asked


def written(code: str, language: str) -> Frame:
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
