"""The world chronicle: the news of each day."""

from django.db import models


class ChronicleDay(models.Model):
    """What happened in the world on a day of universal time: facts, of which each language makes its sentences.

    People and houses are kept by their codes, so that their names are those that everybody may read now.
    """

    day = models.DateField(unique=True)
    battles = models.PositiveIntegerField()
    """The serious battles that ended."""
    news = models.JSONField(default=list)
    """The greatest first; each as tournaments.domain.world_chronicle.Fact writes it."""
    position = models.JSONField(null=True, blank=True)
    """The last board of the battle of the day: {"place", "title", "view"}; null where there was none on a board."""

    def __str__(self) -> str:
        return self.day.isoformat()
