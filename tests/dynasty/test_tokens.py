"""Tokens: what they look like, what they open, for how long, and what stays of them."""

from datetime import timedelta

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from core import clock, limits
from core.errors import DomainError
from dynasty.domain import tokens
from dynasty.models import ApiToken, Dynasty
from dynasty.services import api_tokens

pytestmark = pytest.mark.django_db
COURT = "/api/v1/court/"
OFFERS = "/api/v1/market/offers/"


def give(dynasty: Dynasty, *scopes: str, days: int = 30) -> str:
    return api_tokens.create(user=dynasty.user, name="A program", scopes=list(scopes), days=days)[1]


def program(secret: str) -> APIClient:
    """Return a client that shows this token and has no session."""
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def problem(answer, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert answer["Content-Type"] == "application/problem+json" and answer.json()["title"]


def test_a_token_has_its_form_and_256_bits() -> None:
    secret = tokens.generate()
    assert secret.startswith("eod_") and len(secret) == 53 and tokens.is_well_formed(secret)
    assert len(tokens.DIGITS) == 62 and 62**tokens.BODY_LENGTH >= 2**256 and 62**tokens.CHECKSUM_LENGTH >= 2**32
    assert len({tokens.generate() for _ in range(100)}) == 100


@given(st.integers(0, 52), st.sampled_from("a7Z-é "))
def test_one_wrong_character_is_known_without_the_database(place: int, other: str) -> None:
    secret = tokens.generate()
    wrong = secret[:place] + other + secret[place + 1 :]
    assert tokens.is_well_formed(wrong) == (wrong == secret)


def test_a_secret_is_kept_nowhere(found) -> None:
    secret = give(found(), "play")
    row = ApiToken.objects.values().get()
    assert secret not in str(row) and row["digest"] == tokens.hash_token(secret) and secret.startswith(row["shown"])
    assert row["scopes"] == ["read", "play"]


def test_what_a_token_opens(found) -> None:
    dynasty = found()
    client = program(give(dynasty, "read"))
    assert client.get(COURT).json()["dynasty"]["code"] == dynasty.code
    problem(client.post(OFFERS, {}), 403, "scope_missing")
    problem(program(give(dynasty, "read", "play", "bet")).post(OFFERS, {}), 403, "scope_missing")
    problem(program(give(dynasty, "trade")).post(OFFERS, {}), 400, "invalid")


def test_bad_tokens_are_told_apart(found, at) -> None:
    dynasty = found()
    at(2030, 1, 1)
    secret = give(dynasty, "read", days=1)
    other = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    problem(program("").get(COURT), 401, "token_malformed")
    problem(program(other).get(COURT), 401, "token_malformed")
    problem(program(tokens.generate()).get(COURT), 401, "token_unknown")
    at(2030, 1, 1, 23)
    assert program(secret).get(COURT).status_code == 200
    at(2030, 1, 2)
    answer = program(secret).get(COURT)
    problem(answer, 401, "token_expired")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_revoked_token_opens_nothing_from_then_on(found) -> None:
    dynasty, other = found(), found()
    secret = give(dynasty, "read")
    row = ApiToken.objects.get()
    api_tokens.revoke(user=other.user, code=row.code)
    assert program(secret).get(COURT).status_code == 200
    api_tokens.revoke(user=dynasty.user, code=row.code)
    api_tokens.revoke(user=dynasty.user, code=row.code)
    problem(program(secret).get(COURT), 401, "token_unknown")


def test_who_is_gone_has_no_token(found) -> None:
    dynasty = found()
    secret = give(dynasty, "read")
    dynasty.user.is_active = False
    dynasty.user.save()
    problem(program(secret).get(COURT), 401, "token_unknown")


def test_a_token_comes_in_the_header_alone(found) -> None:
    secret = give(found(), "read")
    client = Client()
    client.cookies["Authorization"] = f"Bearer {secret}"
    client.cookies["token"] = client.cookies["session"] = secret
    assert client.get(COURT, {"token": secret, "access_token": secret}).status_code == 401


def test_a_token_weighs_more_than_a_session(found) -> None:
    """Refuse a program what only its cookies would allow."""
    dynasty, other = found(), found()
    client = program(give(dynasty, "read"))
    client.force_login(other.user)
    assert client.get(COURT).json()["dynasty"]["code"] == dynasty.code
    problem(client.post(OFFERS, {}), 403, "scope_missing")


def test_the_pages_take_no_token(found) -> None:
    client = program(give(found(), *tokens.SCOPES))
    assert client.get("/court/").status_code == 302
    assert client.post("/court/settings/tokens/", {"name": "more"}).status_code in (302, 403)


def test_when_it_was_used_last(found, at) -> None:
    secret = give(found(), "read")
    first = at(2026, 1, 1)
    ApiToken.objects.update(expires_at=first + timedelta(days=9))
    program(secret).get(COURT)
    assert ApiToken.objects.get().last_used_at == first
    at(2026, 1, 1, 0, 0, 30)
    program(secret).get(COURT)
    assert ApiToken.objects.get().last_used_at == first
    program_used = at(2026, 1, 1, 0, 2)
    program(secret).get(COURT)
    assert ApiToken.objects.get().last_used_at == program_used


def test_a_token_has_a_name_a_time_and_known_scopes(found) -> None:
    user = found().user
    for wrong, code in (({"name": ""}, "token_name_length"), ({"scopes": ["root"]}, "bad_token"),
                        ({"days": 0}, "bad_token"), ({"days": 366}, "bad_token")):  # fmt: skip
        with pytest.raises(DomainError) as error:
            api_tokens.create(**{"user": user, "name": "A", "scopes": ["read"], "days": 7} | wrong)
        assert error.value.code == code
    for _ in range(limits.TOKENS):
        api_tokens.create(user=user, name="A", scopes=["read"], days=7)
    with pytest.raises(DomainError) as error:
        api_tokens.create(user=user, name="A", scopes=["read"], days=7)
    assert error.value.code == "too_many_tokens"
    ApiToken.objects.update(expires_at=clock.now())
    api_tokens.create(user=user, name="A", scopes=["read"], days=7)


def test_a_token_calls_so_often_a_minute(found, monkeypatch) -> None:
    monkeypatch.setattr(limits, "CALLS_OF_TOKEN", 5)
    dynasty = found()
    first, second = program(give(dynasty, "read")), program(give(dynasty, "read"))
    assert [first.get(COURT).status_code for _ in range(7)] == [200] * 5 + [429] * 2
    problem(first.get(COURT), 429, "too_fast")
    assert first.get(COURT)["Retry-After"] == "60" and second.get(COURT).status_code == 200


def test_an_address_cannot_try_tokens_for_long(found, monkeypatch) -> None:
    monkeypatch.setattr(limits, "BAD_TOKENS", 3)
    secret = give(found(), "read")
    assert [program(tokens.generate()).get(COURT).status_code for _ in range(5)] == [401, 401, 401, 429, 429]
    assert program(secret).get(COURT).status_code == 429
    spoofed = program(tokens.generate()).get(COURT, headers={"X-Forwarded-For": "192.0.2.9"})
    assert spoofed.status_code == 429


def test_an_address_calls_so_often_a_minute(monkeypatch) -> None:
    monkeypatch.setattr(limits, "CALLS_OF_ADDRESS", 2)
    asked = [APIClient().get("/api/v1/dynasties/", headers={"X-Forwarded-For": f"192.0.2.{i}"}) for i in range(3)]
    assert [each.status_code for each in asked] == [200, 200, 429]
