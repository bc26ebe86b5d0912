"""Writing the messages to webhooks in the transaction of what they tell, so that none is lost and none sent twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from core import background, send_queue
from dynasty.models import Webhook, WebhookDelivery


@dataclass(frozen=True)
class News:
    """Something that happened to a dynasty, by its number."""

    dynasty: int
    kind: str
    key: str
    facts: Mapping[str, Any]
    place: str = ""


def write(news: Sequence[News], now: datetime) -> None:
    """Write a message for each webhook that asked for this kind of news; one with a key from before is not repeated.

    The caller has a transaction.
    """
    live = Webhook.objects.filter(dynasty__in={each.dynasty for each in news}, switched_off_at=None)
    webhooks = list(live.only("dynasty", "kinds").order_by("pk"))
    rows = [
        build(webhook, each, now)
        for each in news
        for webhook in webhooks
        if webhook.dynasty_id == each.dynasty and each.kind in webhook.kinds
    ]
    if rows:
        WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True)
        enqueue_on_commit()


def build(webhook: Webhook, news: News, now: datetime) -> WebhookDelivery:
    """Return an unsaved message to a webhook."""
    return WebhookDelivery(
        webhook=webhook, kind=news.kind, key=news.key, facts=dict(news.facts), place=news.place, at=now
    )


def enqueue_on_commit() -> None:
    """Ask a worker after this commit to send what is due; the next run does it if that message is lost."""
    transaction.on_commit(enqueue_sending, robust=True)


def enqueue_sending() -> None:
    send_queue.send_later(background.enqueue, "dynasty.tasks.call_webhooks")
