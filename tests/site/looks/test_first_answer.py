"""How soon the board of a battle takes a first order, without a clock: what comes before it, and in how many goes.

`python -m benchmarks.first_path --slow 4 --line 150,1600` has the seconds.
"""

import re
from typing import Any

import pytest
from django.test import Client

from config.templatetags.modules import list_modules
from tests.battle_pictures import fight
from tests.newcomer import WATCH_FOR_ANSWER, Newcomer

SCRIPTS = 250_000
"""Bytes of scripts at most that come before a first order, as they are stored; sent, they are a third of it."""
NEEDED = ("js/components/board/board.js", "js/pages/battle/battle.js", "js/pages/battle/orders.js")
LINKED = re.compile(r'<(?:script|link rel="modulepreload")[^>]*? (?:src|href)="/static/(js/[^"]+)"')


@pytest.mark.django_db
def test_all_that_a_first_order_needs_is_asked_for_in_one_go() -> None:
    battle, session = fight()
    client = Client()
    client.cookies["session"] = session
    linked = LINKED.findall(client.get(f"/tournament/{battle.code}/").content.decode())
    assert [each for each in list_modules(NEEDED) if each not in linked] == []


@pytest.mark.browser
@pytest.mark.slow
def test_few_bytes_of_scripts_come_before_a_first_order(site: str, page: Any) -> None:
    page.add_init_script(WATCH_FOR_ANSWER)
    visitor = Newcomer(page, site)
    visitor.begin()
    visitor.measure_answer()
    assert 0 < page.evaluate("window.answer.bytes") < SCRIPTS
