"""What dynasties stake on the battles of others."""

from django.db import models
from django.db.models import Q

from core.limits import MAX_AMOUNT

from .tournaments import Tournament


class Bet(models.Model):
    """A dynasty's stake on one seat, of one asset. It can grow until the start, and never shrinks."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="bets")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="bets")
    seat = models.CharField(max_length=1)
    asset = models.CharField(max_length=40)
    amount = models.BigIntegerField()
    sequence = models.PositiveIntegerField()
    """Which bet of the tournament it is: the earlier one gets the odd unit."""
    returned = models.BigIntegerField(null=True, blank=True)
    """What it brought back in all, once it is settled."""
    placed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "dynasty", "seat", "asset"], name="one_bet_a_pool"),
            models.UniqueConstraint(fields=["tournament", "sequence"], name="bets_in_order"),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MAX_AMOUNT), name="positive_stake"),
        ]
