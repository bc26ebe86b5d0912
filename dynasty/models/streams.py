"""Event streams: events numbered without gaps, one sequence for each audience."""

from django.db import models


class Stream(models.Model):
    """One audience: battle:<code> (everybody), seat:<code>:<letter>, dynasty:<code>."""

    name = models.CharField(max_length=64, unique=True)
    head = models.BigIntegerField(default=0)
    """The number of its last event."""


class StreamEvent(models.Model):
    """An event of a stream."""

    stream = models.ForeignKey(Stream, models.CASCADE, related_name="events")
    number = models.BigIntegerField()
    key = models.CharField(max_length=120)
    """A key that is unique in the stream: round:3:closed."""
    type = models.CharField(max_length=32)
    body = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "number"], name="no_gaps"),
            models.UniqueConstraint(fields=["stream", "key"], name="told_once"),
        ]
