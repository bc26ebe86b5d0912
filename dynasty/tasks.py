"""What runs in the background for dynasties. Everything here may be lost, doubled or late."""

from datetime import timedelta

from celery import shared_task

from dynasty.services import delivery, idempotency, inactivity_warnings, log_ins, notifications, periodic


@shared_task(name="dynasty.tasks.deliver", ignore_result=True)
def deliver() -> int:
    """A hint, and every few seconds: send the notices that are due."""
    return delivery.deliver_due()


@shared_task(name="dynasty.tasks.hourly", ignore_result=True)
def hourly() -> dict[str, int]:
    """Every hour: warn of whispers a week before, and forget old notices, replies and log-ins."""
    if not periodic.claim("hourly", timedelta(hours=1)):
        return {"previews": 0, "forgotten": 0}
    idempotency.delete_old()
    log_ins.delete_expired()
    return {"previews": inactivity_warnings.warn_due(), "forgotten": notifications.delete_old()}
