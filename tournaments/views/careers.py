"""Pages of careers: what the battles of a dynasty or an emperor add up to, and of two dynasties against each other."""

from collections.abc import Callable, Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from core import clock, rate_limits
from core.limits import PICTURES_A_MINUTE
from dynasty.charts import form
from dynasty.selectors import betting_records, careers, dynasties, portraits, timelines
from dynasty.selectors.careers import Person, Share
from dynasty.views.context import get_dynasty_or_404, is_owner
from tournaments.access import viewers
from tournaments.domain import games
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.presenters.verdict import ENDINGS
from tournaments.rendering.life_card import LifeCard, render_life
from tournaments.selectors import bets, boards
from tournaments.views.responses import errors_as_problems

SHOWN = 8  # rows of each table


@require_GET
def dynasty(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the battles and bets of a dynasty add up to; its owner sees the bets by asset instead."""
    shown = get_dynasty_or_404(code)
    reign, owner = careers.find_longest_reign(shown), is_owner(request, shown)
    context = build_context(shown) | {
        "dynasty": shown,
        "reign": reign,
        "reign_end": reign and (reign.until or clock.now()),
        "betting": None if owner else betting_records.find_record(shown),
        "bets": bets.sum_bets(shown) if owner else None,
    }
    return render(request, "tournaments/career.html", context)


@require_GET
def emperor(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the battles of an emperor add up to."""
    shown = dynasties.find_emperor(code)
    if shown is None:
        raise Http404
    return render(
        request, "tournaments/career.html", build_context(shown) | {"emperor": shown, "dynasty": shown.dynasty}
    )


@require_safe
@errors_as_problems
def life_card(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the card of an emperor's life as a picture."""
    rate_limits.hit("picture", viewers.get_client_address(request), {rate_limits.MINUTE: PICTURES_A_MINUTE})
    found = dynasties.find_emperor(code)
    if found is None:
        raise Http404
    homes = list(dynasties.list_homes(found))
    sums, curve = careers.get_totals(found), timelines.get_reputation_curve(found)
    ended = str(found.died_at.year) if found.died_at else ""
    years = " ".join(dict.fromkeys(filter(None, [str(found.raised_at.year), ended])))
    houses = list(dict.fromkeys(home.dynasty.name for home in homes))
    peak = max((value for _at, value in curve), default=0)
    life = LifeCard(found.name, houses, years, sums.won, sums.captures, peak)
    drawn = render_life(life, found.dynasty.emblem, portraits.get_parts(found), portraits.get_marks(found))
    return HttpResponse(drawn, content_type="image/png", headers={"Cache-Control": "public, max-age=3600"})


@require_GET
def against(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Show how two dynasties fared against each other."""
    own, rival = get_dynasty_or_404(code), get_dynasty_or_404(other)
    if own.pk == rival.pk:
        raise Http404
    found = careers.compare(own, rival)
    titles = name_fields([(each.own.game, each.own.field) for each in found.latest])
    latest = [
        {"meeting": each, "field": title, "type": name_type(each.own.type)}
        for each, title in zip(found.latest, titles, strict=True)
    ]
    return render(
        request,
        "tournaments/head_to_head.html",
        {"dynasty": own, "other": rival, "sums": found, "latest": latest},
    )


def build_context(person: Person) -> dict[str, object]:
    """Return what the page shows of a dynasty's or an emperor's battles."""
    rows = careers.count_kinds(person)
    kinds = careers.break_down(rows)
    openings = careers.list_openings(person)
    fields = [split_name(each.name) for each in kinds["field"][:SHOWN]]
    opened = [(str(each["game"]), str(each["field"])) for each in openings]
    campaigns = careers.list_campaigns(rows, SHOWN)
    titles = name_fields([*fields, *opened, *[(each.game, each.field) for each in campaigns]])
    upset = careers.find_upset(person)
    return {
        "career": careers.get_totals(person),
        "form_chart": form.draw([each.result for each in reversed(careers.list_latest(person))]),
        "tables": [
            (_("By type"), build_rows(kinds["type"], name_type)),
            (_("By board and map"), list(zip(titles, kinds["field"], strict=False))),
            (_("By rules"), build_rows(kinds["preset"], name_preset)),
            (_("By ending"), build_rows(kinds["ending"], name_ending)),
        ],
        "openings": list(zip(titles[len(fields) :], openings, strict=False)),
        "campaigns": [
            (name_game(each.game), title, each)
            for each, title in zip(campaigns, titles[len(fields) + len(opened) :], strict=True)
        ],
        "rivals": careers.list_rivals(person),
        "upset": upset,
    }


def build_rows(shares: Iterable[Share], name: Callable[[str], str]) -> list[tuple[str, Share]]:
    """Return the first rows of a table, with their names in the active language."""
    return [(name(each.name), each) for each in list(shares)[:SHOWN]]


def split_name(name: str) -> tuple[str, str]:
    """Return the game and what is its own of a name such as `emperors:duel-2`.

    >>> split_name("emperors:drawn:abc")
    ('emperors', 'drawn:abc')
    """
    game, _colon, own = name.partition(":")
    return game, own


def name_type(name: str) -> str:
    """Return the title of a type of tournaments."""
    return _(TOURNAMENT_TYPES[name].sentence).partition(":")[0] if name in TOURNAMENT_TYPES else name


def name_game(game: str) -> str:
    """Return the title of a game."""
    return _(games.GAMES[game].TITLE) if game in games.GAMES else game


def name_preset(name: str) -> str:
    """Return the title of named rules; others have none."""
    game, preset = split_name(name)
    found = games.GAMES[game].presets().get(preset) if game in games.GAMES else None
    return _(found[0]) if found else _("Own rules")


def name_ending(name: str) -> str:
    """Return why battles ended, as a heading."""
    return str(ENDINGS.get(name, name)).rstrip(".")


def name_fields(played: Sequence[tuple[str, str]]) -> list[str]:
    """Return the titles of battlefields, given with their games; one query finds all that players drew."""
    drawn = boards.get_titles([field for _game, field in played])
    return [drawn.get(field) or name_field(game, field) for game, field in played]


def name_field(game: str, field: str) -> str:
    """Return the title of a battlefield that comes with the site."""
    if game not in games.GAMES or field not in games.GAMES[game].field_names():
        return field
    return _(games.GAMES[game].field_words(field)[0])
