"""The tag {% talk tournament %}: the chats of a battle that the reader may see."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from core.limits import MESSAGE_LENGTH
from core.public_codes import ALPHABET, LENGTH
from dynasty.models import Dynasty
from tournaments.domain import negotiation
from tournaments.domain.ready_words import ReadyWords, list_offered
from tournaments.models import Entry, Round, Silence, Tournament
from tournaments.selectors import chat as heard
from tournaments.selectors.negotiation import letters, treaties

register = template.Library()
ROOM = re.compile(rf"(?<!\S)/lab/rooms/([{ALPHABET}]{{{LENGTH}}})/(?!\S)")


@register.simple_tag
def ready_words(over: bool) -> Sequence[ReadyWords]:
    """Return what one says most often in a battle, or after it, for buttons that send it."""
    return list_offered(over)


@register.simple_tag
def silence_of(dynasty: Dynasty | None) -> Silence | None:
    """Return the silence that keeps a dynasty from writing now, for `tournaments/_silenced.html`."""
    return heard.get_silence(dynasty) if dynasty else None


@register.filter
def link_rooms(text: str) -> SafeString:
    """Return a text in which the addresses of this site's shared labs are links; all other addresses stay text."""
    parts = ROOM.split(text)
    return format_html_join("", "{}", ((link_room(part) if at % 2 else part,) for at, part in enumerate(parts)))


def link_room(code: str) -> SafeString:
    """Return a link to a room of the lab."""
    return format_html('<a href="{address}">{address}</a>', address=reverse("lab_room", args=[code]))


@register.inclusion_tag("tournaments/chat.html", takes_context=True)
def talk(context: template.Context, tournament: Tournament) -> dict[str, object]:
    """Return the context of a battle's chat for its page."""
    battle = context["battle"]
    entries, request = battle.entries.values(), context["request"]
    return build_talk_context(request, tournament, battle.dynasty, entries, battle.current, battle.now)


def build_talk_context(
    request: HttpRequest,
    tournament: Tournament,
    dynasty: Dynasty | None,
    entries: Collection[Entry],
    current: Round | None = None,
    now: datetime | None = None,
) -> dict[str, object]:
    """Return the context of the chat templates, for a battle with all its entries and a reader's dynasty."""
    talks, seats = heard.list_talks(tournament, dynasty, entries, current, now), heard.map_seats(entries)
    silence = silence_of(dynasty) if any(each.may_speak for each in talks) else None
    if silence is not None:
        talks = [replace(each, may_speak=False) for each in talks]
    for each in talks:
        for line in each.lines:
            line.seat = line.from_seat or seats.get(line.dynasty_id, "")  # type: ignore[attr-defined]
    return {
        "tournament": tournament,
        "talks": talks,
        "silence": silence,
        "dynasty": dynasty,
        "request": request,
        "user": request.user,
        "most": MESSAGE_LENGTH,
        "waiting": treaties.count_waiting(tournament, dynasty),
        "reading": describe_readers(tournament),
        "in_team": letters.get_mode(tournament) == negotiation.TEAM,
        "over": tournament.status in heard.ENDED_STATUSES,
    }


@register.filter
def has_treaties(tournament: Tournament) -> bool:
    """Return whether seats of a battle can conclude treaties."""
    return treaties.has_treaties(tournament)


@register.inclusion_tag("tournaments/_judged_treaties.html", takes_context=True)
def judged_treaties(context: template.Context, tournament: Tournament) -> dict[str, object]:
    """Return the treaties of a battle that is over, for the page of its end."""
    found = [treaties.describe(tournament, each, "") for each in treaties.list_readable(tournament, "")]
    return {"treaties": found, "names": context["battle"].names, "tournament": tournament}


def describe_readers(tournament: Tournament) -> str:
    """Return in a few words who reads what the seats write to one another."""
    if letters.is_public(tournament):
        return gettext("everyone reads it")
    is_revealed = letters.get_mode(tournament) == negotiation.REVEALED
    return gettext("hidden until the end") if is_revealed else gettext("between you alone")
