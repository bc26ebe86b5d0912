"""Chance in tests: each begins with a seed of its own, so that the same commit meets the same dice, codes and tokens.

CI takes one seed for ever; at a desk each run takes another and says which: `TEST_CHANCE=4711 python3 manage.py test …`
repeats it (docs/decisions/094-the-same-run.md). What is drawn by several threads at once still depends on their order.
"""

import os
import random

import pytest

VARIABLE = "TEST_CHANCE"
luck = random.Random()


def choose_seed() -> str:
    """Return the seed of this run, and keep it for the processes that it starts."""
    fixed = os.environ.get("CI") == "true"
    return os.environ.setdefault(VARIABLE, "0" if fixed else str(random.SystemRandom().randrange(1_000_000)))


def pytest_report_header() -> str:
    return f"chance: {VARIABLE}={choose_seed()}"


def pytest_configure(config: pytest.Config) -> None:
    """Let what asks the system for chance ask `luck`; a forked process draws its own numbers."""
    choose_seed()
    random._urandom = os.urandom = luck.randbytes  # type: ignore[attr-defined]
    os.register_at_fork(after_in_child=lambda: luck.seed(f"{luck.random()} {os.getpid()}"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin anew before each test; a second try has other luck."""
    seed = f"{choose_seed()} {item.nodeid} {getattr(item, 'execution_count', 1)}"
    luck.seed(seed)
    random.seed(seed)
