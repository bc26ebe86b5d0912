"""What every test may ask for: a quick and clean Django, the whole embedded site, and a browser."""

import contextlib
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.backends.postgresql.operations import DatabaseOperations

from config.devtools import test_runner
from tests import chromium
from tests.reruns import pytest_collection_modifyitems, pytest_sessionfinish, pytest_terminal_summary

__all__ = ["pytest_collection_modifyitems", "pytest_sessionfinish", "pytest_terminal_summary"]

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright keeps a loop running in the test's thread

test_runner.enable_bytecode()  # for a run by `pytest` alone; xdist's workers take the environment over


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Argon2 is slow on purpose; the tests are not about it."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> None:
    """The test database need not survive a loss of power, and on SQLite begins as an earlier run has migrated it."""
    from django.conf import settings
    from django.db import connection

    from tests import migrated

    options = settings.DATABASES["default"]["OPTIONS"]
    if "init_command" in options:
        options["init_command"] += " PRAGMA synchronous=OFF;"
        migrated.begin_with(migrated.kept(request.config.rootpath), connection.creation)


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_setup: None) -> None:
    """Keep the migrated database for the next run."""
    from django.db import connection

    from tests import migrated

    if connection.vendor == "sqlite":
        migrated.keep(connection.settings_dict["NAME"], migrated.kept(request.config.rootpath))


@pytest.fixture(autouse=True)
def default_language() -> None:
    """Each test begins in the default language, whatever the one before it asked for."""
    from django.utils import translation

    translation.deactivate()


truncations = DatabaseOperations.sql_flush


def deletions(ops: Any, style: Any, tables: list[str], **named: Any) -> list[str]:
    """How PostgreSQL empties small tables: TRUNCATE makes new files for each of them and for all its indexes.

    Foreign keys are checked at the end of the transaction, so that the order does not matter.
    """
    if named.get("reset_sequences"):
        return truncations(ops, style, tables, **named)
    return [f"DELETE FROM {ops.quote_name(table)}" for table in tables]


@pytest.fixture(scope="session", autouse=True)
def emptied_databases() -> None:
    """A test may empty its database, which the guards refuse; they are put in place again right after it."""
    from django.test import TransactionTestCase

    from core import write_once_triggers

    flush = TransactionTestCase._fixture_teardown

    def emptied(self: TransactionTestCase) -> None:
        write_once_triggers.remove()
        flush(self)

    TransactionTestCase._fixture_teardown = emptied
    DatabaseOperations.sql_flush = deletions


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """No test meets the rate limits that another one has used up."""
    from django.core.cache import cache

    from core import background
    from core.counters import get_counters
    from dynasty.services import event_streams

    cache.clear()
    get_counters().forget()
    background.broker.reset()
    event_streams.pointer_breaker.reset()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium.

    For one module and not for the session: Playwright keeps an event loop running in this thread until it
    stops, and no asynchronous test can run meanwhile.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=chromium.FLAGS)
        yield browser
        browser.close()


def executable() -> str:
    """Return where it is; without one the test is skipped, or fails where CI=true says that there must be one."""
    path = chromium.find()
    if not path:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(chromium.MISSING)
    return path


@pytest.fixture
def page_errors() -> list[str]:
    """What went wrong on the page. A test that provokes an error clears the list afterwards."""
    return []


@pytest.fixture
def page(browser: Any, page_errors: list[str]) -> Iterator[Any]:
    """A page in a context of its own; any exception or error in its console fails the test."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", timezone_id="UTC", service_workers="block")
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on("console", lambda said: page_errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert not page_errors, page_errors


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """The address of the whole embedded site, background jobs included, on the test database."""
    with serve() as address:
        yield address


@contextlib.contextmanager
def serve() -> Iterator[str]:
    """Run the embedded site in a thread of this process, on a free port."""
    from channels.layers import channel_layers

    from config.embedded import server as server_module

    channel_layers.backends.clear()
    listening = server_module.bind("127.0.0.1", 0)
    server = server_module.build_server(stop_within=1)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    patience = time.monotonic() + 20
    while not server.started:
        assert thread.is_alive() and time.monotonic() < patience, "the site did not start"
        time.sleep(0.02)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(15)
        assert not thread.is_alive(), "the site did not stop"
