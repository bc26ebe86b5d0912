"""Initial values of the steps of an announcement: the usual ones, or those of another tournament."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import QueryDict

from battlefield.rulesets import CHOICES
from core import clock
from core.json_types import Json
from core.public_codes import new_code
from dynasty.models import Dynasty
from tournaments.domain import games, terms
from tournaments.domain.absence_policy import AbsencePolicy
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.forms import campaign_rules
from tournaments.forms.announcements import format_value
from tournaments.forms.battlefields import COMPOSED
from tournaments.models import Recurrence, Tournament
from tournaments.selectors import hosting

USUAL_GAME = "emperors"
USUAL_FIELD = "narrows-2"
Values = Json


def get_usual_values(zone: str = "UTC") -> Values:
    """Return the values of a battle for two that starts in an hour."""
    game = games.GAMES[USUAL_GAME]
    preset = game.offers(USUAL_FIELD)[0]
    rules = game.read_rules({})
    starts = format_local_time(clock.now() + timedelta(hours=1), zone)
    return {
        "code": new_code(),
        "title": "",
        "type": "training",
        "field": f"{USUAL_GAME}:{USUAL_FIELD}",
        "preset": f"{USUAL_GAME}:{preset}",
        **get_rules_values(rules),
        "stake": terms.STAKE,
        "chest_minimum": 100,
        "chest_maximum": 1_000,
        "generosity": 10,
        "seats": 2,
        "seats_for": f"{USUAL_GAME}:{USUAL_FIELD}",
        "least_seats": 2,
        "round_seconds": 120,
        "zone": zone,
        "programs": "on",
        "newcomers": "on",
        "times": 7,
        "entry": "all",
        "minimum_reputation": 0,
        "extensions": AbsencePolicy.extensions,
        "pauses": AbsencePolicy.pauses,
        "starts": starts,
        "starts_for": f"{zone}|{starts}",
    }


def get_values_like(tournament: Tournament) -> Values:
    """Return the values of another tournament, without its times and its private link."""
    agreed = terms.read(tournament.terms)
    own = {
        "title": tournament.title,
        "type": tournament.type,
        "field": f"{tournament.game}:{tournament.field}",
        "seats_for": f"{tournament.game}:{tournament.field}",
        "preset": get_preset(tournament),
        "seats": tournament.seats,
        "least_seats": tournament.least_seats,
        "round_seconds": tournament.round_seconds,
    }
    own |= get_timetable_values(tournament.timetable) | get_absence_values(tournament.absence)
    is_grid = tournament.game == USUAL_GAME
    rules = get_rules_values(tournament.rules) if is_grid else campaign_rules.fill_in(tournament.rules)
    return get_usual_values() | own | rules | get_terms_values(agreed, tournament.type)


def get_recurrence_values(row: Recurrence) -> Values:
    """Return the values of a recurrence's next tournament, its start in the zone of its timetable."""
    hours = row.setup["timetable"]
    zone = hours["zone"] if hours.get("daily") or hours.get("quiet") else row.zone
    values = get_values_like(hosting.build_next(row))
    return {name: value for name, value in values.items() if name not in ("starts_for", "opens")} | {
        "zone": zone,
        "starts": format_local_time(row.next_at, zone),
        "repeat": row.every,
        "times": row.left,
        "recurring": row.code,
    }


def get_timetable_values(timetable: Json) -> Values:
    """Return the daily closing time and the quiet hours of a timetable as form values."""
    since, until = timetable.get("quiet") or ("", "")
    return {
        "daily": timetable.get("daily") or "",
        "zone": timetable.get("zone") or "UTC",
        "quiet_from": since,
        "quiet_until": until,
    }


def get_absence_values(agreed: Json) -> Values:
    """Return an absence policy as form values, explicit even where it is the usual one."""
    values = {name: "yes" if agreed[name] else "no" for name in ("leave", "volunteers") if name in agreed}
    numbers = {name: agreed[name] for name in ("extensions", "pauses") if name in agreed}
    return (
        values | numbers | {"draws": "" if agreed.get("draws", True) else "no", "sits_in": agreed.get("computer", "")}
    )


def get_terms_values(agreed: terms.Terms, type: str) -> Values:
    """Return terms as form values."""
    names = Dynasty.objects.filter(code__in=agreed.invited).order_by("name").values_list("name", flat=True)
    baskets = {f"{what}_{asset}": units for what in ("prize", "fee") for asset, units in getattr(agreed, what)}
    chests = agreed.chests
    baskets |= {f"points_{name}": value for name, value in agreed.points}
    values = {
        "stake": agreed.stake or terms.STAKE,
        "giver": agreed.giver,
        "key": agreed.key,
        "club": agreed.club,
        "fill": agreed.fill,
        "negotiation": agreed.negotiation,
        "minimum_reputation": agreed.minimum_reputation,
        "timeliness": agreed.timeliness or "",
        "invited": "\n".join(names),
        **{name: {True: "yes", False: "no"}.get(getattr(agreed, name), "") for name in ("houses", "rated")},
        "entry": "link" if agreed.link else "invited" if agreed.invited else "all",
    }
    if chests:
        values |= {"chest_minimum": chests.minimum, "chest_maximum": chests.maximum, "generosity": chests.generosity}
    if agreed.fates and agreed.fates != TOURNAMENT_TYPES[type].fates:
        values |= {f"fate_{name}": fate for name, fate in agreed.fates._asdict().items()}
    if agreed.betting and agreed.betting_window is not None:
        values["betting_window"] = agreed.betting_window
    flags = ("betting", "programs", "anonymous", "newcomers", "key_consumed", "punctual")
    set_ = {name: "on" if getattr(agreed, name) else "" for name in flags} | {"chests": "on" if chests else ""}
    return baskets | values | set_


def get_rules_values(rules: Json) -> Values:
    """Return the rules of the grid game as form values."""
    named = [goal.partition("(")[0] for goal in rules["goals"]]
    survive = next((goal for goal in rules["goals"] if goal.startswith("survive(")), "survive(20,3)")
    throne = next((goal for goal in rules["goals"] if goal.startswith("throne(")), "throne(3)")
    rounds, pieces = survive.removeprefix("survive(").rstrip(")").split(",")
    return {slot: format_value(rules[slot]) for slot in CHOICES} | {
        "goals": named,
        "survive_rounds": rounds,
        "survive_pieces": pieces,
        "throne_rounds": throne.removeprefix("throne(").rstrip(")"),
        "max_rounds": rules["max_rounds"],
        "quiet_rounds": rules["quiet_rounds"],
    }


def get_preset(tournament: Tournament) -> str:
    """Return the form value of a tournament's rules: a preset, or `composed`."""
    presets = games.GAMES[tournament.game].presets()
    found = (name for name, (_title, _sentence, rules) in presets.items() if rules == tournament.rules)
    name = next(found, "")
    return f"{tournament.game}:{name}" if name else COMPOSED


def format_local_time(moment: datetime, zone: str) -> str:
    """Return a moment in a time zone as a browser's date and time input takes it."""
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def build_form_data(values: Values) -> QueryDict:
    """Return values as if a browser had sent them; empty ones are left out."""
    data = QueryDict(mutable=True)
    for name, value in values.items():
        data.setlist(name, value if isinstance(value, list) else [str(value)] if value not in ("", None) else [])
    return data
