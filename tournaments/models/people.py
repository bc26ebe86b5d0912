"""What people write to one another outside of battles."""

from django.db import models
from django.db.models import F, Q

from core.limits import MESSAGE_LENGTH
from core.public_codes import new_code


class Conversation(models.Model):
    """That one dynasty asked to write to another, and what came of it. The two are kept by their numbers."""

    class State(models.TextChoices):
        ASKED = "asked"
        OPEN = "open"
        DECLINED = "declined"
        """Whoever asked is not told: to that one it is unanswered."""

    low = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    high = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    asker = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    """Who wrote first."""
    state = models.CharField(max_length=8, choices=State.choices)
    asked_at = models.DateTimeField()
    last_at = models.DateTimeField()
    low_unread = models.PositiveIntegerField(default=0)
    high_unread = models.PositiveIntegerField(default=0)
    """How many messages wait for each of the two."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["low", "high"], name="one_conversation_of_two"),
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="lower_number_first"),
            models.CheckConstraint(condition=Q(asker=F("low")) | Q(asker=F("high")), name="asked_by_one_of_two"),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "open", "declined"]), name="known_conversation_state"
            ),
        ]
        indexes = [models.Index(fields=["asker", "-asked_at"], name="asked_by_dynasty")]


class PrivateMessage(models.Model):
    """A message for two, or for the members of a club. A removed one stays for the staff alone."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    conversation = models.ForeignKey(Conversation, models.CASCADE, null=True, blank=True, related_name="messages")
    club = models.ForeignKey("dynasty.Club", models.CASCADE, null=True, blank=True, related_name="+")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    """Who wrote it."""
    text = models.CharField(max_length=MESSAGE_LENGTH)
    at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(conversation=None, club__isnull=False) | Q(conversation__isnull=False, club=None),
                name="message_of_two_or_of_a_club",
            )
        ]
        indexes = [
            models.Index(fields=["conversation", "-id"], name="messages_of_two"),
            models.Index(fields=["club", "-id"], name="messages_of_club"),
            models.Index(fields=["dynasty", "-at"], name="private_of_dynasty"),
        ]
