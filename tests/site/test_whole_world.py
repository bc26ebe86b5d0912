"""The world around the battles in a real browser: a chest tournament, a chain of kills, and a swap on the market."""

from typing import Any

import pytest
from django.test import Client

from dynasty.models import Dynasty, Emperor, Offer
from dynasty.services import treasury
from tests import factories
from tests.patience import PATIENCE
from tests.site.beside import elsewhere, until
from tournaments.models import Round, Tournament
from tournaments.services import orders

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

TO_THE_CHESTS = [("F2-F3", "H4-G4", "-"), ("F3-F5", "-", "-"), ("F5-G5", "G4-E4", "-"), ("-", "E4-E3", "-"),
                 ("-", "abdicate", "abdicate")]  # fmt: skip
"""On the dragon's hoard, where every piece collects: a gets b's chest and b gets a's; nobody gets c's."""


def be(page: Any, site: str, dynasty: Dynasty) -> Any:
    """Let this page's browser be that dynasty's."""
    client = Client()
    elsewhere(lambda: client.force_login(dynasty.user))
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    return page


@pytest.fixture
def other(browser: Any, page_errors: list[str]) -> Any:
    """Yield a page of another person, in a browser of its own."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    yield page
    context.close()


def rulers(*names: str) -> list[Dynasty]:
    """Create dynasties with an Emperor of some reputation each."""
    found = [factories.found(name) for name in names]
    for dynasty in found:
        factories.born(dynasty, f"{dynasty.name} I", points=20)
    return found


def emperor_of(dynasty: Dynasty) -> Emperor:
    return Emperor.objects.select_related("dynasty").get(birthplace=dynasty)


def begun(tournament: Tournament) -> None:
    """Take the last seat: the site begins the battle by itself."""
    until(lambda: Tournament.objects.get(pk=tournament.pk).status == "running")


def fight(tournament: Tournament, played: list[tuple[str, ...]]) -> None:
    """Give the orders of every round, by seat; the site closes each as soon as all are there."""
    for number, given in enumerate(played, start=1):
        for seat, text in zip("abc", given, strict=True):
            if text:
                elsewhere(give, tournament, number, seat, text)
        until(lambda number=number: Round.objects.get(tournament=tournament, number=number).closed_at is not None)
    until(lambda: Tournament.objects.get(pk=tournament.pk).status == "finished")


def give(tournament: Tournament, number: int, seat: str, text: str) -> None:
    orders.give_order(tournament_id=tournament.pk, round_no=number, seat=seat, text=text)


# ── Chests ─────────────────────────────────────────────────────────────────────────────────────────────────


def set_up_hoard() -> tuple[Tournament, list[Dynasty]]:
    rules = {"collectors": "all"}
    hoard = factories.announce("honour", seats=3, game="emperors", field="hoard-4", rules=rules, title="The Hoard",
                           terms={"chests": {}})  # fmt: skip
    return hoard, rulers("Ming", "Qing", "Yuan")


def test_a_chest_tournament(site: str, page: Any) -> None:
    hoard, (ming, qing, yuan) = elsewhere(set_up_hoard)
    be(page, site, ming).goto(f"{site}/tournament/{hoard.code}/")
    endpoint = page.locator("#enter")
    assert "From 100 to 1,000 gold coins" in endpoint.inner_text()
    endpoint.locator("input[name=chest]").fill("300")
    endpoint.get_by_role("button", name="Enter").click()
    page.locator("#enter", has_text="known only to you").wait_for()
    assert "300 gold coins" in page.locator("#enter").inner_text()
    for seat, dynasty, content in (("b", qing, 900), ("c", yuan, 777)):
        elsewhere(lambda s=seat, d=dynasty, c=content: factories.enter(hoard, emperor_of(d), s, chest=c))
    begun(hoard)
    page.goto(f"{site}/tournament/{hoard.code}/")
    page.locator(".tile[data-mine]").first.wait_for()
    assert "hest of B" in page.locator("battle-board").first.inner_html()
    fight(hoard, TO_THE_CHESTS)
    page.goto(f"{site}/tournament/{hoard.code}/")
    page.get_by_text("What became of the Emperors").click()
    result = page.locator("#result").inner_text()
    assert "Ming I captured the chest of Qing I" in result and "900" in result and "300" in result
    assert "Qing I: +10, the captured chest was the fullest" in result
    assert "Your Emperor: −10, the captured chest was the emptiest" in result
    assert "777 gold" not in page.content() and "chest of Yuan I" not in result
    page.goto(f"{site}/court/wealth/")
    assert "captured a chest" in page.locator("main").inner_text()
    assert elsewhere(factories.gold, ming) == 1_000 - 300 + 900


# ── Death ──────────────────────────────────────────────────────────────────────────────────────────────────

CHAIN = [*((text, "-", "-") for text in ("D3-E3", "E3-G3", "G3-G6", "G6-K6", "K6-K7")),
         *(("-", "", text) for text in ("C5-C4", "C4-C2", "C2-D2", "D2-D1"))]  # fmt: skip
"""On the old delta: a pawn of a takes the Emperor of b, and later a pawn of c that of a."""


def set_up_death() -> tuple[Tournament, list[Dynasty]]:
    duel = factories.announce("death", seats=3, game="emperors", field="old-delta-3", title="The Last Supper")
    found = rulers("Ming", "Qing", "Yuan")
    for seat, dynasty in zip("abc", found, strict=True):
        factories.enter(duel, emperor_of(dynasty), seat)
    return duel, found


def test_a_chain_of_kills(site: str, page: Any) -> None:
    supper, (ming, qing, yuan) = elsewhere(set_up_death)
    begun(supper)
    fight(supper, CHAIN)
    killed, killer, heir = (emperor_of(dynasty) for dynasty in (qing, ming, yuan))
    page.goto(f"{site}/emperor/{killed.code}/")
    assert "died in “The Last Supper”, by the hand of Ming I" in page.locator("main").inner_text()
    page.goto(f"{site}/emperor/{killer.code}/")
    life = page.locator("main").inner_text()
    assert "by the hand of Yuan I" in life and "+20" in life and "−40" in life and "dead" in life
    page.goto(f"{site}/emperor/{heir.code}/")
    life = page.locator("main").inner_text()
    assert "+40" in life and "won “The Last Supper”" in life
    assert elsewhere(factories.has, heir) >= 20 + 40 + 20 + 10
    page.goto(f"{site}/dynasty/{ming.code}/")
    assert "Ming I" in page.locator("main").inner_text()
    page.goto(f"{site}/tournament/{supper.code}/")
    assert "Yuan I" in page.locator("#result-title").inner_text()


# ── The market ─────────────────────────────────────────────────────────────────────────────────────────────


def set_up_market() -> list[Dynasty]:
    ming, qing = (factories.proven(dynasty) for dynasty in rulers("Ming", "Qing"))
    factories.endow(ming, "ruby", 1)
    factories.endow(qing, "key:iron", 1)
    return [ming, qing]


def test_a_ruby_for_a_key(site: str, page: Any, other: Any) -> None:
    ming, qing = elsewhere(set_up_market)
    be(page, site, ming).goto(f"{site}/market/new/")
    page.locator("input[name=gives-ruby]").fill("1")
    page.locator("input[name='asks-key-iron']").fill("1")
    page.get_by_role("button", name="Make offer").click()
    page.wait_for_url("**/market/own/")
    assert elsewhere(factories.gold, ming, "ruby") == 0  # in escrow
    be(other, site, qing).goto(f"{site}/market/")
    other.get_by_role("link", name="Ming", exact=True).click()
    other.get_by_role("button", name="Accept the offer").click()
    other.get_by_text("accepted by Qing").wait_for()
    page.reload()
    page.get_by_text("accepted by Qing").wait_for()
    held = {name: [elsewhere(factories.gold, each, asset) for each in (ming, qing)]
            for name, asset in (("ruby", "ruby"), ("key", "key:iron"))}  # fmt: skip
    assert held == {"ruby": [0, 1], "key": [1, 0]} and Offer.objects.get().status == "accepted"
    page.goto(f"{site}/court/")
    assert "Iron Gate" in page.locator("main").inner_text()
    assert treasury.get_escrow(f"offer:{Offer.objects.get().code}", "ruby").balance == 0
