"""People who look for an opponent or challenge one, and who plays a seat of a battle that came of it."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Seek(models.Model):
    """Somebody who waits for an opponent; with a tournament: somebody who has found one."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    key = models.CharField(max_length=64)
    """The hash of the key of the browser that waits: it gets the seat."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, null=True, blank=True, related_name="seeks")
    """Whose skill is at stake; null: a guest's, and the battle does not count."""
    family = models.CharField(max_length=8)
    """A name of dynasty.domain.skill.FAMILIES."""
    field = models.CharField(max_length=64, blank=True)
    """The battlefield that is wanted; blank: any."""
    pace = models.CharField(max_length=8)
    """A name of tournaments.domain.matchmaking.PACES."""
    rating = models.FloatField()
    asks = models.CharField(max_length=8, blank=True, default="", db_default="")
    """What is asked of whoever is to be found: a name of tournaments.domain.timeliness.SEARCHES."""
    in_time = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many of a hundred orders whoever waits gave in time; null of guests and newcomers."""
    network = models.CharField(max_length=32)
    """A hash of the network from which it was made."""
    sought_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    """When it ends unless its page says before that somebody is still there."""
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(tournament=None), name="one_open_seek_a_key"),
            models.UniqueConstraint(
                fields=["dynasty"], condition=Q(tournament=None, dynasty__isnull=False), name="one_open_seek_a_dynasty"
            ),
        ]
        indexes = [
            models.Index(fields=["family", "pace", "sought_at"], condition=Q(tournament=None), name="seeks_that_wait"),
            models.Index(fields=["key"], name="seeks_of_key"),
            models.Index(fields=["ends_at"], name="seeks_by_end"),
        ]


class CasualPlayer(models.Model):
    """That a dynasty's player has a seat of a casual battle: people who found each other play under their names."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="casual_players")
    seat = models.CharField(max_length=1)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "seat"], name="one_casual_player_a_seat")]


class Challenge(models.Model):
    """That the table of a casual battle waits for a certain dynasty. The row goes when the battle begins."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="challenge")
    challenger = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    challenged = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="challenges")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["challenger", "challenged"], name="one_challenge_a_pair"),
        ]
