"""The pages of maps that players draw: the editor, and one map with its author and how battles on it went."""

from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign import map_catalog
from campaign.drawing import reading, survey
from core.error_status import get_status
from core.errors import DomainError
from core.limits import MAP_BATTLES
from core.sentences import fill
from dynasty.selectors import dynasties
from tournaments.domain import map_figures
from tournaments.models import DrawnMap, MapBalance
from tournaments.presenters import map_files
from tournaments.selectors import boards
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services.maps import drawing as map_drawing
from tournaments.views import responses
from tournaments.views.maps import shipped as maps


def get_map_or_404(code: str) -> DrawnMap:
    """Return the drawn map with this code; raise Http404 if there is none."""
    found = drawn_maps.get_by_code(code)
    if found is None:
        raise Http404
    return found


@require_safe
def drawn_map(request: HttpRequest, code: str) -> HttpResponse:
    """Show a map of a player; `part=report` is alone what was measured of it."""
    drawn = get_map_or_404(code)
    dynasty = dynasties.find_dynasty_of(request.user)
    field = drawn_maps.get_field_name(drawn)
    context = {"drawn": drawn, "report": build_report(drawn), "dynasty": dynasty}
    if request.GET.get("part") == "report":
        return render(request, "maps/_report.html", context)
    remixes = drawn.remixes.filter(shelved_at=None).select_related("author").order_by("-drawn_at")[: maps.PAGE_SIZE]
    context |= {
        "title": drawn.title,
        "name": field,
        "territories": drawn.territories,
        "most_seats": drawn.seats,
        **maps.build_facts(field, drawn_maps.list_games(drawn)),
        "origin": find_origin(drawn),
        "field": field,
        "followed": boards.is_followed(request.user.pk, field),
        "remixes": remixes,
        "mine": dynasty is not None and dynasty.pk == drawn.author_id,
    }
    return render(request, "maps/drawn.html", context)


def find_origin(drawn: DrawnMap | None, included: str = "") -> dict[str, str] | None:
    """Return title, author and address of the map that another was made from; None where it was drawn anew."""
    if drawn is not None and drawn.after is not None:
        return describe_origin(drawn.after)
    name = drawn.after_included if drawn is not None else included
    slug = next((slug for slug, field in map_catalog.SLUGS.items() if field == name), "")
    return (
        {"title": _(map_catalog.PAGES[name][0]), "author": "", "url": reverse("campaign_map", args=[slug])}
        if slug
        else None
    )


def describe_origin(drawn: DrawnMap) -> dict[str, str]:
    return {"title": drawn.title, "author": drawn.author.name, "url": reverse("drawn_map", args=[drawn.code])}


def build_report(drawn: DrawnMap) -> dict[str, object]:
    """Return what was measured of a map so far, game by game."""
    rows = {row.game: row for row in drawn.balances.all()}
    played = sum(row.battles for row in rows.values())
    return {
        "done": all(row.done_at for row in rows.values()),
        "battles": played,
        "part": round(100 * played / (MAP_BATTLES[0] * max(1, len(rows)))),
        "figures": [
            maps.build_figures(build_figures(rows[game]))
            for game in map_figures.MEASURED
            if has_figures(rows.get(game))
        ],
    }


def has_figures(row: MapBalance | None) -> bool:
    return row is not None and row.battles > 0


def build_figures(row: MapBalance) -> map_figures.Figures:
    """Return the figures of one game in the form of those of the maps that come with the game."""
    return map_figures.Figures(
        game=row.game,
        map=drawn_maps.get_field_name(row.map),
        preset=map_figures.MEASURED[row.game],
        level=row.level,
        seed=0,
        on="",
        digest="",
        battles=row.battles,
        wins=list(row.wins.values()),
        draws=row.draws,
        limits=row.limits,
        rounds=[row.rounds[min(int(share * len(row.rounds)), len(row.rounds) - 1)] for share in (0.1, 0.5, 0.9)],
    )


@require_safe
def drawn_file(request: HttpRequest, code: str) -> HttpResponse:
    """Return the file of a map that a player drew."""
    drawn = get_map_or_404(code)
    return maps.respond_with_file(drawn.drawing, drawn.code)


@require_http_methods(["GET", "HEAD", "POST"])
def editor(request: HttpRequest) -> HttpResponse:
    """Draw a map; without a script its file can be written, checked and published."""
    like = request.GET.get("like", "")[:40]
    included, after = map_catalog.SLUGS.get(like, ""), None
    if like and not included:
        after = drawn_maps.get_by_code(like)
    if request.method != "POST":
        return render_editor(request, get_initial_drawing(included, after), "", included, after)
    sent = request.POST.get("drawing", "")[: reading.MAX_LENGTH + 1], request.POST.get("title", "")
    if request.POST.get("go") != "save":
        return render_editor(request, *sent, included, after)
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        messages.error(request, _("Log in and found a dynasty: a map is drawn in its name."))
        return render_editor(request, *sent, included, after, status=403)
    try:
        drawn = map_drawing.create(author=dynasty, title=sent[1], drawing=sent[0], after=after, after_included=included)
    except DomainError as error:
        messages.error(request, str(error))
        return render_editor(request, *sent, included, after, status=get_status(error.code))
    messages.success(request, _("The map is on the list. Computer players are trying it out."))
    return redirect("drawn_map", drawn.code)


def get_initial_drawing(included: str, after: DrawnMap | None) -> str:
    """Return the file to start from: another map's, or that of an empty one."""
    if after is not None:
        return after.drawing
    return map_files.format_included(included) if included else map_files.format_blank()


def render_editor(
    request: HttpRequest, text: str, title: str, included: str, after: DrawnMap | None, status: int = 200
) -> HttpResponse:
    """Render the editor with a map and what was found in it."""
    context = {
        "drawing": text,
        "title": title,
        "origin": describe_origin(after) if after else find_origin(None, included),
        "inspection": inspect_drawing(text),
        "starts": [(slug, _(map_catalog.PAGES[name][0])) for slug, name in map_catalog.SLUGS.items()],
        "homes": range(1, reading.MAX_HOMES + 1),
        "most_territories": reading.MAX_TERRITORIES,
        "name_length": reading.NAME_LENGTH,
        "dynasty": dynasties.find_dynasty_of(request.user),
    }
    return render(request, "maps/editor.html", context, status=status)


class Finding(TypedDict):
    """A sentence about a map, and the ids of the territories that it is about."""

    code: str
    text: str
    places: list[str]


class Inspection(TypedDict):
    """The findings about a map; the code of the error where its file cannot be read."""

    objections: list[Finding]
    remarks: list[Finding]
    code: str


def inspect_drawing(text: str) -> Inspection:
    """Return the findings about a map's file, for the page and its script."""
    try:
        found = map_drawing.parse_drawing(text)
    except DomainError as error:
        return {
            "objections": [{"code": error.code, "text": str(error), "places": []}],
            "remarks": [],
            "code": error.code,
        }
    return {
        "objections": list(map(format_finding, found.objections)),
        "remarks": list(map(format_finding, found.remarks)),
        "code": "",
    }


def format_finding(remark: survey.Remark) -> Finding:
    text = fill(_(remark.sentence), dict(remark.fields))
    return {"code": remark.code, "text": text, "places": list(remark.places)}


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """Return the findings about a map's file as JSON, with an error code if it cannot be read."""
    inspection = inspect_drawing(request.POST.get("drawing", "")[: reading.MAX_LENGTH + 1])
    return JsonResponse(inspection, status=get_status(inspection["code"]) if inspection["code"] else 200)


@login_required
@require_POST
def shelve(request: HttpRequest, code: str) -> HttpResponse:
    """Take a map off the list."""
    drawn, dynasty = get_map_or_404(code), dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    try:
        map_drawing.shelve(drawn=drawn, by=dynasty)
    except DomainError as error:
        return responses.respond_to_error(request, error, "drawn_map", code)
    messages.success(request, _("The map is off the list. Battles on it go on."))
    return redirect("maps")
