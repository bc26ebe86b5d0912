"""Removal of lost second factors by the staff (docs/operators/operating.md)."""

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.mail import send_mail
from django.utils import translation
from django.utils.translation import gettext as _

from dynasty.models import User
from tournaments.services import moderation

log = structlog.get_logger("entrance")
MIN_REASON = 10


class RecoveryError(Exception):
    """The reason why second factors are not removed."""


def forget_factors(*, address: str, by: str, reason: str) -> int:
    """Remove all second factors of an account, end its sessions and record who did it; return how many were removed.

    The password stays. The owner receives a mail, and can act if somebody else asked for this.
    """
    user = User.objects.filter(email=address.lower(), is_active=True).first()
    staff = User.objects.filter(email=by.lower(), is_active=True, is_staff=True).first()
    if user is None or staff is None:
        raise RecoveryError("There is no such account, or no such member of the staff.")
    if user == staff or user.is_staff:
        raise RecoveryError("The staff gets new factors from another superuser, by hand, and never from itself.")
    if len(reason.strip()) < MIN_REASON:
        raise RecoveryError("Say in some words how you made sure who asked.")
    gone = moderation.remove_factors(user=staff, owner=user, reason=reason[:300])
    for session in UserSession.objects.filter(user=user):
        session.end()
    log.info("entrance", what="factors_forgotten", user=user.pk, way="staff", network="")
    notify_owner(user)
    return gone


def notify_owner(user: User) -> None:
    with translation.override(user.language or settings.LANGUAGE_CODE):
        words = _("The staff has turned off two-step login for your account, since you said that you had lost "
            "your codes or keys. If you did not ask for this, change your password now and reply to this "
            "mail.")  # fmt: skip
        send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Two-step login"), words, None, [user.email])
