"""The puzzle of each day."""

from django.db import models


class Puzzle(models.Model):
    """A real round whose outcome is asked for. Made once a day, the same for everybody, kept for ever."""

    day = models.DateField(unique=True)
    state = models.JSONField()
    """The battle when the round opened, as the game writes it."""
    orders = models.JSONField()
    """(seat, order) of every seat, as they arrived."""
    source = models.CharField(max_length=10, blank=True)
    """The code of the battle that it was taken from; blank: computer players fought it for the purpose."""
    title = models.CharField(max_length=60, blank=True)
    """What that battle was called."""
    number = models.PositiveIntegerField()
    """Which round of it."""

    def __str__(self) -> str:
        return self.day.isoformat()
