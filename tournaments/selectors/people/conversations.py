"""Conversations of two, as far as a reader may see them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from core.limits import PAGE_SIZE
from dynasty.models import Dynasty
from tournaments.models import Conversation, Mute, PrivateMessage

MAX_LINES = 100
State = Conversation.State


@dataclass(frozen=True)
class View:
    """A conversation as one of the two sees it."""

    other: Dynasty
    state: str
    """asked: the reader asked and waits; to_answer: the reader is asked; open."""
    unread: int
    last_at: datetime


def query_of(dynasty: Dynasty) -> QuerySet[Conversation]:
    """Return the conversations that a dynasty sees: not with whom it muted, nor those that it declined."""
    found = Conversation.objects.filter(Q(low=dynasty) | Q(high=dynasty)).select_related("low", "high")
    muted = Mute.objects.filter(Q(muted=OuterRef("low")) | Q(muted=OuterRef("high")), dynasty=dynasty)
    return found.filter(Q(asker=dynasty) | ~Q(state=State.DECLINED)).filter(~Exists(muted))


def find(one: Dynasty, other: Dynasty) -> Conversation | None:
    """Return the conversation of two dynasties, whoever sees it."""
    low, high = sorted((one.pk, other.pk))
    return Conversation.objects.filter(low=low, high=high).first()


def find_view(dynasty: Dynasty, other: Dynasty) -> View | None:
    """Return the conversation with another dynasty as this one sees it."""
    found = query_of(dynasty).filter(Q(low=other) | Q(high=other)).first()
    return build_view(found, dynasty) if found else None


def list_of(dynasty: Dynasty, limit: int = PAGE_SIZE) -> list[View]:
    """Return the latest conversations of a dynasty: those that wait for its answer first."""
    waiting = Q(state=State.ASKED) & ~Q(asker=dynasty)
    found = query_of(dynasty).alias(waits=waiting).order_by(F("waits").desc(), "-last_at", "-pk")
    return [build_view(each, dynasty) for each in found[:limit]]


def build_view(row: Conversation, dynasty: Dynasty) -> View:
    """Return a conversation as a dynasty sees it, which never learns that it was declined."""
    is_low = row.low_id == dynasty.pk
    state = "open" if row.state == State.OPEN else "asked" if row.asker_id == dynasty.pk else "to_answer"
    unread = row.low_unread if is_low else row.high_unread
    return View(row.high if is_low else row.low, state, unread, row.last_at)


def list_lines(dynasty: Dynasty, other: Dynasty, limit: int = MAX_LINES) -> list[PrivateMessage]:
    """Return the latest messages of a conversation that a dynasty sees, the oldest first."""
    visible = query_of(dynasty).filter(Q(low=other) | Q(high=other)).values("pk")
    found = PrivateMessage.objects.filter(conversation__in=visible, removed_at=None).select_related("dynasty")
    return list(found.order_by("-pk")[:limit])[::-1]


def find_readable(dynasty: Dynasty, code: str) -> PrivateMessage | None:
    """Return a message of two that a dynasty may read; None otherwise."""
    found = PrivateMessage.objects.select_related("dynasty", "conversation", "club")
    return found.filter(code=code, removed_at=None, conversation__in=query_of(dynasty).values("pk")).first()
