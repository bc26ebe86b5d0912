"""What time it is: always the database's, so that every server agrees."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from django.db import connection

ASK = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')",
}


def read_database() -> datetime:
    """The database's clock at this very moment, not at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute(ASK[connection.vendor])
        (moment,) = cursor.fetchone()
    return moment if isinstance(moment, datetime) else datetime.fromisoformat(moment).replace(tzinfo=UTC)


_source: Callable[[], datetime] = read_database


def now() -> datetime:
    """The present moment."""
    return _source()


@contextmanager
def frozen(moment: datetime) -> Iterator[None]:
    """Let every clock show this moment, for a test."""
    global _source  # noqa: PLW0603 - the seam itself
    before, _source = _source, lambda: moment
    try:
        yield
    finally:
        _source = before
