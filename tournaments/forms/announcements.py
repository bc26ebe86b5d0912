"""The forms of the steps in which a tournament is composed."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from battlefield import words as rule_words
from battlefield.goals import GOALS
from battlefield.rulesets import CHOICES, LIMITS
from core import clock, time_zones
from core.json_types import Json, ReadOnlyJson
from core.limits import EXTENSIONS, MAX_AMOUNT, PAUSES, RECURRENCES, ROUND_SECONDS, SEATS
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.catalog.assets import ASSETS, REPUTATION
from dynasty.forms import long_lists
from dynasty.models import Club, Dynasty, Emperor
from dynasty.selectors import clubs, dynasties
from tournaments.domain import games, levels, negotiation, terms
from tournaments.domain.durations import format_duration
from tournaments.domain.timetables import Timetable
from tournaments.domain.tournament_types import EMPEROR, PAWN, TAKERS, TOURNAMENT_TYPES, Fates
from tournaments.forms import battlefields
from tournaments.forms.battlefields import COMPOSED
from tournaments.selectors import boards
from tournaments.selectors.maps import drawn as drawn_maps

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TIME_CHOICES = (10, 20, 30, 60, 120, 300, 900, 3_600, 14_400, 43_200, 86_400, 172_800, 259_200, 604_800)
ENTRY_CHOICES = [
    ("all", gettext_lazy("Everyone")),
    ("invited", gettext_lazy("Only dynasties I invite")),
    ("link", gettext_lazy("Anyone with the private link, and dynasties I invite")),
]
REPEAT_CHOICES = [
    ("", gettext_lazy("no")),
    ("daily", gettext_lazy("every day")),
    ("weekly", gettext_lazy("every week")),
]
USUAL_CHOICES = [
    ("", gettext_lazy("as is usual for rounds of this length")),
    ("yes", gettext_lazy("yes")),
    ("no", gettext_lazy("no")),
]


def build_hour_input() -> forms.TimeInput:
    """Return an input for an hour and a minute."""
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def build_number_field(label: "str | _StrPromise", least: int, most: int, **more: Any) -> forms.IntegerField:
    """Return a field for a whole number."""
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=widget, **more)


def build_amount_field(label: str) -> forms.IntegerField:
    """Return a cell of the table of assets; empty means none."""
    attrs = {"inputmode": "numeric", "aria-label": label, "placeholder": "–", "autocomplete": "off"}
    return forms.IntegerField(
        label=label, required=False, min_value=0, max_value=MAX_AMOUNT, widget=forms.NumberInput(attrs=attrs)
    )


WINDOW_CHOICES = [
    ("", gettext_lazy("as is usual for rounds of this length")),
    ("60", gettext_lazy("a minute")),
    ("600", gettext_lazy("ten minutes")),
    ("3600", gettext_lazy("an hour")),
    ("86400", gettext_lazy("a day")),
]
FATE_CHOICES = [
    ("", gettext_lazy("what is usual for the type")),
    ("unharmed", gettext_lazy("remains unharmed")),
    ("robbed", gettext_lazy("stays in the dynasty, but the reputation goes to the Emperor of the capturing seat")),
    ("joins", gettext_lazy("joins the captor’s dynasty, with all reputation")),
    ("dies", gettext_lazy("dies; the reputation goes to the Emperor of the capturing seat")),
]


def read_fates(filled: ReadOnlyJson, type: str, game: str) -> dict[str, str] | None:
    """Return the fates that were chosen in a form, as terms have them; None where all is as the type says."""
    usual = TOURNAMENT_TYPES[type].fates
    chosen = {name: filled.get(f"fate_{name}") or getattr(usual, name) for name in TAKERS}
    if PAWN not in games.GAMES[game].TAKERS:
        chosen[PAWN] = chosen[EMPEROR]
    return chosen if Fates(**chosen) != usual else None


POINT_TITLES = {
    "won": gettext_lazy("Winning"),
    "shared": gettext_lazy("Sharing a draw"),
    "survived": gettext_lazy("Surviving without winning"),
    "emperor": gettext_lazy("Each captured Emperor"),
    "pawn": gettext_lazy("Each captured pawn, up to ten"),
    "fell": gettext_lazy("Falling"),
    "missed": gettext_lazy("Each missed deadline, up to ten"),
}


def get_changed_points(cleaned: ReadOnlyJson) -> dict[str, int]:
    """Return the points that differ from the usual ones; rows that the type does not count are left out."""
    kind = TOURNAMENT_TYPES.get(cleaned.get("type", ""))
    rows = [name for name, usual in terms.POINTS.items() if usual > 0 or (kind and kind.loses_points)]
    filled = {name: cleaned.get(f"points_{name}") for name in rows}
    return {name: value for name, value in filled.items() if value is not None and value != terms.POINTS[name]}


def build_points_field(label: "str | _StrPromise", usual: int) -> forms.IntegerField:
    """Return a cell of the table of points; empty means the usual points."""
    attrs = {"inputmode": "numeric", "placeholder": str(usual).replace("-", "−"), "autocomplete": "off"}
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=-terms.MAX_POINTS,
        max_value=terms.MAX_POINTS,
        widget=forms.NumberInput(attrs=attrs),
    )


class LocalTimeField(forms.CharField):
    """A date and time without a zone, as browsers send it."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def clean(self, value: object) -> datetime | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError as error:
            raise forms.ValidationError(_("Write a day and an hour, such as 2030-01-31T20:00.")) from error


class RadioButtons(forms.RadioSelect):
    """Radio buttons some of which may be disabled."""

    closed: Collection[str] = ()

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> Json:
        option: Json = super().create_option(name, value, *args, **more)
        return option | {"attrs": option["attrs"] | ({"disabled": True} if value in self.closed else {})}


def parse_whole_number(text: str, least: int, most: int) -> list[int]:
    """Return the whole number within limits that a text is; nothing where it is none."""
    return [int(text)] if text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most else []


def list_windows(value: str) -> list[tuple[str, object]]:
    """Return the betting windows to choose; one that a program chose stays."""
    more = [(value, format_duration(each)) for each in parse_whole_number(value, 1, terms.MAX_BETTING_WINDOW)]
    return WINDOW_CHOICES + [each for each in more if value not in dict(WINDOW_CHOICES)]


T = TypeVar("T")


class Step(forms.Form):
    """A step of the composition; `dynasty` is the one that composes."""

    def __init__(self, *args: Any, dynasty: Dynasty, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dynasty = dynasty
        self.prepare()

    def prepare(self) -> None:
        """Set the choices that depend on the dynasty or the data."""

    def once(self, name: str, find: Callable[[], T]) -> T:
        """Return what `find` finds, asked once for all forms of this dynasty object: of one request."""
        found: dict[str, T] = self.dynasty.__dict__.setdefault("_found_for_forms", {})
        if name not in found:
            found[name] = find()
        return found[name]

    @property
    def game(self) -> str:
        """Return the name of the game whose battlefield is chosen."""
        return str((self.data or self.initial).get("field") or "").partition(":")[0]

    def get_value(self, name: str) -> str:
        """Return what was sent, or stands, in a field."""
        return str((self.data or self.initial).get(name) or "")

    def choose(self, name: str, choices: Sequence[object]) -> None:
        """Set the choices of a field."""
        self.fields[name].choices = long_lists.Choices(choices)  # type: ignore[attr-defined]


class BattleStep(Step):
    """The type of the tournament, its battlefield and its rules."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=60)
    type = forms.ChoiceField(label=gettext_lazy("What is at stake"), widget=RadioButtons)
    field = forms.ChoiceField(label=gettext_lazy("Battlefield"), widget=long_lists.Select)
    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=long_lists.Select)

    def prepare(self) -> None:
        self.choose("type", [(name, _(each.sentence)) for name, each in TOURNAMENT_TYPES.items()])
        value = battlefields.split_value(self.get_value("field"))[1]
        drawn = self.once(f"boards:{value}", lambda: boards.list_choices(self.dynasty, value))
        maps = self.once(f"maps:{value}", lambda: drawn_maps.list_choices(self.dynasty, value))
        self.choose("field", battlefields.list_fields(drawn, maps))
        own = [(COMPOSED, _("My own: rule by rule"))]
        self.choose("preset", [*battlefields.list_presets(), (_("Other rules"), own)])

    @cached_property
    def fits(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Return for each battlefield the rules that fit it, each with its numbers of seats."""
        choices = self.fields["field"].choices  # type: ignore[attr-defined]
        return {field: self.seats_by_rules(field) for _game, named in choices for field, _label in named}

    def seats_by_rules(self, field: str) -> dict[str, tuple[int, ...]]:
        """Return for each choice of rules that fits a battlefield its numbers of seats."""
        game, name = battlefields.split_value(field)
        found = battlefields.get_seats_by_preset(field)
        if game in games.GAMES:
            found[COMPOSED] = tuple(range(SEATS[0], min(len(games.GAMES[game].seats_of(name)), SEATS[1]) + 1))
        return {rules: counts for rules, counts in found.items() if counts}

    def clean(self) -> None:
        field, preset = self.cleaned_data.get("field"), self.cleaned_data.get("preset")
        if field and preset and preset not in self.seats_by_rules(field):
            self.add_error("preset", _("These rules do not fit this battlefield. Choose others."))


class RulesStep(Step):
    """Every rule of the grid game on its own."""

    goals = forms.MultipleChoiceField(
        label=gettext_lazy("How to win"), widget=forms.CheckboxSelectMultiple, required=False
    )
    survive_rounds = build_number_field(gettext_lazy("Survive: until round"), 1, 500)
    survive_pieces = build_number_field(gettext_lazy("Survive: with more pieces than"), 0, 999)
    throne_rounds = build_number_field(gettext_lazy("Throne: rounds in a row"), 1, 99, required=False)
    max_rounds = build_number_field(gettext_lazy("Rounds, at most"), *LIMITS["max_rounds"])
    quiet_rounds = build_number_field(gettext_lazy("Rounds without a capture, at most"), *LIMITS["quiet_rounds"])

    def prepare(self) -> None:
        numbers = {"rounds": "…", "pieces": "…"}
        self.choose(
            "goals",
            [
                (name, fill(_(sentence), numbers) if "%(" in sentence else _(sentence))
                for name, sentence in rule_words.GOALS.items()
                if name in GOALS
            ],
        )
        for slot, values in CHOICES.items():
            options = [(format_value(value), _(rule_words.RULES[slot, value])) for value in values]
            label = _(rule_words.TITLES[slot])
            self.fields[slot] = forms.ChoiceField(label=label, widget=forms.RadioSelect)
            self.choose(slot, options)


def format_value(value: object) -> str:
    """Return the value of a rule as the form has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class StakesStep(Step):
    """What can be won and lost: a table of assets, and what goes with the type."""

    giver = forms.ChoiceField(label=gettext_lazy("Who gives the reputation"), required=False)
    stake = build_number_field(
        gettext_lazy("Reputation that every Emperor stakes"), 0, terms.MAX_REPUTATION, required=False
    )
    chests = forms.BooleanField(label=gettext_lazy("With chests"), required=False)
    chest_minimum = build_number_field(gettext_lazy("Gold in a chest at least"), 1, 1_000_000, required=False)
    chest_maximum = build_number_field(gettext_lazy("Gold in a chest at most"), 1, 1_000_000, required=False)
    generosity = build_number_field(
        gettext_lazy("Reputation the fullest wins and the emptiest loses"), 0, 1_000, required=False
    )
    betting = forms.BooleanField(label=gettext_lazy("Others can bet on it"), required=False)
    betting_window = forms.TypedChoiceField(
        label=gettext_lazy("How long it waits for bets once it is full"),
        choices=WINDOW_CHOICES,
        coerce=int,
        empty_value=None,
        required=False,
    )
    fate_pawn = forms.ChoiceField(label=gettext_lazy("An Emperor captured by a pawn"), required=False)
    fate_emperor = forms.ChoiceField(label=gettext_lazy("An Emperor captured by an Emperor"), required=False)

    def prepare(self) -> None:
        if self.game in games.GAMES and PAWN not in games.GAMES[self.game].TAKERS:
            self.fields["fate_emperor"].label = _("A captured Emperor")
            self.fields["fate_pawn"].widget = forms.HiddenInput()
        for name in TAKERS:
            self.choose(f"fate_{name}", FATE_CHOICES)
        self.choose("betting_window", list_windows(self.get_value("betting_window")))
        at_court = self.once("at_court", self.at_court)
        self.choose("giver", [("", _("nobody")), *((each.code, each.name) for each in at_court)])
        for name, usual in terms.POINTS.items():
            self.fields[f"points_{name}"] = build_points_field(POINT_TITLES[name], usual)
        for asset in (*ASSETS, REPUTATION):
            self.fields[f"prize_{asset}"] = build_amount_field(
                fill(_("Prize: %(asset)s"), {"asset": assets.get_name(asset)})
            )
        for asset in ASSETS:
            self.fields[f"fee_{asset}"] = build_amount_field(
                fill(_("Fee: %(asset)s"), {"asset": assets.get_name(asset)})
            )

    def at_court(self) -> list[Emperor]:
        """Return the dynasty's emperors at court as choices."""
        return [each for each in dynasties.fetch_living(self.dynasty) if dynasties.get_state(each) == "at_court"]


HOUSE_CHOICES = (
    ("", gettext_lazy("as usual: they may enter public training, prize and honour tournaments")),
    ("yes", gettext_lazy("may enter")),
    ("no", gettext_lazy("may not enter")),
)


RATED_CHOICES = (
    ("", gettext_lazy("as usual: all battles but training count")),
    ("yes", gettext_lazy("counts")),
    ("no", gettext_lazy("does not count")),
)


NEGOTIATION_CHOICES = (
    ("", gettext_lazy("no messages between seats")),
    (negotiation.PUBLIC, gettext_lazy("in public: everybody reads along")),
    (negotiation.REVEALED, gettext_lazy("in pairs and groups, revealed at the end")),
    (negotiation.SECRET, gettext_lazy("in pairs and groups, never revealed")),
)


class TimeStep(Step):
    """The number of seats, the start, and the length of a round."""

    seats = build_number_field(gettext_lazy("Seats"), *SEATS)
    least_seats = build_number_field(gettext_lazy("It takes place with at least"), *SEATS)
    round_seconds = forms.TypedChoiceField(label=gettext_lazy("Time for a round"), coerce=int)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), widget=long_lists.Select)
    opens = LocalTimeField(
        label=gettext_lazy("Entries open"), required=False, help_text=gettext_lazy("Leave empty to open at once.")
    )
    starts = LocalTimeField(label=gettext_lazy("It starts"), help_text=gettext_lazy("Within 60 days."))
    punctual = forms.BooleanField(
        label=gettext_lazy("It starts on time, even if all seats are taken earlier"), required=False
    )
    daily = forms.TimeField(
        label=gettext_lazy("Rounds close at"),
        required=False,
        help_text=gettext_lazy("Such as 20:00; leave empty to close them when their time is over."),
        widget=build_hour_input(),
    )
    quiet_from = forms.TimeField(label=gettext_lazy("No round closes from"), required=False, widget=build_hour_input())
    quiet_until = forms.TimeField(label=gettext_lazy("until"), required=False, widget=build_hour_input())
    fill = forms.ChoiceField(label=gettext_lazy("Computer players"), required=False)
    programs = forms.BooleanField(label=gettext_lazy("Programs may enter"), required=False)
    houses = forms.ChoiceField(label=gettext_lazy("House dynasties"), choices=HOUSE_CHOICES, required=False)
    rated = forms.ChoiceField(label=gettext_lazy("Skill rating"), choices=RATED_CHOICES, required=False)
    negotiation = forms.ChoiceField(label=gettext_lazy("Negotiation"), choices=NEGOTIATION_CHOICES, required=False)
    anonymous = forms.BooleanField(
        label=gettext_lazy("Anonymous: nobody learns who sits where until the battle is over"), required=False
    )
    repeat = forms.ChoiceField(label=gettext_lazy("It repeats"), choices=REPEAT_CHOICES, required=False)
    times = build_number_field(gettext_lazy("How many times in all"), 2, RECURRENCES, required=False)

    def clean(self) -> None:
        """Reject fewer seats than are needed and a daily closing time within the quiet hours."""
        filled = self.cleaned_data
        seats, least = filled.get("seats"), filled.get("least_seats")
        if seats and least and least > seats:
            self.add_error("least_seats", fill(_("There are only %(seats)s seats."), {"seats": seats}))
        daily, since, until = (filled.get(name) for name in ("daily", "quiet_from", "quiet_until"))
        if daily and since and until and Timetable(0, quiet=(since, until)).is_quiet_at(daily):
            self.add_error("daily", _("Rounds cannot close in the quiet hours."))

    def prepare(self) -> None:
        lengths = {*TIME_CHOICES, *parse_whole_number(self.get_value("round_seconds"), *ROUND_SECONDS)}
        self.choose("round_seconds", [(seconds, format_duration(seconds)) for seconds in sorted(lengths)])
        self.choose("zone", time_zones.build_choices(self.once("now", clock.now), self.get_value("zone")))
        self.choose(
            "fill",
            [("", pgettext_lazy("computer players", "none: free seats stay free")), *levels.list_choices(self.game)],
        )


class NextTimeStep(TimeStep):
    """The time step of a recurrence; each of its tournaments opens when it is announced."""

    times = build_number_field(gettext_lazy("How many are left to announce"), 1, RECURRENCES)

    def prepare(self) -> None:
        super().prepare()
        del self.fields["opens"]
        self.fields["starts"].label = _("The next one starts")
        self.fields["repeat"].required = True
        self.choose("repeat", REPEAT_CHOICES[1:])


class AbsenceStep(Step):
    """The absence policy and the votes; what is left open depends on the length of a round."""

    leave = forms.ChoiceField(label=gettext_lazy("Vacations put off deadlines"), choices=USUAL_CHOICES, required=False)
    volunteers = forms.ChoiceField(
        label=gettext_lazy("Volunteers may play for them"), choices=USUAL_CHOICES, required=False
    )
    sits_in = forms.ChoiceField(label=gettext_lazy("Computer players play for them"), required=False)
    extensions = build_number_field(
        gettext_lazy("How often a player may ask for more time"), *EXTENSIONS, required=False
    )
    pauses = build_number_field(gettext_lazy("How often the players may pause the battle"), *PAUSES, required=False)
    draws = forms.ChoiceField(
        label=gettext_lazy("The players may agree on a draw"),
        required=False,
        choices=[("", gettext_lazy("yes")), ("no", gettext_lazy("no"))],
    )

    def prepare(self) -> None:
        self.choose(
            "sits_in",
            [
                ("", pgettext_lazy("computer players", "no: rounds do not wait for them")),
                *levels.list_choices(self.game),
            ],
        )


def list_club_choices(managed: Sequence[Club]) -> list[tuple[str, str]]:
    """Return for whose members something can be announced: everybody, or those of a club that one leads."""
    return [("", _("Everybody")), *((each.code, each.name) for each in managed if each.kind == Club.Kind.CLUB)]


class EntryStep(Step):
    """Who may enter."""

    entry = forms.ChoiceField(label=gettext_lazy("Who may enter"), choices=ENTRY_CHOICES, widget=forms.RadioSelect)
    invited = forms.CharField(
        label=gettext_lazy("Dynasties you invite"),
        required=False,
        max_length=4_000,
        help_text=gettext_lazy("Names of dynasties, one a line."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    minimum_reputation = build_number_field(
        gettext_lazy("Reputation required"), 0, terms.MAX_REPUTATION, required=False
    )
    timeliness = build_number_field(
        gettext_lazy("Orders in time, of a hundred"),
        0,
        100,
        required=False,
        help_text=gettext_lazy("Of each dynasty’s last 20 serious battles. Leave empty to ask for nothing."),
    )
    newcomers = forms.BooleanField(label=gettext_lazy("Newcomers with fewer than 20 orders may enter"), required=False)
    club = forms.ChoiceField(label=gettext_lazy("Members of a club alone"), required=False)
    key = forms.ChoiceField(
        label=gettext_lazy("Key that entering needs"),
        required=False,
        help_text=gettext_lazy("You pay the treasury for the lock. It comes back if no battle takes place."),
    )
    key_consumed = forms.BooleanField(label=gettext_lazy("Entering uses the key up"), required=False)

    def list_clubs(self) -> list[tuple[str, str]]:
        """Return the clubs for which the dynasty may announce; asked when the field is shown or filled in."""
        return self.once("clubs", lambda: list_club_choices(clubs.list_managed(self.dynasty)))

    def prepare(self) -> None:
        self.fields["club"].choices = self.list_clubs  # type: ignore[attr-defined]
        self.choose("key", [("", _("none")), *battlefields.list_key_choices()])


STEPS: dict[str, type[Step]] = {
    "battle": BattleStep,
    "rules": RulesStep,
    "stakes": StakesStep,
    "time": TimeStep,
    "absence": AbsenceStep,
    "entry": EntryStep,
}
NEXT_STEPS = STEPS | {"time": NextTimeStep}
"""The steps in which the next ones of what recurs are composed anew."""
TITLES = {
    "battle": gettext_lazy("The battle"),
    "rules": gettext_lazy("The rules"),
    "stakes": gettext_lazy("The stakes"),
    "time": gettext_lazy("The time"),
    "absence": gettext_lazy("Absences"),
    "entry": gettext_lazy("Who can join"),
    "confirm": gettext_lazy("The contract"),
}
