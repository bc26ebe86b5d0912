"""Maps that players have drawn, and how battles between computer players went on them."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code


class DrawnMap(models.Model):
    """A map as it was drawn once. It never changes: battles are fought on it, and remixes are maps of their own."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    author = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="maps")
    title = models.CharField(max_length=60)
    drawing = models.TextField()
    """The file, in the form of `campaign.drawing.reading.write`."""
    digest = models.CharField(max_length=64)
    """Of the file without its title: the same author does not draw the same map twice."""
    territories = models.PositiveSmallIntegerField()
    regions = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    after = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="remixes")
    """The map that it was made from."""
    after_included = models.CharField(max_length=40, blank=True)
    """The same where that one comes with the game: its name."""
    drawn_at = models.DateTimeField()
    shelved_at = models.DateTimeField(null=True, blank=True)
    """When its author took it off the list; battles on it go on."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "digest"], name="map_drawn_once"),
            models.CheckConstraint(condition=Q(seats__gte=2), name="a_map_has_seats"),
        ]
        indexes = [models.Index(fields=["shelved_at", "-drawn_at"], name="maps_on_the_list")]

    def __str__(self) -> str:
        return self.title


class MapBalance(models.Model):
    """How battles of one game between computer players went on a map. Measured some at a time, in the background."""

    map = models.ForeignKey(DrawnMap, models.CASCADE, related_name="balances")
    game = models.CharField(max_length=40)
    level = models.CharField(max_length=20)
    battles = models.PositiveSmallIntegerField(default=0)
    """How many were played; each has a seed of its own, so that two workers play none twice."""
    wins = models.JSONField(default=dict)
    """By seat; those who win or draw together have equal parts."""
    draws = models.PositiveSmallIntegerField(default=0)
    limits = models.PositiveSmallIntegerField(default=0)
    """How many were decided by the limit of rounds."""
    rounds = models.JSONField(default=list)
    """How many each battle had, sorted."""
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["map", "game"], name="measured_once_by_game")]
        indexes = [models.Index(fields=["asked_at"], condition=Q(done_at=None), name="maps_to_measure")]
