"""A tournament: one battle, and what it is fought for."""

from django.db import models
from django.db.models import Q

from core.limits import ROUND_SECONDS, SEATS
from core.public_codes import new_code


class Tournament(models.Model):
    """Everything that is announced is fixed from then on; the rest says how far it has come."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced"
        RUNNING = "running"
        HALTED = "halted"
        """Its round could not be resolved; it waits for help and keeps its orders."""
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Type(models.TextChoices):
        TRAINING = "training"
        GIFT = "gift"
        HONOUR = "honour"
        CONQUER = "conquer"
        DEATH = "death"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    title = models.CharField(max_length=60)
    organiser = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="announced")
    """Null: the treasury's own, or a casual battle."""
    casual = models.BooleanField(default=False)
    """Without accounts: entries have no dynasty, and nothing is logged or won."""
    type = models.CharField(max_length=10)
    """A name of tournaments.domain.tournament_types.TOURNAMENT_TYPES."""
    game = models.CharField(max_length=32)
    """A name of tournaments.domain.games.GAMES."""
    field = models.CharField(max_length=64)
    """The battlefield: a board or map of that game."""
    rules = models.JSONField(default=dict)
    """The ruleset, complete, as the game writes it."""
    terms = models.JSONField(default=dict)
    """What is at stake and who may enter, as tournaments.domain.terms writes it."""
    contract = models.CharField(max_length=64)
    """SHA-256 of everything that is announced; every record carries it."""
    seed = models.CharField(max_length=64, blank=True)
    """The source of chance, secret until the end; its hash is public from the start."""
    seats = models.PositiveSmallIntegerField()
    least_seats = models.PositiveSmallIntegerField(default=2)
    round_seconds = models.PositiveIntegerField()
    """How long a round lasts; with a daily timetable, how long at least."""
    timetable = models.JSONField(default=dict, blank=True)
    """At which hours rounds close, and when they do not, as tournaments.domain.timetables writes it."""
    absence = models.JSONField(default=dict, blank=True)
    """What holds for players who are away, as tournaments.domain.absence_policy writes it."""
    opens_at = models.DateTimeField()
    """From when dynasties can enter."""
    starts_at = models.DateTimeField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ANNOUNCED)
    announced_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    round_no = models.PositiveIntegerField(default=0)
    """The number of the last step that was opened; see `Round.number`."""
    game_round = models.PositiveIntegerField(default=0)
    """The round of play, as players count it; 0 before the first one."""
    """The round that is open, or the last one."""
    rules_version = models.PositiveSmallIntegerField(default=1)
    """The version of the game's rules with which it began, and with which all its rounds are resolved."""
    paused_until = models.DateTimeField(null=True, blank=True)
    """Until then no round closes: the table voted so."""
    pauses = models.PositiveSmallIntegerField(default=0)
    outcome = models.JSONField(null=True, blank=True)
    statistics = models.JSONField(default=list, blank=True)
    """How each seat fared, best first, once it is over; see `games.Game.statistics`."""
    """{"winners": ["a"], "draw": false, "by": "last_emperor"}, once it is finished."""
    ending = models.JSONField(null=True, blank=True)
    """The battle after its last round, as the game writes it."""
    why = models.CharField(max_length=32, blank=True)
    """Why it was cancelled or halted: a word."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=SEATS[0], seats__lte=SEATS[1]), name="bounded_seats"),
            models.CheckConstraint(
                condition=Q(least_seats__gte=SEATS[0], least_seats__lte=models.F("seats")), name="bounded_least_seats"
            ),
            models.CheckConstraint(
                condition=Q(round_seconds__gte=ROUND_SECONDS[0], round_seconds__lte=ROUND_SECONDS[1]),
                name="bounded_rounds",
            ),
        ]
        indexes = [
            models.Index(fields=["status", "starts_at"], name="to_start"),
            models.Index(fields=["-ended_at"], name="lately_ended"),
            models.Index(fields=["status", "-ended_at", "-id"], name="ended_by_status"),
            models.Index(fields=["status", "type", "-ended_at", "-id"], name="ended_by_type"),
            models.Index(fields=["status", "field", "-ended_at", "-id"], name="ended_by_field"),
            models.Index(fields=["organiser", "status"], name="announced_by"),
        ]

    def __str__(self) -> str:
        return self.title
