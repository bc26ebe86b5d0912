"""The reviews of battles that are over."""

from django.db import models
from django.db.models import Q

from .tournaments import Tournament


class Review(models.Model):
    """What computer players say of a battle, round by round. Made in the background, a few rounds at a time."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="review")
    version = models.PositiveSmallIntegerField()
    """How its rounds are judged (`players.reviews.VERSION`); one of another version is made anew."""
    total = models.PositiveIntegerField()
    """How many rounds the battle had."""
    judged = models.PositiveIntegerField(default=0)
    """How many of them have been judged."""
    rounds = models.JSONField(default=list)
    """As `tournaments.domain.judgements` writes them, with whether each was looked into, and its seconds."""
    asked_at = models.DateTimeField()
    busy_until = models.DateTimeField(null=True, blank=True)
    """Until when a worker has it: if it has saved nothing by then, another one takes over."""
    done_at = models.DateTimeField(null=True, blank=True)
    puzzles_at = models.DateTimeField(null=True, blank=True)
    """When its mistakes were made into puzzles, or found to make none."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(judged__lte=models.F("total")), name="no_round_judged_twice")]
        indexes = [models.Index(fields=["asked_at"], condition=Q(done_at=None), name="reviews_to_make")]
