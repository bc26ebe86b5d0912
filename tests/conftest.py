"""What every test may ask for: a quick and clean Django, the whole embedded site, and a browser."""

import contextlib
import gc
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from config.devtools import test_runner
from tests import chromium
from tests.chance import pytest_configure, pytest_report_header, pytest_runtest_setup
from tests.patience import PATIENCE
from tests.reruns import pytest_collection_modifyitems, pytest_sessionfinish, pytest_terminal_summary

__all__ = [
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_report_header",
    "pytest_runtest_setup",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
]

hypothesis.settings.register_profile(
    "house",
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    deadline=None,  # how long an example takes on a busy machine is not what is tested
    derandomize=os.environ.get("CI") == "true",  # the same commit meets the same examples; others are met at a desk
)
hypothesis.settings.load_profile("house")

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright keeps a loop running in the test's thread

gc.set_threshold(50_000, 20, 50)  # Django, the tests and their tools stay: to look them through took 4% of a run
test_runner.enable_bytecode()  # for a run by `pytest` alone; xdist's workers take the environment over


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Replace Argon2, which is slow on purpose; the tests are not about it."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest, django_db_modify_db_settings: None) -> Iterator[None]:
    """Make a test database that need not survive a loss of power and begins migrated on SQLite.

    Django removes its file, and leaves the log and the index beside it where a thread had it open.
    """
    from django.conf import settings
    from django.db import connection

    from tests import migrated

    options = settings.DATABASES["default"]["OPTIONS"]
    if "init_command" in options:
        options["init_command"] += " PRAGMA synchronous=OFF;"
        migrated.begin_with(migrated.get_path(request.config.rootpath), connection.creation)
    if connection.vendor == "postgresql":
        wait_long(options)
    yield
    if "init_command" in options:
        for ending in ("-wal", "-shm"):
            Path(f"{connection.settings_dict['TEST']['NAME']}{ending}").unlink(missing_ok=True)


def wait_long(options: dict[str, Any]) -> None:
    """Let locks, statements and connections wait on a busy machine: the races are about order, and not about seconds.

    With the site's own limits a crowd of fifty is refused as busy by a slow machine. A session that is idle in its
    transaction for as long as Python takes for something else is not ended either: all later tests of a file need it.
    """
    waits = {"lock_timeout": "60s", "statement_timeout": "60s", "idle_in_transaction_session_timeout": "0"}
    options["options"] = " ".join(f"-c {name}={value}" for name, value in waits.items())
    options["pool"] = options["pool"] | {"timeout": PATIENCE}


@pytest.fixture(scope="session")
def django_db_setup(request: pytest.FixtureRequest, django_db_setup: None) -> None:
    """Keep the migrated database for the next run."""
    from django.db import connection

    from tests import migrated

    if connection.vendor == "sqlite":
        migrated.keep(connection.settings_dict["NAME"], migrated.get_path(request.config.rootpath))


@pytest.fixture(autouse=True)
def default_language() -> None:
    """Begin each test in the default language, whatever the one before it chose."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def emptied_databases() -> None:
    """Leave an empty database behind each test that commits."""
    from django.test import TransactionTestCase

    from tests import emptied

    def teardown(self: TransactionTestCase) -> None:
        emptied.empty()

    TransactionTestCase._fixture_teardown = teardown


@pytest.fixture(scope="session", autouse=True)
def static_files_searched_once() -> None:
    """Search static files once for all test clients."""
    from tests import static_files

    static_files.search_once()


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Clear the rate limits that another test has used up."""
    from django.core.cache import cache

    from core import background
    from core.counters import get_counters
    from dynasty.services import event_streams

    cache.clear()
    get_counters().forget()
    background.broker.reset()
    event_streams.pointer_breaker.reset()


@pytest.fixture(autouse=True)
def hints_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send what a test has committed when its call returns, on Redis too, and not while another test runs."""
    from core import send_queue

    monkeypatch.setattr(send_queue, "has_server", lambda: False)


@pytest.fixture(scope="session")
def running_chromium() -> Iterator[chromium.Running]:
    """Yield what starts Debian's Chromium: once for all files of a process that ask for it."""
    with chromium.Running() as running:
        yield running


@pytest.fixture(scope="module")
def browser(running_chromium: chromium.Running) -> Iterator[Any]:
    """Yield Debian's Chromium. Between the modules that ask for it asynchronous tests may run."""
    with running_chromium.resume(executable()) as browser:
        yield browser


def executable() -> str:
    """Return where it is; without one the test is skipped, or fails where CI=true says that there must be one."""
    path = chromium.find()
    if not path:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing(chromium.MISSING)
    return path


@pytest.fixture
def page_errors() -> list[str]:
    """Return what went wrong on the page. A test that provokes an error clears the list afterwards."""
    return []


@pytest.fixture
def page(browser: Any, page_errors: list[str]) -> Iterator[Any]:
    """Yield a page in a context of its own; any exception or error in its console fails the test."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", timezone_id="UTC", service_workers="block")
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    chromium.watch(page, page_errors)
    yield page
    context.close()
    assert not page_errors, page_errors


@pytest.fixture
def site(transactional_db: None) -> Iterator[str]:
    """Yield the address of the whole embedded site, background jobs included, on the test database."""
    with serve() as address:
        yield address


@contextlib.contextmanager
def serve() -> Iterator[str]:
    """Run the embedded site in a thread of this process, on a free port; tests change the world behind its back."""
    from channels.layers import channel_layers
    from django.test import override_settings

    from config.embedded import server as server_module
    from tests import static_files

    channel_layers.backends.clear()
    listening = server_module.bind("127.0.0.1", 0)
    with override_settings(PAGE_CACHE=False), static_files.collected():
        server = server_module.build_server(stop_within=1)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        timeout = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive() and time.monotonic() < timeout, "the site did not start"
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the site did not stop"
