"""What organisers do: whom they invite, who waits for a seat, what repeats, and the log of their acts."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Invitation(models.Model):
    """That a dynasty may enter a tournament that is not open to everybody."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="invitations")
    by_link = models.BooleanField(default=False)
    """Whether it came by the private link; else the organiser named it."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "dynasty"], name="invited_once")]


class PrivateLink(models.Model):
    """The secret by which whoever has it may enter. We keep its hash alone."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="private_link")
    hash = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField()


class Waiting(models.Model):
    """That a dynasty waits for a seat of a tournament that is full; the first to come is the first to move up."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="waiting")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="waiting")
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, related_name="+")
    chest = models.PositiveIntegerField(default=0)
    """The gold that it will put into its chest: secret like the chest."""
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "dynasty"], name="waits_once")]


class DirectorAct(models.Model):
    """One act of an organiser or of the staff about one tournament. Public; written once, never changed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts")
    act = models.CharField(max_length=24)
    """A word of tournaments.domain.audit_actions."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, related_name="+")
    """Who did it; null: the staff of the site."""
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tournament", "id"], name="acts_of_tournament")]


class Recurrence(models.Model):
    """A tournament that is announced again and again, at one hour of one place."""

    class Every(models.TextChoices):
        DAILY = "daily"
        WEEKLY = "weekly"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    organiser = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="recurrences")
    setup = models.JSONField()
    """What is announced each time: everything but the times."""
    every = models.CharField(max_length=6, choices=Every.choices)
    hour = models.TimeField()
    """When it starts, by the clocks of its zone."""
    zone = models.CharField(max_length=64)
    next_at = models.DateTimeField()
    """When the next one starts."""
    left = models.PositiveSmallIntegerField()
    """How many are still to be announced."""
    missed = models.PositiveSmallIntegerField(default=0)
    """How many in a row could not be announced."""
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(every__in=["daily", "weekly"]), name="known_recurrence")]
        indexes = [
            models.Index(fields=["next_at"], condition=Q(stopped_at=None), name="recurrences_due"),
            models.Index(fields=["organiser", "stopped_at"], name="recurrences_of"),
        ]

    def __str__(self) -> str:
        return str(self.setup.get("title", self.code))


class Occurrence(models.Model):
    """That a tournament is one of a recurring kind."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="occurrence")
    recurrence = models.ForeignKey(Recurrence, models.CASCADE, related_name="occurrences")
