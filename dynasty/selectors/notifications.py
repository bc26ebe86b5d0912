"""What a dynasty was told, how much of it is unread, and how it wants to be told."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise

from core.limits import PAGE_SIZE
from dynasty.domain import notification_types
from dynasty.domain.notification_types import CHANNELS, CHOICES, KINDS
from dynasty.models import Dynasty, Notice, NoticeSetting, PushSubscription, User

MOST_COUNTED = 99


@dataclass(frozen=True)
class Told:
    """A notice as its reader sees it."""

    code: str
    kind: str
    icon: str
    sentence: str
    place: str
    at: datetime
    read: bool
    number: int


@dataclass(frozen=True)
class Row:
    """A kind of notice in the settings, with where it is told."""

    kind: str
    name: Promise
    cells: list[tuple[str, Promise, bool]]


def unread(user: User | AnonymousUser) -> int | None:
    """How many notices the dynasty of this user has not read, at most 99; None for who is not logged in."""
    if not user.is_authenticated:
        return None
    found = Notice.objects.filter(dynasty__user=user.pk, shown=True, read_at=None)
    return len(found.values_list("pk", flat=True)[:MOST_COUNTED])


def latest(dynasty: Dynasty, before: int | None = None, limit: int = PAGE_SIZE) -> list[Told]:
    """A page of what a dynasty was told, the latest first; `before`: the number of the last one of the page before."""
    found = Notice.objects.filter(dynasty=dynasty, shown=True)
    rows = (found.filter(pk__lt=before) if before else found).order_by("-pk")[:limit]
    return [told(notice) for notice in rows]


def told(notice: Notice) -> Told:
    return Told(
        notice.code,
        notice.kind,
        notification_types.KINDS[notice.kind].icon,
        notification_types.sentence(notice.kind, notice.facts),
        notice.place,
        notice.at,
        notice.read_at is not None,
        notice.pk,
    )


def one(dynasty: Dynasty, code: str) -> Notice | None:
    return Notice.objects.filter(dynasty=dynasty, code=code).first()


def setting_of(dynasty: Dynasty) -> NoticeSetting:
    """How a dynasty wants to be told; one that never chose has what is not saved yet."""
    return NoticeSetting.objects.filter(dynasty=dynasty).first() or NoticeSetting(dynasty=dynasty)


def chosen(setting: NoticeSetting) -> dict[str, list[str]]:
    """The channels of every kind."""
    return notification_types.defaults() | {kind: where for kind, where in setting.channels.items() if kind in CHOICES}


def grid(setting: NoticeSetting) -> list[Row]:
    """The settings as a table: kinds by channels."""
    where = chosen(setting)
    return [
        Row(kind, KINDS[kind].name, [(channel, name, channel in where[kind]) for channel, name in CHANNELS.items()])
        for kind in CHOICES
    ]


def browsers(dynasty: Dynasty) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(dynasty=dynasty).order_by("-since"))


def as_data(setting: NoticeSetting) -> dict[str, Any]:
    """The settings for programs."""
    return {
        "channels": chosen(setting),
        "rhythm": setting.rhythm,
        "quiet_from": setting.quiet_from,
        "quiet_until": setting.quiet_until,
    }
