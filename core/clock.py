"""What time it is: always the database's, so that every server agrees."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time
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
_set_back: ContextVar[datetime | None] = ContextVar("set_back", default=None)


def resolve(moment: datetime) -> datetime:
    """Return the present moment, given the database's clock as a query has just returned it."""
    return moment if _source is read_database and _set_back.get() is None else now()


def now() -> datetime:
    """Return the present moment."""
    return _set_back.get() or _source()


def begin_day(day: date) -> datetime:
    """Return the moment at which a day of universal time begins."""
    return datetime.combine(day, time.min, UTC)


def get_day(moment: datetime) -> date:
    """Return the day of universal time that a moment lies in."""
    return moment.astimezone(UTC).date()


def get_midnight(moment: datetime) -> datetime:
    """Return the moment at which the day of universal time began that a moment lies in."""
    return begin_day(get_day(moment))


@contextmanager
def set_back(moment: datetime) -> Iterator[None]:
    """Let the clock of this thread show a moment of the past, to write down what happened before a site opened."""
    token = _set_back.set(moment)
    try:
        yield
    finally:
        _set_back.reset(token)


@contextmanager
def freeze(moment: datetime) -> Iterator[None]:
    """Let every clock show this moment, for a test."""
    global _source  # noqa: PLW0603 - the seam itself
    before, _source = _source, lambda: moment
    try:
        yield
    finally:
        _source = before
