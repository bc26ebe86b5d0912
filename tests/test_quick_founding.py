"""Quick founding writes what the service writes."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection, transaction

from core import clock
from dynasty.catalog import emblems
from dynasty.models import Dynasty, Notice, User
from dynasty.services import founding
from tests import factories, quick_founding
from tests.emptied import list_tables

NOON = datetime(2030, 1, 31, 12, tzinfo=UTC)
Make = Callable[[User, str], Dynasty]


def by_the_service(user: User, name: str) -> Dynasty:
    return founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT)


def dump(names: dict[str, str]) -> dict[str, list[Any]]:
    """Return all rows of all tables, with the dynasties' codes and transfers' ids replaced."""
    found = {}
    for table in [*list_tables("default"), "dynasty_searchwords"]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table}")
            rows = cursor.fetchall()
        text = sorted(repr([each for each in row if not is_uuid(each)]) for row in rows)
        for code, name in names.items():
            text = [row.replace(code, name) for row in text]
        found[table] = sorted(text)
    return found


def is_uuid(value: Any) -> bool:
    try:
        return isinstance(value, UUID) or (isinstance(value, str) and len(value) == 32 and bool(UUID(value)))
    except ValueError:
        return False


def rows_after(make: Make) -> dict[str, list[Any]]:
    """Found three dynasties, the second beside an emperor with points, and forget them again."""
    with transaction.atomic():
        users = [User.objects.create(email=f"{name}@example.org") for name in "abc"]
        User.objects.update(joined_at=NOON)
        first = make(users[0], "Ming")
        emperor = factories.born(first, "Ada", 40)
        others = [make(user, name) for user, name in zip(users[1:], ("Qing", "Song"), strict=True)]
        names = {each.code: each.name for each in (first, emperor, *others)}
        names |= {notice.code: "notice" for notice in Notice.objects.all()}
        rows = dump(names)
        transaction.set_rollback(True)
    return rows


@pytest.mark.django_db
def test_the_same_rows_as_by_the_service() -> None:
    with clock.freeze(NOON):
        quick, true = rows_after(quick_founding.found), rows_after(by_the_service)
    assert quick == true
    filled = {table for table, rows in true.items() if rows}
    assert {"dynasty_account", "dynasty_transfer", "dynasty_treasuryday", "dynasty_event", "dynasty_mention",
            "dynasty_standing", "dynasty_standingday", "dynasty_rung", "dynasty_searchentry"} <= filled  # fmt: skip
    assert len(apps.get_models()) > 50, "every table is compared, those to come too"
