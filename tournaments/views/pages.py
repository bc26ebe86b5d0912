"""The main pages: home, the list of tournaments, and the page of each tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dynasty.selectors import dynasties, following, standings
from tournaments.access import viewers
from tournaments.domain import games
from tournaments.domain.battle_types import BattleState
from tournaments.domain.tournament_types import TOURNAMENT_TYPES
from tournaments.models import Tournament
from tournaments.presenters import battle_state, pairing, recent_results
from tournaments.presenters.context import BattleContext, get_battle_context, get_entries_by_seat
from tournaments.presenters.world_chronicle import build_pages
from tournaments.selectors import lobby, world_chronicle
from tournaments.selectors.lobby import LobbyFilter
from tournaments.views import announcements, battles, casual_battles

NEWS_SHOWN = 5
"""Of those whom the reader follows, on the first page."""
UPCOMING_SHOWN = 3
"""Tournaments that the first page offers."""
TIDINGS_SHOWN = 2
"""Tournaments and headlines in one line with the champion and the puzzle."""
NOT_STARTED = (Tournament.Status.ANNOUNCED, Tournament.Status.CANCELLED)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a running battle, the ranking, the latest headline, and the next starts."""
    dynasty = dynasties.find_dynasty_of(request.user)
    shown = lobby.find_showpiece()
    latest = world_chronicle.find_headline_day()
    headlines = build_pages([latest]) if latest else []
    upcoming = lobby.list_open_for_entry(limit=UPCOMING_SHOWN)
    context = {
        "dynasty": dynasty,
        "headline": headlines[0] if headlines else None,
        "battle": build_spectator_context(shown) if shown else None,
        "reign": standings.get_champion(),
        "next": upcoming,
        "tidings": upcoming[: TIDINGS_SHOWN - len(headlines)],
        "own": lobby.list_own(dynasty.pk, UPCOMING_SHOWN) if dynasty else [],
        "news": following.list_news(dynasty, NEWS_SHOWN) if dynasty else [],
        "announced": lobby.list_followed(dynasty, UPCOMING_SHOWN) if dynasty else [],
    }
    return render(request, "home.html", context)


def build_spectator_context(tournament: Tournament) -> BattleState:
    """Return the context of a battle as an anonymous viewer sees it."""
    return battle_state.build_battle_state(BattleContext(tournament, None, get_entries_by_seat(tournament)))


@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """List who looks for an opponent, what can be entered, watched or bet on, and what ended lately.

    With `part=opponents`, only the searches, which change while the page is open.
    """
    viewer = viewers.get_browser_viewer(request)
    dynasty = viewer.dynasty
    if request.GET.get("part") == "opponents":
        return render(request, "tournaments/_opponents.html", pairing.build_context(viewer) | {"dynasty": dynasty})
    chosen = LobbyFilter(
        read_filter(request, "type", list(TOURNAMENT_TYPES)), read_filter(request, "field", list(list_field_titles()))
    )
    context = {
        **pairing.build_context(viewer),
        "dynasty": dynasty,
        "wanted": chosen,
        "types": list(TOURNAMENT_TYPES),
        "fields": list_field_titles().items(),
        "own": lobby.list_own(dynasty.pk) if dynasty else [],
        "open": lobby.list_open_for_entry(chosen),
        "running": lobby.list_running(chosen),
        "bets": lobby.list_open_for_bets(chosen),
        "results": recent_results.build_results(lobby.list_finished(chosen)),
    }
    return render(request, "tournaments/play.html", context)


def read_filter(request: HttpRequest, name: str, allowed: "tuple[str, ...] | list[str]") -> str:
    """Return a filter of the address if it is one of the choices; empty otherwise."""
    value = request.GET.get(name, "")
    return value if value in allowed else ""


def list_field_titles() -> dict[str, str]:
    """Return every battlefield with its untranslated title."""
    return {field: game.field_words(field)[0] for game in games.GAMES.values() for field in game.field_names()}


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament; with `part=news`, only what changes while it is announced."""
    battle = get_battle_context(request, code)
    if battle.tournament.casual:
        return casual_battles.render_battle(request, battle)
    if battle.tournament.status in NOT_STARTED:
        return render_announcement(request, battle)
    if request.GET.get("part") == "news":
        return HttpResponse(headers={"HX-Refresh": "true"})  # it has started since the page was loaded
    return render(request, "tournaments/battle.html", battles.build_context(request, battle))


def render_announcement(request: HttpRequest, battle: BattleContext) -> HttpResponse:
    """Render a tournament that has not started."""
    if request.GET.get("part") == "slip":
        return render(
            request, "tournaments/_bet_preview.html", {"slip": announcements.build_slip(battle, request.GET.dict())}
        )
    context = announcements.build_context(battle) | {"slip": announcements.build_slip(battle, request.GET.dict())}
    part = "tournaments/announced.html#news" if request.GET.get("part") == "news" else "tournaments/announced.html"
    return render(request, part, context)
