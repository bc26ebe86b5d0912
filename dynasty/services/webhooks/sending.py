"""Calling webhooks: in order, one worker for each, with growing pauses after failures, and off after many.

A worker that dies loses nothing: its turn runs out. What arrived but was not ticked off is sent again under the same
identity. Nothing is locked while another site answers.
"""

import logging
import threading
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone, translation

from core import clock, encryption
from core.encryption import UnknownKeyError
from core.limits import WEBHOOK_DAYS, WEBHOOK_FAILURES
from core.transactions import service
from dynasty.domain import notification_links, notification_types, quiet_hours, webhook_messages
from dynasty.models import Webhook, WebhookDelivery
from dynasty.services import notifications
from dynasty.services.webhooks.registration import PURPOSE, list_secrets

log = logging.getLogger(__name__)
Result = WebhookDelivery.Result
RUN_SECONDS = 5.0  # for one go; what is left is sent in the next
CALL_SECONDS = 8.0  # for one call, whatever the other site does
LEASE = timedelta(seconds=60)  # longer than a batch takes
BATCH_SIZE = 20  # messages to one webhook before others have their turn
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
GONE = 410
OLD_BATCH = 1000
running = threading.Lock()
"""Held while this process calls webhooks, so that slow ones take one thread of it at most."""


@dataclass(frozen=True)
class Answer:
    """What came of a call: a status, or the word for why there was none."""

    status: int = 0
    trouble: str = ""

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300


def call_due() -> int:
    """Send what is due for about five seconds; return how many messages arrived."""
    if not running.acquire(blocking=False):
        return 0
    try:
        end, sent = time.monotonic() + RUN_SECONDS, 0
        while time.monotonic() < end and (webhook := claim_next()):
            sent += send_waiting(webhook, end)
        return sent
    finally:
        running.release()


@service
def claim_next() -> Webhook | None:
    """Claim the webhook that has been due longest for this worker; None where nothing waits."""
    now = clock.now()
    skip = connection.features.has_select_for_update_skip_locked
    waiting = WebhookDelivery.objects.filter(webhook=OuterRef("pk"), done_at=None)
    due = Webhook.objects.filter(Exists(waiting), switched_off_at=None, due_at__lte=now)
    webhook = due.select_for_update(no_key=True, skip_locked=skip, of=("self",)).order_by("due_at", "pk").first()
    if webhook is not None:
        webhook.due_at = now + LEASE
        webhook.save(update_fields=["due_at"])
    return webhook


def send_waiting(webhook: Webhook, end: float) -> int:
    """Send the next messages to a claimed webhook until one fails or the time is over; return how many arrived."""
    sent = 0
    found = WebhookDelivery.objects.filter(webhook=webhook, done_at=None).order_by("pk")
    for delivery in found.select_related("webhook__dynasty__user")[:BATCH_SIZE]:
        if not record(delivery_id=delivery.pk, answer=call(delivery)):
            return sent
        sent += 1
        if time.monotonic() >= end:
            break
    return sent


def call(delivery: WebhookDelivery) -> Answer:
    """Send a message to its webhook and return what came of it. The body of the answer is not read."""
    import requests  # 5 MB with what it imports, of which a site without webhooks needs none

    from core.outbound_http import PublicSession

    webhook, now = delivery.webhook, clock.now()
    try:
        address = encryption.decrypt(webhook.address, PURPOSE)
        body = build_body(delivery)
        headers = {"Content-Type": "application/json", "User-Agent": "emperors-webhook"}
        if webhook.format == Webhook.Format.JSON:
            headers |= webhook_messages.sign(list_secrets(webhook, now), delivery.code, now, body)
        with PublicSession(trusted=settings.WEBHOOK_HOSTS) as session:
            answer = session.post(address, data=body, headers=headers, timeout=CALL_SECONDS, stream=True)
            answer.close()
            return Answer(answer.status_code)
    except UnknownKeyError:
        return Answer(trouble="key")
    except requests.Timeout:
        return Answer(trouble="timeout")
    except requests.exceptions.SSLError:
        return Answer(trouble="certificate")
    except requests.RequestException as error:
        log.info("a webhook could not be reached: %s", type(error).__name__)
        return Answer(trouble="unreachable")


def build_body(delivery: WebhookDelivery) -> bytes:
    """Return the message in the webhook's format and its owner's language."""
    webhook, user = delivery.webhook, delivery.webhook.dynasty.user
    site = settings.SITE_URL.rstrip("/")
    url = site + notification_links.get_path(delivery.kind, delivery.place, delivery.facts)
    with (
        translation.override((user.language if user else "") or settings.LANGUAGE_CODE),
        timezone.override(quiet_hours.get_zone(user.time_zone if user else "")),
    ):
        sentence = notification_types.format_sentence(delivery.kind, delivery.facts)
    if webhook.format == Webhook.Format.DISCORD:
        return webhook_messages.build_discord(sentence, url if site else "")
    return webhook_messages.build_json(delivery.kind, delivery.at, sentence, url, delivery.place, delivery.facts)


@service
def record(*, delivery_id: int, answer: Answer) -> bool:
    """Note what came of a call; after a failure the webhook pauses, or is switched off. Return whether it arrived.

    Deleted or done meanwhile, nothing is noted.
    """
    delivery = WebhookDelivery.objects.filter(pk=delivery_id, done_at=None).first()
    if delivery is None:
        return False
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return False
    now = clock.now()
    delivery.attempts, delivery.status, delivery.trouble = delivery.attempts + 1, answer.status, answer.trouble
    webhook.failures = 0 if answer.is_good else webhook.failures + 1
    webhook.due_at = now if answer.is_good else now + calculate_pause(webhook.failures)
    if answer.is_good:
        delivery.done_at, delivery.result = now, Result.SENT
    delivery.save()
    if answer.status == GONE or webhook.failures >= WEBHOOK_FAILURES:
        switch_off(webhook, now)
    webhook.save()
    return answer.is_good


def calculate_pause(failures: int) -> timedelta:
    """Return how long a webhook is left alone after so many failures in a row.

    >>> [str(calculate_pause(count)) for count in (1, 2, 5, 10)]
    ['0:01:00', '0:02:00', '0:16:00', '6:00:00']
    """
    doublings: int = 2 ** (failures - 1)
    return min(FIRST_PAUSE * doublings, MAX_PAUSE)


def switch_off(webhook: Webhook, now: datetime) -> None:
    """Switch a locked webhook off, give up what waits for it, and notify its owner. The caller saves it."""
    webhook.switched_off_at = now
    webhook.deliveries.filter(done_at=None).update(done_at=now, result=Result.GAVE_UP)
    facts = {"host": webhook.host, "code": webhook.code}
    if webhook.name:
        facts |= {"name": webhook.name, "result": "named"}
    key = f"webhook:{webhook.code}:{now.isoformat()}"
    notifications.notify(dynasty=webhook.dynasty, kind="webhook", key=key, facts=facts)


@service
def delete_old() -> int:
    """Delete messages older than WEBHOOK_DAYS, and former secrets after their time; return how many messages."""
    Webhook.objects.filter(former_until__lt=clock.now()).update(former_secrets="", former_until=None)
    old = WebhookDelivery.objects.filter(at__lt=clock.now() - timedelta(days=WEBHOOK_DAYS))
    return WebhookDelivery.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:OLD_BATCH])).delete()[0]
