"""Moments that come from PostgreSQL are those that were written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

MOMENTS = (
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(2026, 11, 27, 5, 19, 55, tzinfo=UTC),
    datetime(2026, 11, 27, 5, 19, 55, 120_000, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
)


@pytest.mark.races
@pytest.mark.django_db
@pytest.mark.parametrize("moment", MOMENTS, ids=str)
def test_a_moment_is_read_as_it_was_written(moment: datetime) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no moments")
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz, %s::timestamptz", [moment, None])
        found, none = cursor.fetchone()
    assert (found, found.utcoffset(), none) == (moment, timedelta(0), None)
