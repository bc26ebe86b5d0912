"""The objects within an announcement: rules, terms, timetable, absence. What they hold, the services check."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from core.limits import EXTENSIONS, MAX_AMOUNT, PAUSES
from dynasty.api.closed_fields import ClosedField, Schema, object_of, same
from dynasty.catalog.assets import ASSETS, REPUTATION
from tournaments.domain import games, timetables
from tournaments.domain.terms import LONGEST_WINDOW, MOST_INVITED, MOST_POINTS, MOST_REPUTATION, POINTS, Chests
from tournaments.domain.tournament_types import FATES, TAKERS

FLAG: Schema = {"type": "boolean"}
HOUR: Schema = {"type": "string", "pattern": r"^([01][0-9]|2[0-3]):[0-5][0-9]$"}


def number(least: int, most: int) -> Schema:
    """Return the schema of a whole number within limits."""
    return {"type": "integer", "minimum": least, "maximum": most}


def text(most: int) -> Schema:
    """Return the schema of a text of so many characters at most."""
    return {"type": "string", "maxLength": most}


AMOUNT = number(1, MAX_AMOUNT)


def list_of(part: Schema, most: int) -> Schema:
    """Return the schema of a list of so many parts at most."""
    return {"type": "array", "items": part, "maxItems": most}


@cache
def rules_of(game: str) -> tuple[str, ...]:
    """Return the names of a game's rules."""
    return tuple(games.GAMES[game].read_rules({}))


def rules_of_all() -> dict[str, Schema]:
    """Return every rule, and which games have it."""
    found: dict[str, list[str]] = {}
    for game in games.GAMES:
        for rule in rules_of(game):
            found.setdefault(rule, []).append(game)
    return {rule: {"description": f"A rule of {', '.join(these)}."} for rule, these in sorted(found.items())}


class RulesField(ClosedField):
    """The rules of the game that the same body names."""

    SCHEMA = object_of(rules_of_all(), description="The rules of this game; what is missing is as usual.")

    def known(self, body: Mapping[str, Any]) -> Schema:
        """Return the rules of that game; anything goes in a game that there is not, which is refused as such."""
        game = body.get("game", "emperors")
        return same(rules_of(game), {}) if isinstance(game, str) and game in games.GAMES else {}


class TermsField(ClosedField):
    """What is at stake, and who may enter."""

    SCHEMA = object_of({
        "prize": same([*ASSETS, REPUTATION], AMOUNT),
        "giver": text(10),
        "fee": same(ASSETS, AMOUNT),
        "stake": number(0, MOST_REPUTATION),
        "key": text(40),
        "key_consumed": FLAG,
        "minimum_reputation": number(0, MOST_REPUTATION),
        "betting": FLAG,
        "fill": text(24),
        "programs": FLAG,
        "points": same(POINTS, number(-MOST_POINTS, MOST_POINTS)),
        "invited": list_of(text(10), MOST_INVITED),
        "chests": same([each.name for each in fields(Chests)], number(0, 1_000_000)) | {"nullable": True},
        "link": FLAG,
        "punctual": FLAG,
        "betting_window": number(0, LONGEST_WINDOW) | {"nullable": True},
        "fates": same(TAKERS, {"type": "string", "enum": list(FATES)})
        | {"required": list(TAKERS), "nullable": True},
    }, description="What is at stake, and who may enter.")  # fmt: skip


class TimetableField(ClosedField):
    """Rounds that close at an hour, and quiet hours."""

    SCHEMA = object_of({
        "daily": HOUR,
        "zone": text(timetables.LONGEST_ZONE),
        "weekdays": list_of(number(0, 6), 7),
        "quiet": list_of(HOUR, 2) | {"minItems": 2},
        "least": {"type": "integer", "minimum": 1},
    }, description="Rounds that close at an hour, and quiet hours. Monday is 0.")  # fmt: skip


class AbsenceField(ClosedField):
    """What holds for players who are away."""

    SCHEMA = object_of({
        "leave": FLAG,
        "volunteers": FLAG,
        "computer": text(24),
        "extensions": number(*EXTENSIONS),
        "draws": FLAG,
        "pauses": number(*PAUSES),
    }, description="What holds for players who are away.")  # fmt: skip
