"""Selectors of notices, their unread count, and notification settings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise

from core.limits import PAGE_SIZE
from core.prepared_statements import PreparedQuery
from dynasty.domain import notification_types
from dynasty.domain.notification_types import CHANNELS, CONFIGURABLE, NOTIFICATION_TYPES
from dynasty.models import Dynasty, Notice, NoticeSetting, PushSubscription, User
from dynasty.selectors.taken_names import Mask

MAX_COUNTED = 99
UNREAD_QUERY = PreparedQuery(
    lambda user: Notice.objects.filter(dynasty__user=user, shown=True, read_at=None).only("pk")[:MAX_COUNTED]
)


@dataclass(frozen=True)
class NoticeLine:
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
class SettingRow:
    """A kind of notice in the settings, with its channels."""

    kind: str
    name: Promise
    cells: list[tuple[str, Promise, bool]]


def count_unread(user: User | AnonymousUser) -> int | None:
    """Count the user's unread notices, up to MAX_COUNTED; None if nobody is logged in."""
    if not user.is_authenticated:
        return None
    return len(UNREAD_QUERY(user.pk))


def list_latest(dynasty: Dynasty, before: int | None = None, limit: int = PAGE_SIZE) -> list[NoticeLine]:
    """Return a page of a dynasty's notices, the latest first; `before`: the last number of the page before."""
    found = Notice.objects.filter(dynasty=dynasty, shown=True)
    rows = (found.filter(pk__lt=before) if before else found).order_by("-pk")[:limit]
    mask = Mask()
    return [build_line(notice, mask) for notice in rows]


def build_line(notice: Notice, mask: Mask) -> NoticeLine:
    return NoticeLine(
        notice.code,
        notice.kind,
        notification_types.NOTIFICATION_TYPES[notice.kind].icon,
        notification_types.format_sentence(notice.kind, mask.cover(notice.facts, notice.at)),
        notice.place,
        notice.at,
        notice.read_at is not None,
        notice.pk,
    )


def find_notice(dynasty: Dynasty, code: str) -> Notice | None:
    return Notice.objects.filter(dynasty=dynasty, code=code).first()


def get_setting(dynasty: Dynasty) -> NoticeSetting:
    """Return a dynasty's notification settings; unsaved defaults if it never chose any."""
    return NoticeSetting.objects.filter(dynasty=dynasty).first() or NoticeSetting(dynasty=dynasty)


def get_chosen_channels(setting: NoticeSetting) -> dict[str, list[str]]:
    """Return the channels of every kind of notice: the dynasty's choice, or else the default."""
    return notification_types.get_default_channels() | {
        kind: where for kind, where in setting.channels.items() if kind in CONFIGURABLE
    }


def build_grid(setting: NoticeSetting) -> list[SettingRow]:
    """Build the settings as a table: kinds by channels."""
    where = get_chosen_channels(setting)
    return [
        SettingRow(
            kind,
            NOTIFICATION_TYPES[kind].name,
            [(channel, name, channel in where[kind]) for channel, name in CHANNELS.items()],
        )
        for kind in CONFIGURABLE
    ]


def list_browsers(dynasty: Dynasty) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(dynasty=dynasty).order_by("-since"))


def to_dict(setting: NoticeSetting) -> dict[str, Any]:
    """Return the settings as the API shows them."""
    return {
        "channels": get_chosen_channels(setting),
        "rhythm": setting.rhythm,
        "quiet_from": setting.quiet_from,
        "quiet_until": setting.quiet_until,
    }
