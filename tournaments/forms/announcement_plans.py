"""A tournament that is being composed: its steps put together, and what stands in the way of announcing it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaign.options import OPTIONS, defaults
from core import clock, time_zones
from core.errors import DomainError
from core.json_types import Json, ReadOnlyJson
from core.public_codes import ALPHABET, LENGTH, new_code
from dynasty.catalog.assets import ASSETS, REPUTATION
from dynasty.catalog.names import fold
from dynasty.models import Dynasty
from tournaments.domain import compatibility, games, terms, tournament_types
from tournaments.domain import seat_counts as seat_counts_domain
from tournaments.domain.terms import Terms
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, TournamentType, allows_computers
from tournaments.forms import battlefields, campaign_rules
from tournaments.forms.announcements import NEXT_STEPS, STEPS, BattleStep, Step, get_changed_points, read_fates
from tournaments.forms.battlefields import COMPOSED, read_composed_rules
from tournaments.forms.campaign_rules import CampaignRulesStep
from tournaments.models import Recurrence, Tournament
from tournaments.services import announcements, recurrences
from tournaments.services.announcements import Announcement
from tournaments.services.hosting import Repeat

CONFIRM = "confirm"
EXTRA_FIELDS = {"code", "seats_for", "starts_for", "recurring"}
"""What the forms carry along besides their fields."""
YES_NO_FIELDS = ("leave", "volunteers", "draws")
"""Of what holds for who is away: chosen with a yes or a no."""


def is_proper_code(text: str) -> bool:
    """Return whether a text has the shape of a public code."""
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


@dataclass(frozen=True)
class Objection:
    """Why a plan cannot be announced, and the step in which that can be changed."""

    step: str
    sentence: str


@dataclass(frozen=True)
class Plan:
    """Everything filled in so far and who composes it; with a `recurrence`, it is the next tournament of that one."""

    dynasty: Dynasty
    data: QueryDict
    recurrence: Recurrence | None = None

    @cached_property
    def forms(self) -> dict[str, Step]:
        """Return the form of each step, bound to the data."""
        steps = (NEXT_STEPS if self.recurrence else STEPS) | ({"rules": CampaignRulesStep} if self.is_campaign else {})
        return {name: form(self.data, dynasty=self.dynasty) for name, form in steps.items()}

    @property
    def sent_game(self) -> str:
        """Return the game of the battlefield that was sent, valid or not."""
        return battlefields.split_value(self.data.get("field", ""))[0]

    @property
    def is_campaign(self) -> bool:
        """Return whether the battlefield that was sent is one of a campaign."""
        return self.sent_game in OPTIONS

    @property
    def battle(self) -> BattleStep:
        """Return the form of the battle step."""
        form = self.forms["battle"]
        assert isinstance(form, BattleStep)
        return form

    @cached_property
    def filled(self) -> Json:
        """Return the cleaned values of all steps, as far as they are valid."""
        for form in self.forms.values():
            form.is_valid()
        return {name: value for form in self.forms.values() for name, value in form.cleaned_data.items()}

    @property
    def steps(self) -> list[str]:
        """Return the steps of this plan: rules only where they are composed, stakes except in training."""
        filled = self.filled
        without_stakes = self.kind is not None and not self.kind.is_serious
        left_out = {"rules": filled.get("preset") != COMPOSED, "stakes": without_stakes}
        return [name for name in (*STEPS, CONFIRM) if not left_out.get(name)]

    def beside(self, step: str) -> list[tuple[str, str]]:
        """Return the values of the other steps, to be sent along as hidden fields."""
        own = set(self.forms[step].fields) if step in self.forms else set()
        return [(name, value) for name, values in self.data.lists() if name in self.names - own for value in values]

    @cached_property
    def names(self) -> set[str]:
        """Return the names of all fields."""
        return {name for form in self.forms.values() for name in form.fields} | EXTRA_FIELDS

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Return the numbers of seats that battlefield and rules allow; empty where they do not fit."""
        filled = self.filled
        if "field" not in filled:
            return ()
        if filled.get("preset") == COMPOSED and self.is_campaign:
            return compatibility.find_seat_counts(*battlefields.split_value(filled["field"]), self.rules)
        return self.battle.seats_by_rules(filled["field"]).get(filled.get("preset", ""), ())

    @property
    def may_have_houses(self) -> bool:
        """Return whether the site adds house players where fewer enter than the game needs."""
        try:
            return self.filled.get("type") in TOURNAMENT_TYPES and terms.can_have_house_players(
                self.filled["type"], self.terms
            )
        except DomainError:
            return False

    @property
    def seats_offered(self) -> tuple[int, ...]:
        """Return the numbers of seats to choose from; below those of the game, house players join."""
        return seat_counts_domain.list_seat_choices(
            self.tournament_game, self.rules, self.seat_counts, houses=self.may_have_houses
        )

    @property
    def has_chests(self) -> bool:
        """Return whether the battlefield has a place for the chests of all seats."""
        game, field = battlefields.split_value(self.filled.get("field", ""))
        return game in games.GAMES and compatibility.has_chests(game, field, self.filled.get("seats") or 2)

    def settle(self, step: str) -> "Plan":
        """Return the plan with what does not go with its battle and its time zone any more replaced or left out.

        What the step that was filled in last holds stays as it is, to be objected to.
        """
        data = self.data.copy()
        changes = self.settle_times() | (self.settle_seats() if step != "time" else {})
        changes |= self.settle_rules() if step != "rules" else {}
        for name, value in changes.items():
            data[name] = value
        if not tournament_types.allows_computers(self.filled.get("type", "")):
            data.pop("fill", None)
        if not self.has_chests:
            data.pop("chests", None)
        return replace(self, data=data) if data != self.data else self

    def settle_seats(self) -> dict[str, str]:
        """Return as many seats as the battlefield has, where they were chosen for another one or cannot be."""
        counts, field = self.seats_offered, self.filled.get("field", "")
        seats, least = self.filled.get("seats"), self.filled.get("least_seats")
        is_same = self.data.get("seats_for", field) == field
        if not counts or (is_same and seats in counts and least and counts[0] <= least):
            return {}
        more = {} if is_same and seats in counts else {"seats": str(counts[-1])}
        return more | {"seats_for": field, "least_seats": str(counts[0])}

    def settle_rules(self) -> dict[str, str]:
        """Return the usual options of a campaign whose rules are chosen one by one, where they were not sent yet."""
        if not self.is_campaign or self.data.get("preset") != COMPOSED:
            return {}
        usual = campaign_rules.fill_in(defaults(self.sent_game))
        return {name: str(value) for name, value in usual.items() if name not in self.data}

    def settle_times(self) -> dict[str, str]:
        """Return the start that was proposed by the clocks of another zone; one that was chosen stays as it is."""
        return keep_moment(self.data, self.zone)

    @property
    def code(self) -> str:
        """Return the code of the future tournament, so that sending twice announces it once."""
        sent = self.data.get("code", "")
        return sent if is_proper_code(sent) else new_code()

    @cached_property
    def invited(self) -> list[Dynasty]:
        """Return the dynasties that are invited by name; raise DomainError for an unknown name."""
        lines = [line.strip() for line in self.filled.get("invited", "").splitlines() if line.strip()]
        guests = {fold(line): line for line in lines if self.filled.get("entry") != "all"}
        rows = Dynasty.objects.filter(folded_name__in=guests, house=False) if guests else ()
        found = {each.folded_name: each for each in rows}
        for folded, line in guests.items():
            if folded not in found:
                raise DomainError("no_such_dynasty", _("There is no dynasty of the name “%(name)s”."), name=line[:60])
        return list(found.values())

    @cached_property
    def terms(self) -> Terms:
        """Return the terms without the stakes of a skipped step; raise DomainError where they cannot be read."""
        return terms.read(self.access_terms | (self.stakes if "stakes" in self.steps else {}))

    @property
    def kind(self) -> TournamentType | None:
        """The type that was chosen, or None."""
        return TOURNAMENT_TYPES.get(self.filled.get("type", ""))

    @property
    def stakes(self) -> Json:
        """Return the stakes that were filled in, as terms have them."""
        filled = self.filled
        values: Json = {"betting": bool(filled.get("betting"))}
        if self.kind and self.kind.has_prize:
            values |= {"prize": read_basket(filled, "prize", (*ASSETS, REPUTATION)), "giver": filled.get("giver", "")}
        else:
            values |= {"fee": read_basket(filled, "fee", ASSETS)}
        if self.kind and self.kind.has_stake:
            values["stake"] = filled.get("stake") or 0
        if filled.get("betting"):
            values["betting_window"] = filled.get("betting_window")
        if self.kind and self.tournament_game in games.GAMES:
            values["fates"] = read_fates(filled, self.kind.name, self.tournament_game)
        if filled.get("chests"):
            numbers = {
                "minimum": filled.get("chest_minimum"),
                "maximum": filled.get("chest_maximum"),
                "generosity": filled.get("generosity"),
            }
            values["chests"] = {name: value for name, value in numbers.items() if value is not None}
        if changed := get_changed_points(filled):
            values["points"] = changed
        return values

    @property
    def tournament_game(self) -> str:
        """Return the name of the chosen game."""
        return str(self.filled.get("field", "")).partition(":")[0]

    @property
    def access_terms(self) -> Json:
        """Return who may enter, as terms have it."""
        filled = self.filled
        invited = [each.code for each in self.invited]
        if filled.get("entry") == "invited" and not invited:
            raise DomainError("nobody_invited", _("Invite at least one dynasty."))
        plain = {name: filled.get(name) or "" for name in ("key", "fill", "negotiation", "club")}
        flags = {name: bool(filled.get(name)) for name in ("key_consumed", "programs", "punctual", "anonymous")}
        flags["programs"] &= not flags["anonymous"]
        return (
            plain
            | flags
            | {
                "invited": invited,
                "link": filled.get("entry") == "link",
                "minimum_reputation": filled.get("minimum_reputation") or 0,
                "timeliness": filled.get("timeliness") or 0,
                "newcomers": bool(filled.get("newcomers")) or not filled.get("timeliness"),
                **{name: {"yes": True, "no": False}.get(filled.get(name, "")) for name in ("houses", "rated")},
            }
        )

    @property
    def rules(self) -> Json:
        """Return the rules of the preset or of the composer, as they were filled in."""
        chosen = self.filled.get("preset", "")
        if chosen != COMPOSED:
            return battlefields.get_rules(chosen) or {}
        if self.is_campaign:
            return campaign_rules.read_rules(self.sent_game, self.filled)
        return read_composed_rules(self.filled)

    @cached_property
    def tournament(self) -> Tournament:
        """Return the unsaved row of the tournament, with complete rules where they can be completed."""
        filled, now = self.filled, self.battle.once("now", clock.now)
        game, _colon, field = filled.get("field", "").partition(":")
        row = Tournament(
            code=self.code,
            organiser=self.dynasty,
            title=filled.get("title") or _("Untitled"),
            announced_at=now,
            type=filled.get("type") or "training",
            game=game,
            field=field,
            rules=self.rules,
            seed="",
            seats=filled.get("seats") or 2,
            least_seats=filled.get("least_seats") or 2,
            round_seconds=filled.get("round_seconds") or 60,
            opens_at=self.moment("opens") or now,
            starts_at=self.moment("starts") or now + timedelta(hours=1),
            timetable=self.timetable,
            absence=self.absence,
        )
        row.rules = complete_rules(row) or row.rules
        return row

    @property
    def complete_rules(self) -> Json | None:
        """Return the complete rules; None where the game does not have them."""
        return complete_rules(self.tournament)

    @property
    def timetable(self) -> Json:
        """Return the daily closing time and the quiet hours."""
        filled = self.filled
        quiet = [f"{hour:%H:%M}" for name in ("quiet_from", "quiet_until") if (hour := filled.get(name))]
        daily = f"{filled['daily']:%H:%M}" if filled.get("daily") else None
        found = {"daily": daily, "quiet": quiet} | self.get_days(daily) if daily or quiet else {}
        return {name: value for name, value in found.items() if value} | ({"zone": self.zone} if found else {})

    def get_days(self, daily: str | None) -> Json:
        """Return the days, and the least length, of what recurs, for which the form has no field."""
        stands = self.recurrence.setup if self.recurrence and daily else {}
        hours = stands.get("timetable", {})
        same = stands.get("round_seconds") == self.filled.get("round_seconds")
        names = ("weekdays", "least") if same else ("weekdays",)
        return {name: hours[name] for name in names if hours.get("daily") and hours.get(name)}

    @property
    def absence(self) -> Json:
        """Return the absence policy without what was left open and what the type does not allow."""
        filled = self.filled
        chosen: Json = {name: filled[name] == "yes" for name in YES_NO_FIELDS if filled.get(name)}
        chosen |= {name: filled[name] for name in ("extensions", "pauses") if filled.get(name) is not None}
        sits_in = filled.get("sits_in") if allows_computers(filled.get("type", "")) else ""
        return chosen | ({"computer": sits_in} if sits_in else {})

    @property
    def zone(self) -> str:
        """Return the time zone of the plan."""
        return self.filled.get("zone") or "UTC"

    def moment(self, name: str) -> datetime | None:
        """Return the moment of a date and time field in the plan's time zone."""
        wall = self.filled.get(name)
        return wall.replace(tzinfo=ZoneInfo(self.zone)) if wall else None

    @cached_property
    def objections(self) -> list[Objection]:
        """Return everything that stands in the way, in the order of the steps."""
        unread = [
            Objection(name, f"{form.fields[field].label}: {error}" if field in form.fields else str(error))
            for name, form in self.forms.items()
            if name in self.steps
            for field, errors in form.errors.items()
            for error in errors
        ]
        try:
            found = self.service_errors
        except DomainError as raised:
            found = [raised]
        return unread + [Objection(STEP_BY_ERROR.get(each.code, "stakes"), str(each)) for each in found]

    @property
    def service_errors(self) -> list[DomainError]:
        """Return the errors that the services would raise."""
        if self.recurrence is None:
            return announcements.list_objections(self.tournament, self.terms)
        return recurrences.list_objections(self.recurrence, self.tournament, self.terms)

    @property
    def repeat(self) -> Repeat | None:
        """Return how the tournament recurs; None if it does not."""
        filled = self.filled
        if not filled.get("repeat"):
            return None
        return Repeat(filled["repeat"], self.zone, filled.get("times") or 2)

    @property
    def announcement(self) -> Announcement:
        """Return the announcement as the service takes it."""
        row = self.tournament
        return {
            "code": row.code,
            "title": row.title,
            "type": row.type,
            "game": row.game,
            "field": row.field,
            "rules": row.rules,
            "terms": self.terms,
            "seats": row.seats,
            "least_seats": row.least_seats,
            "round_seconds": row.round_seconds,
            "opens_at": row.opens_at,
            "starts_at": row.starts_at,
            "timetable": row.timetable,
            "absence": row.absence,
        }


STEP_BY_ERROR = dict.fromkeys(
    ("title_length", "title_characters", "no_such_field", "no_such_game", "never_fought"), "battle"
)
STEP_BY_ERROR |= dict.fromkeys(
    (
        "bad_seats",
        "bad_round_time",
        "bad_times",
        "too_many_seats",
        "no_such_level",
        "no_computers_here",
        "too_many_open",
        "recurs_already",
        "bad_quiet",
        "rings_in_quiet",
        "daily_length",
        "bad_timetable",
    ),
    "time",
)
STEP_BY_ERROR |= {"anonymous_training": "time", "anonymous_bets": "stakes", "anonymous_absences": "absence"}
STEP_BY_ERROR |= dict.fromkeys(("no_such_dynasty", "nobody_invited", "key_to_consume", "lock_too_dear"), "entry")
STEP_BY_ERROR |= dict.fromkeys(("bad_rules", "unknown-value", "unknown-rule", "unfit-board"), "battle")


def keep_moment(data: Mapping[str, str], zone: str) -> dict[str, str]:
    """Return the start that was proposed by the clocks of another zone as this one's clocks show it; none otherwise."""
    starts = data.get("starts", "")
    proposed_in, _bar, proposed = data.get("starts_for", "").partition("|")
    if not proposed or proposed != starts or proposed_in == zone or not time_zones.is_known(proposed_in):
        return {}
    try:
        moment = datetime.fromisoformat(proposed).replace(tzinfo=ZoneInfo(proposed_in))
    except ValueError:
        return {}
    moved = moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")
    return {"starts": moved, "starts_for": f"{zone}|{moved}"}


def read_basket(filled: ReadOnlyJson, what: str, names: Iterable[str]) -> dict[str, int]:
    """Return the amounts of assets in the fields with a prefix."""
    return {asset: units for asset in names if (units := filled.get(f"{what}_{asset}"))}


def complete_rules(row: Tournament) -> Json | None:
    """Return the rules of a row made complete; None where its game does not have them."""
    try:
        return games.GAMES[row.game].read_rules(row.rules)
    except (KeyError, ValueError):
        return None
