"""Errors in one piece of a batch."""

import logging
from collections.abc import Sequence

import pytest

from core.run_safely import run_safely, run_together


def test_an_error_is_logged_with_its_piece_and_counts_as_nothing_done(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger(__name__)
    done = [run_safely(lambda number=number: 6 // number, log, "piece %s failed", number) for number in (2, 0, 3)]
    assert done == [3, 0, 2]
    assert [record.getMessage() for record in caplog.records] == ["piece 0 failed"]
    assert caplog.records[0].exc_info is not None


def test_many_are_done_in_one_call_and_after_an_error_each_alone(caplog: pytest.LogCaptureFixture) -> None:
    log, calls = logging.getLogger(__name__), list[object]()

    def divide(number: int) -> int:
        calls.append(number)
        return 6 // number

    def divide_all(numbers: Sequence[int]) -> int:
        calls.append(list(numbers))
        return sum(6 // number for number in numbers)

    assert run_together([2, 3], divide_all, divide, log, "piece %s failed") == 5
    assert run_together([2, 0, 3], divide_all, divide, log, "piece %s failed") == 5
    assert run_together([3], divide_all, divide, log, "") == 2 and run_together([], divide_all, divide, log, "") == 0
    assert calls == [[2, 3], [2, 0, 3], 2, 0, 3, 3]
    assert [record.getMessage() for record in caplog.records] == ["3 pieces cannot be done together", "piece 0 failed"]
