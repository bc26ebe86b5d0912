"""A list of ids as one value of a statement, so that a statement which is written once can be given any number."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import Lookup

AMONG_SQL = {
    "postgresql": "= ANY(string_to_array({}, ',')::bigint[])",
    "sqlite": "IN (SELECT value FROM json_each('[' || {} || ']'))",
}
"""What follows a column, by database, with the place of the list."""


class IsAmong(Lookup):
    """Whether a column of ids is in a list that `format_ids` wrote."""

    lookup_name = "is_among"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, values = self.process_lhs(compiler, connection)
        place, ids = self.process_rhs(compiler, connection)
        return f"{column} {AMONG_SQL[connection.vendor].format(place)}", [*values, *ids]


def format_ids(ids: Iterable[int]) -> str:
    """Return ids as the one value that stands for all of them.

    >>> format_ids([3, 5])
    '3,5'
    """
    return ",".join(map(str, ids))


def write_condition(column: str) -> str:
    """Return the SQL that asks whether a column is in the list that is its one value."""
    return f"{column} {AMONG_SQL[connection.vendor].format('%s')}"
