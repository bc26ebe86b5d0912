"""A tournament that is being composed: the steps filled in, put together, and what still stands in its way."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext as _

from battlefield.rulesets import CHOICES
from dynasty import clock
from dynasty.assets import ASSETS, REPUTATION
from dynasty.codes import ALPHABET, LENGTH, new_code
from dynasty.errors import Refused
from dynasty.models import Dynasty
from dynasty.names import fold
from tournaments import games, terms
from tournaments.forms.announcing import COMPOSED, STEPS, Step
from tournaments.models import Tournament
from tournaments.services import announcing
from tournaments.services.hosting import Repeat
from tournaments.terms import Terms

CONFIRM = "confirm"
CHOSEN = ("leave", "volunteers", "draws")
"""Of what holds for who is away: chosen with a yes or a no."""


def proper_code(text: str) -> bool:
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


@dataclass(frozen=True)
class Objection:
    """Why it cannot be announced as it is, and at which step that can be mended."""

    step: str
    sentence: str


@dataclass(frozen=True)
class Plan:
    """Who composes it, and everything that was filled in so far."""

    dynasty: Dynasty
    data: QueryDict

    @cached_property
    def forms(self) -> dict[str, Step]:
        return {name: form(self.data, dynasty=self.dynasty) for name, form in STEPS.items()}

    @cached_property
    def given(self) -> dict[str, Any]:
        """What was filled in, as far as it can be read."""
        for form in self.forms.values():
            form.is_valid()
        return {name: value for form in self.forms.values() for name, value in form.cleaned_data.items()}

    @property
    def steps(self) -> list[str]:
        """The steps of this plan: rules are composed only where they are one's own, and training has no stakes."""
        given = self.given
        left_out = {"rules": given.get("preset") != COMPOSED, "stakes": given.get("type") == "training"}
        return [name for name in (*STEPS, CONFIRM) if not left_out.get(name)]

    def beside(self, step: str) -> list[tuple[str, str]]:
        """What the other steps hold, to be sent along."""
        own = set(self.forms[step].fields) if step in self.forms else set()
        return [(name, value) for name, values in self.data.lists() if name in self.names - own for value in values]

    @cached_property
    def names(self) -> set[str]:
        return {name for form in self.forms.values() for name in form.fields} | {"code"}

    @property
    def code(self) -> str:
        """The code that it will have, so that it is announced once however often the button is pressed."""
        sent = self.data.get("code", "")
        return sent if proper_code(sent) else new_code()

    @cached_property
    def invited(self) -> list[Dynasty]:
        """The dynasties that are invited by name; Refused where one is not known."""
        lines = [line.strip() for line in self.given.get("invited", "").splitlines() if line.strip()]
        wanted = {fold(line): line for line in lines if self.given.get("door") != "all"}
        found = {each.folded_name: each for each in Dynasty.objects.filter(folded_name__in=wanted, house=False)}
        for folded, line in wanted.items():
            if folded not in found:
                raise Refused("no_such_dynasty", _("There is no dynasty of the name “%(name)s”."), name=line[:60])
        return list(found.values())

    @cached_property
    def terms(self) -> Terms:
        """The terms; Refused where they cannot be read. What does not go with the type is left out with its step."""
        return terms.read(self.doors | (self.stakes if "stakes" in self.steps else {}))

    @property
    def stakes(self) -> dict[str, Any]:
        given = self.given
        said: dict[str, Any] = {"betting": bool(given.get("betting"))}
        if given.get("type") == "gift":
            said |= {"prize": basket(given, "prize", (*ASSETS, REPUTATION)), "giver": given.get("giver", "")}
        else:
            said |= {"fee": basket(given, "fee", ASSETS)}
        if given.get("type") == "honour":
            said["stake"] = given.get("stake") or 0
        if given.get("chests"):
            numbers = {"minimum": given.get("chest_minimum"), "maximum": given.get("chest_maximum"),
                       "generosity": given.get("generosity")}  # fmt: skip
            said["chests"] = {name: value for name, value in numbers.items() if value is not None}
        return said

    @property
    def doors(self) -> dict[str, Any]:
        given = self.given
        invited = [each.code for each in self.invited]
        if given.get("door") == "invited" and not invited:
            raise Refused("nobody_invited", _("Name at least one dynasty that you invite."))
        plain = {name: given.get(name) or "" for name in ("key", "fill")}
        flags = {name: bool(given.get(name)) for name in ("key_consumed", "programs", "punctual")}
        return plain | flags | {"invited": invited, "link": given.get("door") == "link",
                                "minimum_reputation": given.get("minimum_reputation") or 0}  # fmt: skip

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the preset, or one's own, as they were filled in."""
        chosen = self.given.get("preset", "")
        game, _colon, preset = chosen.partition(":")
        if chosen != COMPOSED:
            return games.GAMES[game].presets()[preset][2] if game in games.GAMES else {}
        given = self.given
        slots = {slot: next((value for value in values if str(value).lower() == str(given.get(slot)).lower()), None)
                 for slot, values in CHOICES.items()}  # fmt: skip
        numbers = {name: given[name] for name in ("max_rounds", "quiet_rounds") if name in given}
        return {name: value for name, value in slots.items() if value is not None} | numbers | {"goals": goals(given)}

    @cached_property
    def tournament(self) -> Tournament:
        """What would be announced: a row that is not saved, with the rules made complete where they can be."""
        given, now = self.given, clock.now()
        game, _colon, field = given.get("field", "").partition(":")
        row = Tournament(
            code=self.code, organiser=self.dynasty, title=given.get("title") or _("Untitled"), announced_at=now,
            type=given.get("type") or "training", game=game, field=field, rules=self.rules, seed="",
            seats=given.get("seats") or 2, least_seats=given.get("least_seats") or 2,
            round_seconds=given.get("round_seconds") or 60, opens_at=self.moment("opens") or now,
            starts_at=self.moment("starts") or now + timedelta(hours=1), timetable=self.timetable,
            absence=self.absence,
        )  # fmt: skip
        if game in games.GAMES and (complete := completed(games.GAMES[game], row.rules)):
            row.rules = complete
        return row

    @property
    def timetable(self) -> dict[str, Any]:
        """At which hour rounds close, and when they never do."""
        given = self.given
        quiet = [f"{hour:%H:%M}" for name in ("quiet_from", "quiet_until") if (hour := given.get(name))]
        daily = f"{given['daily']:%H:%M}" if given.get("daily") else None
        found = {"daily": daily, "quiet": quiet} if daily or quiet else {}
        return {name: value for name, value in found.items() if value} | ({"zone": self.zone} if found else {})

    @property
    def absence(self) -> dict[str, Any]:
        """What holds for who is away; what was left open is left out, and so is what the type does not allow."""
        given = self.given
        chosen: dict[str, Any] = {name: given[name] == "yes" for name in CHOSEN if given.get(name)}
        chosen |= {name: given[name] for name in ("extensions", "pauses") if given.get(name) is not None}
        sits_in = given.get("sits_in") if given.get("type") in terms.WITH_COMPUTERS else ""
        return chosen | ({"computer": sits_in} if sits_in else {})

    @property
    def zone(self) -> str:
        return self.given.get("zone") or "UTC"

    def moment(self, name: str) -> datetime | None:
        """A day and an hour of the form, by the clocks of its zone."""
        wall = self.given.get(name)
        return wall.replace(tzinfo=ZoneInfo(self.zone)) if wall else None

    @cached_property
    def objections(self) -> list[Objection]:
        """Everything that stands in its way, in the order of the steps."""
        unread = [Objection(name, f"{form.fields[field].label}: {error}" if field in form.fields else str(error))
                  for name, form in self.forms.items() if name in self.steps
                  for field, errors in form.errors.items() for error in errors]  # fmt: skip
        try:
            found = announcing.objections(self.tournament, self.terms)
        except Refused as refused:
            found = [refused]
        return unread + [Objection(STEP_OF.get(each.code, "stakes"), str(each)) for each in found]

    @property
    def repeat(self) -> Repeat | None:
        given = self.given
        if not given.get("repeat"):
            return None
        return Repeat(given["repeat"], self.zone, given.get("times") or 2)

    @property
    def wanted(self) -> dict[str, Any]:
        """What the announcement is asked for."""
        row = self.tournament
        plain = ("code", "title", "type", "game", "field", "rules", "seats", "least_seats", "round_seconds",
                 "opens_at", "starts_at", "timetable", "absence")  # fmt: skip
        return {name: getattr(row, name) for name in plain} | {"terms": self.terms}


STEP_OF = dict.fromkeys(("title_length", "title_characters", "no_such_field", "no_such_game", "never_fought"), "battle")
STEP_OF |= dict.fromkeys(("bad_seats", "bad_round_time", "bad_times", "too_many_seats", "no_such_level",
                          "no_computers_here", "too_many_open", "bad_quiet",
                          "rings_in_quiet", "daily_length", "bad_timetable"), "time")  # fmt: skip
STEP_OF |= dict.fromkeys(("no_such_dynasty", "nobody_invited", "key_to_consume"), "door")
STEP_OF |= dict.fromkeys(("bad_rules", "unknown-value", "unknown-rule", "unfit-board"), "battle")


def basket(given: Mapping[str, Any], what: str, wanted: Iterable[str]) -> dict[str, int]:
    return {asset: units for asset in wanted if (units := given.get(f"{what}_{asset}"))}


def goals(given: Mapping[str, Any]) -> list[str]:
    """The goals as the rules write them; one has numbers."""
    numbers = f"({given.get('survive_rounds') or 20},{given.get('survive_pieces') or 0})"
    return [name + (numbers if name == "survive" else "") for name in given.get("goals", [])]


def completed(game: games.Game, rules: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return game.read_rules(rules)
    except ValueError:
        return None
