"""Webhooks: addresses of other sites to which a dynasty's news is sent, and each message with what became of it."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code


class Webhook(models.Model):
    """An address to which news of some kinds is sent, and how it has answered lately."""

    class Format(models.TextChoices):
        JSON = "json", "JSON"
        """Signed, as docs/api/webhooks.md says."""
        DISCORD = "discord", "Discord"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=40, blank=True, default="", db_default="")
    """By which its owner tells it from others to the same host; may be blank."""
    format = models.CharField(max_length=8, choices=Format.choices, default=Format.JSON)
    host = models.CharField(max_length=255)
    """The part of the address that is shown."""
    address = models.TextField()
    """The whole address, encrypted: whoever has that of a chat can write there."""
    secret = models.TextField()
    """What messages are signed with, encrypted."""
    former_secrets = models.TextField(blank=True, default="", db_default="")
    """What they were signed with before, and still are until `former_until`: the newest first, encrypted together."""
    former_until = models.DateTimeField(null=True, blank=True)
    kinds = models.JSONField()
    """Words of dynasty.domain.notification_types."""
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    """From when it may be called: after a failure later, and while a worker calls it."""
    failures = models.PositiveSmallIntegerField(default=0)
    """Calls in a row that did not work."""
    switched_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["dynasty", "id"], name="webhooks_of_dynasty")]

    @property
    def label(self) -> str:
        """Return what the owner knows it by: its name, or its host where it has none."""
        return self.name or self.host


class WebhookDelivery(models.Model):
    """A message to a webhook: written with what it tells, ticked off when it has arrived. The outbox, and the log."""

    class Result(models.TextChoices):
        SENT = "sent"
        GAVE_UP = "gave_up"
        """The webhook was switched off before it arrived."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    """The identity by which the other site knows a message that arrives twice."""
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=16)
    key = models.CharField(max_length=120)
    """A unique key, as notices have, so that nothing is sent twice."""
    facts = models.JSONField()
    place = models.CharField(max_length=10, blank=True)
    at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(default=0)
    """The HTTP status of the last answer; 0: there was none."""
    trouble = models.CharField(max_length=16, blank=True)
    """Why there was no answer: a word of dynasty.domain.webhook_troubles."""
    done_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=8, choices=Result.choices, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="hooked_once")]
        indexes = [
            models.Index(fields=["webhook", "id"], condition=Q(done_at=None), name="webhook_outbox"),
            models.Index(fields=["webhook", "-id"], name="log_of_webhook"),
            models.Index(fields=["at"], name="webhook_deliveries_by_time"),
        ]
