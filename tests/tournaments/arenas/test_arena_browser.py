"""An arena in browsers: two are taken to their battle and back, and a class of thirty reads its table."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock, rate_limits
from dynasty.models import Dynasty, Pupil
from tests.accessibility import list_violations
from tests.conftest import serve
from tests.dynasty.clubs.test_classes import NAMES, dynasty_of, open_class
from tests.factories import found
from tests.site.beside import elsewhere
from tests.tournaments.arenas.test_arenas import announce, enter, win
from tests.window import fits
from tournaments.models import Arena, ArenaPlayer, Tournament
from tournaments.services.arenas import announcing, battles

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def open_page(browser: Any, site: str, dynasty: Dynasty, width: int) -> Any:
    """Return a page of a browser in which this dynasty's player is logged in."""
    client = Client()
    assert dynasty.user is not None
    client.force_login(dynasty.user)
    context = browser.new_context(viewport={"width": width, "height": 800}, locale="en-GB")
    context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    return context.new_page()


def test_two_meet_fight_and_come_back(site: str, browser: Any) -> None:
    host, guest = found("Ming"), found("Inca")
    starts = clock.now() + timedelta(minutes=2)
    arena = announcing.announce(
        organiser=host,
        title="The Friday Arena",
        field="duel-2",
        preset="classic",
        round_seconds=60,
        starts_at=starts,
        minutes=20,
    )
    one, other = open_page(browser, site, host, 1440), open_page(browser, site, guest, 390)
    for page in (one, other):
        page.goto(f"{site}/arena/{arena.code}/")
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("heading", name="You have entered").wait_for()
    Arena.objects.update(starts_at=clock.now() - timedelta(seconds=1))
    for page in (one, other):
        page.wait_for_url("**/tournament/**")
    assert one.url == other.url
    assert one.get_by_role("link", name="The Friday Arena").is_visible()
    Tournament.objects.update(started_at=clock.now() - timedelta(minutes=1))
    one.goto(f"{site}/arena/{arena.code}/")
    with one.expect_response("**/act"):
        pass
    one.get_by_role("button", name="Take a break").wait_for()
    assert "/arena/" in one.url, "whoever looks at the arena during a battle stays there"
    one.get_by_role("link", name="To the battle").click()
    one.wait_for_url("**/tournament/**")
    elsewhere(lambda: win(Tournament.objects.get(), "Inca"))
    other.get_by_role("link", name="Back to the arena").click()
    other.get_by_role("row", name="Inca").get_by_text("1/1").wait_for()
    for page in (one, other):
        page.context.close()


@pytest.fixture
def class_arena(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Arena, Dynasty, Dynasty]:
    """Let a class of thirty fight once each in its arena, up to its end; return it, the teacher, and a pupil."""
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)
    club, teacher, logins = open_class(NAMES)
    Pupil.objects.update(has_first_password=False)
    with clock.freeze(clock.now() - timedelta(hours=1)):
        arena = announce(teacher, club=club)
        pupils = [dynasty_of(each.login) for each in logins]
        for each in pupils:
            enter(arena, each.name)
    with clock.freeze(arena.starts_at):
        ArenaPlayer.objects.update(visited_at=arena.starts_at, waits_since=arena.starts_at)
        assert battles.tend(arena) == 15
        for number, battle in enumerate(Tournament.objects.order_by("pk")):
            pair = ArenaPlayer.objects.filter(tournament=battle).order_by("pk").select_related("dynasty")
            win(battle, pair[number % 2].dynasty.name)
    with clock.freeze(arena.ends_at + announcing.arenas.GRACE):
        battles.tend(arena)
    return arena, teacher, pupils[0]


def test_a_class_reads_its_table(class_arena: tuple[Arena, Dynasty, Dynasty], browser: Any) -> None:
    arena, teacher, pupil = class_arena
    with serve() as site:
        for dynasty, width in ((teacher, 1440), (pupil, 390)):
            page = open_page(browser, site, dynasty, width)
            page.goto(f"{site}/arena/{arena.code}/")
            page.get_by_role("heading", name="This arena is over").wait_for()
            rows = page.locator(".arena-table tbody tr")
            points = [int(text) for text in rows.locator("td:last-child").all_inner_texts()]
            assert points == [2] * 15 + [0] * 15 and page.locator(".podium li").count() == 3
            assert "15 battles over" in " ".join(page.get_by_role("status").all_inner_texts())
            assert fits(page) and not list_violations(page)
            page.context.close()
