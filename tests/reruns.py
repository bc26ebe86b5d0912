"""One more try for tests that lean on a busy machine, counted and named (docs/decisions/017-one-more-try.md).

Hooks of pytest, which tests/conftest.py takes over. Without pytest-rerunfailures nothing is tried twice.
"""

from typing import Any

import pytest

MAX = 10
"""More reruns than this fail the run: about one test in a thousand."""

AGAIN = ("browser", "slow", "times")
"""Marks of tests that are tried once more. One that is also marked `races` is not: a rare failure is what it seeks."""
STARTED = {"browser", "site"}
"""Fixtures that start a program or a whole site: a test that asks for one is tried once more, marked or not."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let long tests, those of a browser or a site and those that compare times, and no others, be tried once more."""
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if leans_on_the_machine(item) and not item.get_closest_marker("races"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def leans_on_the_machine(item: pytest.Item) -> bool:
    """Return whether a marker or a fixture says so."""
    return any(map(item.get_closest_marker, AGAIN)) or not STARTED.isdisjoint(getattr(item, "fixturenames", ()))


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
        sentence = f"{reruns} tests were tried again; more than {MAX} fail the run."
        terminalreporter.write_line(sentence, red=True)
