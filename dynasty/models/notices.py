"""Notifications of dynasties, their settings, and what is still to be sent."""

import secrets

from django.db import models
from django.db.models import Q

from core.public_codes import new_code


def new_secret() -> str:
    """Return 256 random bits for an address that only its owner knows."""
    return secrets.token_urlsafe(32)


class Notice(models.Model):
    """A notification. Its sentence is made when it is read, from the kind and the facts."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=16)
    """A word of dynasty.domain.notification_types."""
    facts = models.JSONField(default=dict)
    """Names and numbers by the places of the sentence. Never an order."""
    place = models.CharField(max_length=10, blank=True)
    """The code of the tournament, if any."""
    key = models.CharField(max_length=120)
    """A unique key, so that nothing is notified twice: turn:<tournament>:3."""
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    """After this it is not worth sending any more."""
    shown = models.BooleanField(default=True)
    """Whether it stands in the list on the page."""
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dynasty", "key"], name="noticed_once")]
        indexes = [
            models.Index(fields=["dynasty", "-id"], condition=Q(shown=True), name="notices_of_dynasty"),
            models.Index(fields=["dynasty"], condition=Q(shown=True, read_at=None), name="unread_notices"),
            models.Index(fields=["place", "kind"], name="notices_of_place"),
            models.Index(fields=["at"], name="notices_by_time"),
        ]


class Delivery(models.Model):
    """One notice on one channel: written with the notice, ticked off when it is sent. The outbox."""

    class Result(models.TextChoices):
        SENT = "sent"
        SETTLED = "settled"
        """It was not needed any more: the order was given, the notice read, the moment over."""
        REFUSED = "refused"
        """There is nowhere to send it: no address, or the browser has withdrawn."""
        GAVE_UP = "gave_up"

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    channel = models.CharField(max_length=8)
    """page, mail or push."""
    target = models.CharField(max_length=10, blank=True)
    """push: the code of the subscription."""
    due_at = models.DateTimeField()
    """From when it may be sent, or tried again."""
    attempts = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=8, choices=Result.choices, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["notice", "channel", "target"], name="sent_once")]
        indexes = [models.Index(fields=["due_at"], condition=Q(done_at=None), name="due_deliveries")]


class NoticeSetting(models.Model):
    """Notification settings of a dynasty. One that never chose has no row, and the defaults hold."""

    class Rhythm(models.TextChoices):
        AT_ONCE = "at_once"
        HOURLY = "hourly"
        DAILY = "daily"

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="notice_setting")
    channels = models.JSONField(default=dict)
    """{"turn": ["page", "push"], …}; a kind that is not named has its default."""
    rhythm = models.CharField(max_length=8, choices=Rhythm.choices, default=Rhythm.AT_ONCE)
    """How often mails are sent; more than one notice makes a digest."""
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    """Between these, in the user's time zone, neither mail nor push is sent."""
    calendar = models.CharField(max_length=43, unique=True, default=new_secret)
    """The secret part of the address of the calendar."""


class PushSubscription(models.Model):
    """A browser's subscription to push messages. Endpoint and keys are the browser's."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    browser = models.CharField(max_length=80, blank=True)
    """What it calls itself, for the list of the settings."""
    since = models.DateTimeField()
