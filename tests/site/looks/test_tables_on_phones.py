"""Tables of the world on a phone: what they rank, and what a bet brought back, is shown without scrolling."""

from typing import Any

import pytest

from dynasty.models import Dynasty
from dynasty.services.clubs import founding
from tests import factories
from tests.dynasty.clubs.scenes import describe
from tests.security.world import open_client
from tests.site.beside import elsewhere
from tests.tournaments.bets.test_bettors import OCTOBER, settle
from tests.tournaments.series.test_series import join_all, season
from tests.waiting import wait_until
from tournaments.models import Series, Tournament
from tournaments.services import bets, lifecycle

pytestmark = pytest.mark.browser
PAGES = ("/ranking/", "/ranking/seasons/", "/court/bets/", f"/ranking/bettors/?month={OCTOBER:%Y-%m}")
BESIDE = """[...document.querySelectorAll('td > .person ~ :is(.badge, .narrow-only)')].filter(each => {
  const name = each.parentElement.querySelector('.person b').getBoundingClientRect();
  return each.offsetParent && each.getBoundingClientRect().left < name.left - 1;
}).map(each => each.textContent.trim())"""
"""What stands under an emblem instead of under the name beside it."""
WIDER = "[...document.querySelectorAll('.table-wrap')].map(wrap => wrap.scrollWidth - wrap.clientWidth)"


def prepare() -> tuple[str, tuple[str, ...]]:
    """Rank houses and a bettor whose bet is settled; return the bettor's session, and pages with tables of its own."""
    houses = [factories.house(name) for name in ("Serrano of the Salt", "Kestrel and Key", "Graveney Tower")]
    mine = factories.found("Amberley")
    factories.born(mine, "Marcus", 1_200)
    settle_bet(mine, [factories.born(house, f"E{number}", 100) for number, house in enumerate(houses)])
    settle(mine, end_in_october(), *[1_250] * 10)
    assert mine.user
    club = founding.found(founder=mine, description=describe())
    pages = f"/club/{club.code}/", f"/dynasty/{mine.code}/", f"/series/{join_season().code}/"
    return open_client(mine.user).cookies["session"].value, pages


def join_season() -> Series:
    """Return a season of a series that two have joined."""
    made = season(game="emperors", field="old-duel-2")
    join_all(made, "Hohenstaufen", "Habsburg")
    return made


def end_in_october() -> list[Tournament]:
    """Return five battles that ended in a month that is over."""
    cups = [factories.announce("gift", game="emperors", field="duel-2", title="Over") for _number in range(5)]
    Tournament.objects.filter(title="Over").update(ended_at=OCTOBER, status="finished")
    return cups


def settle_bet(bettor: Dynasty, emperors: list[Any]) -> None:
    """Let a dynasty bet on a battle of two emperors that ends at once."""
    cup = factories.announce(
        "honour", game="emperors", field="duel-2", terms={"betting": True}, title="The Prize of Makedon"
    )
    guest = factories.born(bettor, "Livia")
    bets.place_bet(tournament=cup, dynasty=bettor, emperor=guest, seat="a", asset="silver", amount=500)
    for seat, emperor in zip("ab", emperors, strict=False):
        factories.enter(cup, emperor, seat)
    lifecycle.start(tournament_id=cup.pk)  # or the site did it
    assert factories.play(cup, {"b": "abdicate"}).status == "finished"


def announce_to_rated() -> str:
    """Return the code of a full battle that waits for bets and counts for skill."""
    terms = {"betting": True, "betting_window": 600}
    cup = factories.announce("honour", game="emperors", field="duel-2", terms=terms, title="The Prize of Makedon")
    for seat, name in zip("ab", ("Amberley", "Graveney"), strict=True):
        factories.enter(cup, factories.born(factories.found(name), f"{name} the Elder", 100), seat)
    return cup.code


@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_table_is_wider_than_a_phone(site: str, browser: Any, language: str) -> None:
    session, pages = elsewhere(prepare)
    with browser.new_context(locale=language, viewport={"width": 390, "height": 844}) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        for path in (*PAGES, *pages):
            tab.goto(site + path, wait_until="load")
            wait_until(tab, "document.querySelector('.table-wrap') !== null")
            assert max(tab.evaluate(WIDER)) <= 0, path
            assert tab.evaluate(BESIDE) == [], path


@pytest.mark.parametrize("width", [390, 1_440])
def test_what_a_battle_does_to_skill_is_shown_whole(site: str, browser: Any, width: int) -> None:
    cup = elsewhere(announce_to_rated)
    with browser.new_context(locale="es", viewport={"width": width, "height": 900}) as context:
        tab = context.new_page()
        tab.goto(f"{site}/tournament/{cup}/", wait_until="load")
        wait_until(tab, "document.querySelector('.table-wrap') !== null")
        assert max(tab.evaluate(WIDER)) <= 0


def test_the_games_of_casual_play_stand_in_one_row(site: str, browser: Any) -> None:
    with browser.new_context(locale="ca", viewport={"width": 390, "height": 844}) as context:
        tab = context.new_page()
        tab.goto(f"{site}/casual/?game=campaign.skirmish", wait_until="load")
        tops = tab.evaluate("[...document.querySelectorAll('.tabs a')].map(each => each.offsetTop)")
        assert len(tops) > 3 and len(set(tops)) == 1
