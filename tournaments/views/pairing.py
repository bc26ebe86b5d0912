"""Looking for an opponent on the page of tournaments: begin, go on, stop, or take up somebody's search."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.errors import DomainError
from tournaments.access import viewers
from tournaments.domain import casual_keys
from tournaments.models import Tournament
from tournaments.presenters import pairing
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import seeks

Act = Callable[[HttpRequest, Person], Tournament | None]


@require_POST
def opponents(request: HttpRequest) -> HttpResponse:
    """Do what the button says; `act=here` notes that the page is open, and returns the part that changes."""
    act, viewer = request.POST.get("act", ""), viewers.get_browser_viewer(request)
    if act in PAGE_ACTS:
        if viewer.key or viewer.dynasty:
            seeks.renew(person=Person(viewer.key, viewer.dynasty), leaving=act == "leave")
        return render(
            request, "tournaments/_opponents.html", pairing.build_context(viewer) | {"dynasty": viewer.dynasty}
        )
    token = viewer.token or casual_keys.make_token()
    person = Person(casual_keys.hash_token(token), viewer.dynasty)
    tournament = None
    try:
        tournament = ACTS[act](request, person) if act in ACTS else None
    except DomainError as error:
        messages.error(request, str(error))
    target = redirect("tournament", tournament.code) if tournament else redirect(f"{reverse('play')}#opponents")
    return viewers.set_token_cookie(target, token)


def begin(request: HttpRequest, person: Person) -> Tournament | None:
    """Look for an opponent."""
    family, field = pairing.read_ground(request.POST.get("ground", ""))
    made = seeks.seek(
        person=person,
        family=family,
        field=field,
        pace=request.POST.get("pace", ""),
        asks=request.POST.get("asks", ""),
        address=viewers.get_client_address(request),
    )
    return made.tournament


def stop(request: HttpRequest, person: Person) -> None:
    """Look for nobody any more."""
    seeks.cancel(person=person)


def take_up(request: HttpRequest, person: Person) -> Tournament:
    """Play whoever is looking."""
    address = viewers.get_client_address(request)
    return seeks.accept(person=person, code=request.POST.get("seek", ""), address=address)


PAGE_ACTS = ("here", "leave")
"""What the page's script says by itself."""
ACTS: dict[str, Act] = {"seek": begin, "cancel": stop, "accept": take_up}
