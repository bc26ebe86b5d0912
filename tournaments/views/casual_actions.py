"""Views of casual play: create a battle, take a seat, start, hand the screen over, leave, rematch."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from dynasty.models import Dynasty
from tournaments.access import viewers
from tournaments.domain import casual_keys, games
from tournaments.forms import announcement_defaults, battlefields, orders
from tournaments.forms import casual as casual_forms
from tournaments.forms.announcements import RulesStep
from tournaments.forms.casual import CasualForm
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext, get_battle_context, get_entries_by_seat
from tournaments.selectors import casual_battles as tables
from tournaments.services import casual_battles, casual_orders, casual_seats
from tournaments.services.casual_battles import QUICK_SETUPS, Setup
from tournaments.views import responses, rule_composer


def get_or_create_token(request: HttpRequest) -> str:
    """Return the browser's key, or a new one."""
    return viewers.get_browser_viewer(request).token or casual_keys.make_token()


def redirect_to_battle(tournament: Tournament, token: str) -> HttpResponse:
    """Redirect to the battle and store the key of the seat in a cookie."""
    return viewers.set_token_cookie(redirect("tournament", tournament.code), token)


def create_battle(request: HttpRequest, setup: Setup) -> HttpResponse:
    """Create a casual battle for this browser and redirect to it."""
    token = get_or_create_token(request)
    tournament = casual_battles.create(setup=setup, token=token, address=viewers.get_client_address(request))
    return redirect_to_battle(tournament, token)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a battle against a computer without further questions, on a small board or a map."""
    try:
        return create_battle(request, QUICK_SETUPS.get(request.POST.get("game", ""), Setup()))
    except DomainError as refused:
        messages.error(request, str(refused))
        return redirect("casual")


def read_value(request: HttpRequest, name: str) -> str:
    """Return a value of the form, or of the address that leads to it."""
    return request.POST.get(name, "") or request.GET.get(name, "")


SWITCHES = ("compose", "named")
"""What the buttons say that change between rules of one's own and named ones, and keep what was filled in."""


def read_filled(request: HttpRequest) -> dict[str, Any]:
    """Return what was filled in so far, as a form that is shown again has it."""
    return request.POST.dict() if request.method == "POST" else {}


def build_composer(request: HttpRequest, game: str, go: str) -> RulesStep | None:
    """Return the form of the rules one by one, where somebody wants them and the game has it."""
    wanted = go == "compose" or (go != "named" and read_value(request, "rules") == "own")
    if not wanted or game != battlefields.GRID:
        return None
    sent = request.POST if request.method == "POST" and go != "compose" else None
    return RulesStep(
        sent, dynasty=Dynasty(), initial=announcement_defaults.get_rules_values(games.GAMES[game].read_rules({}))
    )


@require_http_methods(["GET", "HEAD", "POST"])
def casual(request: HttpRequest) -> HttpResponse:
    """Show the form of a casual battle, and the casual battles of this browser."""
    game, go = casual_forms.read_game(read_value(request, "game")), request.POST.get("go", "")
    rules = build_composer(request, game, go)
    sent = None if go in SWITCHES else request.POST or None
    initial = {"field": request.GET.get("field", "")} | read_filled(request)
    form = CasualForm(sent, game=game, composer=rules, initial=initial)
    status = 200
    if sent is not None:
        try:
            if form.is_valid():
                return create_battle(request, form.setup())
            status = 422
        except DomainError as refused:
            form.add_error(None, str(refused))
            status = get_status(refused.code)
    context = {
        "form": form,
        "composer": rules,
        "groups": rule_composer.list_groups(rules) if rules else [],
        "can_compose": game == battlefields.GRID,
        "emblems": casual_forms.list_emblems(str(form["emblem"].value() or "")),
        "own": tables.list_by_key(viewers.get_browser_viewer(request).key),
        "games": [(name, game.TITLE) for name, game in games.GAMES.items()],
        "campaigns": [(name, games.GAMES[name].TITLE) for name in QUICK_SETUPS if games.GAMES[name].VIEW == "map"],
    }
    return render(request, "casual/casual.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show an invitation, and take its seat with POST."""
    found = tables.find_by_invitation(casual_keys.hash_token(invitation))
    if found is None:
        return render(request, "casual/gone.html", status=404)
    if request.method != "POST":
        return render(request, "casual/invitation.html", render_invitation(found.tournament, invitation, found.seat))
    token = get_or_create_token(request)
    try:
        casual_seats.accept_invitation(invitation=invitation, token=token, name=request.POST.get("name", ""))
    except DomainError as refused:
        messages.error(request, str(refused))
        return redirect("tournament", found.tournament.code) if refused.code == "one_seat" else redirect(request.path)
    return redirect_to_battle(found.tournament, token)


def render_invitation(tournament: Tournament, invitation: str, letter: str) -> dict[str, Any]:
    """Render the page of an invitation."""
    seen = BattleContext(tournament, None, get_entries_by_seat(tournament))
    return {
        "seen": seen,
        "tournament": tournament,
        "invitation": invitation,
        "letter": letter,
        "rules": seen.tell(seen.game.rule_words(tournament.rules)),
        "field": [_(words) for words in seen.game.field_words(tournament.field)],
    }


@responses.action_by_key
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start without the players who have not come."""
    seen = get_battle_context(request, code)
    casual_seats.start(tournament=seen.tournament, key=seen.viewer.key)
    return redirect("tournament", code)


@responses.action_by_key
def sit_down(request: HttpRequest, code: str) -> HttpResponse:
    """Give the screen to the player of a seat."""
    seen = get_battle_context(request, code)
    letter = str(orders.read_body(request).get("seat", ""))
    casual_orders.begin_turn(tournament=seen.tournament, key=seen.viewer.key, seat=letter)
    return redirect("tournament", code)


@responses.action_by_key
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """End the turn of the player at the screen."""
    seen = get_battle_context(request, code)
    casual_orders.hand_over(tournament=seen.tournament, key=seen.viewer.key)
    return redirect("tournament", code)


@responses.action_by_key
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up one's seats, after a confirmation."""
    seen = get_battle_context(request, code)
    if orders.read_body(request).get("sure") != "yes":
        return render(request, "casual/leave.html", {"seen": seen, "tournament": seen.tournament})
    casual_seats.leave(tournament=seen.tournament, key=seen.viewer.key)
    messages.success(request, _("You have left the battle."))
    return redirect("casual")


@responses.action_by_key
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Create the rematch, or go to it."""
    seen = get_battle_context(request, code)
    new = casual_battles.get_or_create_rematch(
        tournament=seen.tournament, token=seen.token, address=viewers.get_client_address(request)
    )
    return redirect("tournament", new.code)
