"""Rooms of the lab: positions that several people look at together."""

from django.db import models

from core.public_codes import new_code


class LabRoom(models.Model):
    """A lab that whoever knows its code sees and changes. It belongs to nobody, and holds nobody's name."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    parts = models.JSONField()
    """The parts of the lab's address (`tournaments.lab.state`)."""
    version = models.PositiveIntegerField(default=1)
    """Grows with every change."""
    turned = models.PositiveIntegerField(default=1)
    """The version in which a round was last played or undone, or another position was set up."""
    visited_at = models.DateTimeField()
    """When somebody was last known to be there."""

    class Meta:
        indexes = [models.Index(fields=["visited_at"], name="lab_rooms_by_time")]
