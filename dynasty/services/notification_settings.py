"""Notification settings, calendar links, and the link that unsubscribes from mails."""

from datetime import time
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.transactions import service
from dynasty.domain import notification_types, unsubscribe
from dynasty.domain.notification_types import MAIL
from dynasty.models import Delivery, Dynasty, NoticeSetting
from dynasty.models.notices import new_secret
from dynasty.services import notifications


@service
def update(
    *, dynasty: Dynasty, channels: dict[str, Any], rhythm: str, quiet_from: time | None, quiet_until: time | None
) -> NoticeSetting:
    """Store the settings. A notification type that is not named keeps its channels."""
    if rhythm not in NoticeSetting.Rhythm.values:
        raise DomainError("unknown_channel", _("There is no such notification or channel: %(kind)s."), kind=rhythm[:40])
    setting = lock_setting(dynasty)
    setting.channels = setting.channels | notifications.check_channels(channels)
    setting.rhythm = rhythm
    setting.quiet_from, setting.quiet_until = (quiet_from, quiet_until) if quiet_from and quiet_until else (None, None)
    setting.save()
    return setting


def lock_setting(dynasty: Dynasty) -> NoticeSetting:
    """Lock and return the settings of a dynasty, created if need be."""
    NoticeSetting.objects.get_or_create(dynasty=dynasty)
    return NoticeSetting.objects.select_for_update(no_key=True).get(dynasty=dynasty)


@service
def get_calendar_secret(*, dynasty: Dynasty, anew: bool = False) -> str:
    """Return the secret of the dynasty's calendar. `anew`: replace it, so that the old address stops working."""
    setting = lock_setting(dynasty)
    if anew:
        setting.calendar = new_secret()
        setting.save(update_fields=["calendar"])
    return setting.calendar


@service
def stop_mails(*, token: str) -> bool:
    """Stop the mails that a signed link names and delete those not sent yet; return False for an invalid link."""
    meant = unsubscribe.parse_token(token)
    dynasty = Dynasty.objects.filter(code=meant[0], house=False).first() if meant else None
    if meant is None or dynasty is None:
        return False
    stopped = [kind for kind in notification_types.CONFIGURABLE if meant[1] in (kind, unsubscribe.ALL)]
    setting = lock_setting(dynasty)
    setting.channels = setting.channels | {
        kind: [channel for channel in notifications.get_channels(setting, kind) if channel != MAIL] for kind in stopped
    }
    setting.save(update_fields=["channels"])
    waiting = Delivery.objects.filter(dynasty=dynasty, channel=MAIL, done_at=None, notice__kind__in=stopped)
    waiting.delete()
    return True
