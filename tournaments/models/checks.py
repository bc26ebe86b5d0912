"""What the site found when it looked at itself."""

from django.db import models


class SelfCheck(models.Model):
    """The last time that it did, one row for each kind of look."""

    class Kind(models.TextChoices):
        VERIFY = "verify"
        """An integrity check of the data; findings stop everything that moves wealth."""
        REPLAY = "replay"
        """Whether closed rounds come out the same again."""

    kind = models.CharField(max_length=8, primary_key=True, choices=Kind.choices)
    at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField(default=0)
    findings = models.JSONField(default=list)
    """What should not be, one sentence each."""
    figures = models.JSONField(default=dict)
    """Of replays: battles, rounds, receipts, divergent, broken, older; upto: the last tournament that was looked at."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=["verify", "replay"]), name="known_self_check")
        ]
