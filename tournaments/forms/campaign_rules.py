"""The form of every option of a campaign, one by one."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.options import OPTIONS, Choice, Option, defaults
from campaign.words import rule_text
from core.sentences import fill
from dynasty.models import Dynasty
from tournaments.forms.announcements import Step, format_value

PREFIX = "rule_"
"""What the name of an option's field begins with, so that no other field of a form has it."""
MAX_DIGITS = 9
LEAST = {"round_limit": 1}
"""What the site asks for where a game would allow less: a battle without a last round might never end."""
GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("How to win"), ("teams", "goal", "hold_count", "win_percent", "round_limit")),
    (
        gettext_lazy("How it begins"),
        ("two_seat", "assign", "start", "placement", "starting_armies", "reserve", "start_armies", "start_units"),
    ),
    (
        gettext_lazy("New armies"),
        (
            "draft_divisor",
            "draft_minimum",
            "income_divisor",
            "income_minimum",
            "region_bonus",
            "base_income",
            "field_income",
            "unit_cost",
            "guard_cost",
            "units",
            "spears_price",
            "riders_price",
            "archers_price",
        ),
    ),
    (
        gettext_lazy("Cards"),
        ("cards", "cards_phase", "card_values", "wild", "territory_bonus", "forced_trade", "card_award"),
    ),
    (
        gettext_lazy("Orders and battles"),
        (
            "priority",
            "reserve_order",
            "min_bid",
            "losing_bids",
            "defence",
            "battle_rounds",
            "fortify",
            "continue_ratio",
            "shield",
            "guard_shield",
            "truces",
            "fog",
        ),
    ),
    (gettext_lazy("Flipping the table"), ("table_flip", "brink")),
)


class CampaignRulesStep(Step):
    """Every option of one ruleset, each with the sentence that the contract has for it."""

    def __init__(self, *args: Any, dynasty: Dynasty, ruleset: str = "", **kwargs: Any) -> None:
        """Set the form up; without a `ruleset`, for the game whose battlefield was chosen in an earlier step."""
        self.ruleset = ruleset
        super().__init__(*args, dynasty=dynasty, **kwargs)

    def prepare(self) -> None:
        self.ruleset = self.ruleset or self.game
        for name, option in OPTIONS.get(self.ruleset, {}).items():
            self.fields[PREFIX + name] = build_field(name, option)

    @property
    def groups(self) -> Iterator[tuple[Promise, list[BoundField]]]:
        """Yield the fields by group, without groups of which this ruleset has none."""
        for title, names in GROUPS:
            fields = [self[PREFIX + name] for name in names if PREFIX + name in self.fields]
            if fields:
                yield title, fields

    @property
    def has_fog(self) -> bool:
        """Return whether fog of war is an option of this ruleset."""
        return PREFIX + "fog" in self.fields

    @property
    def rules(self) -> dict[str, object]:
        """Return the options that were chosen; the form is valid."""
        return read_rules(self.ruleset, self.cleaned_data)


def build_field(name: str, option: Option) -> forms.Field:
    """Return the field of an option: its values as sentences, or a number within its limits."""
    label = _(rule_text.TITLES[name])
    if isinstance(option, Choice):
        values = [(format_value(value), describe_value(name, value)) for value in option.values]
        return forms.ChoiceField(
            label=label, choices=values, widget=forms.RadioSelect, initial=format_value(option.default)
        )
    least = LEAST.get(name, option.least)
    return forms.IntegerField(label=label, min_value=least, max_value=option.most, initial=option.default)


NUMBERS_IN_WORDS = ("win_percent", "hold_count", "start_armies", "spears_price", "riders_price", "archers_price")
"""Options that stand in the sentences of others."""


def describe_value(name: str, value: object) -> str:
    """Return the sentence of a value, with dots for numbers that have fields of their own."""
    sentence = rule_text.CHOICES.get((name, value)) or rule_text.FLIPS[value]
    dots = dict.fromkeys(NUMBERS_IN_WORDS, "…")
    return fill(_(sentence), dots) if "%(" in sentence else _(sentence)


def read_rules(
    ruleset: str, filled: Mapping[str, object], usual: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return the options of a ruleset from the values of a form; what is missing or impossible is as usual."""
    found = defaults(ruleset) | dict(usual or {})
    for name, option in OPTIONS[ruleset].items():
        value = read_value(option, str(filled.get(PREFIX + name, "")))
        if option.allows(value):
            found[name] = value
    return found


def read_value(option: Option, text: str) -> object:
    """Return the value that a text stands for; None where it stands for none."""
    if isinstance(option, Choice):
        return {format_value(each): each for each in option.values}.get(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < MAX_DIGITS else None


def fill_in(rules: Mapping[str, object]) -> dict[str, object]:
    """Return rules as the values of the form."""
    return {PREFIX + name: format_value(value) if isinstance(value, bool) else value for name, value in rules.items()}
