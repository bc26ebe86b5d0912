"""The page of an announced tournament says what is at stake, one subject at a time."""

import html
import re

import pytest
from django.test import Client

from tests import factories
from tournaments.access.viewers import ANONYMOUS_VIEWER
from tournaments.presenters.context import find_battle_context
from tournaments.views import announcements

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("type", ["training", "gift", "honour", "conquer", "death"])
def test_the_groups_hold_every_condition(type: str) -> None:
    battle = find_battle_context(factories.announce(type).code, ANONYMOUS_VIEWER)
    assert battle is not None
    groups = announcements.group_conditions(battle)
    grouped = [sentence for group in groups.values() for sentence in group]
    assert sorted(grouped) == sorted(announcements.list_conditions(battle))


def test_rules_of_a_known_name_are_folded_below_its_sentence() -> None:
    cup = factories.announce("honour", game="emperors", field="cross-4", seats=4, round_seconds=60)
    page = html.unescape(Client().get(f"/tournament/{cup.code}/").content.decode())
    folded = re.findall(r'<details class="fold"( open)?>\s*<summary>([^<]+)</summary>', page)
    closed = {words for is_open, words in folded if not is_open}
    assert {"Who can enter", "Time and absences", "Every rule, one by one"} <= closed
    assert "rounds of 1 minute" in page and "4 seats" in page
