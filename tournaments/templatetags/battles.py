"""Template filters and tags for tournaments: titles, seats, amounts."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core import numbers
from core.json_types import Json
from core.sentences import fill
from dynasty.catalog import assets
from tournaments.domain import fate_words, games, levels, round_titles, terms
from tournaments.domain.battle_types import ClosedRound
from tournaments.domain.durations import format_duration
from tournaments.domain.tournament_types import TAKERS, TOURNAMENT_TYPES, Fates, is_serious
from tournaments.models import Entry, Tournament
from tournaments.presenters.context import format_emperor, get_title

register = template.Library()


@register.filter
def title(tournament: Tournament) -> str:
    """Return the title of a tournament."""
    return get_title(tournament)


@register.filter(expects_localtime=True)
def with_zone(moment: datetime) -> str:
    """Return a day and an hour in the format of the active language, with the time zone."""
    return f"{date_format(moment, 'DATETIME_FORMAT')} {moment.tzname()}"


@register.filter
def called(entry: Entry) -> str:
    """Return the name of the Emperor on a seat."""
    return format_emperor(entry)


register.filter("is_serious", is_serious)
register.filter("is_resignation", games.is_resignation)


@register.filter
def order_words(order: str) -> str:
    """Return an order as lists of rounds show it: a resignation in words."""
    return _("resigns") if games.is_resignation(order) else order


@register.filter
def type_name(word: str) -> str:
    """Return the name of a type, such as "Honour"."""
    return _(TOURNAMENT_TYPES[word].sentence).partition(":")[0]


@register.filter
def type_words(word: str) -> str:
    """Return what is at stake in a tournament of this type."""
    text = _(TOURNAMENT_TYPES[word].sentence).partition(":")[2].strip()
    return text[:1].upper() + text[1:]


@register.filter
def fates(tournament: Tournament) -> str:
    """Return the fates of captured emperors for a badge; empty where they are those of the type."""
    if tournament.casual or tournament.type not in TOURNAMENT_TYPES:
        return ""
    return format_fates(terms.get_fates(tournament.type, terms.read(tournament.terms)), tournament.type)


def format_fates(chosen: Fates, type: str) -> str:
    """Return fates by name, for a badge: one name if both are equal, else the fate by a pawn first."""
    if chosen == TOURNAMENT_TYPES[type].fates:
        return ""
    names = {name: _(title) for name, title in fate_words.FATE_TITLES.items()}
    both = dict.fromkeys(names[getattr(chosen, name)] for name in TAKERS)
    return fill(_("taken: %(fates)s"), {"fates": " / ".join(both)})


@register.filter
def series_fates(setup: Json) -> str:
    """Return the fates of the tables of a series for a badge; empty where they are those of the type."""
    return format_fates(terms.get_fates(setup["type"], terms.read(setup["terms"])), setup["type"])


@register.filter
def type_lead(tournament: Tournament) -> str:
    """Return what is at stake in a tournament, whether its fates are those of its type or not."""
    kind = TOURNAMENT_TYPES[tournament.type]
    text = _(kind.sentence_with_other_fates if fates(tournament) else kind.sentence).partition(":")[2].strip()
    return text[:1].upper() + text[1:]


@register.filter
def asset_name(asset: str) -> str:
    """Return the name of an asset."""
    return assets.get_name(asset)


@register.filter
def at_seat(names: dict[str, str], letter: str) -> str:
    """Return the name of the Emperor on a seat, or the seat's letter."""
    return names.get(letter, letter.upper())


@register.simple_tag
def round_title(step: ClosedRound, names: dict[str, str]) -> str:
    """Return the round of play of a step, and whose turn it is in it."""
    return round_titles.format_title(step["round"], step["turn"], names)


@register.simple_tag
def events_title(step: ClosedRound, names: dict[str, str]) -> str:
    """Return the heading over what happened in a step."""
    return round_titles.format_report_title(step["round"], step["turn"], names)


@register.filter
def round_now(tournament: Tournament) -> str:
    """Return how far a battle is, for a line in a list."""
    if not tournament.game_round:
        return _("armies are being placed")
    return fill(_("round %(round)s"), {"round": tournament.game_round})


@register.filter
def lasting(seconds: int) -> str:
    """Return a duration in words."""
    return format_duration(seconds)


@register.filter
def game_title(tournament: Tournament) -> str:
    """Return the title of a tournament's game."""
    return _(games.GAMES[tournament.game].TITLE)


@register.filter
def field_title(tournament: Tournament) -> str:
    """Return the title of a tournament's battlefield."""
    return _(games.GAMES[tournament.game].field_words(tournament.field)[0])


@register.simple_tag
def ground_of(tournament: Tournament) -> SafeString:
    """Return a small drawing of the battlefield for a list; a globe for maps, which only the browser draws."""
    return draw_small_board(tournament.game, tournament.field)


@lru_cache(maxsize=256)
def draw_small_board(game: str, field: str) -> SafeString:
    """Return the small drawing of a battlefield; cached, as battlefields never change."""
    found = games.GAMES[game]
    if found.VIEW != "board":
        return SafeString(render_to_string("tournaments/_small_map.html").lstrip())
    opening = found.initial(field, found.seats_of(field), found.read_rules({}), "", chests=False)
    return SafeString(render_to_string("boards/_small.html", {"position": found.view(opening)}).lstrip())


@register.filter
def fees(tournament: Tournament) -> list[tuple[str, int]]:
    """Return what entering costs, as (asset, units)."""
    return list(terms.read(tournament.terms).fee)


@register.filter
def waits_for_you(tournament: Tournament) -> bool:
    """Return whether a tournament of the site starts as soon as somebody takes its last free seat, and else never.

    The caller's list has counted the taken seats.
    """
    agreed = terms.read(tournament.terms)
    one_free = tournament.taken == tournament.seats - 1  # type: ignore[attr-defined]
    return tournament.organiser_id is None and one_free and not (agreed.punctual or agreed.betting)


@register.filter
def campaign_title(tournament: Tournament) -> str:
    """Return the title of a campaign, since several share a map; empty for the grid game."""
    game = games.GAMES[tournament.game]
    return _(game.TITLE) if game.VIEW == "map" else ""


@register.filter
def prizes(tournament: Tournament) -> list[tuple[str, int]]:
    """Return what can be won as a prize or a pot, as (asset, units)."""
    agreed = terms.read(tournament.terms)
    return [*agreed.prize, *([("reputation", agreed.stake * tournament.seats)] if agreed.stake else [])]


@register.filter
def level_name(level: str) -> str:
    """Return the name of a computer player's level."""
    return levels.get_title(level)


@register.filter
def level_words(level: str, game: str) -> str:
    """Return the name of a computer player's level with what it means in a game."""
    return levels.describe_level_of_game(level, game)


@register.filter
def signed(points: int) -> str:
    """Return points with their sign, such as +20 or −5."""
    return numbers.format_signed(points)


@register.simple_tag
def amount(asset: str, units: int) -> SafeString:
    """Return an amount of an asset as HTML, in the asset's colour."""
    return format_html('<span class="asset" data-asset="{}">{}</span>', asset, assets.format_amount(units, asset))


@register.filter
def status_name(tournament: Tournament) -> str:
    """Return the status of a tournament in words."""
    words: dict[str, object] = {
        "announced": pgettext("tournament", "announced"),
        "running": pgettext("tournament", "being fought"),
        "halted": pgettext("tournament", "halted"),
        "finished": pgettext("tournament", "over"),
        "cancelled": pgettext("tournament", "cancelled"),
    }
    return str(words[tournament.status])
