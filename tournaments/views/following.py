"""Following: the list of what a dynasty follows with its news, and the buttons on the pages of boards and maps."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign import map_catalog
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.selectors import following
from dynasty.views.court import owner_required
from tournaments.domain import games
from tournaments.selectors import boards, lobby
from tournaments.selectors.maps import drawn as drawn_maps
from tournaments.services import boards as boards_services

NEWS_SHOWN = 40
ANNOUNCED_SHOWN = 12


@require_GET
@owner_required
def following_page(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show what a dynasty follows, with news and announced tournaments."""
    context = {
        "dynasty": dynasty,
        "followed": following.list_followed(dynasty),
        "boards": list_boards(dynasty),
        "news": following.list_news(dynasty, NEWS_SHOWN),
        "announced": lobby.list_followed(dynasty, ANNOUNCED_SHOWN),
    }
    return render(request, "tournaments/following.html", context)


def list_boards(follower: Dynasty) -> list[dict[str, str]]:
    """Return the battlefields that a dynasty follows: name, title and address of each."""
    fields = boards.list_followed(follower)
    drawn = boards.get_titles(fields)
    return [
        {"field": field, "title": drawn.get(field) or _(get_title(field)), "url": get_board_url(field)}
        for field in fields
    ]


def get_title(field: str) -> str:
    """Return the untranslated title of a battlefield that comes with a game; its name if there is none any more."""
    found = (game.field_words(field)[0] for game in games.GAMES.values() if field in game.field_names())
    return next(found, field)


def get_board_url(field: str) -> str:
    """Return the address of the page of a board or a map."""
    if field.startswith(boards.DRAWN_PREFIX):
        page = "drawn_map" if drawn_maps.find_data(field) is not None else "board"
        return reverse(page, args=[field.removeprefix(boards.DRAWN_PREFIX)])
    slugs = {name: slug for slug, name in map_catalog.SLUGS.items()}
    if field in slugs:
        return reverse("campaign_map", args=[slugs[field]])
    return reverse("included_board", args=[field])


@require_POST
@owner_required
def follow_board(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Follow a board or a map, or no longer, and go back to where the button was."""
    field = request.POST.get("field", "")[:64]
    act = boards_services.unfollow if request.POST.get("act") == "unfollow" else boards_services.follow
    try:
        act(follower=dynasty, field=field)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("following")
    return redirect("following" if request.POST.get("from") == "list" else get_board_url(field))
