"""Webhooks of a dynasty, and the latest messages to one of them."""

from dataclasses import dataclass

from django.utils.functional import Promise

from dynasty.domain.notification_types import NOTIFICATION_TYPES, format_sentence
from dynasty.domain.webhook_messages import TROUBLES
from dynasty.models import Dynasty, Webhook, WebhookDelivery

LINES = 50
"""Of the log of a webhook that are shown."""


@dataclass(frozen=True)
class LogLine:
    """A message to a webhook, and what became of it."""

    delivery: WebhookDelivery
    sentence: str
    """What it tells, in the active language."""
    trouble: Promise | str
    """Why the last call had no answer; blank where it had one."""


def list_webhooks(dynasty: Dynasty) -> list[Webhook]:
    """Return the webhooks of a dynasty, the oldest first."""
    return list(Webhook.objects.filter(dynasty=dynasty).order_by("pk"))


def find_webhook(dynasty: Dynasty, code: str) -> Webhook | None:
    """Return the webhook of this dynasty with this code."""
    return Webhook.objects.filter(dynasty=dynasty, code=code).first()


def list_log(webhook: Webhook, limit: int = LINES) -> list[LogLine]:
    """Return the latest messages to a webhook, the newest first."""
    rows = WebhookDelivery.objects.filter(webhook=webhook).order_by("-pk")[:limit]
    return [LogLine(each, format_sentence(each.kind, each.facts), TROUBLES.get(each.trouble, "")) for each in rows]


def list_names(webhook: Webhook) -> list[Promise]:
    """Return the names of what a webhook is sent."""
    return [NOTIFICATION_TYPES[kind].name for kind in webhook.kinds if kind in NOTIFICATION_TYPES]
