"""The page of what is being fought now: the liveliest battle, for whoever wants to watch."""

from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from core.sentences import fill
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext, get_battle_context
from tournaments.selectors import lobby
from tournaments.views import battles

OTHERS_SHOWN = 4


class EndedBattle(TypedDict):
    """The battle that was shown until it ended, and how it ended."""

    code: str
    sentence: str


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show the battle under way with the most people, as its page does; its script asks again when it has ended.

    `after` in the address is the battle that was shown before. With `part=next` a page on which nothing is fought asks
    whether it is to be loaded again.
    """
    running = lobby.list_running(limit=OTHERS_SHOWN + 1)
    if request.GET.get("part") == "next":
        return HttpResponse(headers={"HX-Refresh": "true"}) if running else HttpResponse(status=204)
    shown = {
        "betting": lobby.list_open_for_bets(limit=OTHERS_SHOWN),
        "last": find_ended(request, request.GET.get("after", "")),
    }
    if not running:
        return render(
            request, "tournaments/none_live.html", shown | {"finished": lobby.list_finished(limit=OTHERS_SHOWN)}
        )
    battle = get_battle_context(request, running[0].code)
    others = [{"battle": each, "spectators": battles.count_spectators(each.code)} for each in running[1:]]
    context = battles.build_context(request, battle) | shown
    context |= {"is_live_page": True, "others": others, "next_url": build_next_url(battle)}
    return render(request, "tournaments/battle.html", context)


def build_next_url(battle: BattleContext) -> str:
    """Return where the page goes when the battle has ended: who fought in it sees the result, others the next one."""
    if battle.own:
        return reverse("tournament", args=[battle.tournament.code])
    return f"{reverse('watch')}?after={battle.tournament.code}"


def find_ended(request: HttpRequest, code: str) -> EndedBattle | None:
    """Return the battle that was shown before; None where it has not ended."""
    try:
        battle = get_battle_context(request, code) if code else None
    except Http404:
        return None
    if battle is None or battle.tournament.status != Tournament.Status.FINISHED:
        return None
    return {"code": battle.tournament.code, "sentence": describe_end(battle)}


def describe_end(battle: BattleContext) -> str:
    """Return in a sentence who won a battle."""
    outcome = battle.tournament.outcome or {}
    winners = [battle.names[seat] for seat in outcome.get("winners", []) if seat in battle.names]
    if outcome.get("draw") or not winners:
        return fill(_("%(title)s ended in a draw."), {"title": battle.title})
    sentence = ngettext("%(names)s won %(title)s.", "%(names)s won %(title)s together.", len(winners))
    return fill(sentence, {"names": ", ".join(winners), "title": battle.title})
