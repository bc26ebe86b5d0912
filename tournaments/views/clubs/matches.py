"""The pages of matches of clubs: challenging another club, and one match with all that can be done about it."""

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import clock, time_zones
from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog.names import fold
from dynasty.forms.fields import add_domain_error
from dynasty.models import Club, Dynasty
from dynasty.selectors import clubs, dynasties
from dynasty.views.court import owner_required
from tournaments.access import viewers
from tournaments.domain import casual_keys
from tournaments.forms import announcement_defaults
from tournaments.forms.club_matches import MatchForm
from tournaments.models import ClubMatch
from tournaments.presenters import club_matches as presented
from tournaments.presenters.club_matches import MatchContext
from tournaments.selectors.clubs import matches as selected
from tournaments.services.clubs import matches
from tournaments.views.clubs.pages import get_club_or_404

LEAD = timedelta(days=1)
"""How far ahead the form proposes the start."""
STOP_POLLING = 286
"""The status after which htmx does not ask again."""
TYPED = 4_000
"""Characters of a line-up that are read."""


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def challenge(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the form that challenges a club for one that the reader leads; a POST challenges it."""
    other = get_club_or_404(code)
    managed = [each for each in clubs.list_managed(dynasty) if each.kind == Club.Kind.CLUB and each != other]
    if not managed:
        raise Http404
    zone = time_zones.choose(getattr(request.user, "time_zone", ""))
    starts = announcement_defaults.format_local_time(clock.now() + LEAD, zone)
    form, status = MatchForm(request.POST or None, clubs=managed, initial={"zone": zone, "starts": starts}), 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made = matches.challenge(by=dynasty, to=other, **form.read_setup())
                messages.success(request, fill(_("%(club)s is asked. Name who plays below."), {"club": other.name}))
                return redirect("club_match", made.code)
        except DomainError as error:
            add_domain_error(form, error)
            status = get_status(error.code)
    return render(request, "clubs/challenge.html", {"form": form, "club": other}, status=status)


def get_match_or_404(code: str) -> ClubMatch:
    """Return the match with this code; raise Http404 if there is none."""
    found = selected.find_by_code(code)
    if found is None:
        raise Http404
    return found


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match; with `part=score`, only what changes while it goes on."""
    context = presented.build_context(get_match_or_404(code), dynasties.find_dynasty_of(request.user))
    if request.GET.get("part") == "score":
        return render_part(request, context)
    return render(request, "clubs/match.html", {**context})


def render_part(request: HttpRequest, context: MatchContext) -> HttpResponse:
    """Render what changes on the page of a match; once it is over, htmx is told to ask no more."""
    goes_on = context["match"].status in selected.OPEN
    return render(request, "clubs/_match.html", {**context}, status=200 if goes_on else STOP_POLLING)


@require_POST
@owner_required
def act(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Do what the button says; `act=here` notes that a player has the page open, and returns what changes."""
    row, what = get_match_or_404(code), request.POST.get("act", "")
    if what == "here":
        return note_here(request, dynasty, row)
    try:
        if what in ("accept", "decline"):
            matches.answer(match=row, by=dynasty, accept=what == "accept")
        elif what == "withdraw":
            matches.withdraw(match=row, by=dynasty)
        elif what == "leave":
            matches.leave_lineup(match=row, dynasty=dynasty)
        elif what == "lineup":
            return save_lineup(request, dynasty, row)
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("club_match", code)


def note_here(request: HttpRequest, dynasty: Dynasty, row: ClubMatch) -> HttpResponse:
    """Note the browser of a player, and lead it to its battle once that has begun."""
    token = viewers.get_browser_viewer(request).token or casual_keys.make_token()
    matches.renew(match=row, dynasty=dynasty, key=casual_keys.hash_token(token))
    context = presented.build_context(row, dynasty)
    part = render_part(request, context)
    if context["battle"] and request.POST.get("waits"):
        part["HX-Redirect"] = reverse("tournament", args=[context["battle"]])  # htmx goes there
    return viewers.set_token_cookie(part, token)


def save_lineup(request: HttpRequest, dynasty: Dynasty, row: ClubMatch) -> HttpResponse:
    """Save the line-up that was written; where it cannot be, show it again as it was typed."""
    try:
        name_players(request, dynasty, row)
    except DomainError as error:
        context = presented.build_context(row, dynasty)
        presented.show_as_typed(context, request.POST.get("club", ""), read_names(request), str(error))
        if any(each.error for each in context["lineups"]):
            return render(request, "clubs/match.html", {**context}, status=422)
        messages.error(request, str(error))
    else:
        messages.success(request, _("Saved."))
    return redirect("club_match", row.code)


def read_names(request: HttpRequest) -> str:
    """Return what was typed as a line-up."""
    return request.POST.get("names", "")[:TYPED]


def name_players(request: HttpRequest, dynasty: Dynasty, row: ClubMatch) -> None:
    """Name the players who were written, one a line; raise DomainError for a name that is no member's."""
    club = next((each for each in (row.home, row.away) if each.code == request.POST.get("club")), None)
    if club is None:
        raise DomainError("no_such_club", _("There is no such club."))
    members = selected.list_members_named(club)
    lines = [line for line in read_names(request).splitlines() if line.strip()]
    named = [members.get(fold(line)) for line in lines]
    for line, each in zip(lines, named, strict=True):
        if each is None:
            sentence = _("%(name)s is no member of the club.")
            raise DomainError("no_such_member", fill(sentence, {"name": line.strip()[:60]}))
    matches.name_players(match=row, by=dynasty, club=club, dynasties=[each for each in named if each is not None])
