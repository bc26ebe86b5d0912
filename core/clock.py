"""What time it is: always the database's, so that every server agrees."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func

NOW_SQL = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')",
}


class DatabaseNow(Func):
    """The database's clock within a query, as of when its row is read; `seen` makes of it what `now` would say."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = DateTimeField()
    arity = 0

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        written = NOW_SQL["sqlite"].removeprefix("SELECT ").replace("%", "%%%%")
        return self.as_sql(compiler, connection, template=written, **more)


def read_database() -> datetime:
    """Return the database's clock at this moment, not at the start of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute(NOW_SQL[connection.vendor])
        (moment,) = cursor.fetchone()
    return moment if isinstance(moment, datetime) else datetime.fromisoformat(moment).replace(tzinfo=UTC)


_source: Callable[[], datetime] = read_database


def resolve(moment: datetime) -> datetime:
    """Return the present moment, given the database's clock as a query has just returned it."""
    return moment if _source is read_database else _source()


def now() -> datetime:
    """Return the present moment."""
    return _source()


@contextmanager
def freeze(moment: datetime) -> Iterator[None]:
    """Let every clock show this moment, for a test."""
    global _source  # noqa: PLW0603 - the seam itself
    before, _source = _source, lambda: moment
    try:
        yield
    finally:
        _source = before
