"""What the seats of a battle agree on with each other."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Treaty(models.Model):
    """A promise between seats of one battle, each with the same stake in escrow; see tournaments.domain.treaties."""

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        SEALED = "sealed"
        """All have accepted it; it binds from the next round on."""
        DECLINED = "declined"
        LAPSED = "lapsed"
        """The battle ended before all had accepted it."""
        KEPT = "kept"
        BROKEN = "broken"
        VOID = "void"
        """The battle was cancelled, or counts for nothing."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="treaties")
    kind = models.CharField(max_length=8)
    """A name of tournaments.domain.treaties.KINDS."""
    from_seat = models.CharField(max_length=1)
    among = models.CharField(max_length=16)
    """The letters of its seats, sorted."""
    accepted = models.CharField(max_length=16)
    """The letters of those that have accepted it, sorted; at first the seat that proposed it."""
    until = models.PositiveIntegerField(default=0)
    """The last round that it binds, or the round in which it is to be done; 0 where it is about the result."""
    target = models.CharField(max_length=1, blank=True, default="")
    """The seat that it is against."""
    asset = models.CharField(max_length=16, blank=True, default="")
    amount = models.BigIntegerField(default=0)
    """What each seat stakes."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PROPOSED)
    since = models.PositiveIntegerField(default=0)
    """The round in which all had accepted it."""
    broken_by = models.CharField(max_length=16, blank=True, default="")
    pays = models.JSONField(default=dict)
    """{"a": ["b"]}: to whom each seat that lost its stake paid it."""
    proposed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="treaty_stake_not_negative"),
            models.CheckConstraint(
                condition=Q(status__in=["proposed", "sealed"], ended_at=None)
                | (~Q(status__in=["proposed", "sealed"]) & Q(ended_at__isnull=False)),
                name="treaty_ended_once",
            ),
        ]
        indexes = [models.Index(fields=["tournament", "id"], name="treaties_of_tournament")]

    def __str__(self) -> str:
        return self.code
