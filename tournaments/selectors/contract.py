"""Sentences and data that describe an announced contract."""

from collections.abc import Callable

from django.utils.translation import gettext

from core.sentences import fill
from dynasty.catalog import assets, keys
from dynasty.domain.event_types import format_value
from tournaments.domain import contract, games, levels, negotiation, terms
from tournaments.models import Tournament
from tournaments.selectors import time_descriptions

FORMATTERS: dict[str, Callable[[str], str]] = {
    "asset": assets.get_name,
    "key": keys.get_title,
    "level": levels.get_title,
}


def format_sentence(sentence: terms.Sentence) -> str:
    """Format a sentence in the reader's language."""
    message, params = sentence
    values = {
        name: FORMATTERS[name](str(value)) if name in FORMATTERS else format_value(value)
        for name, value in params.items()
    }
    amount = params.get("amount")
    if "asset" in params and isinstance(amount, int):
        values["asset"] = assets.get_unit(str(params["asset"]), amount)
    return fill(gettext(message), values)


def group_terms(type: str, agreed: terms.Terms) -> dict[str, list[str]]:
    """Return terms in words by what they are about: the outcome, reputation, and who may enter."""
    parts = {"outcome": terms.describe_outcome, "points": terms.describe_points, "entry": terms.describe_entry}
    return {name: [format_sentence(each) for each in describe(type, agreed)] for name, describe in parts.items()}


def get_stake(code: str) -> int:
    """Return the reputation that each emperor stakes in a tournament; 0 where there is none of this code."""
    agreed = Tournament.objects.filter(code=code).values_list("terms", flat=True).first()
    return terms.read(agreed).stake if agreed else 0


def describe_terms(tournament: Tournament) -> list[str]:
    """Describe the stakes and the conditions of entry, one sentence each."""
    agreed, game = terms.read(tournament.terms), games.GAMES[tournament.game]
    in_teams = games.has_teams(game, tournament.rules) and not (agreed.negotiation or tournament.casual)
    team_talk = negotiation.describe(negotiation.TEAM, is_serious=False) if in_teams else []
    sentences = [*terms.describe_terms(tournament.type, agreed), *((sentence, {}) for sentence in team_talk)]
    return [format_sentence(each) for each in sentences]


def describe_rules(tournament: Tournament) -> list[str]:
    """Describe the rules of the battle, one sentence each."""
    return [format_sentence(each) for each in games.GAMES[tournament.game].rule_words(tournament.rules)]


def build_announcement(tournament: Tournament) -> dict[str, object]:
    """Build everything that the announcement fixes, as sentences for people and as data for programs."""
    game = games.GAMES[tournament.game]
    title, sentence = game.field_words(tournament.field)
    return {
        "field_title": gettext(title), "field_words": gettext(sentence), "terms": tournament.terms,
        "timetable": tournament.timetable, "absence": tournament.absence,
        "time_words": time_descriptions.describe_times(tournament),
        "terms_words": describe_terms(tournament), "rules": tournament.rules, "rules_words": describe_rules(tournament),
        "rules_text": game.rule_text(tournament.rules), "contract": tournament.contract,
        "seed_hash": contract.hash_seed(tournament), "seed": tournament.seed if tournament.ended_at else None,
    }  # fmt: skip
