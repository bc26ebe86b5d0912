"""Pictures of rounds, and the battle as a frame for other sites."""

from collections.abc import Sequence
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from core import rate_limits
from core.limits import PICTURES_A_MINUTE
from tournaments.access import viewers
from tournaments.models import Round
from tournaments.presenters import battle_state
from tournaments.presenters.context import BattleContext, get_battle_context, parse_number
from tournaments.rendering import board_image
from tournaments.selectors import battles
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


def respond_with_picture(kind: str, view: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> HttpResponse:
    """Return a picture that any cache may keep and any site may show."""
    body = board_image.render_svg(view, events) if kind == "svg" else board_image.render_png(view, events)
    return HttpResponse(
        body,
        content_type=board_image.CONTENT_TYPES[kind],
        headers={"Cache-Control": CACHE_CONTROL, **CROSS_ORIGIN_HEADERS},
    )


def get_position(seen: BattleContext, number: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the board after a round and the events of the round; raise Http404 if there is none."""
    if seen.game.VIEW != "board":
        raise Http404
    if number == 0:
        first = Round.objects.filter(tournament=seen.tournament, number=1).first()
        return seen.game.view(battles.get_state(seen.tournament, first)), []
    played = battles.get_round(seen.tournament, number) if number < 10**6 else None
    if played is None:
        raise Http404
    return played["after"], played["events"]


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, code: str) -> HttpResponse:
    """Show the board and one round of a battle for a frame on another site, as an anonymous viewer sees them."""
    seen = get_battle_context(request, code)
    if seen.game.VIEW != "board":
        raise Http404
    watched = BattleContext(seen.tournament, None, seen.seated)
    number = parse_number(request.GET.get("round", ""))
    page = battle_state.build_battle_state(watched)
    played = battle_state.get_past_round(watched, number) if number else None
    rounds = [played] if played else page["rounds"]
    context = {
        "seen": watched,
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


def build_share_urls(request: HttpRequest, seen: BattleContext, number: int | None) -> dict[str, Any]:
    """Return the addresses of a round's page, pictures, frame and lab."""
    if seen.game.VIEW != "board":
        return {}
    code = seen.tournament.code
    page = request.build_absolute_uri(reverse("tournament", args=[code]))
    frame = request.build_absolute_uri(reverse("embedded", args=[code]))
    image = request.build_absolute_uri(reverse("round_png", args=[code, 0]))
    return {
        "link": f"{page}?round=",
        "frame": f"{frame}?round=",
        "image": image.removesuffix("0.png"),
        "lab": f"{reverse('lab_of', args=[code])}?round=",
        "number": number or 0,
    }
