"""Public snapshots for all pages that watch a battle: written to one after the other in the same turn.

A turn of its own for each page takes longer than the write. A page that cannot be written to at once, since its reader
is slow or its own task is sending, gets the snapshot from that task.
"""

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from tournaments.realtime import public_snapshot

log = logging.getLogger(__name__)
LONGEST_WAIT = 0.5
"""Seconds that an event which can wait, such as an order given, waits for one that cannot: one snapshot shows both."""


class Page(Protocol):
    @property
    def code(self) -> str: ...

    language: str

    def show(self, frame: public_snapshot.Frame) -> None:
        """Write the snapshot, or leave it to the page's own task. It must not block: other pages wait for it."""

    def wake(self, stream: str, head: int) -> None:
        """Let the page's own task send what there is up to this number of the stream."""


class Crowd:
    """The pages that wait for the next snapshot of each battle in each language."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[str, str], set[Page]] = {}
        self.heads: dict[tuple[str, str], int] = {}
        self.urgent: defaultdict[tuple[str, str], asyncio.Event] = defaultdict(asyncio.Event)
        self.serving: set[asyncio.Task[None]] = set()

    def join(self, page: Page, head: int, can_wait: bool = False) -> None:
        """Let a page be shown a snapshot that holds as much as this number of its battle's stream."""
        key = page.code, page.language
        self.heads[key] = max(head, self.heads.get(key, 0))
        if not can_wait:
            self.urgent[key].set()
        if key in self.waiting:
            self.waiting[key].add(page)
            return
        self.waiting[key] = {page}
        task = asyncio.create_task(self.serve(key))
        self.serving.add(task)
        task.add_done_callback(self.serving.discard)

    async def serve(self, key: tuple[str, str]) -> None:
        """Show snapshots until no page waits; pointers that come meanwhile want a newer one."""
        code, language = key
        while self.waiting[key]:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_WAIT):
                    await self.urgent[key].wait()
            self.urgent[key].clear()
            head = self.heads[key]
            try:
                shown: public_snapshot.Frame | None = await public_snapshot.frame(code, head, language)
            except Exception as error:
                log.warning("battle:%s is not shown with its pointer: %s", code, type(error).__name__)
                shown = None
            pages, self.waiting[key] = self.waiting[key], set()
            for page in pages:
                if shown:
                    page.show(shown)
                else:
                    page.wake(f"battle:{code}", self.heads[key])
            if shown and self.heads[key] > shown[0] and self.heads[key] > head:
                self.waiting[key] |= pages
        del self.waiting[key], self.heads[key], self.urgent[key]


crowds: WeakKeyDictionary[asyncio.AbstractEventLoop, Crowd] = WeakKeyDictionary()


def get_crowd() -> Crowd:
    """Return the crowd of the running loop."""
    return crowds.setdefault(asyncio.get_running_loop(), Crowd())
