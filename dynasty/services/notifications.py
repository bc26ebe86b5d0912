"""Telling a dynasty something: written with what is to be sent in the transaction of what happened, sent after it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from core import background, clock, send_queue
from core.errors import DomainError
from core.transactions import service
from dynasty.domain import notification_types, quiet_hours
from dynasty.domain.notification_types import CHANNELS, MAIL, PAGE, PUSH
from dynasty.models import Delivery, Dynasty, Notice, NoticeSetting, PushSubscription
from dynasty.services.webhooks import outbox

MIN_MAIL_LIFETIME = timedelta(minutes=10)  # shorter-lived ones go to the page and the browser only
RETENTION = timedelta(days=60)
BATCH_SIZE = 1000


@dataclass(frozen=True)
class Notification:
    """Something to tell one dynasty. `wait`: mail and push are only sent if it is not settled by then."""

    dynasty: Dynasty
    kind: str
    key: str
    facts: dict[str, Any] = field(default_factory=dict)
    place: str = ""
    until: datetime | None = None
    wait: timedelta = timedelta()


def notify(
    *,
    dynasty: Dynasty,
    kind: str,
    facts: dict[str, Any],
    place: str = "",
    key: str,
    until: datetime | None = None,
    wait: timedelta = timedelta(),
) -> Notice | None:
    """Notify a dynasty once on the channels that it chose; return None if nobody is notified.

    Does nothing if this key was used before. `until`: after this it is not worth sending. House dynasties are
    never notified.
    """
    notices = notify_all([Notification(dynasty, kind, key, facts, place, until, wait)])
    return notices[0] if notices else None


@service(savepoint=False)
def notify_all(words: Iterable[Notification], now: datetime | None = None) -> list[Notice]:
    """Notify several dynasties and return the notices that are new. `now`: the moment, if it is known already."""
    addressed = [word for word in words if word.dynasty.user_id is not None]
    for word in addressed:
        if word.kind not in notification_types.NOTIFICATION_TYPES:
            raise ValueError(f"unknown kind of notice: {word.kind}")
    if not addressed:
        return []
    prefetch_related_objects([word.dynasty for word in addressed], "user")
    now = now or clock.now()
    outbox.write([outbox.News(word.dynasty.pk, word.kind, word.key, word.facts, word.place) for word in addressed], now)
    settings = NoticeSetting.objects.in_bulk([word.dynasty.pk for word in addressed])
    pairs = [(word, get_channels(settings.get(word.dynasty.pk), word.kind)) for word in addressed]
    new = insert_notices([(word, channels) for word, channels in pairs if channels], now)
    supersede([notice for _word, notice, _channels in new], now)
    deliveries = list(plan_deliveries(new, settings, now))
    Delivery.objects.bulk_create(deliveries)
    if any(each.due_at <= now for each in deliveries):
        enqueue_on_commit()
    return [notice for _word, notice, _channels in new]


PlannedNotice = tuple[Notification, Notice, list[str]]


def insert_notices(pairs: list[tuple[Notification, list[str]]], now: datetime) -> list[PlannedNotice]:
    """Insert the notices that are not there yet, safe against concurrent inserts, and return those inserted."""
    planned = [(word, build_notice(word, channels, now), channels) for word, channels in pairs]
    Notice.objects.bulk_create([notice for _word, notice, _channels in planned], ignore_conflicts=True)
    written = Notice.objects.in_bulk([notice.code for _word, notice, _channels in planned], field_name="code")
    return [(word, written[notice.code], channels) for word, notice, channels in planned if notice.code in written]


def supersede(new: Sequence[Notice], now: datetime) -> None:
    """Hide and cancel older notices of the same battles, so that one notice a battle remains."""
    fresh = {(each.dynasty_id, each.place): each.pk for each in new
             if each.place and each.kind in notification_types.BATTLE_TYPES}  # fmt: skip
    if not fresh:
        return
    shown = Notice.objects.filter(place__in={place for _dynasty, place in fresh}, shown=True,
                                  kind__in=notification_types.BATTLE_TYPES)  # fmt: skip
    rows = shown.filter(dynasty__in={dynasty for dynasty, _place in fresh}).values_list("pk", "dynasty", "place")
    old = [pk for pk, dynasty, place in rows if pk < fresh.get((dynasty, place), 0)]
    if old:
        mark_rows_read(Notice.objects.filter(pk__in=old, read_at=None), now)
        lock_in_order(Notice.objects.filter(pk__in=old)).update(shown=False)


def build_notice(word: Notification, channels: list[str], now: datetime) -> Notice:
    return Notice(dynasty=word.dynasty, kind=word.kind, facts=word.facts, place=word.place, key=word.key, at=now,
                  until=word.until, shown=PAGE in channels)  # fmt: skip


def get_channels(setting: NoticeSetting | None, kind: str) -> list[str]:
    """Return the channels on which a dynasty gets notices of this type."""
    default = list(notification_types.NOTIFICATION_TYPES[kind].channels)
    return list(setting.channels.get(kind, default)) if setting else default


def plan_deliveries(
    new: Sequence[PlannedNotice], settings: dict[int, NoticeSetting], now: datetime
) -> Iterable[Delivery]:
    """Yield the deliveries of new notices."""
    wanting = {word.dynasty.pk for word, _notice, channels in new if PUSH in channels}
    browsers = list_browsers(wanting)
    for word, notice, channels in new:
        for channel in channels:
            due = compute_due_at(word, channel, settings.get(word.dynasty.pk), now)
            targets = browsers.get(word.dynasty.pk, []) if channel == PUSH else [""]
            if due is not None:
                yield from (Delivery(notice=notice, dynasty=word.dynasty, channel=channel, target=target, due_at=due)
                            for target in targets)  # fmt: skip


def list_browsers(dynasties: set[int]) -> dict[int, list[str]]:
    """Return the codes of subscribed browsers by dynasty."""
    found: dict[int, list[str]] = {}
    rows = PushSubscription.objects.filter(dynasty__in=dynasties) if dynasties else PushSubscription.objects.none()
    for dynasty_id, code in rows.values_list("dynasty_id", "code"):
        found.setdefault(dynasty_id, []).append(code)
    return found


def compute_due_at(word: Notification, channel: str, setting: NoticeSetting | None, now: datetime) -> datetime | None:
    """Return when to send on this channel; None if it would be too late."""
    if channel == PAGE:
        return now
    zone = quiet_hours.get_zone(word.dynasty.user.time_zone if word.dynasty.user else "")
    due = now + word.wait
    if setting:
        due = quiet_hours.apply_rhythm(due, setting.rhythm, zone) if channel == MAIL else due
        due = quiet_hours.skip_quiet_hours(due, setting.quiet_from, setting.quiet_until, zone)
    late = word.until is not None and due >= word.until
    hasty = channel == MAIL and word.until is not None and word.until - now < MIN_MAIL_LIFETIME
    return None if late or hasty else due


def settle(
    *, place: str | Sequence[str], kinds: Sequence[str], dynasty_id: int | None = None, now: datetime | None = None
) -> int:
    """Mark notices of a place as read because nothing is left to do, for one dynasty or all; return how many."""
    found = Notice.objects.filter(place__in=[place] if isinstance(place, str) else place, kind__in=kinds, read_at=None)
    return mark_rows_read(found.filter(dynasty=dynasty_id) if dynasty_id else found, now or clock.now())


def mark_rows_read(unread: QuerySet[Notice], now: datetime) -> int:
    """Mark these notices as read and cancel their pending deliveries; return how many notices."""
    waiting = Delivery.objects.filter(notice__in=unread, done_at=None).exclude(channel=PAGE)
    lock_in_order(waiting).update(done_at=now, result=Delivery.Result.SETTLED)
    return lock_in_order(unread).update(read_at=now)


def lock_in_order(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return these rows, to be locked in the order of their ids, so that two updates cannot deadlock."""
    locked = rows.select_for_update(no_key=True).order_by("pk").values("pk")
    found: QuerySet[Any] = rows.model._default_manager.filter(pk__in=locked)
    return found


@service
def mark_read(*, dynasty: Dynasty, code: str = "") -> int:
    """Mark one notice of a dynasty, or all, as read."""
    unread = Notice.objects.filter(dynasty=dynasty, read_at=None, shown=True)
    return mark_rows_read(unread.filter(code=code) if code else unread, clock.now())


def delete_for_place(*, place: str) -> None:
    """Delete all notices of a place."""
    Notice.objects.filter(place=place).delete()


@service
def delete_old() -> int:
    """Delete notices older than RETENTION and return how many."""
    old = Notice.objects.filter(at__lt=clock.now() - RETENTION).values_list("pk", flat=True)[:BATCH_SIZE]
    Notice.objects.filter(pk__in=list(old)).delete()
    return len(old)


def enqueue_on_commit() -> None:
    """Ask a worker after this commit to send what is due; the sweep does it if that message is lost."""
    transaction.on_commit(enqueue_delivery, robust=True)


def enqueue_delivery() -> None:
    send_queue.send_later(background.enqueue, "dynasty.tasks.deliver")


def check_channels(chosen: dict[str, Any]) -> dict[str, list[str]]:
    """Return the channels by type, in order; raise DomainError for an unknown type or channel."""
    allowed = set(CHANNELS)
    for kind, channels in chosen.items():
        if (
            kind not in notification_types.CONFIGURABLE
            or not isinstance(channels, list)
            or not set(map(str, channels)) <= allowed
        ):
            raise DomainError(
                "unknown_channel", _("There is no such notification or channel: %(kind)s."), kind=str(kind)[:40]
            )
    return {kind: [channel for channel in CHANNELS if channel in channels] for kind, channels in chosen.items()}
