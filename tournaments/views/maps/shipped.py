"""The pages of the maps of campaigns: the list, and one that comes with the game, with how battles on it went."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battlefield.measured import compute_interval, widen
from campaign import atlas, map_catalog
from campaign.words.place_names import NAMES
from tournaments.domain import games, map_figures
from tournaments.models import Tournament
from tournaments.presenters import map_files
from tournaments.selectors import boards
from tournaments.selectors.maps import drawn

CAMPAIGNS = tuple(map_catalog.FIELDS)
PAGE_SIZE = 24
"""Maps of players on one page of the list."""
MAX_CURSOR_LENGTH = 120


@require_safe
def all_maps(request: HttpRequest) -> HttpResponse:
    """List the maps that come with the game, the smallest first, and those that players drew, the newest first."""
    names = sorted(map_catalog.SLUGS.items(), key=lambda each: len(atlas.find(each[1]).territories))
    page = drawn.get_page(request.GET.get("cursor", "")[:MAX_CURSOR_LENGTH], PAGE_SIZE)
    context = {
        "maps": [build_entry(slug, name) for slug, name in names],
        "page": page,
        "drawn": [(each, drawn.get_field_name(each)) for each in page.maps],
    }
    return render(request, "maps/maps.html", context)


def build_entry(slug: str, name: str) -> dict[str, object]:
    """Return a map as the list shows it."""
    title, sentence = map(_, map_catalog.PAGES[name])
    made = atlas.find(name)
    return {
        "slug": slug,
        "name": name,
        "title": title,
        "sentence": sentence,
        "territories": len(made.territories),
        "regions": len(made.regions),
        "most_seats": len(map_catalog.list_seats(name)),
    }


@require_safe
def campaign_map(request: HttpRequest, name: str) -> HttpResponse:
    """Show a map: its drawing, its regions, where it is narrow, and how battles on it went."""
    field = map_catalog.SLUGS.get(name)
    if field is None:
        raise Http404
    played = [game for game in CAMPAIGNS if field in map_catalog.FIELDS[game]]
    figures = [build_figures(found) for found in map_figures.find_figures(field)]
    followed = boards.is_followed(request.user.pk, field)
    context = build_entry(name, field) | build_facts(field, played)
    context |= {"figures": figures, "field": field, "followed": followed}
    return render(request, "maps/map.html", context)


@require_safe
def map_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return the file of a map that comes with the game."""
    field = map_catalog.SLUGS.get(name)
    if field is None:
        raise Http404
    return respond_with_file(map_files.format_included(field), name)


def respond_with_file(text: str, name: str) -> HttpResponse:
    """Return the file of a map, to be stored."""
    named = {"Content-Disposition": f'attachment; filename="map-{name}.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=named)


def build_facts(field: str, played: list[str]) -> dict[str, object]:
    """Return what the page of any map shows: its drawing, its regions, and where it is narrow."""
    game = games.GAMES[played[0]]
    shown = Tournament(game=played[0], field=field, rules=game.read_rules({}))
    bare = game.initial(field, game.seats_of(field), shown.rules, "", chests=False)
    made = atlas.find(field)
    return {
        "shown": shown,
        "position": game.view(bare),
        "games": [(each, _(games.GAMES[each].TITLE)) for each in played],
        "routes": len(made.routes),
        "region_rows": build_regions(made),
        "choke_points": format_places(made, map_catalog.find_choke_points(made)),
        "homes": format_places(made, made.homes),
    }


def format_places(made: atlas.Map, places: Iterable[str]) -> str:
    """Return the names of territories in one line."""
    names = {each.id: each.name for each in made.territories}
    return ", ".join(_(NAMES.get(place, names[place])) for place in places)


def build_regions(made: atlas.Map) -> list[dict[str, object]]:
    """Return the regions of a map with their size, their bonus, and the ways into them."""
    return [
        {
            "name": _(NAMES.get(facts.region.id, facts.region.name)),
            "bonus": facts.region.bonus,
            "size": len(facts.region.territories),
            "entrances": format_places(made, facts.entrances),
            "entrance_count": len(facts.entrances),
        }
        for facts in map_catalog.describe_regions(made)
    ]


@dataclass(frozen=True)
class SeatShare:
    """How often a seat won, in per cent, with the interval in which the true share lies."""

    seat: str
    share: float
    low: float
    high: float


def build_figures(found: map_figures.Figures) -> dict[str, object]:
    """Return measured figures as the page shows them: shares in per cent."""
    errors = widen(len(found.wins))
    intervals = [compute_interval(won, found.battles, errors) for won in found.wins]
    played, letters = games.GAMES[found.game], map_catalog.list_seats(found.map)
    seats = [
        SeatShare(seat, 100 * share, 100 * low, 100 * high)
        for seat, share, (low, high) in zip(letters, found.shares, intervals, strict=True)
    ]
    return {
        "title": _(played.TITLE),
        "rules": _(played.presets()[found.preset][0]),
        "level": found.level,
        "battles": found.battles,
        "short": found.rounds[0],
        "median": found.rounds[1],
        "long": found.rounds[2],
        "draws": 100 * found.draws / found.battles,
        "limits": 100 * found.limits / found.battles,
        "has_homes": found.game == "campaign.skirmish",
        "seats": seats,
        "equal": 100 / len(seats),
        "most": max(seats, key=attrgetter("share")),
        "least": min(seats, key=attrgetter("share")),
        "is_uneven": any(not low <= 1 / len(seats) <= high for low, high in intervals),
    }
