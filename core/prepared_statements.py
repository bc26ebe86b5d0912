"""What is asked with every order and every round, written out once and kept.

The ORM takes longer to write such a statement than the database to answer it. It still writes it, once in a process,
and what comes back are its models: a kept statement says the same as the query or the `save` that it stands for.
PostgreSQL reads and plans it once a connection, not each time (`DB_PREPARED`).
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, models, transaction
from django.db.models.query import get_related_populators

from core import id_lists

M = TypeVar("M", bound=models.Model)
populators: Any = get_related_populators
FIRST_PLACEHOLDER = 2_147_480_000
"""Stands for the first value while a query is written; so large that no query says it itself."""
FIRST_MOMENT = datetime(9000, 1, 1, tzinfo=UTC)
"""Stands for a first value that is a moment."""
FIRST_TEXT = "\ue000"
"""Stands, with its place, for a value that is a text; of the characters that mean nothing to anybody."""
Value = int | str | datetime


@dataclass(frozen=True)
class QueryPlan:
    """A query as it is sent, and how models are made of its rows."""

    sql: str
    values: tuple[Any, ...]
    """As the query says them; in the place of each of the caller's there is its mark."""
    locks: bool
    model: type[models.Model]
    names: list[str]
    columns: slice
    related: list[Any]
    annotations: dict[str, int]
    converters: list[tuple[int, tuple[list[Callable[..., Any]], Any]]]

    def fill(self, arguments: Sequence[Value]) -> list[Any]:
        marks = {adapt(make_mark(place, value)): adapt(value) for place, value in enumerate(arguments)}
        return [marks.get(value, value) if isinstance(value, MARKED) else value for value in self.values]

    def build(self, found: Iterable[Any]) -> models.Model:
        """Return the model instance of a row, with annotations and related instances."""
        row = list(found)
        for place, (convert, expression) in self.converters:
            for step in convert:
                row[place] = step(row[place], expression, connection)
        made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
        for each in self.related:
            each.populate(row, made)
        for name, place in self.annotations.items():
            setattr(made, name, row[place])
        return made


MARKED = (int, str, datetime)
"""The types that marks have among the values of a statement, on one database or the other."""


def make_mark(place: int, value: Value) -> Value:
    """Return what stands for a value of this type in this place while a query is written."""
    if isinstance(value, str):
        return f"{FIRST_TEXT}{place}"
    return FIRST_MOMENT + timedelta(days=place) if isinstance(value, datetime) else FIRST_PLACEHOLDER + place


def adapt(value: Value) -> Any:
    """Return a value as the ORM passes it to the database."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def build_plan(query: models.QuerySet[Any]) -> QueryPlan:
    """Return the plan of a query: its SQL as the ORM compiles it, and how to build models from the rows."""
    compiler: Any = query.query.get_compiler(connection.alias)
    sql, values = compiler.as_sql()
    info = compiler.klass_info
    columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
    return QueryPlan(
        sql, tuple(values), query.query.select_for_update, info["model"],
        [column[0].target.attname for column in compiler.select[columns]], columns,
        populators(info, compiler.select, connection.alias), compiler.annotation_col_map or {},
        list(compiler.get_converters([column[0] for column in compiler.select[: compiler.col_count]]).items()),
    )  # fmt: skip


class PreparedQuery(Generic[M]):
    """A query of models that differs in whole numbers, texts and moments alone: `make` gets them, in their order.

    Called with them, it asks. Two databases may want two ways of saying it. `make` passes its values on as they are:
    what it works out of one of them is worked out once and for all.
    """

    def __init__(self, make: Callable[..., models.QuerySet[M]]) -> None:
        self.make = make
        self.plans: dict[str, QueryPlan] = {}

    def __call__(self, *arguments: Value) -> list[M]:
        plan = self.plans.get(connection.vendor)
        if plan is None:
            marks = [make_mark(place, value) for place, value in enumerate(arguments)]
            plan = build_plan(self.make(*marks))
            lost = {adapt(mark) for mark in marks} - {value for value in plan.values if isinstance(value, MARKED)}
            assert not lost, f"{self.make} works something out of {lost}, or does not use it"
            self.plans[connection.vendor] = plan
        if plan.locks and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("rows are locked within a transaction only")
        made: list[Any] = [plan.build(row) for row in fetch_rows(plan.sql, plan.fill(arguments))]
        return made

    def first(self, *arguments: Value) -> M | None:
        return next(iter(self(*arguments)), None)


class PreparedUpdate:
    """`save(update_fields=…)` of these fields of a model."""

    def __init__(self, model: type[models.Model], *names: str) -> None:
        self.fields: list[Any] = [model._meta.get_field(name) for name in names]
        settings = ", ".join(f"{field.column} = %s" for field in self.fields)
        self.sql = f"UPDATE {model._meta.db_table} SET {settings} WHERE {model._meta.pk.column} = %s"

    def save(self, row: models.Model) -> None:
        if not execute(self.sql, [*get_db_values(row, self.fields), row.pk]):
            raise DatabaseError(f"there is no {type(row).__name__} {row.pk} any more")

    def save_all(self, rows: Sequence[models.Model]) -> None:
        """Save these fields of many rows; on PostgreSQL in one statement."""
        fields = [*self.fields, rows[0]._meta.pk]
        table, key = rows[0]._meta.db_table, fields[-1].column
        settings = ", ".join(f"{field.column} = many.{field.column}" for field in self.fields)
        sql = f"UPDATE {table} SET {settings} FROM {make_relation(fields)} WHERE {table}.{key} = many.{key}"
        if execute_for_all(sql, self.sql, rows, fields) != len(rows):
            raise DatabaseError(f"one of many rows of {table} is not there any more")


class PreparedInsert:
    """`save` of a model that is new: all its fields, and its number is known afterwards."""

    def __init__(self, model: type[models.Model]) -> None:
        self.fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
        columns, places = ", ".join(field.column for field in self.fields), ", ".join(["%s"] * len(self.fields))
        self.sql = (f"INSERT INTO {model._meta.db_table} ({columns}) VALUES ({places}) "
                    f"RETURNING {model._meta.pk.column}")  # fmt: skip

    def create(self, row: M) -> M:
        ((row.pk,),) = fetch_rows(self.sql, get_db_values(row, self.fields))
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def create_all(self, rows: Sequence[models.Model]) -> None:
        """Create many rows, on PostgreSQL in one statement; their numbers are not known afterwards."""
        insert, _values, places = self.sql.partition(" RETURNING")[0].partition(" VALUES ")
        columns = ", ".join(field.column for field in self.fields)
        sql = f"{insert} SELECT {columns} FROM {make_relation(self.fields)}"
        execute_for_all(sql, f"{insert} VALUES {places}", rows, self.fields)


class PreparedDelete:
    """`delete` of all rows of a model that belong to another; none of them may have rows of their own."""

    def __init__(self, model: type[models.Model], of: str) -> None:
        field: Any = model._meta.get_field(of)
        self.column: str = field.column
        self.sql = f"DELETE FROM {model._meta.db_table} WHERE"

    def delete(self, of: int) -> None:
        execute(f"{self.sql} {self.column} = %s", [of])

    def delete_all(self, of: Iterable[int]) -> None:
        """Delete the rows of many in one statement."""
        execute(f"{self.sql} {id_lists.write_condition(self.column)}", [id_lists.format_ids(of)])


def get_db_values(row: models.Model, fields: Iterable[Any]) -> list[Any]:
    """Return the values of these fields of a model instance as the database takes them."""
    here = connections[DEFAULT_DB_ALIAS]  # through `connection` each look at it would be several calls
    return [field.get_db_prep_save(getattr(row, field.attname), here) for field in fields]


def make_relation(fields: Sequence[Any], *others: str) -> str:
    """Return what PostgreSQL reads as a relation `many` from one value, the JSON of `format_rows`.

    `others`: columns that are no fields, each with its type.
    """
    types = [field.rel_db_type(connection) if field.primary_key else field.db_type(connection) for field in fields]
    columns = [f"{field.column} {type.partition('(')[0]}" for field, type in zip(fields, types, strict=True)]
    return f"jsonb_to_recordset(%s::jsonb) AS many ({', '.join([*columns, *others])})"


def format_rows(rows: Iterable[Sequence[Any]], columns: Sequence[str]) -> str:
    """Return rows of values that `get_db_values` made as JSON.

    Arrays, one for each column, cost twice as much: every value in them is escaped.
    """
    return json.dumps([dict(zip(columns, row, strict=True)) for row in rows], default=get_json_value)


def get_json_value(value: Any) -> Any:
    """Return a moment as PostgreSQL reads it, and what is in a value of JSON."""
    return value.isoformat() if isinstance(value, datetime) else value.obj


def execute_for_all(sql: str, sql_of_one: str, rows: Sequence[models.Model], fields: Sequence[Any]) -> int:
    """Execute a statement over a relation of many rows, where the database can, or one for each row."""
    values = [get_db_values(row, fields) for row in rows]
    if connection.vendor == "postgresql":
        return execute(sql, [format_rows(values, [field.column for field in fields])])
    with connection.cursor() as cursor:
        cursor.executemany(sql_of_one, values)
        return int(cursor.rowcount)


def fetch_rows(sql: str, values: Sequence[Any]) -> list[Any]:
    with open_cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def execute(sql: str, values: Sequence[Any]) -> int:
    """Execute a statement and return how many rows it changed."""
    with open_cursor() as cursor:
        cursor.execute(sql, values)
        return int(cursor.rowcount)


def open_cursor() -> Any:
    """Return a database cursor; on PostgreSQL, one whose statements the server prepares."""
    here: Any = connections[DEFAULT_DB_ALIAS]
    if here.vendor != "postgresql":
        return here.cursor()
    from django.db.backends.postgresql import base

    here.ensure_connection()
    server: Any = base.ServerBindingCursor
    return here._prepare_cursor(server(here.connection))
