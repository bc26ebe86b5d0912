"""The list of clubs, the page of one, and the page to which its link leads."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core import clock
from core.errors import DomainError
from core.limits import PAGE_SIZE
from core.pagination import parse_page_number
from core.sentences import fill
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.selectors import clubs as selected
from dynasty.selectors import dynasties
from dynasty.services.clubs import membership
from dynasty.services.clubs.membership import MANAGERS
from dynasty.views.court import owner_required
from tournaments.forms.search import TYPED
from tournaments.presenters import arenas, club_matches
from tournaments.selectors import arenas as selected_arenas
from tournaments.selectors import search
from tournaments.selectors.clubs import matches as selected_matches
from tournaments.selectors.people import club_talk


@require_safe
def all_clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs of the reader and all others, the largest first; with words, those that are found by them."""
    text = request.GET.get("q", "").strip()[:TYPED]
    context: dict[str, object] = {"text": text}
    if text:
        page = search.find_page(text, "club", cursor=request.GET.get("cursor", ""))
        context |= {"clubs": [each.row for each in page.found], "next": page.next}
    else:
        paginator = Paginator(selected.query_clubs(), PAGE_SIZE)
        shown = paginator.get_page(parse_page_number(request.GET.get("page", "")))
        context |= {
            "own": selected.list_memberships(dynasties.find_dynasty_of(request.user)),
            "clubs": shown.object_list,
            "page": shown,
            "numbers": paginator.get_elided_page_range(shown.number, on_each_side=1, on_ends=1),
            "parameter": "page",
        }
    return render(request, "clubs/all_clubs.html", context)


def get_club_or_404(code: str) -> Club:
    """Return the club with this code; raise Http404 if there is none."""
    club = selected.find_club(code)
    if club is None:
        raise Http404
    return club


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club: its table, its arenas, its news, and what its reader can do there."""
    row, dynasty = get_club_or_404(code), dynasties.find_dynasty_of(request.user)
    now = clock.now()
    lines = selected.build_table(row, now)
    member = next((each.member for each in lines if dynasty and each.member.dynasty_id == dynasty.pk), None)
    manages = member is not None and member.role in MANAGERS
    context = {
        "club": row,
        "dynasty": dynasty,
        "member": member,
        "talk": club_talk.list_lines(row, dynasty, now) if member and dynasty else [],
        "manages": manages,
        "owns": member is not None and member.role == ClubMember.Role.OWNER,
        "asked": member is None and selected.has_asked(row, dynasty),
        "lines": lines,
        "requests": selected.list_requests(row) if manages else [],
        "news": selected.list_news(row),
        "arenas": arenas.build_cards(selected_arenas.list_of_club(row), now),
        "matches": club_matches.build_cards(selected_matches.list_of_club(row)),
        "challenges": dynasty is not None and not manages and selected.leads_another(dynasty, row),
        "days": selected.TABLE_DAYS,
    }
    return render(request, "clubs/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show the club to which a link leads; a POST joins it."""
    row = selected.find_by_invitation(invitation)
    if row is None:
        return render(request, "clubs/link_gone.html", status=404)
    if request.method == "POST":
        return join_by_link(request, club=row, invitation=invitation)
    dynasty = dynasties.find_dynasty_of(request.user)
    member = selected.find_member(row, dynasty)
    return render(request, "clubs/by_link.html", {"club": row, "dynasty": dynasty, "member": member})


@owner_required
def join_by_link(request: HttpRequest, dynasty: Dynasty, club: Club, invitation: str) -> HttpResponse:
    """Join the club to which a link leads."""
    try:
        membership.join(club=club, dynasty=dynasty, invitation=invitation)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("club_by_link", invitation)
    messages.success(request, fill(_("You are a member of %(club)s now."), {"club": club.name}))
    return redirect("club", club.code)
