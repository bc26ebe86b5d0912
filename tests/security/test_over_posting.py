"""Unexpected fields in a request change nothing.

Every endpoint that changes something gets its usual body, and with it every field of our models, each with a value
that nothing else has. None of these values may be found in the database afterwards. An API endpoint refuses what
it does not know, by name; then the rest is sent alone.
"""

from functools import cache
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models

from tests.security.outcomes import call_endpoint, undone
from tests.security.test_matrix import DECLARED
from tests.security.tries import Endpoint, body, list_endpoints
from tests.security.world import World
from tournaments.forms.announcements import STEPS

Effect = tuple[int, set[str], dict[str, Any]]
TEXT, NUMBER, MOMENT = "Canary text", 987_654_321, "1999-09-09T09:09:09Z"


@pytest.mark.django_db  # makes the database, for the whole file
def test_there_is_enough_to_send() -> None:
    assert len(hostile()) > 120 and {"balance", "organiser", "is_staff", "reputation", "status", "seed"} <= set(
        hostile()
    )


@cache
def hostile() -> dict[str, Any]:
    """Return a value for every field of every model of ours, by its name."""
    found = {}
    for label in ("dynasty", "tournaments"):
        for model in apps.get_app_config(label).get_models():
            for each in model._meta.get_fields():
                if isinstance(each, models.Field):
                    found[each.name] = found[each.attname] = value_for(each)
    return found


def value_for(each: Any) -> Any:
    if isinstance(each, models.BooleanField):
        return True
    if isinstance(each, models.IntegerField | models.ForeignKey):
        return NUMBER
    if isinstance(each, models.DateTimeField | models.DateField):
        return MOMENT
    return {"canary": TEXT} if isinstance(each, models.JSONField) else TEXT


WRITERS = [(endpoint, method) for endpoint in list_endpoints() for method in ("POST", "PUT", "PATCH", "DELETE")
           if "does" in DECLARED.get((endpoint.name, method), ())]  # fmt: skip


@pytest.mark.parametrize(("endpoint", "method"), WRITERS, ids=lambda each: getattr(each, "name", each))
def test_what_is_sent_besides_changes_nothing(world: World, endpoint: Endpoint, method: str) -> None:
    role = "owner" if DECLARED[endpoint.name, method][3] == "does" else "wanderer"
    role = "staff" if endpoint.name == "moderation" else role
    data = body(endpoint, method, world)
    besides = {name: value for name, value in hostile().items() if name not in set(data) | meant(endpoint, method)}
    (plain, _, fields), (loaded, unknown, found) = (
        effect(world, endpoint, method, role, more) for more in ({}, besides)
    )
    if endpoint.api and unknown:
        assert loaded == 400 and unknown <= set(besides)
        assert found == everything(), "what is refused changes nothing"
        known = {name: value for name, value in besides.items() if name not in unknown}
        loaded, unknown, found = effect(world, endpoint, method, role, known)
    assert plain == loaded and not unknown, "the wish is granted or refused as if nothing else were there"
    assert not canaries(found) - canaries(fields)
    assert flags(found) == flags(fields)


def meant(endpoint: Endpoint, method: str) -> set[str]:
    return OPTIONAL.get(f"{endpoint.name} {method}", set())


OPTIONAL = {
    "announce_arena POST": {"timeliness", "newcomers", "computers"},
    "api_tournaments POST": {"rules", "terms", "opens_at", "timetable", "absence", "least_seats", "starts_at", "game"},
    "api_all_series POST": {"rules", "terms", "advance", "starts_at", "game"},
    "api_keys POST": {"token"},
    "api_club_membership PUT": {"invitation"},
    "api_preferences PUT": {"map"},
    "display POST": {"map"},
    "settings POST": {"map"},
    "api_boards POST": {"after"},
    "api_maps POST": {"after"},
    "api_raise POST": {"portrait"},
    "api_found PUT": {"motto", "emblem", "program"},
    "api_following PUT": {"emperor", "field"},
    "api_offers POST": {"to", "emperor"},
    "api_casual POST": {"mode", "field", "preset", "people", "computers", "name", "emblem", "round_seconds", "level"},
    "api_casual_seats POST": {"name"},
    "api_entry POST": {"chest"},
    "api_line POST": {"chest"},
    "api_talk POST": {"to"},
    "api_treaties POST": {"until", "target"},
    "tournament_treaties POST": {"until", "target"},
    "api_leave POST": {"since"},
    "api_recurring POST": {"zone"},
    "api_recurring_setup PUT": {"rules", "terms", "timetable", "absence", "least_seats", "starts_at", "game", "zone"},
    "api_webhooks POST": {"format", "name"},
    "webhooks POST": {"format", "name"},
    "webhook POST": {"name"},
    "api_webhook PUT": {"name"},
    "api_notice_push POST": {"browser"},
    "notices_push POST": {"browser"},
    "tournament_enter POST": {"chest"},
    "tournament_call_off POST": {"reason"},
    "casual POST": {"seat"},
    "challenge POST": {"seat"},
    "casual_now POST": {"game", "level", "coached"},
    "edit_recurrence POST": {name for form in STEPS.values() for name in form.base_fields} | {"recurring"},
    "announce POST": {name for form in STEPS.values() for name in form.base_fields},
}
"""Fields that the endpoint reads besides those of the usual body, and that happen to be named like a model's."""


def effect(world: World, endpoint: Endpoint, method: str, role: str, besides: dict[str, Any]) -> Effect:
    """Return the status, the fields that are refused as unknown, and what lies in the database then."""
    cookies = world.clients[role].cookies.copy()
    with undone():
        sent = besides if endpoint.api or method != "POST" else {k: flat(v) for k, v in besides.items()}
        answer = call_endpoint(world, endpoint, method, role, sent)
        found = everything()
    world.clients[role].cookies = cookies
    return answer.status_code, unknown_in(answer), found


def unknown_in(answer: Any) -> set[str]:
    """Return the names that an API endpoint reports as unknown."""
    if answer.status_code != 400 or "json" not in answer.headers["Content-Type"]:
        return set()
    fields = answer.json().get("errors", {})
    return {name for name, wrong in fields.items() if wrong == ["Unknown field."]}


def flat(value: Any) -> str:
    return "on" if value is True else str(value)


def everything() -> dict[str, Any]:
    """Return all rows of all our tables, as text."""
    with connection.cursor() as cursor:
        found = {}
        for model in [each for label in ("dynasty", "tournaments") for each in apps.get_app_config(label).get_models()]:
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            found[model._meta.db_table] = ([part[0] for part in cursor.description or ()], cursor.fetchall())
        return found


def canaries(found: dict[str, Any]) -> set[tuple[str, str]]:
    """Return where a value lies that only we can have sent."""
    return {(table, column) for table, (columns, rows) in found.items() for row in rows
            for column, value in zip(columns, row, strict=True) if is_canary(value)}  # fmt: skip


def is_canary(value: Any) -> bool:
    text = str(value)
    return "canary text" in text.casefold() or str(NUMBER) in text or "1999-09-09" in text


def flags(found: dict[str, Any]) -> dict[str, list[Any]]:
    """Count the rows that say yes in each boolean column; a flag has no value of its own to look for."""
    return {f"{model._meta.db_table}.{each.column}": sorted(truths(found, model._meta.db_table, each.column))
            for label in ("dynasty", "tournaments") for model in apps.get_app_config(label).get_models()
            for each in model._meta.concrete_fields if isinstance(each, models.BooleanField)}  # fmt: skip


def truths(found: dict[str, Any], table: str, column: str) -> list[str]:
    columns, rows = found[table]
    return [str(row[columns.index(column)]) for row in rows]
