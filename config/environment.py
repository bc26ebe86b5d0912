"""Settings read from the environment that need more than one line."""

import base64
import contextlib
import os
import secrets
import socket
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BAD_DATABASE = "DATABASE_URL is an address such as postgres://user:password@host:5432/name."
BAD_MAIL_SERVER = "EMAIL_URL is an address such as smtp+tls://user:password@mail.example.org:587."
ROOT = Path(__file__).resolve().parent.parent


WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def read_flag(name: str, default: bool) -> bool:
    """Return a variable that is true or false; raise ImproperlyConfigured where it is neither."""
    text = os.environ.get(name, "").strip()
    if text and text.lower() not in WORDS:
        raise ImproperlyConfigured(f"{name} is true or false, not {text}.")
    return WORDS[text.lower()] if text else default


def read_number(name: str, default: int) -> int:
    """Return a variable that is a whole number, not below 0; raise ImproperlyConfigured where it is none."""
    text = os.environ.get(name, "").strip()
    if text and not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} is a whole number, not {text}.")
    return int(text) if text else default


def read_address(name: str, default: str) -> str:
    """Return a variable that is the address of a site, as in mails; raise ImproperlyConfigured where it is none."""
    text = os.environ.get(name, "")
    if text and not (urlsplit(text).scheme in ("http", "https") and urlsplit(text).hostname):
        raise ImproperlyConfigured(f"{name} is an address such as https://play.example.org, not {text}.")
    return text or default


def make_directory(directory: Path) -> Path:
    """Return the directory for everything written at run time, created where it is missing."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        words = f"The directory {directory} cannot be made ({error}); name another in the environment."
        raise ImproperlyConfigured(words) from error
    return directory


def get_secret_key(configured: str, embedded: bool, var: Path) -> str:
    """Return the key given; in embedded mode without one, a generated key that is kept in var/."""
    if configured:
        return configured
    if not embedded:
        raise ImproperlyConfigured("REDIS_URL is set, so set SECRET_KEY too: a long random text, kept secret.")
    return read_or_create(var / "secret_key", lambda: secrets.token_urlsafe(64))


def get_push_key(configured: str, embedded: bool, var: Path) -> str:
    """Return the VAPID private key: a number of the curve P-256 as 32 bytes in base64url; empty for none.

    In embedded mode one is made once; scaled without one, nothing is sent to browsers.
    """
    if configured and not is_push_key(configured):
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY is no key of the curve P-256: 32 bytes in base64url.")
    if configured or not embedded:
        return configured
    return read_or_create(var / "push_key", generate_push_key)


def is_push_key(text: str) -> bool:
    """Check whether a text is a private key of the curve P-256."""
    try:
        number = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return False
    return len(number) == 32 and 0 < int.from_bytes(number, "big") < P256_ORDER


def generate_push_key() -> str:
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def read_or_create(path: Path, make: Callable[[], str]) -> str:
    """Return the content of the file; where it is missing, create it, readable by us alone."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(key := make())
    except OSError:
        path.unlink()  # an empty key would be taken for one at the next start
        raise
    return key


def get_allowed_hosts(configured: list[str], embedded: bool) -> list[str]:
    """Return the host names given, or this machine alone in embedded mode."""
    if configured:
        return configured
    if not embedded:
        raise ImproperlyConfigured("REDIS_URL is set, so set ALLOWED_HOSTS too, such as: play.example.org")
    return ["localhost", "127.0.0.1", "[::1]"]


def list_own_host_names() -> list[str]:
    """Return the names and addresses by which others on the network reach this machine."""
    name = socket.gethostname()
    names = {name, f"{name}.local"}
    with contextlib.suppress(OSError):
        names.update(str(found[4][0]) for found in socket.getaddrinfo(name, None, socket.AF_INET))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which address would be used
        names.add(probe.getsockname()[0])
    return sorted(names)


def read_database(env: Any, default: str) -> dict[str, Any]:
    """Return what DATABASE_URL says; no warning and no traceback quotes it, since it may hold a password."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return dict(env.db_url("DATABASE_URL", default=default))
    except ValueError:
        raise ImproperlyConfigured(BAD_DATABASE) from None


def read_mail_server(env: Any) -> dict[str, Any]:
    """Return what EMAIL_URL says, nothing where it is not set; like that of the database it is never quoted."""
    if not env("EMAIL_URL", default=""):
        return {}
    try:
        settings = dict(env.email("EMAIL_URL"))
    except (ValueError, ImproperlyConfigured):
        raise ImproperlyConfigured(BAD_MAIL_SERVER) from None
    if settings["EMAIL_BACKEND"].endswith("smtp.EmailBackend") and not settings["EMAIL_HOST"]:
        raise ImproperlyConfigured(BAD_MAIL_SERVER)
    return settings


def build_database(settings: dict[str, Any], pool: int, statement_timeout: str, prepared: bool) -> dict[str, Any]:
    """Return the settings of DATABASE_URL completed with what the engine needs under concurrency."""
    if "ENGINE" not in settings:
        raise ImproperlyConfigured(BAD_DATABASE)
    complete = build_sqlite if settings["ENGINE"].endswith("sqlite3") else build_postgresql
    return settings | complete(pool, statement_timeout, prepared)


def build_sqlite(pool: int, statement_timeout: str, prepared: bool) -> dict[str, Any]:
    """Return the settings for SQLite: one writer at a time, first come first served, and durable commits."""
    return {
        "ENGINE": "config.sqlite",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",  # without it, read-then-write fails with "database is locked"
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, since several threads use it; one a process, so that two runs of the tests do not meet.
        "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"emperors-test-{os.getpid()}.sqlite3")},
    }


def build_postgresql(pool: int, statement_timeout: str, prepared: bool) -> dict[str, Any]:
    """Return the settings for PostgreSQL: a connection pool, and a timeout for every wait.

    `prepared`: the statements of `core.prepared_statements` may be prepared by the server, from the second time on.
    """
    timeouts = {
        "lock_timeout": "3s",
        "statement_timeout": statement_timeout,
        "idle_in_transaction_session_timeout": "10s",
    }
    return {
        "CONN_HEALTH_CHECKS": True,
        "TEST": {"NAME": f"emperors_test_{os.getpid()}"},
        "OPTIONS": {
            "prepare_threshold": 1 if prepared else None,
            "pool": {"min_size": 1, "max_size": pool, "timeout": 10},
            "options": " ".join(f"-c {name}={value}" for name, value in timeouts.items()),
        },
    }


def build_sign_on(name: str, url: str, client_id: str, secret: str) -> dict[str, Any]:
    """Return the provider of log-ins as allauth reads it; nothing where none is named."""
    if not url:
        return {}
    app = {
        "provider_id": "site",
        "name": name,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": url},
    }
    return {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}


def list_sign_on_origins(url: str) -> list[str]:
    """Return the origin to which the form of the log-in page may lead, if there is a provider of log-ins.

    >>> list_sign_on_origins("https://id.example.org/realms/school"), list_sign_on_origins("")
    (['https://id.example.org'], [])
    """
    parts = urlsplit(url)
    return [f"{parts.scheme}://{parts.netloc}"] if url else []
