"""Sending what is due, each notice once on each channel. A worker that dies loses nothing: its lease runs out.

What was handed over but not ticked off, because the sender was killed in between, is handed over again under the same
identity: a mail with the same Message-ID, a push with the same tag, which replaces the first.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import connection
from django.db.models import F

from core import clock
from core.transactions import service
from dynasty.domain.notification_types import MAIL, PAGE, PUSH
from dynasty.domain.pupil_logins import is_pupil_address
from dynasty.models import Delivery, Dynasty
from dynasty.services import event_streams, mail, notifications, web_push

log = logging.getLogger(__name__)
Result = Delivery.Result
MAX_ATTEMPTS = 5  # after which it is given up
LEASE = timedelta(seconds=60)  # longer with each attempt, and longer than any sending takes
RUN_SECONDS = 5.0  # for one go; what is left is sent in the next
BATCH_SIZE = 200
NOTICES_PER_MAIL = 50  # notices in one mail


def deliver_due() -> int:
    """Send what is due for about five seconds; returns how many notices were sent."""
    end, sent = time.monotonic() + RUN_SECONDS, 0
    while time.monotonic() < end:
        group = get_next_group()
        if not group:
            return sent
        sent += deliver(claim(group))
    notifications.enqueue_delivery()
    return sent


def get_next_group() -> list[int]:
    """Return the ids of the delivery that is due longest, and of those sent with it in one mail."""
    due = Delivery.objects.filter(done_at=None, due_at__lte=clock.now()).order_by("due_at", "pk")
    first = due.first()
    if first is None:
        return []
    if first.channel == PUSH:
        return [first.pk]
    same = due.filter(dynasty=first.dynasty_id, channel=first.channel, attempts=first.attempts)
    if first.attempts:  # tried before: the same ones again, so that the mail is the same
        same = same.filter(due_at=first.due_at)
    return list(same.values_list("pk", flat=True)[:NOTICES_PER_MAIL])


@service
def claim(ids: Sequence[int]) -> list[Delivery]:
    """Claim these deliveries for this worker. The attempt is counted first, so that a crash counts as one."""
    skip = connection.features.has_select_for_update_skip_locked
    free = Delivery.objects.select_for_update(no_key=True, of=("self",), skip_locked=skip)
    now = clock.now()
    mine = list(free.filter(pk__in=ids, done_at=None, due_at__lte=now).select_related("notice", "dynasty__user"))
    for delivery in mine:
        Delivery.objects.filter(pk=delivery.pk).update(
            attempts=F("attempts") + 1, due_at=now + LEASE * 2**delivery.attempts
        )
        delivery.attempts += 1
    return mine


def deliver(group: list[Delivery]) -> int:
    """Send leased deliveries and mark them done; a failure leaves them for a later attempt, up to MAX_ATTEMPTS."""
    now = clock.now()
    late = [each for each in group if each.notice.until and each.notice.until <= now and each.channel != PAGE]
    mark_done(late, Result.SETTLED)
    tired = [each for each in group if each not in late and each.attempts > MAX_ATTEMPTS]
    mark_done(tired, Result.GAVE_UP)
    ready = [each for each in group if each not in late and each not in tired]
    if not ready:
        return 0
    try:
        result = SENDERS[ready[0].channel](ready[0].dynasty, ready)
    except Exception as error:
        log.warning("a notice could not be sent by %s: %s", ready[0].channel, type(error).__name__)
        return 0
    mark_done(ready, result)
    return len(ready) if result == Result.SENT else 0


@service
def mark_done(group: list[Delivery], result: str) -> None:
    """Mark deliveries as done with this result."""
    if group:
        pending = Delivery.objects.filter(pk__in=[each.pk for each in group], done_at=None)
        notifications.lock_in_order(pending).update(done_at=clock.now(), result=result)


def send_page(dynasty: Dynasty, group: list[Delivery]) -> str:
    """Publish to the dynasty's open pages that there are new notices."""
    newest = max(each.notice_id for each in group)
    event_streams.publish_event(f"dynasty:{dynasty.code}", f"notices:{newest}", "notices", {})
    return Result.SENT


def send_mail(dynasty: Dynasty, group: list[Delivery]) -> str:
    """Send one mail with all of these notices."""
    user = dynasty.user
    if user is None or not user.is_active or not user.email or is_pupil_address(user.email):
        return Result.REFUSED
    mail.send(user, dynasty, [each.notice for each in group])
    return Result.SENT


def send_push(dynasty: Dynasty, group: list[Delivery]) -> str:
    """Send one notification to one browser."""
    user = dynasty.user
    if user is None or not user.is_active:
        return Result.REFUSED
    return Result.SENT if web_push.send(user, group[0].target, group[0].notice) else Result.REFUSED


SENDERS: dict[str, Callable[[Dynasty, list[Delivery]], str]] = {PAGE: send_page, MAIL: send_mail, PUSH: send_push}
