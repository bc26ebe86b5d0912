"""The composer of rules: groups of rules, each value with its sentence and a case that shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.forms import BaseForm, BoundField
from django.forms.boundfield import BoundWidget
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battlefield import Formation, Ruleset
from battlefield import words as rule_words
from battlefield.cases import Case
from tournaments.forms.announcements import format_value
from tournaments.views import cases
from tournaments.views.boards import build_position
from tournaments.views.rules import TITLES

GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("The march"), ("path", "conflict", "priority", "experience")),
    (
        gettext_lazy("Emperors"),
        (
            "emperor_takes_pawn",
            "emperor_precedence",
            "emperor_resets_strongest",
            "pawn_takes_emperor",
            "emperor_takes_emperor",
            "leaderless",
        ),
    ),
    (gettext_lazy("Treasures, and the end"), ("collectors", "on_limit")),
)


@dataclass(frozen=True)
class Value:
    """A value of a rule: its radio button, whether it is the usual one, and a case with a small board."""

    radio: BoundWidget
    usual: bool
    case: Case | None
    drawn: SafeString


@dataclass(frozen=True)
class Slot:
    """A rule with its values."""

    title: Promise
    field: BoundField
    values: list[Value]


def list_groups(form: BaseForm) -> list[tuple[Promise, list[Slot]]]:
    """Return the rules by group."""
    return [(title, [build_slot(form[name], name) for name in names if name in form.fields]) for title, names in GROUPS]


def build_slot(field: BoundField, name: str) -> Slot:
    """Return a rule with its values."""
    return Slot(TITLES[name], field, [build_value(radio, name) for radio in field])


def build_value(radio: BoundWidget, name: str) -> Value:
    """Return a value of a rule with its case."""
    word = str(radio.data["value"])
    return Value(radio, word == get_usual_word(name), find_case(name, word), draw_case(name, word))


def get_usual_word(name: str) -> str:
    """Return the value of a rule in the classic rules."""
    return format_value(getattr(Ruleset(), name))


@cache
def find_case(name: str, word: str) -> Case | None:
    """Return the case that shows a value best: one that names it, or sets few other rules; None if there is none."""
    found = [case for case in cases.get_cases_by_number().values() if format_value(case.rules.get(name)) == word]
    return min(found, key=lambda case: (f"`{word}`" not in case.title, len(case.rules), case.number), default=None)


@cache
def draw_case(name: str, word: str) -> SafeString:
    """Return the small board of that case; empty where there is none."""
    case = find_case(name, word)
    if case is None or not case.before:
        return SafeString("")
    return SafeString(render_to_string("boards/_small.html", {"position": build_position(Formation.read(case.before))}))


def list_differences(rules: Mapping[str, object]) -> Iterator[tuple[Promise, str]]:
    """Yield title and sentence of each rule that differs from the classic rules."""
    for _title, names in GROUPS:
        for name in names:
            if name in rules and format_value(rules[name]) != get_usual_word(name):
                yield TITLES[name], _(rule_words.RULES[name, rules[name]])
