"""API tokens, and the stored replies by which no request is carried out twice."""

from django.db import models

from core.public_codes import new_code


class ApiToken(models.Model):
    """A secret by which a program acts for a user. The secret itself is shown once and stored nowhere."""

    user = models.ForeignKey("dynasty.User", models.CASCADE, related_name="api_tokens")
    code = models.CharField(max_length=10, unique=True, default=new_code)
    name = models.CharField(max_length=40)
    """What its owner calls it."""
    shown = models.CharField(max_length=12)
    """Its first characters."""
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    """Words of dynasty.domain.tokens.SCOPES."""
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    grant = models.ForeignKey(
        "dynasty.AppGrant", models.CASCADE, related_name="tokens", null=True, db_index=False, db_constraint=False
    )
    """What it belongs to where an app has it; null for a token that its owner has made."""

    class Meta:
        indexes = [
            models.Index(fields=["user", "-id"], name="tokens_of_user"),
            models.Index(fields=["grant"], name="tokens_of_grant"),
        ]


class KeptReply(models.Model):
    """The reply to a request with an idempotency key, stored in the transaction that carried it out."""

    user = models.ForeignKey("dynasty.User", models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=64)
    """A hash of the method, the address and the body."""
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True, default="")
    """JSON as it was sent, encrypted (`core.encryption`)."""
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "kept replies"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_reply_for_a_key")]
        indexes = [models.Index(fields=["made_at"], name="replies_by_time")]
