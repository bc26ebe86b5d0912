"""One ear for all sockets of a process: everybody is woken, nobody waits for anybody, and it ends with the last one."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from core.sockets import SHARED_WRITE
from dynasty.services.event_streams import get_group_name
from tournaments.realtime import broadcaster, consumers, crowd, public_snapshot
from tournaments.realtime.broadcaster import Broadcaster
from tournaments.realtime.consumers import BattleConsumer

ONE, TWO = "battle:one", "battle:two"


class Ear:
    """Somebody who notes what it is woken for."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []

    def on_pointer(self, stream: str, head: int, can_wait: bool = False) -> None:
        self.heard.append((stream, head))


async def point(layer: Any, stream: str, head: int) -> None:
    await layer.group_send(get_group_name(stream), {"type": "pointer", "stream": stream, "head": head})
    for _ in range(5):
        await asyncio.sleep(0)


async def test_each_hears_its_own_streams_in_order_and_nothing_after_it_has_left() -> None:
    layer = InMemoryChannelLayer()
    here, first, second = Broadcaster(layer), Ear(), Ear()
    await here.join(first, [ONE, TWO])
    await here.join(second, [ONE])
    for stream, head in ((ONE, 1), (TWO, 1), (ONE, 2)):
        await point(layer, stream, head)
    await here.leave(first, [ONE, TWO])
    await point(layer, ONE, 3)
    assert first.heard == [(ONE, 1), (TWO, 1), (ONE, 2)]
    assert second.heard == [(ONE, 1), (ONE, 2), (ONE, 3)]
    await here.leave(second, [ONE])


async def test_the_layer_is_asked_once_for_a_process_and_left_with_the_last_one() -> None:
    layer = InMemoryChannelLayer()
    here, listener = Broadcaster(layer), [Ear() for _ in range(50)]
    for ear in listener:
        await here.join(ear, [ONE])
    assert len(layer.groups[get_group_name(ONE)]) == 1 and len(layer.channels) <= 1
    for ear in listener:
        await here.leave(ear, [ONE])
    assert not layer.groups.get(get_group_name(ONE)) and here.receiver is None and not here.listeners
    again = Ear()
    await here.join(again, [ONE])
    await point(layer, ONE, 7)
    assert again.heard == [(ONE, 7)]
    await here.leave(again, [ONE])


async def test_what_the_layer_has_forgotten_is_mended() -> None:
    layer = InMemoryChannelLayer()
    here, ear = Broadcaster(layer), Ear()
    await here.join(ear, [ONE])
    layer.groups.clear()
    await point(layer, ONE, 1)
    await here.keep([ONE])
    await point(layer, ONE, 2)
    assert ear.heard == [(ONE, 2)]
    await here.leave(ear, [ONE])


async def test_a_layer_that_fails_is_listened_to_again(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = InMemoryChannelLayer()
    here, ear, real, fail = Broadcaster(layer), Ear(), layer.receive, iter([True])

    async def receive(channel: str) -> Any:
        if next(fail, False):
            raise ConnectionError("gone")
        return await real(channel)

    monkeypatch.setattr(layer, "receive", receive)
    monkeypatch.setattr(broadcaster, "RETRY_SECONDS", 0.0)
    await here.join(ear, [ONE])
    await point(layer, ONE, 1)
    assert ear.heard == [(ONE, 1)]
    await here.leave(ear, [ONE])


async def test_who_cannot_be_let_in_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = InMemoryChannelLayer()

    async def broken(*given: Any) -> None:
        raise ConnectionError("gone")

    monkeypatch.setattr(layer, "group_add", broken)
    monkeypatch.setattr(layer, "group_discard", broken)
    here = Broadcaster(layer)
    with pytest.raises(ConnectionError):
        await here.join(Ear(), [ONE, TWO])
    assert not here.listeners and here.receiver is None


class Reader:
    """A page at the other end of a socket: it reads only while it is not asleep."""

    def __init__(self, language: str) -> None:
        self.awake, self.read = asyncio.Event(), []
        self.socket = BattleConsumer()
        self.socket.scope = {"url_route": {"kwargs": {"code": "one"}}}
        self.socket.grown, self.socket.language = {}, language
        self.socket.base_send = self.take

    async def take(self, message: dict[str, Any]) -> None:
        await self.awake.wait()
        self.read.append(message["text"])


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, str]]]:
    """Replace what everybody sees by a text; return the battles that were asked for."""
    asked: list[tuple[int, str]] = []

    async def frame(code: str, head: int, language: str) -> public_snapshot.Frame:
        asked.append((head, language))
        await asyncio.sleep(0)
        return head, f"{code} {head} {language}"

    monkeypatch.setattr(consumers.public_snapshot, "frame", frame)
    yield asked


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.usefixtures("worked_out")
async def test_a_slow_reader_keeps_nobody_waiting_and_is_told_of_the_newest_alone() -> None:
    layer = InMemoryChannelLayer()
    here, slow, quick = Broadcaster(layer), Reader("en"), Reader("es")
    quick.awake.set()
    for each in (slow, quick):
        await here.join(each.socket, [ONE])
    for head in (1, 2, 3):
        await point(layer, ONE, head)
        await settle()
    assert quick.read == ["one 1 es", "one 2 es", "one 3 es"] and slow.read == []
    slow.awake.set()
    await settle()
    assert slow.read == ["one 1 en", "one 3 en"]
    for each in (slow, quick):
        await here.leave(each.socket, [ONE])


@pytest.mark.usefixtures("worked_out")
async def test_a_pointer_that_comes_late_is_not_passed_on() -> None:
    page = Reader("en")
    page.awake.set()
    for head in (2, 1, 2, 3):
        page.socket.on_pointer(ONE, head)
        await settle()
    assert page.read == ["one 2 en", "one 3 en"]


class Written(Reader):
    """A page whose server writes shared frames, but for a while in which its buffer is full."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.awake.set()
        self.is_full, self.written = False, 0
        self.socket.scope |= {"extensions": {SHARED_WRITE: self.write}}

    def write(self, text: str) -> bool:
        if not self.is_full:
            self.written += 1
            self.read.append(text)
        return not self.is_full


async def test_all_who_watch_are_written_to_in_one_turn(worked_out: list[tuple[int, str]]) -> None:
    pages = [Written("en") for _ in range(50)]
    for each in pages:
        each.socket.on_pointer(ONE, 1)
    await settle()
    assert worked_out == [(1, "en")]
    assert all(each.read == ["one 1 en"] and each.written == 1 for each in pages)
    beat: public_snapshot.Beat = {"heads": {ONE: 1}, "now": "now"}
    for each in pages:
        each.socket.on_heartbeat(beat)
    assert all(each.read[1:] == [public_snapshot.write_beat(beat)] for each in pages)


@pytest.mark.usefixtures("worked_out")
async def test_what_is_written_at_once_never_overtakes_what_waits() -> None:
    page = Written("en")
    page.is_full = True
    page.awake.clear()
    page.socket.on_pointer(ONE, 1)
    await settle()
    page.is_full = False  # its own task still sends the first one
    page.socket.on_pointer(ONE, 2)
    page.socket.on_heartbeat({"heads": {ONE: 2}, "now": "now"})
    await settle()
    assert page.read == []
    page.awake.set()
    await settle()
    assert page.read[:2] == ["one 1 en", "one 2 en"] and len(page.read) == 3
    page.socket.on_pointer(ONE, 3)
    await settle()
    assert page.read[3:] == ["one 3 en"]


async def test_a_heartbeat_that_knows_more_brings_the_snapshot_before_it(worked_out: list[tuple[int, str]]) -> None:
    page = Written("en")
    for head in (1, 1, 4):
        page.socket.on_heartbeat({"heads": {ONE: head}, "now": "now"})
        await settle()
    assert worked_out == [(4, "en")] and [each[:8] for each in page.read] == ['{"heads"'] * 2 + ["one 4 en", '{"heads"']


async def test_without_a_snapshot_each_page_gets_the_pointer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*given: Any) -> public_snapshot.Frame:
        raise ConnectionError("gone")

    monkeypatch.setattr(consumers.public_snapshot, "frame", broken)
    pages = [Written("en"), Written("es")]
    for each in pages:
        each.socket.on_pointer(ONE, 7)
    await settle()
    assert [each.read for each in pages] == [['{"stream": "battle:one", "head": 7}']] * 2


async def test_a_pointer_that_comes_while_one_is_worked_out_is_served_next(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go = asyncio.Event()

    async def frame(code: str, head: int, language: str) -> public_snapshot.Frame:
        await may_go.wait()
        return head, f"{code} {head}"

    monkeypatch.setattr(consumers.public_snapshot, "frame", frame)
    page = Written("en")
    page.socket.on_pointer(ONE, 1)
    await settle()
    page.socket.on_pointer(ONE, 2)
    may_go.set()
    await settle()
    assert page.read == ["one 1", "one 2"] and not crowd.get_crowd().waiting and not crowd.get_crowd().heads


async def test_a_reader_who_has_gone_ends_its_own_flow_alone() -> None:
    gone, page = Reader(""), Reader("")

    async def lost(message: dict[str, Any]) -> None:
        raise OSError("lost")

    gone.socket.base_send = lost
    page.awake.set()
    for each in (gone, page):
        each.socket.on_pointer("talk:one", 1)
    await settle()
    assert gone.socket.sending and gone.socket.sending.done() and gone.socket.sending.exception() is None
    gone.socket.on_pointer("talk:one", 2)
    assert gone.socket.sending.done(), "who has gone is sent no more"
    assert page.read == ['{"stream": "talk:one", "head": 1}']


async def test_a_page_that_is_written_to_at_once_has_no_task_of_its_own() -> None:
    page = Written("")
    page.socket.on_pointer("talk:one", 1)
    assert page.socket.sending is not None
    await settle()
    assert page.read == ['{"stream": "talk:one", "head": 1}'] and page.socket.sending is None
    page.socket.is_gone = True
    page.socket.on_pointer("talk:one", 2)
    assert page.socket.sending is None


async def test_orders_wait_for_the_result_and_are_shown_with_it(worked_out: list[tuple[int, str]]) -> None:
    page = Written("en")
    for head in (1, 2, 3):
        page.socket.on_pointer(ONE, head, can_wait=True)
        await settle()
    assert page.read == [] and worked_out == []
    page.socket.on_pointer(ONE, 4)
    await settle()
    assert page.read == ["one 4 en"] and worked_out == [(4, "en")]


@pytest.mark.usefixtures("worked_out")
async def test_an_order_without_a_result_is_shown_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "LONGEST_WAIT", 0.01)
    page = Written("en")
    page.socket.on_pointer(ONE, 1, can_wait=True)
    await asyncio.sleep(0.05)
    assert page.read == ["one 1 en"] and not crowd.get_crowd().urgent
