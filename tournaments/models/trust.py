"""What lets the staff see that two dynasties of one battle may belong to one person."""

from django.db import models
from django.db.models import Q

from .tournaments import Tournament


class OriginMark(models.Model):
    """From where a dynasty entered a tournament or bet on it: a hash that no other tournament shares, for some days."""

    class Kind(models.TextChoices):
        ADDRESS = "address"
        BROWSER = "browser"
        """By the key that a browser has for casual seats, where it has one."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="origins")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    mark = models.CharField(max_length=32)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind", "mark", "dynasty"], name="one_mark_of_dynasty"),
            models.CheckConstraint(condition=Q(kind__in=["address", "browser"]), name="known_origin"),
        ]
        indexes = [models.Index(fields=["at"], name="origins_by_age")]
