"""Errors in one piece of a batch."""

import logging

import pytest

from core.run_safely import run_safely


def test_an_error_is_logged_with_its_piece_and_counts_as_nothing_done(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger(__name__)
    done = [run_safely(lambda number=number: 6 // number, log, "piece %s failed", number) for number in (2, 0, 3)]
    assert done == [3, 0, 2]
    assert [record.getMessage() for record in caplog.records] == ["piece 0 failed"]
    assert caplog.records[0].exc_info is not None
