"""The template tag {% your_turn %}: a link to the next battle that waits for the reader, with their number."""

from typing import Any

from django import template

from tournaments.access import viewers
from tournaments.models import Tournament
from tournaments.selectors.turns import your_turn as selectors

register = template.Library()


@register.inclusion_tag("tournaments/_your_turn.html", takes_context=True)
def your_turn(context: template.Context) -> dict[str, Any]:
    """Return the link's context: the number of battles, None for a reader who can have no seat."""
    request = context.get("request")
    if request is None or not viewers.may_have_seats(request):
        return {"waiting": None}
    battle = find_battle(context)
    current = battle.code if battle else ""
    is_running = battle is not None and battle.status == Tournament.Status.RUNNING
    found = viewers.list_waiting(request, is_recent_enough=not is_running)
    return {**selectors.count(found, current), "current": current}


def find_battle(context: template.Context) -> Tournament | None:
    """Return the battle whose page this is; None on all other pages."""
    match = context["request"].resolver_match
    return context.get("tournament") if match and match.view_name == "tournament" else None
