"""Notices in the browser: what it subscribes with, and what is sent to it by its maker's push service."""

import json

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import clock
from core.errors import DomainError
from core.limits import PUSH_BROWSERS
from core.outbound_addresses import get_host
from core.transactions import service
from dynasty.domain import notification_types, quiet_hours
from dynasty.models import Dynasty, Notice, PushSubscription, User
from dynasty.services import notifications

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    ".push.apple.com",
)
"""Where browsers let themselves be reached: nothing else is ever called, whatever a browser says."""
TIMEOUT = 5
TTL = 6 * 3600  # seconds for which the push service keeps what it cannot deliver
GONE_STATUSES = (404, 410)


def is_allowed(endpoint: str) -> bool:
    """Return whether this is an address of a push service that we know, or of one that the settings name."""
    host = get_host(endpoint, settings.PUSH_HOSTS)
    if host in settings.PUSH_HOSTS:
        return True
    return any(host.endswith(name) if name.startswith(".") else host == name for name in SERVICES)


@service
def subscribe(*, dynasty: Dynasty, endpoint: str, p256dh: str, auth: str, browser: str = "") -> PushSubscription:
    """Store a browser's subscription for this dynasty; a known browser moves to this dynasty."""
    if not settings.VAPID_PRIVATE_KEY:
        raise DomainError("no_push", gettext_lazy("This site does not send browser notifications."))
    if not is_allowed(endpoint) or len(endpoint) > 600:
        raise DomainError("unknown_push_service", gettext_lazy("We do not know this browser’s push service."))
    others = PushSubscription.objects.filter(dynasty=dynasty).exclude(endpoint=endpoint)
    if others.count() >= PUSH_BROWSERS:
        raise DomainError(
            "too_many_browsers", gettext_lazy("At most %(most)s browsers can get notifications."), most=PUSH_BROWSERS
        )
    fields = {"dynasty": dynasty, "p256dh": p256dh, "auth": auth, "browser": browser[:80], "since": clock.now()}
    return PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=fields)[0]


@service
def unsubscribe(*, dynasty: Dynasty, endpoint: str = "", code: str = "") -> int:
    """Delete a browser's subscription of this dynasty, by endpoint or by code; return how many."""
    own = PushSubscription.objects.filter(dynasty=dynasty)
    return (own.filter(code=code) if code else own.filter(endpoint=endpoint)).delete()[0]


def send_test(*, dynasty: Dynasty) -> None:
    """Send a test to all browsers of this dynasty."""
    if not PushSubscription.objects.filter(dynasty=dynasty).exists():
        raise DomainError("no_browser", gettext_lazy("No browser has asked for notifications yet."))
    now = clock.now()
    notifications.notify(dynasty=dynasty, kind="test", facts={}, key=f"test:{now:%Y-%m-%dT%H:%M}")


def send(user: User, code: str, notice: Notice) -> bool:
    """Send a notice to one browser; return False if that browser cannot be reached any more."""
    browser = PushSubscription.objects.filter(code=code, dynasty__user=user).first()
    if browser is None or not settings.VAPID_PRIVATE_KEY or not is_allowed(browser.endpoint):
        return False
    from pywebpush import WebPushException  # 7 MB, of which a site without such notices needs none

    try:
        post_to_service(browser, build_payload(user, notice))
    except WebPushException as error:
        if getattr(error.response, "status_code", None) not in GONE_STATUSES:
            raise
        unsubscribe(dynasty=browser.dynasty, code=code)
        return False
    return True


def post_to_service(browser: PushSubscription, data: str) -> None:
    """Encrypt the data for the browser and post it to its push service."""
    from pywebpush import webpush

    from core.outbound_http import PublicSession

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    with PublicSession(trusted=settings.PUSH_HOSTS) as session:
        webpush(
            {"endpoint": browser.endpoint, "keys": keys},
            data=data,
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": settings.VAPID_SUBJECT},
            ttl=TTL,
            timeout=TIMEOUT,
            requests_session=session,
        )


def build_payload(user: User, notice: Notice) -> str:
    """Return what the browser shows: a sentence and a pointer; the tag lets it replace older news of one battle."""
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(quiet_hours.get_zone(user.time_zone)),
    ):
        values = {
            "title": _("Emperors of the Dynasty"),
            "body": notification_types.format_sentence(notice.kind, notice.facts),
        }
    battle = notice.place if notice.kind in notification_types.BATTLE_TYPES else ""
    return json.dumps(values | {"tag": battle or notice.code, "url": reverse("notice", args=[notice.code])})
