"""The time of an answer: the instrument finds what is planted, and the sweep tells what there is to find.

TIMINGS=10000 python -m pytest -s tests/secrecy/test_timing.py -k sweep
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.auth_backends import AuthenticationBackend

from config.middleware import rate_limits
from tests.secrecy import timing
from tests.secrecy.timing import Comparison, Question, compare

pytestmark = [pytest.mark.django_db, pytest.mark.times, pytest.mark.timeout(7200)]
MANY = int(os.environ.get("TIMINGS", "0"))
TOLERATED = 0.05
"""By how much a share may differ from one half: with one look at each, eleven guesses in twenty are right."""


@pytest.fixture(autouse=True)
def allow_everything(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow everything, so that no rate limit answers."""
    settings.ACCOUNT_RATE_LIMITS = False
    settings.PASSWORD_HASHERS = ["tests.secrecy.timing.QuickArgon2"]
    monkeypatch.setattr(rate_limits, "is_over", lambda *_given: False)


def compare_until_clear(question: Question, pairs: int) -> Comparison:
    """Compare with twice as many pairs, four times at most, until something is apparent on a busy machine."""
    found = compare(question, pairs)
    for doubling in range(1, 5):
        if found.apparent:
            break
        found = compare(question, pairs << doubling)
    return found


def work(turns: int) -> int:
    return sum(range(turns))


def test_a_planted_delay_is_found() -> None:
    """Plant a tenth more work in one of the worlds."""
    found = compare_until_clear(Question(lambda one: work(22_000 if one else 20_000)), 400)
    assert found.apparent and found.share > 0.5, found


def test_what_is_the_same_is_not_found() -> None:
    """Look three times, since one in a thousand is wrong by chance."""
    assert not all(compare(Question(lambda one: work(20_000)), 400, seed).apparent for seed in (1, 2, 3))


def test_an_account_that_is_not_hashed_for_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant a site that forgets to hash for unknown accounts, and so refuses them at once."""
    question = timing.an_account_at_the_log_in()
    monkeypatch.setattr(AuthenticationBackend, "_mitigate_timing_attack", lambda *_given: None)
    found = compare_until_clear(question, 60)
    assert found.apparent and found.share > 0.5, found


@pytest.mark.skipif(not MANY, reason="set TIMINGS to the number of pairs")
@pytest.mark.parametrize("question", timing.QUESTIONS, ids=lambda each: each.__name__)
def test_sweep(question: Callable[[], Question]) -> None:
    found = compare(question(), MANY)
    print(f"\n{question.__doc__} {found}")
    assert abs(found.share - 0.5) < TOLERATED + found.doubt, found
