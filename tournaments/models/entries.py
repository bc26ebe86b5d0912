"""Who takes part, and how."""

from django.db import models
from django.db.models import Q

from .tournaments import Tournament

ASLEEP_AFTER = 3  # deadlines missed in a row: rounds do not wait for that seat


class Entry(models.Model):
    """One dynasty's emperor in one tournament, on one seat. A casual entry has a name only."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    seat = models.CharField(max_length=1)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="entries")
    """The dynasty that entered it, whatever becomes of the emperor."""
    emperor = models.ForeignKey("dynasty.Emperor", models.SET_NULL, null=True, blank=True, related_name="entries")
    name = models.CharField(max_length=40)
    """The emperor's name on the day of the battle."""
    player = models.CharField(max_length=24, blank=True)
    """A name of players.PLAYERS that gives the orders; blank: a person or a program does."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Deadlines missed in a row."""
    missed_in_all = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seat"], name="one_entry_a_seat"),
            models.UniqueConstraint(fields=["tournament", "dynasty"], name="one_seat_a_dynasty"),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.name}"


class Presence(models.Model):
    """That a dynasty takes part in a tournament: as a player or as a bettor, never both."""

    class Role(models.TextChoices):
        PLAYER = "player"
        BETTOR = "bettor"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="presences")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="presences")
    emperor = models.ForeignKey("dynasty.Emperor", models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=6, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "dynasty"], name="player_or_bettor"),
            models.CheckConstraint(condition=Q(role__in=["player", "bettor"]), name="known_role"),
        ]
        indexes = [models.Index(fields=["dynasty", "role"], name="presences_of_dynasty")]
