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


class SocialSetting(models.Model):
    """What a dynasty lets others know and do. One without a row has never chosen: it is shown to nobody."""

    class FirstMessages(models.TextChoices):
        EVERYBODY = "everybody"
        FRIENDS = "friends"
        NOBODY = "nobody"

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="social_setting")
    shows_online = models.BooleanField(default=False)
    """Whether its friends see when it is here."""
    online_at = models.DateTimeField(null=True, blank=True)
    """When a page of it was last open, in steps of minutes; null unless it shows that."""
    first_messages = models.CharField(max_length=10, choices=FirstMessages.choices, default=FirstMessages.EVERYBODY)
    """Who may write to it that it has not accepted before."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(first_messages__in=["everybody", "friends", "nobody"]), name="known_first_messages"
            ),
            models.CheckConstraint(condition=Q(shows_online=True) | Q(online_at=None), name="online_by_choice"),
        ]
