"""Challenging a dynasty by its name, and the answers to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from dynasty.views.court import owner_required
from tournaments.access import viewers
from tournaments.domain import casual_keys
from tournaments.forms import orders
from tournaments.forms.challenges import ChallengeForm
from tournaments.models import Challenge
from tournaments.selectors import challenges as selected
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges
from tournaments.views import responses
from tournaments.views.actions import require_dynasty
from tournaments.views.organiser_actions import get_dynasty_by_name


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def challenge(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the form of a challenge; a POST challenges, and leads to the table that waits."""
    other = dynasties.find_dynasty(request.GET.get("to", ""))
    form = ChallengeForm(request.POST or None, initial={"name": other.name if other else ""})
    status = 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                return send(request, dynasty, form)
        except DomainError as error:
            form.add_error(None, str(error))
            status = get_status(error.code)
    context = {"form": form, "dynasty": dynasty, "challenges": selected.list_open(dynasty)}
    return render(request, "casual/challenge.html", context, status=status)


def send(request: HttpRequest, dynasty: Dynasty, form: ChallengeForm) -> HttpResponse:
    """Send a challenge to whom the valid form names."""
    token = viewers.get_browser_viewer(request).token or casual_keys.make_token()
    tournament = challenges.challenge(
        person=Person(casual_keys.hash_token(token), dynasty),
        to=get_dynasty_by_name(form.cleaned_data["name"]),
        address=viewers.get_client_address(request),
        **form.read_setup(),
    )
    return viewers.set_token_cookie(redirect("tournament", tournament.code), token)


@responses.action
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Accept a challenge, decline it, or withdraw one's own."""
    battle, dynasty = require_dynasty(request, code)
    act = orders.read_body(request).get("act")
    if act == "accept":
        token = battle.token or casual_keys.make_token()
        challenges.accept(tournament=battle.tournament, person=Person(casual_keys.hash_token(token), dynasty))
        return viewers.set_token_cookie(redirect("tournament", code), token)
    if act != "end":
        raise DomainError("bad_challenge", _("Accept the challenge, or decline it."))
    is_own = Challenge.objects.filter(tournament=battle.tournament, challenger=dynasty).exists()
    challenges.end(tournament=battle.tournament, dynasty=dynasty)
    messages.success(request, _("Your challenge is withdrawn.") if is_own else _("You declined the challenge."))
    return redirect("play")
