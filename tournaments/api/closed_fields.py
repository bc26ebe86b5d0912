"""The nested objects of an announcement: rules, terms, timetable, absence. The services check their content."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache

from core.limits import EXTENSIONS, MAX_AMOUNT, PAUSES
from dynasty.api.closed_fields import ClosedField, Schema, build_object_schema, build_uniform_schema
from dynasty.catalog.assets import ASSETS, REPUTATION
from tournaments.domain import games, negotiation, timetables
from tournaments.domain.terms import MAX_BETTING_WINDOW, MAX_INVITED, MAX_POINTS, MAX_REPUTATION, POINTS, Chests
from tournaments.domain.tournament_types import FATES, TAKERS

FLAG: Schema = {"type": "boolean"}
HOUR: Schema = {"type": "string", "pattern": r"^([01][0-9]|2[0-3]):[0-5][0-9]$"}


def build_number(least: int, most: int) -> Schema:
    """Return the schema of a whole number within limits."""
    return {"type": "integer", "minimum": least, "maximum": most}


def build_text(most: int) -> Schema:
    """Return the schema of a text of so many characters at most."""
    return {"type": "string", "maxLength": most}


AMOUNT = build_number(1, MAX_AMOUNT)


def build_list(part: Schema, most: int) -> Schema:
    """Return the schema of a list of so many parts at most."""
    return {"type": "array", "items": part, "maxItems": most}


@cache
def list_rules(game: str) -> tuple[str, ...]:
    """Return the names of a game's rules."""
    return tuple(games.GAMES[game].read_rules({}))


def build_rule_schemas() -> dict[str, Schema]:
    """Return every rule, and which games have it."""
    found: dict[str, list[str]] = {}
    for game in games.GAMES:
        for rule in list_rules(game):
            found.setdefault(rule, []).append(game)
    return {
        rule: describe_type(games.GAMES[these[0]].read_rules({})[rule])
        | {"description": f"A rule of {', '.join(these)}."}
        for rule, these in sorted(found.items())
    }


def describe_type(value: object) -> Schema:
    """Return the schema of the type of a rule that has this value by default.

    >>> describe_type(True), describe_type(3), describe_type(["duel"])
    ({'type': 'boolean'}, {'type': 'integer'}, {'type': 'array', 'items': {'type': 'string'}})
    """
    if isinstance(value, list):
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "boolean" if isinstance(value, bool) else "integer" if isinstance(value, int) else "string"}


class RulesField(ClosedField):
    """The rules of the game that the same body names."""

    SCHEMA = build_object_schema(
        build_rule_schemas(), description="The rules of this game; what is missing is as usual."
    )

    def get_schema(self, body: Mapping[str, object]) -> Schema:
        """Return the rules of that game; anything goes in a game that there is not, which is refused as such."""
        game = body.get("game", "emperors")
        return build_uniform_schema(list_rules(game), {}) if isinstance(game, str) and game in games.GAMES else {}


class TermsField(ClosedField):
    """What is at stake, and who may enter."""

    SCHEMA = build_object_schema({
        "prize": build_uniform_schema([*ASSETS, REPUTATION], AMOUNT),
        "giver": build_text(10),
        "fee": build_uniform_schema(ASSETS, AMOUNT),
        "stake": build_number(0, MAX_REPUTATION),
        "key": build_text(40),
        "key_consumed": FLAG,
        "minimum_reputation": build_number(0, MAX_REPUTATION),
        "betting": FLAG,
        "fill": build_text(24),
        "programs": FLAG,
        "points": build_uniform_schema(POINTS, build_number(-MAX_POINTS, MAX_POINTS)),
        "invited": build_list(build_text(10), MAX_INVITED),
        "chests": build_uniform_schema([each.name for each in fields(Chests)], build_number(0, 1_000_000))
        | {"nullable": True},
        "link": FLAG,
        "punctual": FLAG,
        "houses": FLAG | {"nullable": True},
        "rated": FLAG | {"nullable": True},
        "negotiation": {"type": "string", "enum": list(negotiation.MODES)},
        "anonymous": FLAG,
        "timeliness": build_number(0, 100),
        "newcomers": FLAG,
        "club": build_text(10),
        "betting_window": build_number(0, MAX_BETTING_WINDOW) | {"nullable": True},
        "fates": build_uniform_schema(TAKERS, {"type": "string", "enum": list(FATES)})
        | {"required": list(TAKERS), "nullable": True},
    }, description="What is at stake, and who may enter.")  # fmt: skip


class TimetableField(ClosedField):
    """Rounds that close at an hour, and quiet hours."""

    SCHEMA = build_object_schema({
        "daily": HOUR,
        "zone": build_text(timetables.MAX_ZONE_LENGTH),
        "weekdays": build_list(build_number(0, 6), 7),
        "quiet": build_list(HOUR, 2) | {"minItems": 2},
        "least": {"type": "integer", "minimum": 1},
    }, description="Rounds that close at an hour, and quiet hours. Monday is 0.")  # fmt: skip


class AbsenceField(ClosedField):
    """What holds for players who are away."""

    SCHEMA = build_object_schema({
        "leave": FLAG,
        "volunteers": FLAG,
        "computer": build_text(24),
        "extensions": build_number(*EXTENSIONS),
        "draws": FLAG,
        "pauses": build_number(*PAUSES),
    }, description="What holds for players who are away.")  # fmt: skip
