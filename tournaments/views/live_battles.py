"""The page of what is being fought now: the liveliest battle, for whoever wants to watch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.presenters.context import get_battle_context
from tournaments.selectors import lobby
from tournaments.views import battles

OTHERS_SHOWN = 4


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show the battle under way with the most people, as its page does; its script asks again when it has ended."""
    running = lobby.list_running(limit=OTHERS_SHOWN + 1)
    if not running:
        return render(
            request,
            "tournaments/none_live.html",
            {
                "finished": lobby.list_finished(limit=OTHERS_SHOWN),
                "betting": lobby.list_open_for_bets(limit=OTHERS_SHOWN),
            },
        )
    battle = get_battle_context(request, running[0].code)
    others = [{"battle": each, "spectators": battles.count_spectators(each.code)} for each in running[1:]]
    context = battles.build_context(request, battle) | {
        "is_live_page": True,
        "others": others,
        "betting": lobby.list_open_for_bets(limit=OTHERS_SHOWN),
    }
    return render(request, "tournaments/battle.html", context)
