"""Whom dynasties follow."""

from django.db import models
from django.db.models import Q


class Follow(models.Model):
    """That a dynasty follows another one, or an emperor wherever it goes. Known to the follower alone."""

    follower = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="follows")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, null=True, blank=True, related_name="+")
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, null=True, blank=True, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["follower", "dynasty"], condition=Q(emperor=None), name="one_follow_a_dynasty"
            ),
            models.UniqueConstraint(
                fields=["follower", "emperor"], condition=Q(dynasty=None), name="one_follow_an_emperor"
            ),
            models.CheckConstraint(
                condition=Q(dynasty=None, emperor__isnull=False) | Q(dynasty__isnull=False, emperor=None),
                name="follows_one_thing",
            ),
        ]
