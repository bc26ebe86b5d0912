"""One person's way from the first page into the chronicle: register, found, raise, fight, and win a bet."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from core import clock
from dynasty.catalog import assets, emblems
from dynasty.models import Dynasty, Emperor, User
from dynasty.services import emperors, founding, treasury
from tests.site.beside import elsewhere, until
from tournaments.domain import terms
from tournaments.models import Bet, Entry, Round, Tournament
from tournaments.services import announcements, bets, entries, house_players, orders
from tournaments.services.houses import betting

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]
ROUNDS = 10
CROWDED = {"goals": [f"survive({ROUNDS},0)"], "leaderless": "fight_on", "pawn_takes_emperor": "pawn",
           "emperor_takes_emperor": "pawn"}  # fmt: skip
"""Rules under which nobody is out before the end: whoever has a piece after ten rounds shares the victory."""


def announce(**changes: Any) -> Tournament:
    """Announce a tournament of the treasury that waits for its seats."""
    wanted = {"type": "gift", "game": "emperors", "organiser": None, "starts_at": clock.now() + timedelta(hours=1)}
    agreed = terms.read(changes.pop("terms"))
    return announcements.announce(**wanted | {"terms": agreed, "rules": {}} | changes)


def ruler(name: str) -> tuple[Dynasty, Emperor]:
    """Create a dynasty of another person, with an emperor at court."""
    user = User.objects.create_user(f"{name.lower()}@example.org", "a long password")
    dynasty = founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT)
    return dynasty, emperors.raise_emperor(dynasty=dynasty, name=name, gender="w", birth_date=date(1400, 1, 1))


@pytest.fixture
def cup(transactional_db: None) -> Tournament:
    """Create a cup of four seats, three of them computers', and ten rounds."""
    return elsewhere(set_up_cup)


def set_up_cup() -> Tournament:
    house_players.found_houses()
    tournament = announce(title="The First Cup", field="cross-4", seats=4, rules=CROWDED, round_seconds=120,
                          terms={"prize": {"gold": 100}, "fill": "random"})  # fmt: skip
    for seat in "bcd":
        house_players.seat_house(tournament, seat, "random")
    return tournament


@pytest.fixture
def duel(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Create a battle of other people to bet on: two of three seats are taken, and no house of the site bets."""
    monkeypatch.setattr(betting, "BETTORS", 0)
    return elsewhere(set_up_duel)


def set_up_duel() -> Tournament:
    tournament = announce(title="Others’ Quarrel", field="delta-3", seats=3, round_seconds=60,
                          terms={"prize": {"silver": 10}, "betting": True, "betting_window": 0})  # fmt: skip
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        dynasty, emperor = ruler(name)
        entries.enter(tournament=tournament, dynasty=dynasty, emperor=emperor, seat=seat)
    return tournament


def test_a_first_battle(site: str, page: Any, cup: Tournament, duel: Tournament) -> None:
    register(page, site)
    found(page)
    for name in ("Livia", "Drusilla"):
        raise_emperor(page, site, name)
    bet(page, site, duel)
    enter(page, site, cup)
    other = page.context.new_page()
    for each in (page, other):
        each.goto(f"{site}/tournament/{cup.code}/")
        each.locator("[data-order-form]").wait_for()
    for number in range(1, ROUNDS + 1):
        play_round(page, other, cup, number)
    for each in (page, other):
        each.locator("#result", has_text="Livia").wait_for()
    settle_quarrel(duel)
    see_what_it_brought(page, site, cup, duel)


def register(page: Any, site: str) -> None:
    """Go from the first page to an account."""
    page.goto(site)
    page.get_by_role("link", name="Found your dynasty").click()
    page.locator("input[name=email]").fill("livia@example.org")
    page.locator("input[name=password1]").fill("nine red lanterns")
    page.locator("input[name=password2]").fill("nine red lanterns")
    page.locator("main form button[type=submit], main form button:not([type])").first.click()
    page.wait_for_url("**/found/")


def found(page: Any) -> None:
    page.locator("input[name=name]").fill("House Aurelia")
    page.locator("input[name=motto]").fill("We endure")
    page.get_by_role("button", name="Found the dynasty").click()
    page.get_by_role("heading", name="House Aurelia").wait_for()


def raise_emperor(page: Any, site: str, name: str) -> None:
    page.goto(f"{site}/court/")
    if not page.locator("#raise[open]").count():
        page.locator("#raise > summary").click()
    form = page.locator("#raise form")
    form.locator("input[name=name]").fill(name)
    form.locator("[name=gender]").first.evaluate("field => field.matches('select') || field.click()")
    form.locator("input[name=birth_date]").fill("1402-05-07")
    form.get_by_role("button", name="Raise").click()
    page.locator(".emperors", has_text=name).wait_for()


def bet(page: Any, site: str, duel: Tournament) -> None:
    """Bet 37 gold on the first seat, against 50 on the second and beside 10."""
    page.goto(f"{site}/play/#bet")
    page.get_by_role("link", name="Others’ Quarrel").last.click()
    widget = page.locator("#bets")
    widget.locator("select[name=emperor]").select_option(label="Drusilla")
    widget.locator("label", has_text="Ming").click()
    widget.locator("input[name=amount]").fill("37")
    widget.get_by_role("button", name="Bet").click()
    page.get_by_text("Bet placed.").wait_for()
    elsewhere(lambda: others_bet(duel))
    page.locator("#news", has_text="97 gold coins").wait_for()  # the pool moves on the open page


def others_bet(duel: Tournament) -> None:
    for name, seat, amount in (("Tudor", "b", 50), ("Valois", "a", 10)):
        dynasty, emperor = ruler(name)
        bets.place_bet(tournament=duel, dynasty=dynasty, emperor=emperor, seat=seat, asset="gold", amount=amount)


def enter(page: Any, site: str, cup: Tournament) -> None:
    """Take the free seat; that was the last one, so the page becomes the battle's by itself."""
    page.goto(f"{site}/play/#enter")
    page.get_by_role("link", name="The First Cup").first.click()
    endpoint = page.locator("#enter")
    endpoint.locator("select[name=emperor]").select_option(label="Livia, reputation 0")
    endpoint.get_by_role("button", name="Enter").click()
    page.locator("[data-order-form]").wait_for()
    assert Entry.objects.get(tournament=cup, seat="a").name == "Livia"


def play_round(page: Any, other: Any, cup: Tournament, number: int) -> None:
    """Give an order on one page, in a different way each time, and see the next round open on both."""
    for each in (page, other):
        each.locator("[data-round-title]", has_text=f"Round {number}").wait_for()
    origin, goal = some_order(page, cup)
    with page.expect_response(lambda answer: is_receipt(answer, cup)) as answered:
        WAYS[number % len(WAYS)](page, origin, goal)
    assert answered.value.json()["receipt"]["order"] == f"{origin}-{goal}"
    until(lambda: Round.objects.get(tournament=cup, number=number).closed_at is not None)
    closed = Round.objects.get(tournament=cup, number=number)
    assert dict(closed.orders or [])["a"] == f"{origin}-{goal}"
    assert closed.closed_at and closed.closed_at < closed.deadline - timedelta(seconds=60)  # all were ready


def is_receipt(answer: Any, cup: Tournament) -> bool:
    """Tell whether an order was taken: one by hand that ends the round is asked for first."""
    return answer.url.endswith(f"/tournament/{cup.code}/order") and "receipt" in answer.json()


def some_order(page: Any, cup: Tournament) -> tuple[str, str]:
    """Return the first order of a piece that may go furthest, as the page itself has it."""
    ask = "async address => (await (await fetch(address)).json()).you.legal"
    legal = page.evaluate(ask, f"/tournament/{cup.code}/state")
    origin = max(sorted(legal), key=lambda tile: len(legal[tile]))
    return origin, legal[origin][0]


def by_clicks(page: Any, origin: str, goal: str) -> None:
    page.locator(f"g.tile[data-tile={origin}]").click()
    page.locator(f"g.tile[data-tile={goal}]").click()


def by_drag(page: Any, origin: str, goal: str) -> None:
    page.locator(f"g.tile[data-tile={origin}]").drag_to(page.locator(f"g.tile[data-tile={goal}]"))


def by_keyboard(page: Any, origin: str, goal: str) -> None:
    for tile in (origin, goal):
        page.locator(f"g.tile[data-tile={tile}]").focus()
        page.keyboard.press("Enter")


def by_notation(page: Any, origin: str, goal: str) -> None:
    page.locator("[data-order-form] input[name=order]").fill(f"{origin}-{goal}".lower())
    page.locator("[data-order-form] button").click()


WAYS: list[Callable[[Any, str, str], None]] = [by_notation, by_clicks, by_drag, by_keyboard]


def settle_quarrel(duel: Tournament) -> None:
    """Take the third seat, so that the battle begins by itself; then all but the first seat abdicate."""
    elsewhere(lambda: take_last_seat(duel))
    until(lambda: Tournament.objects.get(pk=duel.pk).status == "running")
    elsewhere(lambda: all_but_one_abdicate(duel))
    until(lambda: Tournament.objects.get(pk=duel.pk).status == "finished")


def take_last_seat(duel: Tournament) -> None:
    dynasty, emperor = ruler("Song")
    entries.enter(tournament=duel, dynasty=dynasty, emperor=emperor, seat="c")


def all_but_one_abdicate(duel: Tournament) -> None:
    for seat, text in (("a", "-"), ("b", "abdicate"), ("c", "abdicate")):
        orders.give_order(tournament_id=duel.pk, round_no=1, seat=seat, text=text)


def see_what_it_brought(page: Any, site: str, cup: Tournament, duel: Tournament) -> None:
    """Find reputation with its cause, the share of the prize, and the exact bet, on the pages and in the books."""
    dynasty, livia = Dynasty.objects.get(name="House Aurelia"), Emperor.objects.get(name="Livia")
    winners = Tournament.objects.get(pk=cup.pk).outcome["winners"]
    assert "a" in winners
    page.goto(f"{site}/tournament/{cup.code}/")
    page.get_by_text("What became of the Emperors").click()
    result = page.locator("#result").inner_text()
    assert re.search(r"Your Emperor: \+\d+ of \+20, won the battle", result), "half counts against weak levels alone"
    page.goto(f"{site}/emperor/{livia.code}/")
    assert "won the battle" in page.locator("main").inner_text()
    page.goto(f"{site}/tournament/{duel.code}/")
    page.get_by_text("What became of the Emperors").click()
    assert "brought back 76 gold coins" in page.locator("#result").inner_text()  # 37 + 39 of 50; the odd one goes to 10
    assert Bet.objects.get(dynasty=dynasty).returned == 37 + 39
    assert 10 <= treasury.get_reputation_account(livia).balance <= 30
    gold = treasury.get_wallet(dynasty, "gold").balance
    assert gold == assets.ASSETS["gold"].grant - 37 + 76 + prize(len(winners))
    page.goto(f"{site}/court/")
    assert f"{gold:,}" in page.locator("main").inner_text()


def prize(winners: int) -> int:
    """Return the first seat's share of 100."""
    return 100 // winners + (100 % winners > 0)
