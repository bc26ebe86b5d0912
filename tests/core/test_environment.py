"""Variables of the environment that cannot be read are refused in a sentence; nothing is taken for false or none."""

from pathlib import Path

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("true", True),
        ("Yes", True),
        ("ON", True),
        ("1", True),
        ("false", False),
        ("no", False),
        ("0", False),
        ("", True),
    ],
)
def test_a_flag_is_read_in_any_case(monkeypatch: pytest.MonkeyPatch, given: str, read: bool) -> None:
    monkeypatch.setenv("HTTPS", given)
    assert environment.read_flag("HTTPS", default=True) is read


@pytest.mark.parametrize("given", ["perhaps", "enabled", "2", "t"])
def test_a_flag_that_is_neither_true_nor_false_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("HTTPS", given)
    with pytest.raises(ImproperlyConfigured, match=f"HTTPS is true or false, not {given}."):
        environment.read_flag("HTTPS", default=True)


def test_a_number_is_a_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.read_number("NUM_PROXIES", default=2) == 2
    monkeypatch.setenv("NUM_PROXIES", "3")
    assert environment.read_number("NUM_PROXIES", default=2) == 3
    for given in ("abc", "-1", "1.5", "²"):
        monkeypatch.setenv("NUM_PROXIES", given)
        with pytest.raises(ImproperlyConfigured, match="NUM_PROXIES is a whole number"):
            environment.read_number("NUM_PROXIES", default=2)


def test_the_address_of_the_site_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.read_address("SITE_URL", default="https://*") == "https://*"
    monkeypatch.setenv("SITE_URL", "https://play.example.org")
    assert environment.read_address("SITE_URL", default="") == "https://play.example.org"
    for given in ("zzz", "play.example.org", "ftp://play.example.org", "https://"):
        monkeypatch.setenv("SITE_URL", given)
        with pytest.raises(ImproperlyConfigured, match="SITE_URL is an address"):
            environment.read_address("SITE_URL", default="")


def test_a_key_for_the_push_services_is_one(tmp_path: Path) -> None:
    key = environment.generate_push_key()
    assert environment.get_push_key(key, False, tmp_path) == key
    for given in ("zz", "A" * 43, key + "AAAA", "not base64!"):
        with pytest.raises(ImproperlyConfigured, match="VAPID_PRIVATE_KEY"):
            environment.get_push_key(given, False, tmp_path)


def test_an_address_of_a_database_is_one() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is an address"):
        environment.build_database({}, 8, "5s", prepared=True)


@pytest.mark.filterwarnings("error")
def test_an_address_of_a_database_is_never_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://a:hidden@b:x/c")
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.read_database(environ.Env(), "")
    assert str(refused.value) == environment.BAD_DATABASE
    monkeypatch.setenv("DATABASE_URL", "nonsense")
    assert "ENGINE" not in environment.read_database(environ.Env(), "")


def test_an_address_of_a_mail_server_is_one_and_is_never_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert environment.read_mail_server(environ.Env()) == {}
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://ming:hidden@mail.example.org:587")
    assert environment.read_mail_server(environ.Env())["EMAIL_HOST"] == "mail.example.org"
    for given in ("zzz", "smtp://", "foo://hidden", "smtp+tls://ming:hidden@mail.example.org:x"):
        monkeypatch.setenv("EMAIL_URL", given)
        with pytest.raises(ImproperlyConfigured) as refused:
            environment.read_mail_server(environ.Env())
        assert str(refused.value) == environment.BAD_MAIL_SERVER
