"""What the members of a club say to one another."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.selectors import clubs as selected
from dynasty.views.court import owner_required
from tournaments.selectors.people import club_talk as lines
from tournaments.services.people import club_talk
from tournaments.views.clubs.pages import get_club_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def talk(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Return the lines of a club's talk for its members; a POST says something."""
    club = get_club_or_404(code)
    if selected.find_member(club, dynasty) is None:
        raise Http404
    if request.method == "POST":
        try:
            club_talk.post(club=club, dynasty=dynasty, text=request.POST.get("text", "")[:4000])
        except DomainError as error:
            messages.error(request, str(error))
        return redirect("club", code)
    shown = lines.list_lines(club, dynasty, clock.now())
    return render(request, "people/_lines.html", {"dynasty": dynasty, "lines": shown})
