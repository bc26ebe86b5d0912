"""The steps in which a tournament is composed: the shape of each; whether it can be, the services decide."""

from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from battlefield import words as rule_words
from battlefield.rulesets import CHOICES, LIMITS
from dynasty import assets, keys
from dynasty.assets import ASSETS, REPUTATION
from dynasty.limits import EXTENSIONS, MOST_AMOUNT, PAUSES, RECURRENCES, SEATS
from dynasty.models import Dynasty
from dynasty.selectors import people
from tournaments import games, levels, terms
from tournaments.durations import duration
from tournaments.selectors import boards

COMPOSED = "composed"
GRID = "emperors"
"""The game that drawn boards are for."""
TIMES = (10, 20, 30, 60, 120, 300, 900, 3_600, 14_400, 43_200, 86_400, 172_800, 259_200, 604_800)
DOORS = [("all", gettext_lazy("Everybody")), ("invited", gettext_lazy("Whom I invite")),
         ("link", gettext_lazy("Who has the private link, and whom I invite"))]  # fmt: skip
REPEATS = [("", gettext_lazy("no")), ("daily", gettext_lazy("every day")), ("weekly", gettext_lazy("every week"))]
REGIONS = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
AS_USUAL = [("", gettext_lazy("as is usual for rounds of this length")), ("yes", gettext_lazy("yes")),
            ("no", gettext_lazy("no"))]  # fmt: skip


@cache
def zones() -> list[tuple[str, str]]:
    found = sorted(name for name in available_timezones() if name.startswith(REGIONS))
    return [(name, name.replace("_", " ")) for name in ("UTC", *found)]


def hour_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def number(label: Any, least: int, most: int, **more: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, min_value=least, max_value=most, widget=widget, **more)


def amount(label: str) -> forms.IntegerField:
    """A cell of the table of assets; empty means nothing."""
    attrs = {"inputmode": "numeric", "aria-label": label, "placeholder": "–", "autocomplete": "off"}
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST_AMOUNT,
                              widget=forms.NumberInput(attrs=attrs))  # fmt: skip


class Moment(forms.CharField):
    """A day and an hour by the clocks of some zone, as browsers send them."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def clean(self, value: Any) -> datetime | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None)
        except ValueError as error:
            raise forms.ValidationError(_("Write a day and an hour, such as 2030-01-31T20:00.")) from error


class Step(forms.Form):
    """A part of the whole; `dynasty` is who composes it."""

    def __init__(self, *args: Any, dynasty: Dynasty, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dynasty = dynasty
        self.prepare()

    def prepare(self) -> None:
        """Put in the choices that are not known before."""

    @property
    def game(self) -> str:
        """The game whose field is chosen."""
        return str((self.data or self.initial).get("field") or "").partition(":")[0]

    def choose(self, name: str, choices: list[Any]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]


class BattleStep(Step):
    """What is fought, where, and by which rules."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=60)
    type = forms.ChoiceField(label=gettext_lazy("What it is fought for"), widget=forms.RadioSelect)
    field = forms.ChoiceField(label=gettext_lazy("Battlefield"))
    preset = forms.ChoiceField(label=gettext_lazy("Rules"))

    def prepare(self) -> None:
        self.choose("type", [(name, _(terms.TYPE_WORDS[name])) for name in terms.TYPES])
        self.choose("field", [
            (f"{name}:{field}", f"{_(game.field_words(field)[0])} ({len(game.seats_of(field))})")
            for name, game in games.GAMES.items() for field in game.field_names()
        ] + self.drawn())  # fmt: skip
        self.choose("preset", [
            *((f"{name}:{preset}", f"{_(title)}: {_(sentence)}") for name, game in games.GAMES.items()
              for preset, (title, sentence, _rules) in game.presets().items()),
            (COMPOSED, _("My own: rule by rule")),
        ])  # fmt: skip


    def drawn(self) -> list[tuple[str, str]]:
        """The dynasty's own boards, and the one that is asked for."""
        asked = str((self.data or self.initial).get("field") or "").partition(":")[2]
        return [(f"{GRID}:{name}", words) for name, words in boards.choices(self.dynasty, asked)]


class RulesStep(Step):
    """Every rule of the grid game by itself."""

    goals = forms.MultipleChoiceField(
        label=gettext_lazy("How to win"), widget=forms.CheckboxSelectMultiple, required=False
    )
    survive_rounds = number(gettext_lazy("Survive: until round"), 1, 500)
    survive_pieces = number(gettext_lazy("Survive: with more pieces than"), 0, 999)
    max_rounds = number(gettext_lazy("Rounds at most"), *LIMITS["max_rounds"])
    quiet_rounds = number(gettext_lazy("Rounds without a take at most"), *LIMITS["quiet_rounds"])

    def prepare(self) -> None:
        numbers = {"rounds": "…", "pieces": "…"}
        self.choose("goals", [(name, _(sentence) % numbers if "%(" in sentence else _(sentence))
                              for name, sentence in rule_words.GOALS.items()])  # fmt: skip
        for slot, values in CHOICES.items():
            said = [(as_word(value), _(rule_words.RULES[slot, value])) for value in values]
            self.fields[slot] = forms.ChoiceField(label=slot, choices=said, widget=forms.RadioSelect)


def as_word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class StakesStep(Step):
    """What can be won and lost: a table of assets, and what goes with the type."""

    giver = forms.ChoiceField(label=gettext_lazy("Who gives the reputation"), required=False)
    stake = number(gettext_lazy("Reputation that every emperor stakes"), 0, terms.MOST_REPUTATION, required=False)
    chests = forms.BooleanField(label=gettext_lazy("With chests"), required=False)
    chest_minimum = number(gettext_lazy("Gold in a chest at least"), 1, 1_000_000, required=False)
    chest_maximum = number(gettext_lazy("Gold in a chest at most"), 1, 1_000_000, required=False)
    generosity = number(gettext_lazy("What the fullest chest is worth"), 0, 1_000, required=False)
    betting = forms.BooleanField(label=gettext_lazy("Others can bet on it"), required=False)

    def prepare(self) -> None:
        at_court = [each for each in people.living(self.dynasty) if people.emperor_state(each) == "at_court"]
        self.choose("giver", [("", _("nobody")), *((each.code, each.name) for each in at_court)])
        for asset in (*ASSETS, REPUTATION):
            self.fields[f"prize_{asset}"] = amount(_("Prize: %(asset)s") % {"asset": assets.name(asset)})
        for asset in ASSETS:
            self.fields[f"fee_{asset}"] = amount(_("Fee: %(asset)s") % {"asset": assets.name(asset)})


class TimeStep(Step):
    """How many, when, and how fast."""

    seats = number(gettext_lazy("Seats"), *SEATS)
    least_seats = number(gettext_lazy("It takes place with at least"), *SEATS)
    round_seconds = forms.TypedChoiceField(label=gettext_lazy("Time for a round"), coerce=int)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    opens = Moment(label=gettext_lazy("Entries open"), required=False, help_text=gettext_lazy("Empty: at once."))
    starts = Moment(label=gettext_lazy("It starts"), help_text=gettext_lazy("Within 60 days."))
    punctual = forms.BooleanField(
        label=gettext_lazy("It starts at its time, even if all seats are taken before"), required=False)
    daily = forms.TimeField(label=gettext_lazy("Rounds close at"), required=False,
                            help_text=gettext_lazy("Such as 20:00; empty: when their time is over."),
                            widget=hour_input())  # fmt: skip
    quiet_from = forms.TimeField(label=gettext_lazy("No round closes from"), required=False, widget=hour_input())
    quiet_until = forms.TimeField(label=gettext_lazy("until"), required=False, widget=hour_input())
    fill = forms.ChoiceField(label=gettext_lazy("Computer players"), required=False)
    programs = forms.BooleanField(label=gettext_lazy("Programs may enter"), required=False)
    repeat = forms.ChoiceField(label=gettext_lazy("It recurs"), choices=REPEATS, required=False)
    times = number(gettext_lazy("How many times in all"), 2, RECURRENCES, required=False)

    def prepare(self) -> None:
        self.choose("round_seconds", [(seconds, duration(seconds)) for seconds in TIMES])
        self.choose("zone", zones())
        self.choose("fill", [("", pgettext_lazy("computer players", "none: free seats stay free")),
                             *levels.offered(self.game)])  # fmt: skip


class AbsenceStep(Step):
    """What holds for who is away, and what the table may decide. What is left open goes by the length of a round."""

    leave = forms.ChoiceField(label=gettext_lazy("Leave puts deadlines off"), choices=AS_USUAL, required=False)
    volunteers = forms.ChoiceField(
        label=gettext_lazy("Volunteers may lead the seats of sleepers"), choices=AS_USUAL, required=False
    )
    sits_in = forms.ChoiceField(label=gettext_lazy("Computer players lead them"), required=False)
    extensions = number(gettext_lazy("How often a seat may ask for more time"), *EXTENSIONS, required=False)
    pauses = number(gettext_lazy("How often the table may let the battle rest"), *PAUSES, required=False)
    draws = forms.ChoiceField(label=gettext_lazy("The table may agree on a draw"), required=False,
                              choices=[("", gettext_lazy("yes")), ("no", gettext_lazy("no"))])  # fmt: skip

    def prepare(self) -> None:
        self.choose("sits_in", [("", pgettext_lazy("computer players", "no: rounds do not wait for them")),
                                *levels.offered(self.game)])  # fmt: skip


class DoorStep(Step):
    """Who may enter."""

    door = forms.ChoiceField(label=gettext_lazy("Who may enter"), choices=DOORS, widget=forms.RadioSelect)
    invited = forms.CharField(
        label=gettext_lazy("Whom you invite"), required=False, max_length=4_000,
        help_text=gettext_lazy("Names of dynasties, one a line."), widget=forms.Textarea(attrs={"rows": 4}))
    minimum_reputation = number(gettext_lazy("Reputation that an emperor needs"), 0, terms.MOST_REPUTATION,
                                required=False)  # fmt: skip
    key = forms.ChoiceField(label=gettext_lazy("Key that entering needs"), required=False)
    key_consumed = forms.BooleanField(label=gettext_lazy("Entering uses the key up"), required=False)

    def prepare(self) -> None:
        self.choose("key", [("", _("none")), *((name, str(key.title)) for name, key in keys.KEYS.items())])


STEPS: dict[str, type[Step]] = {
    "battle": BattleStep, "rules": RulesStep, "stakes": StakesStep, "time": TimeStep,
    "absence": AbsenceStep, "door": DoorStep,
}  # fmt: skip
TITLES = {
    "battle": gettext_lazy("The battle"), "rules": gettext_lazy("The rules"), "stakes": gettext_lazy("The stakes"),
    "time": gettext_lazy("The time"),
    "absence": gettext_lazy("Who is away"), "door": gettext_lazy("The door"), "confirm": gettext_lazy("The contract"),
}  # fmt: skip
