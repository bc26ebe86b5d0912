"""The page of a campaign in every look: nothing for axe, nothing out of the window, dice that fall."""

import re
from typing import Any

import pytest

from tests.accessibility import list_violations
from tests.site.served import measure_served
from tests.site.test_campaign_page import play_now
from tests.window import excess
from tournaments.domain import games
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HAND = ["icemoor", "rime", "skerry", "wild1"]


def in_the_middle(page: Any, phase: str, **facts: Any) -> dict[str, Any]:
    """Put the open round of classic into the middle of a turn of seat a, with cards in hand."""
    page.locator("[data-order-card]:not([hidden])").wait_for()  # not: Umberto places
    current = Round.objects.get(closed_at=None)
    board = {name: ("a7", "b3", "c2")[number % 3] for number, name in enumerate(current.state["board"])}
    current.state |= {"board": board, "phase": phase, "active": "a", "pool": 0, "muster": dict.fromkeys("abc", 0),
                      "hands": {"a": HAND, "b": ["heron"], "c": []}, "visit": 0, "round": 3} | facts  # fmt: skip
    current.ready = []
    current.save()
    page.goto(page.url.split("?")[0])
    page.locator(".map-frame svg").wait_for()
    return board


def pair(board: dict[str, str], page: Any) -> tuple[str, str]:
    """Return an own territory and one beside it that can be attacked."""
    form = page.evaluate("document.querySelector('battle-map').forms.find(({do: verb}) => verb === 'attack')")
    assert board[form["from"]][0] == "a"
    return form["from"], form["to"]


def faults(page: Any) -> list[str]:
    wide = excess(page)
    return list_violations(page) + ([f"{wide} px too wide"] if wide else [])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_middle_of_a_turn(site: str, page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    play_now(page, site, "Classic campaign")
    in_the_middle(page, "draft", pool=5)
    page.locator(".map-card").nth(3).click()
    page.get_by_text("Type your orders", exact=True).click()
    page.locator("#order-text").fill("place icemoor 2\nplace nowhere 3")
    page.locator('[data-findings] li[data-level="error"]').wait_for()
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert not faults(page), width


def test_a_turn_by_keyboard_alone_on_a_small_phone(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    play_now(page, site, "Classic campaign")
    board = in_the_middle(page, "attack")
    origin, target = pair(board, page)
    page.locator(f'.map-cell[data-at="{origin}"]').focus()
    page.keyboard.press("Enter")
    page.locator(f'.map-cell[data-at="{target}"][data-legal]').focus()
    page.keyboard.press("Enter")
    page.get_by_text(re.compile("% to take it; mean losses")).wait_for()
    page.get_by_text(re.compile("One roll: ")).wait_for()
    page.get_by_role("button", name=re.compile("to the end$")).focus()
    page.keyboard.press("Enter")
    page.locator(".roll:has(.against)").first.wait_for()  # the roll-off is an older one
    closed = Round.objects.exclude(closed_at=None).order_by("-number")  # others may have moved on meanwhile
    rolled = ([event for event in each.events if event["kind"] == "rolled"] for each in closed)
    rolls = next(filter(None, rolled))
    assert page.locator(".roll").count() == len(rolls)
    shown = page.locator(".roll").first.locator(".die").evaluate_all("dice => dice.map(die => Number(die.ariaLabel))")
    assert shown == [*rolls[0]["dice"]["attacker"], *rolls[0]["dice"]["defender"]]


def test_the_tray_is_open_only_where_cards_are_traded(site: str, page: Any) -> None:
    play_now(page, site, "Classic campaign")
    in_the_middle(page, "attack")
    page.get_by_text("You hold 4 cards.").wait_for()
    assert not page.locator(".map-card").count()
    in_the_middle_again(page)
    cards = page.locator(".map-card")
    assert cards.count() == 4 and page.get_by_role("button", name="Trade these three").is_disabled()
    for name in ("Rime", "Skerry", "wild card"):
        page.locator(".map-card", has_text=name).click()
    page.get_by_role("button", name="Trade these three").click()
    page.get_by_text("You hold 1 card.").wait_for()
    assert Round.objects.get(closed_at=None).state["sets"] == 1


def in_the_middle_again(page: Any) -> None:
    current = Round.objects.get(closed_at=None)
    current.state |= {"phase": "draft", "pool": 1}
    current.save()
    page.goto(page.url.split("?")[0])
    page.locator(".map-card").first.wait_for()


def test_dice_roll_and_can_be_skipped(site: str, page: Any) -> None:
    page.emulate_media(reduced_motion="no-preference")
    play_now(page, site, "Classic campaign")
    board = in_the_middle(page, "attack")
    origin, target = pair(board, page)
    page.locator("battle-map:not([data-playing])").wait_for()
    page.locator(f'.map-cell[data-at="{origin}"]').dispatch_event("click")
    page.locator(f'.map-cell[data-at="{target}"][data-legal]').dispatch_event("click")
    page.get_by_role("button", name=re.compile("to the end$")).click()
    page.locator("battle-map[data-playing]").wait_for()
    page.locator("body:has(battle-map[data-playing]) .roll").first.wait_for()
    page.get_by_role("button", name="Skip").click()
    page.locator("battle-map:not([data-playing])").wait_for()
    assert page.locator(".roll").count()


def test_how_to_play_is_reached_without_leaving_and_holds_every_click(site: str, page: Any) -> None:
    play_now(page, site, "Skirmish")
    page.get_by_role("button", name="How to play").click()
    page.get_by_text("A round brings 2 coins").first.wait_for()
    box = page.locator('.map-cell[data-at="A1"]').bounding_box()
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    assert not page.locator(".map-cell[data-chosen]").count()
    page.keyboard.press("Escape")
    page.locator('.map-cell[data-at="A1"]').click(force=True)
    assert page.locator(".map-cell[data-chosen]").count() == 1


def test_the_page_of_a_map_is_light(site: str, page: Any) -> None:
    """Weigh all scripts and styles as served, with an empty cache: within 61 kB."""
    loaded: dict[str, str] = {}

    def note(response: Any) -> None:
        if response.request.resource_type in ("script", "stylesheet") and response.status == 200:
            loaded[response.url] = response.text()

    play_now(page, site, "Classic campaign")
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.on("response", note)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert any("/map/" in url for url in loaded)
    sizes = measure_served(loaded)
    assert sum(sizes.values()) < 61_000, sorted(sizes.items(), key=lambda one: one[1])


def test_the_end_of_a_turn_can_be_undone_and_what_comes_before_is_not_asked(site: str, page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Classic campaign")
    in_the_middle(page, "draft", pool=5)
    closed = Round.objects.exclude(closed_at=None).count()
    for name in ("End attacks", "End turn by the rules"):
        in_phase = "attack" if name == "End attacks" else "draft"
        in_the_middle(page, in_phase, pool=0 if name == "End attacks" else 5)
        page.get_by_role("button", name=name).click()
        page.get_by_text("This ends your turn: it is sent in two seconds.").wait_for()
        page.get_by_role("button", name="Undo").click()
        page.wait_for_timeout(2_500)
        assert Round.objects.exclude(closed_at=None).count() == closed
    page.locator('.map-cell[data-at="icemoor"]').click()
    page.get_by_role("button", name="Place on Icemoor").click()
    page.locator("[data-stage]", has_text="To place: 4").wait_for()
    assert page.locator("[data-confirm]").is_hidden()


def with_units(page: Any) -> Any:
    """Begin the battle anew as one of three units; return its state."""
    page.locator("[data-order-card]:not([hidden])").wait_for()
    current = Round.objects.select_related("tournament").get(closed_at=None)
    battle = current.tournament
    game = games.GAMES[battle.game]
    seats = tuple(current.state["seats"])
    battle.rules = game.presets()["units"][2]
    battle.save()
    state = game.initial(battle.field, seats, battle.rules, battle.seed, chests=False, casual=True)
    current.state, current.ready = game.write(state), []
    current.save()
    page.goto(page.url.split("?")[0])
    page.locator(".map-frame svg").wait_for()
    return state


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_units_are_told_by_marks_and_ordered_by_hand(site: str, page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    play_now(page, site, "Simultaneous campaign")
    state = with_units(page)
    own = state.list_owned("a")[0]
    page.locator(f'.map-cell[data-at="{own}"][aria-label*="(spears 1, riders 1, archers 1)"]').wait_for()
    assert page.locator("[data-units] .unit-mark").count() == 3
    marks = page.locator('.map-army[data-seat="a"] [data-unit]').evaluate_all(
        "all => all.map(each => each.dataset.unit + each.querySelector('path').getAttribute('d'))"
    )
    assert len(set(marks)) == 3, "each unit has a shape of its own"
    page.locator(f'.map-cell[data-at="{own}"][data-mine]').dispatch_event("click")  # once orders are known
    row = page.locator(".map-act").filter(has=page.get_by_role("button", name=re.compile("^Reinforce")))
    row.locator("input").fill("4")
    row.get_by_label("Unit", exact=True).select_option("riders")
    row.get_by_role("button", name=re.compile("^Reinforce")).click()
    assert page.locator("#order-text").input_value() == f"reinforce {own} 4 riders"
    page.locator(".map-chip", has_text="(riders)").get_by_role("button", name=re.compile("^More")).click()
    assert page.locator("#order-text").input_value() == f"reinforce {own} 5 riders"
    page.locator('[data-findings] li[data-level="fine"]').wait_for(state="attached")
    for width in (1440, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert not faults(page), width
