"""One timer for the heartbeats of all watching pages: what is asked once for all, and what each of them costs."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from core import connection_limits, counters
from core.redis_counters import BATCH_SIZE
from tests.patience import PATIENCE
from tournaments.realtime import heart, public_snapshot
from tournaments.realtime.heart import PARTS, Heart

PAGES = 60


class Page:
    """A socket of which nothing is known but its place and its streams."""

    def __init__(self, number: int, *names: str) -> None:
        self.names, self.claims, self.socket_id = names, {f"address:{number}": 2}, f"page{number}"
        self.beats: list[Any] = []

    def on_heartbeat(self, beat: Any) -> None:
        self.beats.append(beat)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[Any]]]:
    """Count what is asked of the database and of the counters."""
    found: dict[str, list[Any]] = {"beats": [], "places": []}

    async def beat(names: tuple[str, ...]) -> public_snapshot.Beat:
        found["beats"].append(names)
        if "broken" in names:
            raise LookupError("planted")
        return {"heads": dict.fromkeys(names, 1)}

    def renew_all(places: list[Any]) -> list[bool]:
        found["places"].append(len(places))
        return [who != "page1" for _claims, who in places]

    monkeypatch.setattr(heart.public_snapshot, "beat", beat)
    monkeypatch.setattr(heart.connection_limits, "renew_all", renew_all)
    yield found


@pytest.fixture
async def beating(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Heart]:
    """Yield a heart that beats quickly, and stop it afterwards."""
    monkeypatch.setattr(heart, "HEARTBEAT_SECONDS", 0.2)
    found = Heart()
    yield found
    for part in found.parts:
        part.clear()
    assert found.beating
    await found.beating


async def test_pages_that_listen_to_the_same_share_one_question_and_one_turn(asked: Any, beating: Heart) -> None:
    pages = [Page(number + 2, "one" if number % 2 else "two") for number in range(PAGES)]
    for page in pages:
        beating.join(page)
    while not all(page.beats for page in pages):
        await asyncio.sleep(0.01)
    assert sorted(asked["beats"][:2]) == [("one",), ("two",)] and asked["places"][0] == PAGES
    first, last = pages[0].beats[0], pages[-2].beats[0]
    assert first is last and public_snapshot.write_beat(first) is public_snapshot.write_beat(last)


async def test_pages_are_spread_over_the_interval(asked: Any, beating: Heart) -> None:
    """Spread the heartbeats, so that a result never waits behind all of them."""
    for number in range(2, PARTS + 2):
        beating.join(Page(number, "one"))
        beating.now = (beating.now + 1) % PARTS
    assert {len(part) for part in beating.parts} == {1}


async def test_one_that_fails_or_has_lost_its_place_is_told_and_the_others_go_on(asked: Any, beating: Heart) -> None:
    pages = [Page(1, "one"), Page(2, "broken"), Page(3, "one")]
    for page in pages:
        beating.join(page)
    while len(pages[2].beats) < 2:
        await asyncio.sleep(0.01)
    assert pages[0].beats[0] is None and isinstance(pages[1].beats[0], LookupError)
    assert pages[2].beats[:2] == [{"heads": {"one": 1}}] * 2


async def test_who_has_left_hears_nothing_and_an_idle_heart_stands_still(asked: Any, beating: Heart) -> None:
    page = Page(2, "one")
    beating.join(page)
    assert beating.beating
    beating.leave(page)
    await asyncio.wait_for(beating.beating, PATIENCE)
    assert page.beats == [] and asked["beats"] == []


@pytest.mark.races
def test_many_places_are_renewed_together_as_each_would_be_by_itself() -> None:
    full, free = {"address:full": 1}, {"address:free": 2, "user:free": 1}
    connection_limits.local_counters.forget()
    counters.get_counters().forget()
    assert connection_limits.acquire(full, "first")
    places = [(full, "first"), (full, "second"), (free, "third"), ({}, "fourth"), (free, "fifth")]
    assert connection_limits.renew_all(places) == [True, False, True, True, False]
    assert connection_limits.renew_all([]) == []
    assert not connection_limits.acquire(full, "second") and connection_limits.renew(free, "third")
    many = [({f"address:{number}": 1}, "page") for number in range(BATCH_SIZE + 1)]
    assert connection_limits.renew_all(many) == [True] * len(many)
    connection_limits.local_counters.forget()
    counters.get_counters().forget()
