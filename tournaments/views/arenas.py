"""The pages of arenas: the list, announcing one, and one arena with all that can be done in it."""

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
from dynasty.forms.fields import add_domain_error
from dynasty.models import Dynasty
from dynasty.selectors import clubs, dynasties
from dynasty.views.court import owner_required
from tournaments.access import viewers
from tournaments.domain import casual_keys
from tournaments.forms import announcement_defaults
from tournaments.forms.arenas import ArenaForm
from tournaments.models import Arena
from tournaments.presenters import arenas as presented
from tournaments.presenters.arenas import ArenaContext
from tournaments.selectors import arenas as selected
from tournaments.services.arenas import announcing, computers, players
from tournaments.services.casual.between_people import Person

LEAD = timedelta(minutes=15)
"""How far ahead the form proposes the start."""
STOP_POLLING = 286
"""The status after which htmx does not ask again."""


@require_safe
def all_arenas(request: HttpRequest) -> HttpResponse:
    """List the arenas that go on, those to come, and those that are over."""
    cards = presented.build_cards(selected.list_arenas())
    context = {
        "open": [each for each in cards if each.state != "over"],
        "over": [each for each in cards if each.state == "over"],
    }
    return render(request, "tournaments/all_arenas.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def announce(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the form of an arena; a POST announces it."""
    managed = clubs.list_managed(dynasty)
    form, status = ArenaForm(request.POST or None, clubs=managed, initial=get_initial_values(request)), 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made = announcing.announce(organiser=dynasty, **form.read_setup())
                messages.success(request, _("It is announced."))
                return redirect("arena", made.code)
        except DomainError as error:
            add_domain_error(form, error)
            status = get_status(error.code)
    return render(request, "tournaments/announce_arena.html", {"form": form}, status=status)


def get_initial_values(request: HttpRequest) -> dict[str, str]:
    """Return the initial values: a quarter of an hour from now in the reader's time zone."""
    zone = time_zones.choose(getattr(request.user, "time_zone", ""))
    return {
        "zone": zone,
        "starts": announcement_defaults.format_local_time(clock.now() + LEAD, zone),
        "club": request.GET.get("club", ""),
    }


def get_arena_or_404(code: str, dynasty: Dynasty | None) -> Arena:
    """Return the arena with this code; raise Http404 if there is none that this reader may see."""
    arena = selected.find_by_code(code)
    if arena is None or selected.is_hidden(arena, dynasty):
        raise Http404
    return arena


@require_safe
def arena(request: HttpRequest, code: str) -> HttpResponse:
    """Show an arena; with `part=table`, only what changes while it goes on."""
    dynasty = dynasties.find_dynasty_of(request.user)
    row = get_arena_or_404(code, dynasty)
    is_part = request.GET.get("part") == "table"
    before = request.GET.get("known", "")
    context = presented.build_context(row, dynasty, is_opened=not is_part, battle_before=before)
    if is_part:
        return render_part(request, context)
    return render(request, "tournaments/arena.html", context | {"card": presented.build_card(row)})


def render_part(request: HttpRequest, context: ArenaContext) -> HttpResponse:
    """Render what changes on an arena's page; once it is over, htmx is told to ask no more."""
    return render(
        request, "tournaments/_arena.html", {**context}, status=STOP_POLLING if context["state"] == "over" else 200
    )


@require_POST
@owner_required
def act(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Do what the button says; `act=here` notes that the page is open, and returns the part that changes.

    It leads to the battle of its player, unless that is the one of which the page says that it is known.
    """
    row, what = get_arena_or_404(code, dynasty), request.POST.get("act", "")
    token = viewers.get_browser_viewer(request).token or casual_keys.make_token()
    person = Person(casual_keys.hash_token(token), dynasty)
    if what == "here":
        players.renew(arena=row, dynasty=dynasty, person=person)
        context = presented.build_context(row, dynasty)
        part = render_part(request, context)
        if context["battle"] not in ("", request.POST.get("known")) and context["state"] == "running":
            part["HX-Redirect"] = reverse("tournament", args=[context["battle"]])  # htmx goes there
        return viewers.set_token_cookie(part, token)
    target = redirect("arena", code)
    try:
        if what == "enter":
            players.enter(arena=row, dynasty=dynasty, person=person, address=viewers.get_client_address(request))
        elif what == "computer":
            target = redirect("tournament", computers.fight(arena=row, dynasty=dynasty, key=person.key).code)
        elif what == "pause":
            players.pause(arena=row, dynasty=dynasty)
        elif what == "leave":
            players.leave(arena=row, dynasty=dynasty)
    except DomainError as error:
        messages.error(request, str(error))
    return viewers.set_token_cookie(target, token)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def call_off(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask whether an arena is to be cancelled; a POST does it."""
    row = get_arena_or_404(code, dynasty)
    if request.method != "POST":
        return render(request, "tournaments/call_off_arena.html", {"arena": row})
    try:
        announcing.call_off(arena=row, by=dynasty)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("arena", code)
    messages.success(request, _("The arena is cancelled."))
    return redirect("all_arenas")
