"""What stands where: the ways through the site, and what a phone shows first."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.cache import SessionStore
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse

from dynasty.models import User

pytestmark = pytest.mark.django_db
FORM = {"mode": "links", "field": "duel-2", "preset": "classic", "people": 2, "computers": "", "level": "random",
        "round_seconds": 60, "names": ""}  # fmt: skip
LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
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


@pytest.mark.parametrize("template", ["400", "403", "403_csrf", "404", "429", "account/account_inactive"])
def test_an_error_page_leads_home_under_its_name(template: str) -> None:
    for user in (AnonymousUser(), User(email="ana@example.org")):
        request = RequestFactory().get("/gone/")
        request.user, request.session = user, SessionStore()
        main = render_to_string(f"{template}.html", request=request).partition("<main")[2].partition("</main>")[0]
        links = [(address, " ".join(words.split())) for address, words in LINK.findall(main)]
        assert ("/", "To the start page") in links
        wants_login = template == "403" and not user.is_authenticated
        assert ("/account/login/" in dict(links)) == wants_login and ("Log in" in main) == wants_login
