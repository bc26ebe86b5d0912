"""One more try for browser tests that ran out of time on a busy machine, counted (docs/decisions/017-one-more-try.md).

Hooks of pytest, which tests/conftest.py takes over. Without pytest-rerunfailures nothing is tried twice.
"""

from typing import Any

import pytest

MAX = 5
"""More reruns than this fail the run."""


def is_timeout(error: BaseException | None) -> bool:
    """Return whether this is a time-out of Playwright, and no failed assertion or other error."""
    from playwright.sync_api import TimeoutError as TimedOut

    return isinstance(error, TimedOut)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let tests of the browser, and no others, be tried once more after a time-out."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1, condition=is_timeout))


def count(config: pytest.Config) -> int:
    """Return how many tests of this run were tried again; in a worker of a shared run, none."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("rerun", [])) if reporter and not hasattr(config, "workerinput") else 0


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which too many tests were tried again."""
    if count(session.config) > MAX and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say why a run failed in which every test passed in the end."""
    reruns = count(config)
    if reruns > MAX:
        sentence = f"{reruns} browser tests were tried again; more than {MAX} fail the run."
        terminalreporter.write_line(sentence, red=True)
