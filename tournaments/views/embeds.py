"""Pictures of rounds, and the battle as a frame for other sites."""

from collections.abc import Sequence

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from core import rate_limits
from core.limits import PICTURES_A_MINUTE
from tournaments.access import viewers
from tournaments.domain import games
from tournaments.domain.games import Event, GameData
from tournaments.models import Round, Tournament
from tournaments.presenters import battle_state, ending
from tournaments.presenters.context import BattleContext, get_battle_context, parse_number
from tournaments.rendering import board_image, result_card
from tournaments.selectors import battles, reviews
from tournaments.views.responses import errors_as_problems

CACHE_CONTROL = "public, max-age=86400"
"""A closed round never changes."""
CROSS_ORIGIN_HEADERS = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""Pages of others may show it."""


@require_safe
@errors_as_problems
def picture(request: HttpRequest, code: str, number: int, kind: str) -> HttpResponse:
    """Return the board after a closed round as a picture; round 0 is the initial board."""
    rate_limits.hit("picture", viewers.get_client_address(request), {rate_limits.MINUTE: PICTURES_A_MINUTE})
    view, events = get_position(get_battle_context(request, code), number)
    return respond_with_picture(kind, view, events)


@require_safe
@errors_as_problems
def card(request: HttpRequest, code: str) -> HttpResponse:
    """Return the card of a finished battle on a board: its last position, its title, and who came where."""
    rate_limits.hit("picture", viewers.get_client_address(request), {rate_limits.MINUTE: PICTURES_A_MINUTE})
    battle = get_battle_context(request, code)
    if battle.game.VIEW != "board" or battle.tournament.status != Tournament.Status.FINISHED:
        raise Http404
    battle = BattleContext(battle.tournament, None, battle.seated)  # caches may keep it: as anybody sees it
    rows = [
        result_card.Row(row["place"], row["entry"].seat, battle.names[row["entry"].seat], row["place"] == 1)
        for row in ending.list_places(battle)
    ]
    view = battle.game.view(battles.get_state(battle.tournament, None))
    return HttpResponse(
        result_card.render_card(view, battle.title, rows),
        content_type=board_image.CONTENT_TYPES["png"],
        headers={"Cache-Control": CACHE_CONTROL, **CROSS_ORIGIN_HEADERS},
    )


def respond_with_picture(kind: str, view: games.GameData, events: Sequence[games.Event] = ()) -> HttpResponse:
    """Return a picture that any cache may keep and any site may show."""
    body = board_image.render_svg(view, events) if kind == "svg" else board_image.render_png(view, events)
    return HttpResponse(
        body,
        content_type=board_image.CONTENT_TYPES[kind],
        headers={"Cache-Control": CACHE_CONTROL, **CROSS_ORIGIN_HEADERS},
    )


def get_position(battle: BattleContext, number: int) -> tuple[GameData, Sequence[Event]]:
    """Return the board after a round and the events of the round; raise Http404 if there is none."""
    if battle.game.VIEW != "board":
        raise Http404
    if number == 0:
        first = Round.objects.filter(tournament=battle.tournament, number=1).first()
        return battle.game.view(battles.get_state(battle.tournament, first)), []
    played = battles.get_round(battle.tournament, number) if number < 10**6 else None
    if played is None:
        raise Http404
    return played["after"], played["events"]


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, code: str) -> HttpResponse:
    """Show the board and one round of a battle for a frame on another site, as an anonymous viewer sees them."""
    battle = get_battle_context(request, code)
    if battle.game.VIEW != "board":
        raise Http404
    watched = BattleContext(battle.tournament, None, battle.seated)
    number = parse_number(request.GET.get("round", ""))
    page = battle_state.build_battle_state(watched)
    played = battle_state.get_past_round(watched, number) if number else None
    rounds = [played] if played else page["rounds"]
    context = {
        "battle": watched,
        "position": rounds[-1]["after"] if rounds else page["position"],
        "rounds": rounds,
        "seats": page["seats"],
        "number": rounds[-1]["number"] if rounds else 0,
        "address": reverse("tournament", args=[code]),
    }
    answer = render(request, "tournaments/embedded.html", context)
    for name, value in CROSS_ORIGIN_HEADERS.items():
        answer[name] = value
    return answer


def build_share_urls(request: HttpRequest, battle: BattleContext, number: int | None) -> dict[str, object]:
    """Return the addresses of a round's page, pictures, frame and lab."""
    if battle.game.VIEW != "board":
        return {}
    code = battle.tournament.code
    page = request.build_absolute_uri(reverse("tournament", args=[code]))
    frame = request.build_absolute_uri(reverse("embedded", args=[code]))
    image = request.build_absolute_uri(reverse("round_png", args=[code, 0]))
    return {
        "link": f"{page}?round=",
        "frame": f"{frame}?round=",
        "image": image.removesuffix("0.png"),
        "lab": f"{reverse('lab_of', args=[code])}?round=",
        "play_on": f"{reverse('tournament_play_on', args=[code])}?round="
        if reviews.is_reviewable(battle.tournament)
        else "",
        "number": number or 0,
    }
