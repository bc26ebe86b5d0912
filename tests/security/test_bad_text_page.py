"""The page that refuses a hidden character in a form: it keeps what was typed, but only of forms of this site."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
HIDDEN = "Too few\u202e of us\nsigned up"
SENTENCE = "This text holds a hidden character that turns the direction of writing: U+202E."


@pytest.fixture
def organiser() -> tuple[Client, Tournament]:
    """Return a client of the organiser of an announced tournament, and that tournament."""
    dynasty = factories.found("Ming")
    tournament = factories.announce("training", organiser=dynasty, seats=2)
    client = Client()
    client.force_login(dynasty.user)
    return client, tournament


def read_form(page: str) -> dict[str, str]:
    """Return the names and values of the form on the page of a refusal."""
    form = page.partition('<form class="form card')[2].partition("</form>")[0]
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    fields += re.findall(r'<textarea [^>]*?name="([^"]*)"[^>]*>\n(.*?)</textarea>', form, re.DOTALL)
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def test_what_was_typed_can_be_sent_without_the_character(organiser: tuple[Client, Tournament]) -> None:
    client, tournament = organiser
    address = reverse("tournament_call_off", args=[tournament.code])
    refused = client.post(address, {"sure": "yes", "reason": HIDDEN.replace("\n", " ")})
    page = refused.content.decode()
    assert refused.status_code == 400 and SENTENCE in page and 'id="site-footer"' in page
    assert "no-store" in refused["Cache-Control"] and f'method="post" action="{address}"' in page
    fields = read_form(page)
    assert fields == {"sure": "yes", "reason": "Too few of us signed up"}
    assert factories.again(tournament).status == Tournament.Status.ANNOUNCED, "nothing was changed"
    client.post(address, fields)
    cancelled = factories.again(tournament)
    assert cancelled.status == Tournament.Status.CANCELLED
    assert "Too few of us signed up" in client.get(f"/tournament/{tournament.code}/").content.decode()


def test_lines_and_several_texts_are_kept(organiser: tuple[Client, Tournament]) -> None:
    client, tournament = organiser
    address = reverse("tournament_call_off", args=[tournament.code])
    page = client.post(address, {"reason": HIDDEN, "more": "\u2066<b>"}).content.decode()
    assert read_form(page) == {"reason": "Too few of us\nsigned up", "more": "<b>"}
    assert "Your text 1" in page and "Your text 2" in page


def test_a_search_is_shown_again(client: Client) -> None:
    page = client.get("/ranking/", {"like": "a\u202eb", "kind": "x"}).content.decode()
    assert read_form(page) == {"kind": "x", "like": "ab"} and 'method="get" action="/ranking/"' in page


def test_programs_are_told_a_stable_code(organiser: tuple[Client, Tournament]) -> None:
    client, tournament = organiser
    address = reverse("tournament_call_off", args=[tournament.code])
    refused = client.post(address, {"reason": HIDDEN}, headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json()["code"], refused.json()["detail"]) == (400, "bad_text", SENTENCE)


@pytest.mark.parametrize(
    "sent", [{"reason": "x", "password": HIDDEN}, {"name\u202e": "x"}, {"reason": HIDDEN, "new_password1": "secret"}]
)
def test_passwords_and_strange_names_are_not_shown_again(
    organiser: tuple[Client, Tournament], sent: dict[str, Any]
) -> None:
    client, tournament = organiser
    page = client.post(reverse("tournament_call_off", args=[tournament.code]), sent).content.decode()
    assert SENTENCE in page and '<form class="form card' not in page and "secret" not in page


def test_what_another_site_sends_is_not_offered_again(organiser: tuple[Client, Tournament]) -> None:
    client, tournament = organiser
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    address = reverse("tournament_call_off", args=[tournament.code])
    page = strict.post(address, {"sure": "yes", "reason": HIDDEN}).content.decode()
    assert SENTENCE in page and '<form class="form card' not in page
