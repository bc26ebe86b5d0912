"""A battle in the page of somebody else: the frame that is suggested holds all of it, whatever its board."""

import re
from typing import Any

import pytest

from battlefield import fields, game
from config.templatetags import components
from tests import factories
from tests.site.beside import elsewhere
from tournaments.services import lifecycle

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def fight(field: str) -> str:
    """Return the code of a battle of one round on a field, with long names at every seat."""
    seats = game.seats_of(field)
    battle = factories.announce(
        "training", game="emperors", field=field, seats=len(seats), title=f"A Long Name, {field}"
    )
    for seat in seats:
        factories.enter(battle, factories.born(factories.found(f"{field}{seat}"), f"Theodora the Younger {seat}"), seat)
    lifecycle.start(tournament_id=battle.pk)
    factories.play(factories.again(battle), {})
    return str(battle.code)


def test_the_suggested_frame_holds_every_shipped_board(site: str, page: Any) -> None:
    ((width, height),) = re.findall(r'width="(\d+)" height="(\d+)"', components.iframe("/embed/x/", 1))
    page.set_viewport_size({"width": int(width), "height": int(height)})
    for field in fields.FIELDS:
        page.goto(f"{site}/embed/{elsewhere(lambda field=field: fight(field))}/?round=1")
        page.locator("battle-board svg.board").first.wait_for()
        taken = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert taken == [int(width), int(height)], field
