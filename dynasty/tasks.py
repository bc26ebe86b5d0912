"""What runs in the background for dynasties. Everything here may be lost, doubled or late."""

from datetime import timedelta

from celery import shared_task

from dynasty.services import achievements, delivery, idempotency, inactivity_warnings, log_ins, notifications, periodic
from dynasty.services.apps import grants
from dynasty.services.webhooks import sending


@shared_task(name="dynasty.tasks.deliver", ignore_result=True)
def deliver() -> int:
    """Send the notices that are due. Runs every few seconds, and when asked for after a commit."""
    return delivery.deliver_due()


@shared_task(name="dynasty.tasks.call_webhooks", ignore_result=True)
def call_webhooks() -> int:
    """Send what is due to webhooks. Runs every quarter of a minute, and when asked for after a commit."""
    return sending.call_due()


@shared_task(name="dynasty.tasks.hourly", ignore_result=True)
def hourly() -> dict[str, int]:
    """Warn of coming losses of reputation, and delete old notices, messages, replies and log-ins. Runs hourly."""
    if not periodic.claim("hourly", timedelta(hours=1)):
        return {"previews": 0, "forgotten": 0}
    idempotency.delete_old()
    log_ins.delete_expired()
    grants.delete_old()
    sending.delete_old()
    return {
        "previews": inactivity_warnings.warn_due(),
        "forgotten": notifications.delete_old(),
        "trophies": achievements.award_bettors() if periodic.claim("bettors", timedelta(days=1)) else 0,
    }
