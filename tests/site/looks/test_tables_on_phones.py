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
from tests.waiting import wait_until
from tournaments.models import Tournament
from tournaments.services import bets, lifecycle

pytestmark = pytest.mark.browser
PAGES = ("/ranking/", "/ranking/seasons/", "/court/bets/", f"/ranking/bettors/?month={OCTOBER:%Y-%m}")
WIDER = "[...document.querySelectorAll('.table-wrap')].map(wrap => wrap.scrollWidth - wrap.clientWidth)"


def prepare() -> tuple[str, str]:
    """Rank houses and a bettor whose bet is settled; return the bettor's session, and the page of its club."""
    houses = [factories.house(name) for name in ("Serrano of the Salt", "Kestrel and Key", "Graveney Tower")]
    mine = factories.found("Amberley")
    factories.born(mine, "Marcus", 1_200)
    settle_bet(mine, [factories.born(house, f"E{number}", 100) for number, house in enumerate(houses)])
    settle(mine, end_in_october(), *[1_250] * 10)
    assert mine.user
    club = founding.found(founder=mine, description=describe())
    return open_client(mine.user).cookies["session"].value, f"/club/{club.code}/"


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
    session, club = elsewhere(prepare)
    with browser.new_context(locale=language, viewport={"width": 390, "height": 844}) as context:
        context.add_cookies([{"name": "session", "value": session, "url": site}])
        tab = context.new_page()
        for path in (*PAGES, club):
            tab.goto(site + path, wait_until="load")
            wait_until(tab, "document.querySelector('.table-wrap') !== null")
            assert max(tab.evaluate(WIDER)) <= 0, path


@pytest.mark.parametrize("width", [390, 1_440])
def test_what_a_battle_does_to_skill_is_shown_whole(site: str, browser: Any, width: int) -> None:
    cup = elsewhere(announce_to_rated)
    with browser.new_context(locale="es", viewport={"width": width, "height": 900}) as context:
        tab = context.new_page()
        tab.goto(f"{site}/tournament/{cup}/", wait_until="load")
        wait_until(tab, "document.querySelector('.table-wrap') !== null")
        assert max(tab.evaluate(WIDER)) <= 0
