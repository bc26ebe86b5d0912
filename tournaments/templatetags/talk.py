"""{% talk tournament %}: what is said around a battle, as far as the reader may hear it."""

from typing import Any

from django import template
from django.http import HttpRequest

from dynasty.limits import TALK_LENGTH
from dynasty.models import Dynasty
from dynasty.selectors import people
from tournaments.models import Entry, Tournament
from tournaments.selectors import talk as heard

register = template.Library()


@register.inclusion_tag("tournaments/talk.html", takes_context=True)
def talk(context: template.Context, tournament: Tournament) -> dict[str, Any]:
    """Nothing for casual battles."""
    seen = context.get("seen")
    return talk_context(context["request"], tournament, seen.dynasty if seen else None, known=seen is not None)


def talk_context(
    request: HttpRequest, tournament: Tournament, dynasty: Dynasty | None = None, *, known: bool = False
) -> dict[str, Any]:
    """What the templates of the talk need; `known`: the reader's dynasty has been looked up already."""
    dynasty = dynasty if known else people.dynasty_of(request.user)
    talks = heard.talks(tournament, dynasty)
    seats = heard.seats(Entry.objects.filter(tournament=tournament)) if any(each.lines for each in talks) else {}
    for each in talks:
        for line in each.lines:
            line.seat = seats.get(line.dynasty_id, "")  # type: ignore[attr-defined]
    return {"tournament": tournament, "talks": talks, "dynasty": dynasty, "request": request, "user": request.user,
            "most": TALK_LENGTH, "over": tournament.status in heard.OVER}  # fmt: skip
