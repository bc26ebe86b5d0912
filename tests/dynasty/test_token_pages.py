"""The pages of tokens: shown once, listed without the secret, revoked after a question, and a guide for programs."""

import pytest
from django.test import Client
from django.urls import reverse

from dynasty.models import ApiToken, Dynasty
from dynasty.services import api_tokens
from tests.security.world import open_client

pytestmark = pytest.mark.django_db
PAGE = "/court/settings/tokens/"
FORM = {"name": "My scout", "scopes": ["read", "play"], "days": "30"}


@pytest.fixture
def dynasty(found) -> Dynasty:
    return found("House Aurelia")


@pytest.fixture
def reader(dynasty: Dynasty) -> Client:
    return open_client(dynasty.user)


def test_a_secret_is_shown_once(reader: Client) -> None:
    made = reader.post(PAGE, FORM)
    secret = made.context["secret"]
    assert made.status_code == 200 and secret in made.content.decode() and made["Cache-Control"] == "private, no-store"
    page = reader.get(PAGE).content.decode()
    assert secret not in page and secret[:10] in page and "My scout" in page and "Not used yet." in page


def test_before_a_token_is_made_the_password_is_asked_again(client: Client, dynasty: Dynasty) -> None:
    client.force_login(dynasty.user)
    assert client.get(PAGE).status_code == 200
    asked = client.post(PAGE, FORM)
    again = asked["Location"]
    assert asked.status_code == 302 and again.startswith(reverse("account_reauthenticate"))
    assert client.post(again, {"password": "wrong"}).status_code == 200 and not ApiToken.objects.exists()
    made = client.post(again, {"password": "a long secret 7"})
    assert made.status_code == 200 and made["Cache-Control"] == "private, no-store"
    page = made.content.decode()
    assert ApiToken.objects.get().name == "My scout" and made.context["secret"] in page, "what was wished is done then"
    assert f'action="{PAGE}"' in page
    assert client.post(PAGE, FORM | {"name": "Another"}).context["secret"], "for some minutes nobody asks again"


def test_trade_and_bets_are_off_unless_chosen(reader: Client) -> None:
    assert reader.get(PAGE).context["form"]["scopes"].value() == ["read", "play"]
    reader.post(PAGE, FORM)
    assert ApiToken.objects.get().scopes == ["read", "play"]


def test_what_cannot_be_is_said_in_the_form(reader: Client, dynasty: Dynasty) -> None:
    assert reader.post(PAGE, FORM | {"name": ""}).status_code == 422
    assert reader.post(PAGE, FORM | {"days": "4000"}).status_code == 422
    for number in range(10):
        api_tokens.create(user=dynasty.user, name=f"Program {number}", scopes=[], days=1)
    full = reader.post(PAGE, FORM)
    assert full.status_code == 422 and "Revoke one first" in full.content.decode()


def test_revoking_asks_first_and_is_one_s_own(reader: Client, found) -> None:
    reader.post(PAGE, FORM)
    code = ApiToken.objects.get().code
    assert "cannot be undone" in reader.get(f"{PAGE}{code}/revoke").content.decode() and ApiToken.objects.exists()
    other = Client()
    other.force_login(found().user)
    assert other.post(f"{PAGE}{code}/revoke").status_code == 404 and ApiToken.objects.exists()
    assert reader.post(f"{PAGE}{code}/revoke", follow=True).status_code == 200 and not ApiToken.objects.exists()


def test_a_dynasty_is_marked_for_good(reader: Client, dynasty: Dynasty) -> None:
    assert "cannot be undone" in reader.get(f"{PAGE}program").content.decode()
    reader.post(f"{PAGE}program")
    dynasty.refresh_from_db()
    assert dynasty.program and "It is marked" in reader.get(PAGE).content.decode()
    assert reader.get(f"{PAGE}program").status_code == 302


def test_strangers_log_in_first(client: Client) -> None:
    for path in ("", "program", "abcdefghjk/revoke"):
        assert client.get(PAGE + path).status_code == 302


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_the_guide_is_for_everybody(client: Client, language: str, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(15):
        page = client.get("/api/", headers={"Accept-Language": language})
    assert page.status_code == 200 and "Idempotency-Key" in page.content.decode()
