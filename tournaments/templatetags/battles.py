"""What the pages of tournaments say in small places: titles, seats, amounts."""

from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core import numbers
from dynasty.catalog import assets
from tournaments.domain import games, levels, round_titles, terms
from tournaments.domain.durations import format_duration
from tournaments.domain.tournament_types import TAKERS, TOURNAMENT_TYPES, Fates
from tournaments.models import Entry, Tournament
from tournaments.presenters.context import format_emperor, get_title

register = template.Library()


@register.filter
def title(tournament: Tournament) -> str:
    return get_title(tournament)


@register.filter(expects_localtime=True)
def with_zone(moment: datetime) -> str:
    """A day and an hour as the reader's language writes them, and whose clocks show it."""
    return f"{date_format(moment, 'DATETIME_FORMAT')} {moment.tzname()}"


@register.filter
def called(entry: Entry) -> str:
    """The Emperor on a seat."""
    return format_emperor(entry)


@register.filter
def type_name(word: str) -> str:
    """Training, Gift, Honour, Conquest, Death."""
    return _(terms.TYPE_SENTENCES[word]).partition(":")[0]


@register.filter
def type_words(word: str) -> str:
    """What is at stake in a tournament of this type."""
    said = _(terms.TYPE_SENTENCES[word]).partition(":")[2].strip()
    return said[:1].upper() + said[1:]


@register.filter
def fates(tournament: Tournament) -> str:
    """What becomes of emperors that are taken, shortly, where it is not what the type says."""
    if tournament.casual or tournament.type not in TOURNAMENT_TYPES:
        return ""
    return format_fates(terms.get_fates(tournament.type, terms.read(tournament.terms)), tournament.type)


def format_fates(chosen: Fates, type: str) -> str:
    """Fates by their names, for a badge: one where they are the same, else the one by a pawn first."""
    if chosen == TOURNAMENT_TYPES[type].fates:
        return ""
    names = {name: _(title) for name, title in terms.FATE_TITLES.items()}
    both = dict.fromkeys(names[getattr(chosen, name)] for name in TAKERS)
    return _("taken: %(fates)s") % {"fates": " / ".join(both)}


@register.filter
def series_fates(setup: dict[str, Any]) -> str:
    """The same for the tables of a series."""
    return format_fates(terms.get_fates(setup["type"], terms.read(setup["terms"])), setup["type"])


@register.filter
def type_lead(tournament: Tournament) -> str:
    """What is at stake in a tournament of this type, where its fates are its own or others."""
    words = terms.OTHER_FATES_SENTENCES if fates(tournament) else terms.TYPE_SENTENCES
    said = _(words[tournament.type]).partition(":")[2].strip()
    return said[:1].upper() + said[1:]


@register.filter
def asset_name(asset: str) -> str:
    return assets.get_name(asset)


@register.filter
def at_seat(names: dict[str, str], letter: str) -> str:
    """What the Emperor on a seat is called."""
    return names.get(letter, letter.upper())


@register.simple_tag
def round_title(step: dict[str, Any], names: dict[str, str]) -> str:
    """Return the round of play of a step, and whose turn it is in it."""
    return round_titles.format_title(step["round"], step["turn"], names)


@register.simple_tag
def told_title(step: dict[str, Any], names: dict[str, str]) -> str:
    """Return the heading over what happened in a step."""
    return round_titles.format_report_title(step["round"], step["turn"], names)


@register.filter
def round_now(tournament: Tournament) -> str:
    """Return how far a battle is, for a line in a list."""
    if not tournament.game_round:
        return _("armies are being placed")
    return _("round %(round)s") % {"round": tournament.game_round}


@register.filter
def lasting(seconds: int) -> str:
    """A length of time in words."""
    return format_duration(seconds)


@register.filter
def game_title(tournament: Tournament) -> str:
    """What its game is called."""
    return _(games.GAMES[tournament.game].TITLE)


@register.filter
def field_title(tournament: Tournament) -> str:
    return _(games.GAMES[tournament.game].field_words(tournament.field)[0])


@register.simple_tag
def ground_of(tournament: Tournament) -> SafeString:
    """The battlefield in small, for a list; a map is drawn in the browser alone, so it is a globe here."""
    return draw_small_board(tournament.game, tournament.field)


@lru_cache(maxsize=256)
def draw_small_board(game: str, field: str) -> SafeString:
    """The same for every tournament on a field, since fields never change."""
    found = games.GAMES[game]
    if found.VIEW != "board":
        return SafeString(render_to_string("tournaments/_small_map.html").lstrip())
    opening = found.initial(field, found.seats_of(field), found.read_rules({}), "", chests=False)
    return SafeString(render_to_string("boards/_small.html", {"position": found.view(opening)}).lstrip())


@register.filter
def fees(tournament: Tournament) -> list[tuple[str, int]]:
    """What entering costs."""
    return list(terms.read(tournament.terms).fee)


@register.filter
def campaign_title(tournament: Tournament) -> str:
    """The name of a campaign, since several are played on one map; empty for the grid game."""
    game = games.GAMES[tournament.game]
    return _(game.TITLE) if game.VIEW == "map" else ""


@register.filter
def prizes(tournament: Tournament) -> list[tuple[str, int]]:
    """What can be won there, as far as it is a prize or a pot."""
    agreed = terms.read(tournament.terms)
    return [*agreed.prize, *([("reputation", agreed.stake * tournament.seats)] if agreed.stake else [])]


@register.filter
def level_name(level: str) -> str:
    """How a computer player plays, in a word."""
    return levels.get_title(level)


@register.filter
def level_words(level: str, game: str) -> str:
    """The same, with what it means in a game."""
    return levels.describe_level_of_game(level, game)


@register.filter
def signed(points: int) -> str:
    """+20 or −5."""
    return numbers.format_signed(points)


@register.simple_tag
def amount(asset: str, units: int) -> SafeString:
    """So many units of an asset, with its colour."""
    return format_html('<span class="asset" data-asset="{}">{}</span>', asset, assets.format_amount(units, asset))


@register.filter
def status_name(tournament: Tournament) -> str:
    """How far it has come, in words."""
    words: dict[str, Any] = {
        "announced": pgettext("tournament", "announced"),
        "running": pgettext("tournament", "being fought"),
        "halted": pgettext("tournament", "halted"),
        "finished": pgettext("tournament", "over"),
        "cancelled": pgettext("tournament", "cancelled"),
    }
    return str(words[tournament.status])
