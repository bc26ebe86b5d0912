"""The figures of /metrics about what waits: pairs, computer players' orders, notices, webhooks, reviews."""

from datetime import timedelta

from django.db.models import Count, Q

from core import clock
from dynasty.models import Delivery, Webhook, WebhookDelivery
from tournaments.models import Review
from tournaments.selectors import seeks
from tournaments.selectors.sweeps import overdue

GRACE = timedelta(seconds=10)
SENDING_GRACE = timedelta(minutes=1)


def collect_queues() -> list[tuple[str, str, int]]:
    """Return the gauges: name, meaning and value of each."""
    now = clock.now()
    waiting = Delivery.objects.filter(done_at=None)
    messages = WebhookDelivery.objects.filter(done_at=None, webhook__switched_off_at=None)
    hooks = Webhook.objects.aggregate(
        used=Count("pk", filter=Q(switched_off_at=None)),
        failing=Count("pk", filter=Q(switched_off_at=None, failures__gt=0)),
        off=Count("pk", filter=Q(switched_off_at__isnull=False)),
    )
    return [
        ("searches_waiting", "People who look for an opponent.", seeks.count_open()),
        ("pairs_overdue", "Pairs that could have met ten seconds ago.", overdue.count_pairs(now - GRACE)),
        ("computers_overdue", "Rounds whose computers are late.", overdue.count_computers(now - GRACE)),
        ("notices_overdue", "Notices due a minute ago.", waiting.filter(due_at__lt=now - SENDING_GRACE).count()),
        ("notices_failing", "Notices whose sending has failed.", waiting.filter(attempts__gt=1).count()),
        ("webhooks", "Webhooks that are switched on.", hooks["used"]),
        ("webhooks_failing", "Those of them whose last call failed.", hooks["failing"]),
        ("webhooks_switched_off", "Webhooks that failed too often.", hooks["off"]),
        ("webhook_messages_waiting", "Messages to webhooks not sent yet.", messages.count()),
        ("reviews_waiting", "Reviews that are asked for and not done.", Review.objects.filter(done_at=None).count()),
    ]
