"""Rate limits: counts are right under concurrency, and forged addresses do not help."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.models import Login as AccountLogin
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve

from config.accounts import resets
from config.middleware import rate_limits as rate_limit_middleware
from core import connection_limits, counters, limits, rate_limits, redis_counters
from core.counters import CountersUnavailable, LocalCounters, get_counters
from dynasty.models import User
from tests.security.test_accounts import code_of
from tests.security.tries import list_endpoints
from tournaments.access import viewers
from tournaments.domain import casual_keys

AT_ONCE = 200
LOGIN = "/account/login/"


class Nobody:
    is_authenticated, pk = False, None


def ask(path: str, name: str = LOGIN, text: str = "", **fields: str) -> Any:
    """Return the rate limit middleware's response to a POST; None if it passes."""
    headers = {"Accept": "application/json"} | ({"X-Forwarded-For": text} if text else {})
    request = RequestFactory().post(path, fields, headers=headers)
    request.user = Nobody()  # type: ignore[assignment]
    request.resolver_match = resolve(path)
    return rate_limit_middleware.RateLimitMiddleware(lambda _request: HttpResponse()).process_view(request)


@pytest.fixture
def patient_counters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let counters wait for Redis as long as a busy machine takes, so that none of two hundred counts by itself."""
    monkeypatch.setattr(redis_counters, "REDIS_TIMEOUT", 30.0)
    get_counters.cache_clear()
    get_counters().forget()
    yield
    get_counters.cache_clear()


@pytest.mark.races
@pytest.mark.usefixtures("patient_counters")
def test_of_two_hundred_at_once_ten_get_in() -> None:
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _each: ask(LOGIN, login="victim@example.org"), range(AT_ONCE)))
    assert answers.count(None) == limits.LOGINS[0] == 10
    error = next(answer for answer in answers if answer)
    assert error.status_code == 429 and error["Retry-After"] == "300" and "no-store" in error["Cache-Control"]


@pytest.mark.races
@pytest.mark.usefixtures("patient_counters")
def test_a_count_lets_exactly_so_many_in() -> None:
    with ThreadPoolExecutor(32) as pool:
        counted = list(pool.map(lambda _each: rate_limits.increment("test:count", 60), range(AT_ONCE)))
    assert sorted(counted) == list(range(1, AT_ONCE + 1)) and rate_limits.get_count("test:count") == AT_ONCE


@pytest.mark.races
@pytest.mark.usefixtures("patient_counters")
def test_sockets_are_counted_over_all_processes() -> None:
    """Show that two processes differ in what is counted in each, and share what is counted in Redis."""
    connection_limits.local_counters.forget()
    names = {"user:7": limits.SOCKETS_PER_USER, "address:x": limits.SOCKETS_PER_ADDRESS}
    let_in = []
    for number in range(12):
        connection_limits.local_counters.forget()  # another process
        let_in.append(connection_limits.acquire(names, f"socket-{number}"))
    assert let_in.count(True) == limits.SOCKETS_PER_USER
    connection_limits.renew(names, "socket-0")
    connection_limits.release(names, "socket-0")
    assert connection_limits.acquire(names, "socket-late") and not connection_limits.acquire(names, "socket-later")


def test_a_socket_of_a_killed_process_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(counters.time, "monotonic", lambda: now)
    there = LocalCounters()
    assert there.enter("a", "one", 1, 30) and not there.enter("a", "two", 1, 30)
    now += 31
    assert there.enter("a", "two", 1, 30)


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_a_forged_address_evades_nothing(settings: Any, proxies: int) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": proxies}
    real = ["203.0.113.9", "10.0.0.1"][2 - proxies :] if proxies else []
    most = limits.REGISTRATIONS[0]
    answers = [ask("/account/signup/", said=", ".join([f"198.51.100.{n}", *real])) for n in range(most * 3)]
    assert answers.count(None) == most


def test_many_addresses_try_one_account_as_often_as_one(settings: Any) -> None:
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": 1}
    answers = [ask(LOGIN, said=f"203.0.113.{n}", login=" Victim@Example.org") for n in range(100)]
    assert answers.count(None) == limits.LOGINS[0]


PUPILS = 25
"""Of one school, behind one address."""


@pytest.mark.django_db
def test_a_class_behind_one_address_logs_in_with_second_factors() -> None:
    secrets = {f"pupil{n}@example.org": generate_totp_secret() for n in range(PUPILS)}
    for address, secret in secrets.items():
        TOTP.activate(User.objects.create_user(address, "the right password 7"), secret)
    inside = []
    for address, secret in secrets.items():
        client = Client()
        client.post(LOGIN, {"login": address, "password": "the right password 7"})
        client.post("/account/2fa/authenticate/", {"code": "000000"})
        inside.append(client.post("/account/2fa/authenticate/", {"code": code_of(secret)}).status_code)
    assert inside == [302] * PUPILS and UserSession.objects.count() == PUPILS


@pytest.mark.django_db
def test_a_class_behind_one_address_chooses_new_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resets, "send_later", resets.send)
    chosen = []
    for n in range(PUPILS):
        User.objects.create_user(f"pupil{n}@example.org", "the right password 7")
        client = Client()
        client.post("/account/password/reset/", {"email": f"pupil{n}@example.org"})
        link = next(word for word in mail.outbox[-1].body.split() if "/password/reset/key/" in word)
        form = client.get(link, follow=True).request["PATH_INFO"]
        new = {"password1": "another long one 8", "password2": "another long one 8"}
        chosen.append(client.post(form, new).status_code)
    assert chosen == [302] * PUPILS


@pytest.mark.django_db
def test_codes_of_one_account_are_tried_ten_times_from_however_many_sessions() -> None:
    user = User.objects.create_user("victim@example.org", "the right password 7")
    TOTP.activate(user, generate_totp_secret())
    answers = []
    for n in range(3 * limits.LOGINS[0]):
        client = Client(REMOTE_ADDR=f"203.0.113.{n}")
        session = client.session
        session[LOGIN_SESSION_KEY] = AccountLogin(user=user).serialize()
        session.save()
        client.cookies["session"] = session.session_key
        answers.append(client.post("/account/2fa/authenticate/", {"code": "000000"}).status_code)
    assert answers.count(200) <= limits.LOGINS[0] and answers.count(429) >= 2 * limits.LOGINS[0]


def test_guessing_across_accounts_from_one_address_ends() -> None:
    most = limits.LOGINS_OF_ADDRESS[0]
    answers = [ask(LOGIN, login=f"victim{n}@example.org") for n in range(most + 50)]
    assert answers.count(None) == most


class Somebody:
    is_authenticated, pk = True, 7


NO_TOKENS = ["x", "Basic eDp4", "Token eod_x"]
PAGES = [
    ("/market/new/", limits.VALUE_ACTS[0]), ("/tournament/x/order", limits.ORDERS_SENT[0]),
    ("/tournament/x/talk", limits.MESSAGES_SENT[0]),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("header", "path", "most"), [
    *((header, *page) for header in [*NO_TOKENS, "Bearer", "Bearer eod_x"] for page in PAGES),
    *((header, "/api/v1/market/offers/", limits.VALUE_ACTS[0]) for header in NO_TOKENS),
])  # fmt: skip
def test_a_header_beside_a_session_lifts_no_limit(header: str, path: str, most: int) -> None:
    request = RequestFactory().post(path, headers={"Accept": "application/json", "Authorization": header})
    request.user, request.resolver_match = Somebody(), resolve(path)  # type: ignore[assignment]
    gate = rate_limit_middleware.RateLimitMiddleware(lambda _request: HttpResponse())
    assert [gate.process_view(request) for _ in range(most + 5)].count(None) == most


@pytest.mark.django_db
def test_a_bearer_at_the_api_never_acts_by_its_session(client: Client) -> None:
    client.force_login(User.objects.create_user("somebody@example.org", "the right password 7"))
    for header in ("Bearer eod_x", "bearer  ", "BEARER x"):
        assert client.post("/api/v1/market/offers/", "{}", "application/json",
                           headers={"Authorization": header}).status_code == 401  # fmt: skip


def order_of_guest(key: str, path: str = "/tournament/x/order") -> HttpResponse | None:
    """Return the middleware's response to an order with a casual key; all keys come from one address."""
    request = RequestFactory().post(path, headers={"Accept": "application/json", viewers.HEADER: key})
    answer = viewers.set_token_cookie(HttpResponse(), key) if key else HttpResponse()
    request.COOKIES = {name: each.value for name, each in answer.cookies.items()}
    request.user, request.resolver_match = Nobody(), resolve(path)  # type: ignore[assignment]
    return rate_limit_middleware.RateLimitMiddleware(lambda _request: HttpResponse()).process_view(request)


@pytest.mark.parametrize("path", ["/tournament/x/order", "/api/v1/tournaments/x/order/"])
def test_a_class_behind_one_address_plays_casual_battles(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each pupil a limit of its own by the key of its seat; the address has room for all of them."""
    monkeypatch.setattr(counters.time, "monotonic", lambda: 1_000.0)
    get_counters().forget()
    a_minute = 40
    pupils = [casual_keys.make_token() for _pupil in range(40)]
    assert not any(order_of_guest(pupil, path) for _order in range(a_minute) for pupil in pupils)
    hasty = casual_keys.make_token()
    most = limits.ORDERS_SENT[0]
    assert [order_of_guest(hasty, path) for _order in range(most + 5)].count(None) == most


def test_keys_made_up_for_each_order_do_not_lift_the_limit_of_their_address() -> None:
    get_counters().forget()
    most = limits.ORDERS_OF_ADDRESS[0]
    path = "/api/v1/tournaments/x/order/"
    assert [order_of_guest(casual_keys.make_token(), path) for _order in range(most + 5)].count(None) == most


def test_a_guest_without_a_key_is_counted_by_its_address() -> None:
    get_counters().forget()
    most = limits.ORDERS_SENT[0]
    assert [order_of_guest("") for _order in range(most + 5)].count(None) == most


def test_an_ipv6_subscriber_has_one_address() -> None:
    assert len({rate_limits.hash_subscriber(f"2001:db8:1:2:{n:x}::1") for n in range(50)}) == 1


def test_many_counts_do_not_push_one_another_out() -> None:
    there = LocalCounters()
    assert there.add("mine", 60) == 1
    for number in range(5_000):
        there.add(f"other:{number}", 60)
    assert there.add("mine", 60) == 2


class Gone:
    """A Redis that does not answer."""

    def add(self, *_given: Any) -> int:
        raise CountersUnavailable

    get_count = enter = leave = add


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (rate_limit_middleware, rate_limits, connection_limits):
        monkeypatch.setattr(module, "get_counters", Gone)
    yield


@pytest.mark.parametrize(("path", "status"), [
    (LOGIN, 503), ("/account/signup/", 503), ("/market/new/", None), ("/api/v1/market/offers/", None),
    ("/tournament/x/bet", None), ("/tournament/x/enter", None), ("/announce/", None),
    ("/tournament/x/order", None), ("/api/v1/tournaments/x/order/", None),
    ("/tournament/x/talk", None), ("/casual/now/", None),
])  # fmt: skip
@pytest.mark.django_db
def test_without_counts_log_ins_are_shut_and_everything_else_goes_on(gone: None, path: str, status: int | None) -> None:
    answer = ask(path, login="a@example.org")
    assert (answer.status_code if answer else None) == status


@pytest.mark.django_db
def test_without_counts_each_process_holds_to_the_limits_by_itself(gone: None) -> None:
    rate_limit_middleware.local_counts.forget()
    answers = [ask("/tournament/x/bet") for _time in range(limits.VALUE_ACTS[0] + 5)]
    assert answers.count(None) == limits.VALUE_ACTS[0] and answers[-1].status_code == 429
    rate_limit_middleware.local_counts.forget()


def test_without_counts_a_process_still_counts_its_own_sockets(gone: None) -> None:
    connection_limits.local_counters.forget()
    let_in = [connection_limits.acquire({"user:8": 5}, str(number)) for number in range(9)]
    assert let_in.count(True) == 5
    assert rate_limits.increment("x", 60) == 0 and rate_limits.get_count("x") == 0


def test_every_rate_limited_view_exists() -> None:
    known = {endpoint.name for endpoint in list_endpoints()} | {"openid_connect_login"}  # only with its settings
    assert not set(rate_limit_middleware.RATES_BY_VIEW) - known


@pytest.mark.django_db
def test_guessing_passwords_ends(client: Client) -> None:
    User.objects.create_user("victim@example.org", "the right password 7")
    guesses = [client.post(LOGIN, {"login": "victim@example.org", "password": f"guess {n}"}) for n in range(12)]
    assert [guess.status_code for guess in guesses].count(429) >= 2
    right = client.post(LOGIN, {"login": "victim@example.org", "password": "the right password 7"})
    assert right.status_code == 429 and "Not so fast" in right.content.decode()
    text = client.post(LOGIN, {"login": "victim@example.org"}, headers={"Accept": "application/json"})
    assert json.loads(text.content)["code"] == "too_fast"
