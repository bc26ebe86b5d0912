"""The rules as their composer shows them: in groups, each value with its sentence and a case that shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battlefield import Formation, Ruleset
from battlefield import words as rule_words
from battlefield.cases import Case
from tournaments.forms.announcements import as_word
from tournaments.views import cases
from tournaments.views.boards import view_of
from tournaments.views.rules import TITLES

GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (gettext_lazy("The march"), ("path", "conflict", "priority", "experience")),
    (gettext_lazy("Emperors"), ("emperor_takes_pawn", "emperor_precedence", "emperor_resets_strongest",
                                "pawn_takes_emperor", "emperor_takes_emperor", "leaderless")),
    (gettext_lazy("Treasures, and the end"), ("collectors", "on_limit")),
)  # fmt: skip


@dataclass(frozen=True)
class Value:
    """One value of a rule: its radio button, whether it is the usual one, and a case with its board in small."""

    radio: Any
    usual: bool
    case: Case | None
    drawn: SafeString


@dataclass(frozen=True)
class Slot:
    """A rule in which battles differ."""

    title: Promise
    field: Any
    values: list[Value]


def groups(form: Any) -> list[tuple[Promise, list[Slot]]]:
    """The rules to choose, by what they are about."""
    return [(title, [slot(form[name], name) for name in names if name in form.fields]) for title, names in GROUPS]


def slot(field: Any, name: str) -> Slot:
    return Slot(TITLES[name], field, [value(radio, name) for radio in field])


def value(radio: Any, name: str) -> Value:
    word = str(radio.data["value"])
    return Value(radio, word == usual(name), shown_by(name, word), drawn(name, word))


def usual(name: str) -> str:
    """What the classic rules say."""
    return as_word(getattr(Ruleset(), name))


@cache
def shown_by(name: str, word: str) -> Case | None:
    """The case that says most plainly what a value does: it is named in its title, or set with little else."""
    found = [case for case in cases.numbered().values() if as_word(case.rules.get(name)) == word]
    return min(found, key=lambda case: (f"`{word}`" not in case.title, len(case.rules), case.number), default=None)


@cache
def drawn(name: str, word: str) -> SafeString:
    """The board of that case in small; nothing where there is none."""
    case = shown_by(name, word)
    if case is None or not case.before:
        return SafeString("")
    return SafeString(render_to_string("boards/_small.html", {"position": view_of(Formation.read(case.before))}))


def differences(rules: Mapping[str, Any]) -> Iterator[tuple[Promise, str]]:
    """Where rules are not the classic ones: what it is about, and what holds instead."""
    for _title, names in GROUPS:
        for name in names:
            if name in rules and as_word(rules[name]) != usual(name):
                yield TITLES[name], _(rule_words.RULES[name, rules[name]])
