"""What stands where: the ways through the site, and what a phone shows first."""

import re

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
FORM = {"mode": "links", "field": "duel-2", "preset": "classic", "people": 2, "computers": "", "level": "random",
        "round_seconds": 60, "names": ""}  # fmt: skip
THUMBS = 5  # ways that fit under a phone's thumb


def test_casual_play_is_in_the_header_and_not_under_the_thumb() -> None:
    page = Client().get(reverse("rules")).content.decode()
    ways = re.search(r'<nav class="site-nav".*?</nav>', page, re.DOTALL)
    assert ways and re.search(r'<li class="in-width">\s*<a href="/casual/"', ways[0])
    assert ways[0].count("<li>") <= THUMBS


def test_invitations_come_before_the_board() -> None:
    client = Client()
    mode = re.findall(r'name="mode" value="(\w+)"', client.get(reverse("casual")).content.decode())
    apart = next(each for each in mode if each not in ("alone", "hot_seat"))
    page = client.get(client.post(reverse("casual"), FORM | {"mode": apart}).url).content.decode()
    assert 0 < page.index("data-link-text") < page.index("<battle-board")
