"""The rounds of a battle, and the orders under seal."""

import secrets

from django.db import models
from django.db.models import Q

from core.limits import ORDER_CHANGES
from tournaments.domain.battle_types import StepNumbers

from .tournaments import Tournament

FAULT_LENGTH = 120


def new_salt() -> str:
    return secrets.token_hex(16)


class Round(models.Model):
    """One round. What is public of it is written here when it closes, and nothing before."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    """Its place in the record of the battle. In the games in turns a round of play has several of these steps."""
    game_round = models.PositiveIntegerField(default=0)
    """The round of play that it belongs to, as its game counts it; 0 while the opening is placed."""
    turn_of = models.CharField(max_length=1, blank=True, default="")
    """The seat whose turn it is; blank where all act at once."""
    state = models.JSONField()
    """The battle when the round opened, as the game writes it."""
    opened_at = models.DateTimeField()
    deadline = models.DateTimeField()
    scheduled = models.DateTimeField(null=True, blank=True)
    """The deadline that it had when it opened."""
    ready = models.JSONField(default=list)
    """The seats that have ordered: that they have is public, and nothing else of it."""
    ready_at = models.DateTimeField(null=True, blank=True)
    """From when it may close before its deadline: every seat that it waits for has ordered."""
    closed_at = models.DateTimeField(null=True, blank=True)
    orders = models.JSONField(null=True, blank=True)
    """[[seat, text], …] in the order of priority, once it has closed."""
    events = models.JSONField(null=True, blank=True)
    """What happened, as the game tells it, once it has closed."""
    stand_ins = models.JSONField(default=dict, blank=True)
    """{"a": "standing"}, once it has closed: whose order was not its player's: standing, computer or volunteer."""
    seals = models.JSONField(null=True, blank=True)
    """{"a": {"salt", "version", "commitment"}}, once it has closed: what proves the receipts."""
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 over the digest before, the orders and the state after."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often the sweep has tried to close it."""
    try_at = models.DateTimeField(null=True, blank=True)
    """Not before this does the sweep try again."""
    fault = models.CharField(max_length=FAULT_LENGTH, blank=True, default="", db_default="")
    """The error by which it could not be resolved, and where in the code; nothing of an order is in it."""
    computers_at = models.DateTimeField(null=True, blank=True)
    """From when the computer players give their orders; null: there are none, or they have."""
    tell_at = models.DateTimeField(null=True, blank=True)
    """When to notify its players that it is open; null: there are none, or they were notified."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
            models.UniqueConstraint(fields=["tournament"], condition=Q(closed_at=None), name="one_open_round"),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(closed_at=None), name="open_by_deadline"),
            models.Index(
                fields=["ready_at"], name="open_and_ready", condition=Q(closed_at=None, ready_at__isnull=False)
            ),
            models.Index(
                fields=["computers_at"], name="computers_due", condition=Q(closed_at=None, computers_at__isnull=False)
            ),
            models.Index(
                fields=["tell_at"], name="open_and_untold", condition=Q(closed_at=None, tell_at__isnull=False)
            ),
        ]

    @property
    def called(self) -> StepNumbers:
        """Return its numbers for programs: the round of play, and its step in the record."""
        return {"round": self.game_round, "step": self.number}


class SealedOrder(models.Model):
    """A seat's order while its round is open. Only services.orders and services.rounds may read this table."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    seat = models.CharField(max_length=1)
    text = models.TextField()
    sequence = models.PositiveIntegerField()
    """Who was quicker; a changed order takes a new number."""
    version = models.PositiveSmallIntegerField(default=1)
    automatic = models.BooleanField(default=False)
    """Given by a computer player or a standing order."""
    salt = models.CharField(max_length=32, default=new_salt)
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="one_order_a_seat"),
            models.UniqueConstraint(fields=["round", "sequence"], name="no_two_as_quick"),
            models.CheckConstraint(condition=Q(version__lte=ORDER_CHANGES), name="bounded_changes"),
        ]


class QueuedOrder(models.Model):
    """A seat's secret orders for the round after the open one. Only services.queued_orders may read this table."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    seat = models.CharField(max_length=1)
    round = models.PositiveIntegerField()
    """The round for which they are; they count for no other."""
    texts = models.JSONField()
    """The first one that is allowed when it opens is given."""
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "seat"], name="one_queue_a_seat")]


class Heartbeat(models.Model):
    """When the site last swept its rounds. A long gap is our fault, and puts deadlines off."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_heart")]
