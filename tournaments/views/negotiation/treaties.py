"""The treaties of a battle: those that the reader may see, the form that proposes one, and the answers."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from dynasty.selectors import dynasties
from tournaments.forms.treaties import TreatyForm
from tournaments.models import Tournament
from tournaments.selectors import hidden_names, listings, participation
from tournaments.selectors.negotiation import letters
from tournaments.selectors.negotiation import treaties as selected
from tournaments.services.negotiation import treaties
from tournaments.views import responses
from tournaments.views.chat import require_dynasty


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the treaties of a battle that the reader may see; with POST, propose one."""
    tournament = get_battle_or_404(code)
    dynasty = dynasties.find_dynasty_of(request.user)
    if request.method == "POST" and not request.user.is_authenticated:
        return responses.ask_for_login(request, code)
    seat, entries = selected.find_own_seat(tournament, dynasty), participation.get_entries(tournament)
    parties = letters.list_addressees(tournament, seat, entries) if seat else []
    if request.method == "POST" and not parties:
        error = DomainError("not_your_seat", _("You cannot conclude a treaty here now."))
        return responses.respond_to_error(request, error, "tournament_treaties", code)
    entries = hidden_names.hide_names(tournament, entries, dynasty)
    form = TreatyForm(request.POST or None, tournament=tournament, parties=parties, entries=entries, seat=seat)
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                treaties.propose(tournament=tournament, dynasty=require_dynasty(request), **form.cleaned_data)
                messages.success(request, _("Your proposal is sent. Nobody else learns of it."))
                return redirect("tournament_treaties", code)
        except DomainError as error:
            form.add_error(None, str(error))
            status = get_status(error.code)
    context = {
        "tournament": tournament,
        "dynasty": dynasty,
        "form": form if parties else None,
        "seat": seat,
        "treaties": selected.list_views(tournament, dynasty),
        "names": {each.seat: each.dynasty.name for each in entries if each.dynasty},
        "over": tournament.status in letters.ENDED_STATUSES,
    }
    return render(request, "tournaments/treaties.html", context, status=status)


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Accept a proposed treaty, or decline it."""
    tournament = get_battle_or_404(code)
    if not request.user.is_authenticated:
        return responses.ask_for_login(request, code)
    act = treaties.accept if request.POST.get("act") == "accept" else treaties.decline
    try:
        act(tournament=tournament, dynasty=require_dynasty(request), code=request.POST.get("treaty", "")[:10])
    except DomainError as error:
        return responses.respond_to_error(request, error, "tournament_treaties", code)
    return redirect("tournament_treaties", code)


def get_battle_or_404(code: str) -> Tournament:
    """Return a battle in which seats can conclude treaties; raise Http404 otherwise."""
    tournament = listings.get_by_code(code)
    if tournament is None or not selected.has_treaties(tournament):
        raise Http404
    return tournament
