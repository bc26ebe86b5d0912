"""The page of the rules: every rule and value in words, with drawn examples."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from battlefield import game, words
from battlefield.conflicts import POLICIES
from campaign.words import fight_text, rule_text
from core.numbers import format_signed
from core.sentences import fill
from dynasty.catalog import assets
from tournaments.domain import fate_words, games, terms
from tournaments.domain.point_limits import DAILY_LIMIT
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.lab.examples import EXAMPLES, Example, play_example
from tournaments.presenters.context import format_with_letters

TITLES: dict[str, Promise] = {name: gettext_lazy(title) for name, title in words.TITLES.items()}
GOAL_NUMBERS = {"rounds": 20, "pieces": 3}
FOG = rule_text.CHOICES["fog", "on"]
LIMIT_NUMBERS = {"max_rounds": 200, "quiet_rounds": 40}


@dataclass(frozen=True)
class Choice:
    """A value of a rule."""

    name: str
    sentence: str
    usual: bool


@dataclass(frozen=True)
class Rule:
    """A rule with its values."""

    name: str
    title: Promise | str
    choices: list[Choice]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show all rules of all games."""
    context = {
        "goals": list_goals(),
        "limits": fill(_(words.LIMITS), LIMIT_NUMBERS),
        "rules": list_rules(),
        "presets": list_presets(),
        "examples": [build_example(number, each) for number, each in enumerate(EXAMPLES, 1)],
        "types": [(name, _(each.sentence)) for name, each in TOURNAMENT_TYPES.items()],
        "fates": [_(sentence) for sentence in fate_words.FATE_SENTENCES.values()],
        "points": list_points(),
        "fields": [(name, *map(_, game.field_words(name)), len(game.seats_of(name))) for name in game.field_names()],
        "campaigns": [build_campaign(each) for each in games.GAMES.values() if each.VIEW == "map"],
        "fog": _(FOG),
        "grant": [(asset, assets.get_name(asset), amount) for asset, amount in assets.get_grants().items()],
    }
    return render(request, "rules/rules.html", context)


def list_points() -> list[str]:
    """Return the table of points, and what limits them, as sentences."""
    points = {name: {"points": format_signed(worth)} for name, worth in terms.POINTS.items()}
    rows = [fill(_(terms.POINT_SENTENCES[name]), params) for name, params in points.items()]
    return [*rows, fill(_(terms.LIMIT_SENTENCE), {"limit": DAILY_LIMIT})]


def build_campaign(played: games.Game) -> dict[str, object]:
    """Return a territory game: its usual rules in words, its presets and its maps."""
    presets = played.presets()
    usual = presets["classic"][2]
    sentences = [fill(_(each), fields) for each, fields in played.rule_words(usual)]
    maps = [(*map(_, played.field_words(name)), len(played.seats_of(name))) for name in played.field_names()]
    return {
        "name": played.NAME,
        "title": _(played.TITLE),
        "rules": sentences,
        "fights": [_(sentence) for sentence in fight_text.describe_fights(usual)],
        "fields": maps,
        "presets": [(_(title), _(sentence)) for title, sentence, _rules in presets.values()],
    }


def list_goals() -> list[Choice]:
    """Return every way to win, with the usual numbers."""
    usual = game.read_rules({})["goals"]
    return [
        Choice(name, fill(_(sentence), GOAL_NUMBERS) if "%(" in sentence else _(sentence), name in usual)
        for name, sentence in words.GOALS.items()
    ]


def list_rules() -> list[Rule]:
    """Return every rule with its values, in the order of the rule book."""
    usual = game.read_rules({})
    found: dict[str, list[Choice]] = {}
    for (name, value), sentence in words.RULES.items():
        found.setdefault(name, []).append(Choice(str(value).lower(), _(sentence), usual[name] == value))
    return [Rule(name, TITLES.get(name, name), values) for name, values in found.items()]


def list_presets() -> list[tuple[str, str, str, list[str]]]:
    """Return the named rulesets: name, title, sentence, and all of their rules in words."""
    return [
        (
            name,
            _(title),
            _(sentence),
            [fill(_(each), fields) for each, fields in game.rule_words(rules)],
        )
        for name, (title, sentence, rules) in game.presets().items()
    ]


def build_example(number: int, example: Example) -> dict[str, object]:
    """Return an example with both boards and the whole round in words, with letters for seats."""
    before, after, events = play_example(example)
    sentences = [format_with_letters(sentence) for sentence in game.event_words(events)]
    round_played = {
        "number": 1,
        "before": before,
        "orders": example.orders,
        "events": events,
        "after": after,
        "told": sentences,
    }
    values = {
        "title": example.title,
        "sentence": example.sentence,
        "policy": _(POLICIES[example.policy].sentence),
        "orders": example.orders,
    }
    boards = {"before": before, "after": after, "rounds": [round_played]}
    return values | boards | {"name": f"example-{number}", "told": sentences}
