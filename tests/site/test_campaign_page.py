"""A campaign in a real browser: played by clicking the map, by keyboard, by text, and on a phone."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.campaign.test_platform import begin, current_state, play_on
from tests.campaign.test_rounds_of_play import tell_nothing
from tests.window import fits
from tournaments.models import Round, SealedOrder, Tournament
from tournaments.services import task_queue

pytestmark = pytest.mark.browser


def play_now(page: Any, site: str, name: str) -> None:
    page.goto(f"{site}/casual/")
    page.get_by_role("button", name=name, exact=True).click()
    page.locator(".map-frame svg").wait_for()


def round_is(page: Any, number: int) -> None:
    page.get_by_text(re.compile(rf"Round {number}\b")).first.wait_for()


def test_a_sheet_is_planned_on_the_map_and_given(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Skirmish")
    assert fits(page)
    page.locator('.map-cell[data-at="A1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Place on A1").click()
    assert page.locator("#order-text").input_value() == "place A1 1", "all at once takes a tap more"
    assert "+1" in page.locator(".map-building").all_text_contents(), "the map shows what is planned"
    page.get_by_role("button", name="Remove place A1 1").click()
    assert page.locator("#order-text").input_value() == "" and not page.locator(".map-plan").count()
    page.locator('.map-cell[data-at="A1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="All 2").click()
    page.get_by_role("button", name="Place on A1").click()
    assert page.locator("#order-text").input_value() == "place A1 2"
    drawn = "text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
    assert page.locator(".map-name").first.evaluate(drawn) > 10.5
    assert page.locator(".map-letter").first.evaluate(drawn) > 10.5
    page.locator(".map-acts button.primary").click()
    round_is(page, 1)
    assert dict(Round.objects.get(number=1).orders)["a"] == "place A1 2"
    page.locator('.map-cell[data-at="A1"]').click()
    page.locator('.map-cell[data-at="A2"][data-legal]').click()
    page.get_by_label("Attack A2").fill("1")
    page.get_by_role("button", name="Attack A2").click()
    assert page.locator("#order-text").input_value() == "attack A1 A2 1"
    arrows = page.locator(".map-arrows line[data-planned]")
    assert arrows.count() == 1
    page.get_by_text("Type your orders", exact=True).click()
    page.locator("#order-text").fill("")
    arrows.wait_for(state="detached")
    page.locator("#order-text").fill("Attack a1 a2 1")
    arrows.wait_for(state="attached")
    page.locator(".map-acts button.primary").click()
    round_is(page, 2)
    assert page.locator('.map-cell[data-at="A2"]').get_attribute("aria-label").endswith("1 army")


def test_without_a_script_the_map_is_a_table_and_orders_are_text(site: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/casual/")
    page.get_by_role("button", name="Skirmish", exact=True).click()
    page.get_by_role("rowheader", name="A1").wait_for()
    page.get_by_text("Type your orders", exact=True).click()
    page.locator("#order-text").fill("place E5 2")
    page.locator("[data-order-form] button.primary").click()
    page.get_by_text("choose one of your own").wait_for()
    page.get_by_text("Type your orders", exact=True).click()
    page.locator("#order-text").fill("place A1 2")
    page.locator("[data-order-form] button.primary").click()
    assert page.get_by_text("Your order is sealed").count() or page.get_by_text("Round 2").count()
    assert Tournament.objects.get().game == "campaign.skirmish"
    context.close()


def place_armies(page: Any) -> None:
    """Plan the first armies without sending them."""
    page.locator('.map-cell[data-at="A1"]').click()
    page.get_by_role("button", name="All 2").click()
    page.get_by_role("button", name="Place on A1").click()


def test_a_sheet_that_ends_the_round_can_be_undone(site: str, page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Skirmish")
    place_armies(page)
    page.locator(".map-acts button.primary").click()
    page.get_by_text("Your orders end the round: they are sent in two seconds.").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_timeout(2_500)
    assert not Round.objects.exclude(closed_at=None).exists()
    assert page.locator("#order-text").input_value() == "place A1 2", "the sheet stays as it was"
    page.locator(".map-acts button.primary").click()
    page.get_by_text("they are sent in two seconds").wait_for()
    page.locator('.map-cell[data-at="E5"]').click()  # anything else takes it back
    assert page.locator("[data-confirm]").is_hidden()
    page.locator(".map-acts button.primary").click()
    round_is(page, 1)  # without a word it is sent
    assert dict(Round.objects.get(number=1).orders)["a"] == "place A1 2"


def test_a_sheet_is_sent_by_a_second_tap_where_that_is_chosen_and_by_keys_at_once(site: str, page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Skirmish")
    page.get_by_text("Display and sound").click()
    page.get_by_label("When a tap would end your turn or the round").select_option("tap")
    place_armies(page)
    page.locator(".map-acts button.primary").click()
    page.get_by_text("Your orders end the round: tap again to send them.").wait_for()
    page.locator("[data-yes]").click()
    round_is(page, 1)
    page.get_by_role("button", name="No orders").focus()
    page.keyboard.press("Enter")
    round_is(page, 2)


def test_several_territories_are_ordered_together_and_orders_change_places(site: str, page: Any) -> None:
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        play_now(page, site, "Simultaneous campaign")
        page.get_by_role("button", name="Select several").click()
        cells = page.locator(".map-cell[data-mine]")
        names = [cells.nth(at).get_attribute("data-at") for at in range(2)]
        for name in names:
            page.locator(f'.map-cell[data-at="{name}"]').click(force=True)
        assert page.locator(".map-cell[data-chosen]").count() == 2
        page.get_by_role("button", name="50 %").click()
        page.get_by_label("Share of the armies in percent").fill("100")
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Share out new armies").click()
        lines = page.locator("#order-text").input_value().split("\n")
        assert sorted(line.split()[1] for line in lines) == sorted(names)
        grip = page.locator(".chip-grip")
        grip.nth(0).focus()
        page.keyboard.press("ArrowRight")
        assert page.locator("#order-text").input_value().split("\n") == lines[::-1]
        assert page.evaluate("document.activeElement.dataset.place") == "1", "the focus goes along"
        grip.nth(0).drag_to(grip.nth(1))
        assert page.locator("#order-text").input_value().split("\n") == lines
        page.get_by_role("button", name="Undo").click()
        assert page.locator("#order-text").input_value().split("\n") == lines[::-1]
        assert fits(page)
        page.get_by_role("button", name="Select one").click()
        page.locator(f'.map-cell[data-at="{names[0]}"]').click(modifiers=["Shift"], force=True)
        assert page.locator(".map-cell[data-chosen]").count() == 1 and page.locator(".map-group").is_visible()


def test_an_order_is_dragged_while_its_preview_arrives(site: str, page: Any) -> None:
    page.set_viewport_size({"width": 1440, "height": 844})
    play_now(page, site, "Simultaneous campaign")
    page.get_by_role("button", name="Select several").click()
    cells = page.locator(".map-cell[data-mine]")
    for name in [cells.nth(at).get_attribute("data-at") for at in range(2)]:
        page.locator(f'.map-cell[data-at="{name}"]').click(force=True)
    page.get_by_role("button", name="Share out new armies").click()
    lines = page.locator("#order-text").input_value().split("\n")
    grips = page.locator(".chip-grip")
    drafts: list[Any] = []
    page.route("**/draft", lambda route, _: drafts.append(route))
    grips.nth(0).press("ArrowRight")
    page.wait_for_timeout(600)  # until the preview is asked for
    before, after = (grips.nth(at).element_handle() for at in range(2))
    after.hover()
    page.mouse.down()
    drafts[-1].continue_()
    before.wait_for_element_state("hidden")  # all are drawn anew
    grips.nth(0).hover()
    page.mouse.up()
    assert page.locator("#order-text").input_value().split("\n") == lines


@pytest.mark.parametrize("width", [1440, 390])
def test_a_resignation_out_of_turn_can_be_taken_back(site: str, page: Any, width: int) -> None:
    tournament, emperors = begin("classic")
    waiting = "b" if current_state(tournament).active == "a" else "a"
    client = Client()
    client.force_login(emperors["abc".index(waiting)].dynasty.user)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": site}])
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/tournament/{tournament.code}/")
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Resign", exact=True).click()
    card = page.locator("[data-order-card]")
    card.get_by_text("You resign as soon as the battle goes on.").wait_for()
    assert not card.locator("[data-hold-form]").is_visible() and not card.get_by_text("Your turn").is_visible()
    assert fits(page)
    card.get_by_role("button", name="Take back").click()
    card.wait_for(state="hidden")
    assert not SealedOrder.objects.exclude(text="").exists()


def test_a_step_without_events_is_told_as_one(site: str, page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _emperors = begin("classic")
    with monkeypatch.context() as alone:
        alone.setattr(task_queue, "_enqueue", lambda task, arguments: None)  # the site would close the steps first
        play_on(tournament, most=2)
    tell_nothing(monkeypatch)
    page.goto(f"{site}/tournament/{tournament.code}/")
    story = page.locator("[data-events]")
    page.locator("[data-events]:not(:has(.nothing)) li").first.wait_for()
    page.locator("[data-go=first]").click()
    story.get_by_text("Nothing happened.").wait_for()
    assert not page.get_by_text("You can read here, step by step").is_visible()
    page.locator("[data-go=on]").click()
    page.locator("[data-events]:not(:has(.nothing)) li").first.wait_for()


GOES_ON = """() => { const map = document.querySelector('battle-map');
  map.playback = {isPlaying: true, pause: () => {}};
  map.update({...map.live, position: {...map.live.position, phase: 'attack', round: 7, to_act: ['b'], words: -1}});
  return document.querySelector('[data-stage]').textContent; }"""


def test_what_the_game_waits_for_is_told_while_earlier_steps_are_played(site: str, page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    play_now(page, site, "Classic campaign")
    page.locator(".map-cell[data-mine]").first.wait_for()
    assert page.evaluate(GOES_ON).startswith("Round 7: ")
