"""Notices as mails: one sentence, or a digest of several, with a link that stops them in one click."""

import hashlib
from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.sentences import fill
from dynasty.domain import notification_types, quiet_hours, unsubscribe
from dynasty.models import Dynasty, Notice, User
from dynasty.selectors.taken_names import Mask

MAX_SUBJECT = 120  # characters
LOCAL_URL = "http://localhost:8000"


def send(user: User, dynasty: Dynasty, notices: Sequence[Notice]) -> None:
    """Send one mail about these, in the user's language and time zone."""
    with (
        translation.override(user.language or settings.LANGUAGE_CODE),
        timezone.override(quiet_hours.get_zone(user.time_zone)),
    ):
        compose(user, dynasty, notices).send()


def compose(user: User, dynasty: Dynasty, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    mask = Mask()
    lines = [
        {
            "sentence": notification_types.format_sentence(each.kind, mask.cover(each.facts, each.at)),
            "url": build_url("notice", each.code),
        }
        for each in notices
    ]
    stop = build_url("notices_stop", unsubscribe.build_token(dynasty.code))
    context = {
        "dynasty": dynasty,
        "lines": lines,
        "stop": stop,
        "stop_kind": build_url("notices_stop", unsubscribe.build_token(dynasty.code, notices[0].kind)),
        "kind": notification_types.NOTIFICATION_TYPES[notices[0].kind].name if len(notices) == 1 else None,
        "settings": build_url("notice_settings"),
    }
    mail = EmailMultiAlternatives(
        subject=format_subject(lines[0]["sentence"], len(lines)),
        body=render_to_string("dynasty/mail/notifications.txt", context),
        to=[user.email],
        headers={
            "Message-ID": build_message_id(notices),
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("dynasty/mail/notifications.html", context), "text/html")
    return mail


def format_subject(first: str, count: int) -> str:
    """Return one line: the sentence itself, or how many notices there are."""
    words = first if count == 1 else fill(_("%(count)s notifications from your dynasty"), {"count": count})
    one_line = " ".join(words.split())
    return one_line if len(one_line) <= MAX_SUBJECT else one_line[: MAX_SUBJECT - 1] + "…"


def build_message_id(notices: Sequence[Notice]) -> str:
    """Return a Message-ID that is equal for equal notices, so that mail programs drop a mail that is sent twice."""
    codes = ",".join(sorted(each.code for each in notices))
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{hashlib.sha256(codes.encode()).hexdigest()[:32]}@{domain}>"


def get_site_url() -> str:
    """Return the configured address of the site, without a slash at its end."""
    return (settings.SITE_URL or LOCAL_URL).rstrip("/")


def build_url(name: str, *arguments: str) -> str:
    """Return the absolute URL of a page."""
    return get_site_url() + reverse(name, args=arguments)
