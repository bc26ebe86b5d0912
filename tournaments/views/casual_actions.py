"""The doors of casual play: make a battle, take a seat, begin, take turns at one screen, leave, once more."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import DomainError
from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.domain import casual_keys, games
from tournaments.forms import announcement_defaults, battlefields, orders
from tournaments.forms import casual as casual_forms
from tournaments.forms.announcements import RulesStep
from tournaments.forms.casual import CasualForm
from tournaments.models import Tournament
from tournaments.presenters.context import Seen, entries_of, look
from tournaments.selectors import casual_battles as tables
from tournaments.services import casual_battles, casual_orders, casual_seats
from tournaments.services.casual_battles import AT_ONCE, Setup
from tournaments.views import responses, rule_composer


def token_of(request: HttpRequest) -> str:
    """The browser's key, or a new one."""
    return viewers.get_browser_viewer(request).token or casual_keys.make_token()


def to_battle(tournament: Tournament, token: str) -> HttpResponse:
    """Off to the battle, with the key that holds the seat."""
    return viewers.set_token_cookie(redirect("tournament", tournament.code), token)


def made(request: HttpRequest, setup: Setup) -> HttpResponse:
    token = token_of(request)
    tournament = casual_battles.make(setup=setup, token=token, address=viewers.get_client_address(request))
    return to_battle(tournament, token)


@require_POST
def now(request: HttpRequest) -> HttpResponse:
    """Play now: against a computer, without another question; on a small board, or a campaign."""
    try:
        return made(request, AT_ONCE.get(request.POST.get("game", ""), Setup()))
    except DomainError as refused:
        messages.error(request, str(refused))
        return redirect("casual")


def said(request: HttpRequest, name: str) -> str:
    """A field of the form, or of the address that leads to it."""
    return request.POST.get(name, "") or request.GET.get(name, "")


SWITCHES = ("compose", "named")
"""What the buttons say that change between rules of one's own and named ones, and keep what was filled in."""


def filled(request: HttpRequest) -> dict[str, Any]:
    """Return what was filled in so far, as a form that is shown again has it."""
    return request.POST.dict() if request.method == "POST" else {}


def composer(request: HttpRequest, game: str, go: str) -> RulesStep | None:
    """Return the form of the rules one by one, where somebody wants them and the game has it."""
    wanted = go == "compose" or (go != "named" and said(request, "rules") == "own")
    if not wanted or game != battlefields.GRID:
        return None
    sent = request.POST if request.method == "POST" and go != "compose" else None
    return RulesStep(sent, dynasty=Dynasty(), initial=announcement_defaults.of_rules(games.GAMES[game].read_rules({})))


@require_http_methods(["GET", "HEAD", "POST"])
def casual(request: HttpRequest) -> HttpResponse:
    """Choose what to play; and the casual battles of this browser."""
    game, go = casual_forms.game_in(said(request, "game")), request.POST.get("go", "")
    rules = composer(request, game, go)
    sent = None if go in SWITCHES else request.POST or None
    initial = {"field": request.GET.get("field", "")} | filled(request)
    form = CasualForm(sent, game=game, composer=rules, initial=initial)
    status = 200
    if sent is not None:
        try:
            if form.is_valid():
                return made(request, form.setup())
            status = 422
        except DomainError as refused:
            form.add_error(None, str(refused))
            status = responses.get_status(refused.code)
    context = {
        "form": form,
        "composer": rules,
        "groups": rule_composer.groups(rules) if rules else [],
        "can_compose": game == battlefields.GRID,
        "emblems": casual_forms.offers(str(form["emblem"].value() or "")),
        "own": tables.of_key(viewers.get_browser_viewer(request).key),
        "games": [(name, game.TITLE) for name, game in games.GAMES.items()],
        "campaigns": [(name, games.GAMES[name].TITLE) for name in AT_ONCE if games.GAMES[name].VIEW == "map"],
    }
    return render(request, "casual/casual.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, invitation: str) -> HttpResponse:
    """An invitation: whose battle it is, and a button to sit down."""
    found = tables.by_invitation(casual_keys.hash_token(invitation))
    if found is None:
        return render(request, "casual/gone.html", status=404)
    if request.method != "POST":
        return render(request, "casual/invitation.html", invited(found.tournament, invitation, found.seat))
    token = token_of(request)
    try:
        casual_seats.take(invitation=invitation, token=token, name=request.POST.get("name", ""))
    except DomainError as refused:
        messages.error(request, str(refused))
        return redirect("tournament", found.tournament.code) if refused.code == "one_seat" else redirect(request.path)
    return to_battle(found.tournament, token)


def invited(tournament: Tournament, invitation: str, letter: str) -> dict[str, Any]:
    """What somebody sees who follows an invitation."""
    seen = Seen(tournament, None, entries_of(tournament))
    return {"seen": seen, "tournament": tournament, "invitation": invitation, "letter": letter,
            "rules": seen.tell(seen.game.rule_words(tournament.rules)),
            "field": [_(words) for words in seen.game.field_words(tournament.field)]}  # fmt: skip


@responses.wish_by_key
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Begin without those who have not come."""
    seen = look(request, code)
    casual_seats.start(tournament=seen.tournament, key=seen.holder.key)
    return redirect("tournament", code)


@responses.wish_by_key
def sit_down(request: HttpRequest, code: str) -> HttpResponse:
    """The player of a seat has the screen."""
    seen = look(request, code)
    letter = str(orders.sent(request).get("seat", ""))
    casual_orders.sit_down(tournament=seen.tournament, key=seen.holder.key, seat=letter)
    return redirect("tournament", code)


@responses.wish_by_key
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """The player at the screen has finished."""
    seen = look(request, code)
    casual_orders.hand_over(tournament=seen.tournament, key=seen.holder.key)
    return redirect("tournament", code)


@responses.wish_by_key
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give one's seats up; asked once more first."""
    seen = look(request, code)
    if orders.sent(request).get("sure") != "yes":
        return render(request, "casual/leave.html", {"seen": seen, "tournament": seen.tournament})
    casual_seats.leave(tournament=seen.tournament, key=seen.holder.key)
    messages.success(request, _("You have left the battle."))
    return redirect("casual")


@responses.wish_by_key
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """The same battle once more."""
    seen = look(request, code)
    new = casual_battles.rematch(
        tournament=seen.tournament, token=seen.token, address=viewers.get_client_address(request)
    )
    return redirect("tournament", new.code)
