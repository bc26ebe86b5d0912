"""Addresses that fill in a battlefield and its rules: written for a link or a template, read by the forms."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from battlefield import words as rule_words
from battlefield.goals import GOALS
from battlefield.rulesets import CHOICES
from campaign.options import OPTIONS
from campaign.words import rule_text
from core.json_types import Json
from tournaments.domain import games
from tournaments.forms import announcement_defaults, battlefields, campaign_rules
from tournaments.forms.announcements import RulesStep, format_value
from tournaments.forms.battlefields import COMPOSED
from tournaments.forms.campaign_rules import PREFIX
from tournaments.selectors import boards

OWN = "own"
"""What `rules` says in an address whose rules are chosen one by one."""


@dataclass(frozen=True)
class Filled:
    """What an address fills in, as far as it still exists."""

    game: str
    field: str
    """Blank where the address names none, or one that does not exist."""
    preset: str
    """The name of the rules; blank where they are chosen one by one, or do not exist."""
    options: Json
    """The values of the form of the rules one by one; empty for named rules."""
    is_composed: bool
    gone: list[str]
    """Titles of what the address names and this site does not have."""

    @property
    def wizard_values(self) -> Json:
        """Return the values with which the announcement of a tournament begins."""
        field = self.field or games.GAMES[self.game].field_names()[0]
        preset = self.preset or games.GAMES[self.game].offers(field)[0]
        named = COMPOSED if self.is_composed else f"{self.game}:{preset}"
        return {"field": f"{self.game}:{field}", "preset": named} | self.options

    @property
    def casual_values(self) -> Json:
        """Return the values with which the form of a casual battle begins, apart from rules chosen one by one."""
        values = {"field": self.field, "preset": self.preset}
        return {name: value for name, value in values.items() if value}


def write(game: str, field: str, preset: str, rules: Json) -> str:
    """Return the query of an address that fills in a battlefield and named rules, or all of `rules` one by one."""
    values: Json = {"game": game, "field": field}
    if preset and preset != COMPOSED:
        return urlencode(values | {"preset": preset})
    if game == battlefields.GRID:
        return urlencode(values | {"rules": OWN} | announcement_defaults.get_rules_values(rules), doseq=True)
    return urlencode(values | {"rules": OWN} | campaign_rules.fill_in(rules))


def read(sent: QueryDict) -> Filled | None:
    """Return what an address fills in; None where it names no game of this site."""
    game = sent.get("game", "")
    if game not in games.GAMES:
        return None
    played, gone = games.GAMES[game], []
    field, preset = sent.get("field", ""), sent.get("preset", "")
    if field and not boards.is_known(played, field):
        gone.append(_("the battlefield"))
        field = ""
    is_composed = sent.get("rules") == OWN
    if preset and preset not in played.presets():
        if not is_composed:
            gone.append(_("the rules of that name"))
        preset = ""
    options, missing = read_options(game, sent) if is_composed else ({}, [])
    return Filled(game, field, preset, options, is_composed, list(dict.fromkeys([*gone, *missing])))


def read_options(game: str, sent: QueryDict) -> tuple[Json, list[str]]:
    """Return the values of the form of the rules one by one, the usual ones for what is missing, and what is gone."""
    if game == battlefields.GRID:
        usual = announcement_defaults.get_rules_values(games.GAMES[game].read_rules({}))
        found, gone = read_grid_options(sent)
        return usual | found, gone
    named = games.GAMES[game].presets().get(sent.get("preset", ""))
    usual = games.GAMES[game].read_rules((named or next(iter(games.GAMES[game].presets().values())))[2])
    rules = campaign_rules.read_rules(game, sent.dict(), usual)
    return campaign_rules.fill_in(rules), list(list_gone_options(game, sent))


def list_gone_options(ruleset: str, sent: QueryDict) -> Iterator[str]:
    """Yield the titles of options of a campaign that an address names and that are none, or cannot have its value."""
    for field, text in sent.items():
        name = field.removeprefix(PREFIX)
        if name == field:
            continue
        option = OPTIONS[ruleset].get(name)
        if option is None:
            yield _("an option of its rules")
        elif not option.allows(campaign_rules.read_value(option, str(text))):
            yield _(rule_text.TITLES[name])


def read_grid_options(sent: QueryDict) -> tuple[Json, list[str]]:
    """Return the values of the grid game's rules that an address has, and the titles of those that are gone."""
    found: Json = {}
    gone = []
    for slot, values in CHOICES.items():
        text = sent.get(slot, "")
        if text in [format_value(value) for value in values]:
            found[slot] = text
        elif text:
            gone.append(_(rule_words.TITLES[slot]))
    goals = sent.getlist("goals")
    if existing := [name for name in GOALS if name in goals]:
        found["goals"] = existing
    if len(existing) < len(set(goals)):
        gone.append(str(RulesStep.base_fields["goals"].label))
    for name, field in RulesStep.base_fields.items():
        if isinstance(field, forms.IntegerField) and (text := sent.get(name, "")):
            try:
                found[name] = field.clean(text)
            except ValidationError:
                gone.append(str(field.label))
    return found, gone
