"""Views of casual play: create a battle, take a seat, start, hand the screen over, leave, rematch."""

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.words.game_text import SUMMARIES
from core.error_status import get_status
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.services.clubs.pupils import check_may_write
from tournaments.access import viewers
from tournaments.domain import casual_keys, games
from tournaments.forms import battlefields, orders, rule_addresses
from tournaments.forms import casual as casual_forms
from tournaments.forms.announcements import RulesStep
from tournaments.forms.campaign_rules import CampaignRulesStep
from tournaments.forms.casual import CasualForm
from tournaments.forms.rule_addresses import Filled
from tournaments.models import Tournament
from tournaments.presenters.casual_words import build_words
from tournaments.presenters.context import BattleContext, get_battle_context, get_entries_by_seat
from tournaments.selectors import casual_battles as tables
from tournaments.selectors import level_records
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import between_people
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual import words as casual_words
from tournaments.services.casual.battles import DEFAULT_GAME, FIRST_SETUP, QUICK_SETUPS, Setup
from tournaments.services.chat import check_not_silenced
from tournaments.services.pairing import rematches
from tournaments.views import responses, rule_composer
from tournaments.views.actions import require_dynasty
from tournaments.views.casual_battles import NOT_STARTED
from tournaments.views.composing import rule_templates


def get_or_create_token(request: HttpRequest) -> str:
    """Return the browser's key, or a new one."""
    return viewers.get_browser_viewer(request).token or casual_keys.make_token()


def redirect_to_battle(tournament: Tournament, token: str) -> HttpResponse:
    """Redirect to the battle and store the key of the seat in a cookie."""
    return viewers.set_token_cookie(redirect("tournament", tournament.code), token)


def create_battle(request: HttpRequest, setup: Setup) -> HttpResponse:
    """Create a casual battle for this browser and redirect to it."""
    token = get_or_create_token(request)
    tournament = casual_battles.create(
        setup=setup,
        token=token,
        address=viewers.get_client_address(request),
        dynasty=viewers.get_browser_viewer(request).dynasty,
    )
    return redirect_to_battle(tournament, token)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a battle against a computer without further questions, on a small board or a map."""
    try:
        return create_battle(request, choose_quick_setup(request))
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("casual")


def choose_quick_setup(request: HttpRequest) -> Setup:
    """Return what was asked for: a game, a level, the first battle; else the next level of the reader's path.

    Those who have never played get the first battle.
    """
    game, level = request.POST.get("game", DEFAULT_GAME), request.POST.get("level", "")
    if game != DEFAULT_GAME:
        return QUICK_SETUPS.get(game, QUICK_SETUPS[DEFAULT_GAME])
    if level:
        return replace(QUICK_SETUPS[DEFAULT_GAME], level=level)
    viewer = viewers.get_browser_viewer(request)
    if request.POST.get("coached") or not level_records.has_played(viewer.key, viewer.dynasty):
        return FIRST_SETUP
    return replace(QUICK_SETUPS[DEFAULT_GAME], level=level_records.find_opponent(viewer.key, viewer.dynasty).name)


@require_safe
def levels(request: HttpRequest) -> HttpResponse:
    """Show the path of levels, with the reader's record against each."""
    viewer = viewers.get_browser_viewer(request)
    steps = level_records.list_steps(viewer.key, viewer.dynasty)
    context = {
        "steps": steps,
        "current": level_records.find_current(steps),
        "beaten": sum(step.is_beaten for step in steps),
        "dynasty": viewer.dynasty,
    }
    return render(request, "casual/levels.html", context)


def read_value(request: HttpRequest, name: str) -> str:
    """Return a value of the form, or of the address that leads to it."""
    return request.POST.get(name, "") or request.GET.get(name, "")


SWITCHES = ("compose", "named")
"""What the buttons say that change between rules of one's own and named ones, and keep what was filled in."""


def read_filled(request: HttpRequest) -> dict[str, object]:
    """Return what was filled in so far, as a form that is shown again has it."""
    return {**request.POST.dict()} if request.method == "POST" else {}


def build_composer(request: HttpRequest, game: str, go: str) -> RulesStep | CampaignRulesStep | None:
    """Return the form of the rules one by one, where somebody wants them; an address may have them filled in."""
    is_composed = go == "compose" or (go != "named" and read_value(request, "rules") == "own")
    if not is_composed:
        return None
    sent = request.POST if request.method == "POST" and go != "compose" else None
    address = request.GET.copy()
    address["preset"] = read_value(request, "preset")
    shared, _gone = rule_addresses.read_options(game, address)
    if game == battlefields.GRID:
        return RulesStep(sent, dynasty=Dynasty(), initial=shared)
    return CampaignRulesStep(sent, dynasty=Dynasty(), ruleset=game, initial=shared)


def read_shared(request: HttpRequest, filled: Filled | None) -> dict[str, object]:
    """Return the settings of a battle that an address has filled in, as far as they exist."""
    values: dict[str, object] = {name: request.GET[name] for name in CasualForm.base_fields if request.GET.get(name)}
    if filled is None:
        return values
    return {name: value for name, value in values.items() if name not in ("field", "preset")} | filled.casual_values


def save_template(request: HttpRequest, dynasty: Dynasty, form: CasualForm) -> None:
    """Save the rules of a form that is valid as a template of a dynasty."""
    chosen = form.cleaned_data
    rules = games.GAMES[form.game].read_rules(casual_forms.read_own_rules(form.composer)) if form.composer else {}
    rule_templates.save_rules(request, dynasty, form.game, chosen["field"], chosen["preset"], rules)


@require_http_methods(["GET", "HEAD", "POST"])
def casual(request: HttpRequest) -> HttpResponse:
    """Show the form of a casual battle, and the casual battles of this browser."""
    viewer = viewers.get_browser_viewer(request)
    game, go = casual_forms.read_game(read_value(request, "game")), rule_templates.read_button(request)
    rules = build_composer(request, game, go)
    sent = None if go in SWITCHES else request.POST or None
    usual = casual_forms.propose_map(game, request.user) | casual_forms.propose_emblem(viewer)
    filled = rule_addresses.read(request.GET)
    initial = usual | read_shared(request, filled) | read_filled(request)
    form = CasualForm(sent, game=game, composer=rules, initial=initial)
    status = 200
    if go == rule_templates.SAVE and viewer.dynasty is None:
        return redirect("found")
    if sent is not None:
        try:
            if not form.is_valid():
                status = 422
            elif go != rule_templates.SAVE:
                return create_battle(request, form.setup())
            elif viewer.dynasty:
                save_template(request, viewer.dynasty, form)
        except DomainError as error:
            form.add_error(None, str(error))
            status = get_status(error.code)
    context = {
        "form": form,
        "composer": rules,
        "groups": rule_composer.list_groups(rules) if isinstance(rules, RulesStep) else [],
        "gone": filled.gone if filled and request.method != "POST" else [],
        "templates": rule_templates.list_rows(viewer.dynasty),
        "keeps": viewer.dynasty is not None,
        "is_map": games.GAMES[game].VIEW == "map",
        "emblems": casual_forms.list_emblems(str(form["emblem"].value() or "")),
        "own": tables.list_by_key(viewer.key),
        "next_level": level_records.find_opponent(viewer.key, viewer.dynasty),
        "games": [(name, game.TITLE) for name, game in games.GAMES.items()],
        "campaigns": [(name, games.GAMES[name].TITLE, words) for name, words in SUMMARIES.items()],
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
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("tournament", found.tournament.code) if error.code == "one_seat" else redirect(request.path)
    return redirect_to_battle(found.tournament, token)


def render_invitation(tournament: Tournament, invitation: str, letter: str) -> dict[str, object]:
    """Render the page of an invitation."""
    battle = BattleContext(tournament, None, get_entries_by_seat(tournament))
    return {
        "battle": battle,
        "tournament": tournament,
        "invitation": invitation,
        "letter": letter,
        "rules": battle.format_sentences(battle.game.rule_words(tournament.rules)),
        "field": [_(words) for words in battle.game.field_words(tournament.field)],
    }


@responses.action_by_key
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Start without the players who have not come."""
    battle = get_battle_context(request, code)
    casual_seats.start(tournament=battle.tournament, key=battle.viewer.key)
    return redirect("tournament", code)


@responses.action_by_key
def sit_down(request: HttpRequest, code: str) -> HttpResponse:
    """Give the screen to the player of a seat."""
    battle = get_battle_context(request, code)
    letter = str(orders.read_body(request).get("seat", ""))
    casual_orders.begin_turn(tournament=battle.tournament, key=battle.viewer.key, seat=letter)
    return redirect("tournament", code)


@responses.action_by_key
def hand_over(request: HttpRequest, code: str) -> HttpResponse:
    """End the turn of the player at the screen."""
    battle = get_battle_context(request, code)
    casual_orders.hand_over(tournament=battle.tournament, key=battle.viewer.key)
    return redirect("tournament", code)


@responses.action_by_key
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up one's seats, after a confirmation."""
    battle = get_battle_context(request, code)
    if orders.read_body(request).get("sure") != "yes":
        return render(request, "casual/leave.html", {"battle": battle, "tournament": battle.tournament})
    casual_seats.leave(tournament=battle.tournament, key=battle.viewer.key)
    messages.success(request, _("You have left the battle."))
    return redirect("casual")


@responses.action
def play_on_here(request: HttpRequest, code: str) -> HttpResponse:
    """Let a dynasty's player go on in this browser with a battle that began in another one."""
    battle, dynasty = require_dynasty(request, code)
    token = battle.token or casual_keys.make_token()
    between_people.move_seat(tournament=battle.tournament, dynasty=dynasty, key=casual_keys.hash_token(token))
    return viewers.set_token_cookie(redirect("tournament", code), token)


@responses.action_by_key
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Create the rematch, or go to it."""
    battle = get_battle_context(request, code)
    new = rematches.get_or_create_rematch(
        tournament=battle.tournament,
        token=battle.token,
        address=viewers.get_client_address(request),
        dynasty=battle.dynasty,
    )
    return redirect("tournament", new.code)


def words(request: HttpRequest, code: str) -> HttpResponse:
    """Return what the people of a casual battle said to each other; with POST, say ready words."""
    if request.method in ("GET", "HEAD"):
        battle = get_battle_context(request, code)
        found = build_words(battle) if battle.tournament.status not in NOT_STARTED else None
        if found is None:
            raise Http404
        return render(request, "casual/word_lines.html", {"tournament": battle.tournament, "words": found})
    return say(request, code)


@responses.action_by_key
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say ready words to the other people of a casual battle."""
    battle = get_battle_context(request, code)
    if battle.dynasty:
        check_not_silenced(battle.dynasty, battle.now)
        check_may_write(battle.dynasty)
    chosen = str(orders.read_body(request).get("words", ""))
    casual_words.say(tournament=battle.tournament, key=battle.viewer.key, words=chosen)
    return respond_done(request, code)


@responses.action_by_key
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """Read no more what a seat says; without `mute`, read it again."""
    battle, sent = get_battle_context(request, code), orders.read_body(request)
    casual_words.mute(
        tournament=battle.tournament,
        key=battle.viewer.key,
        seat=str(sent.get("seat", "")),
        is_muted=bool(sent.get("mute")),
    )
    return respond_done(request, code)


def respond_done(request: HttpRequest, code: str) -> HttpResponse:
    """Tell a script that it is done, and lead anybody else back to the talk."""
    if responses.wants_json(request):
        return JsonResponse({"done": True}, status=201)
    return redirect(f"{reverse('tournament', args=[code])}#talk")
