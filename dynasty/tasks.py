"""What runs in the background for dynasties. Everything here may be lost, doubled or late."""

from datetime import timedelta

from celery import shared_task

from dynasty.services import delivery, idempotency, inactivity_warnings, log_ins, notifications, periodic


@shared_task(name="dynasty.tasks.deliver", ignore_result=True)
def deliver() -> int:
    """Send the notices that are due. Runs every few seconds, and when asked for after a commit."""
    return delivery.deliver_due()


@shared_task(name="dynasty.tasks.hourly", ignore_result=True)
def hourly() -> dict[str, int]:
    """Warn of coming losses of reputation, and delete old notices, replies and log-ins. Runs every hour."""
    if not periodic.claim("hourly", timedelta(hours=1)):
        return {"previews": 0, "forgotten": 0}
    idempotency.delete_old()
    log_ins.delete_expired()
    return {"previews": inactivity_warnings.warn_due(), "forgotten": notifications.delete_old()}
