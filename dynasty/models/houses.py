"""Dynasties, their emperors, and where each emperor is."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from core.public_codes import new_code


class Dynasty(models.Model):
    """A player's house. House dynasties are the site's own and have no user."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="dynasty")
    name = models.CharField(max_length=40)
    folded_name = models.CharField(max_length=80, unique=True)
    """The name without case and accents; see services.founding.fold."""
    motto = models.CharField(max_length=120, blank=True)
    emblem = models.JSONField()
    """{"division", "field", "second", "charge", "tint"}; see dynasty.catalog.emblems."""
    house = models.BooleanField(default=False)
    program = models.BooleanField(default=False)
    """Whether its orders are given by a program of its user."""
    founded_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "dynasties"
        constraints = [
            models.CheckConstraint(
                condition=Q(house=True, user=None) | Q(house=False, user__isnull=False), name="house_or_user"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Emperor(models.Model):
    """One of a dynasty's people. It may change dynasty and it may die; what it was stays."""

    class Gender(models.TextChoices):
        WOMAN = "w"
        MAN = "m"
        OTHER = "o"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    dynasty = models.ForeignKey(Dynasty, models.PROTECT, related_name="emperors")
    birthplace = models.ForeignKey(Dynasty, models.PROTECT, related_name="born")
    """The dynasty that raised it, for ever."""
    name = models.CharField(max_length=40)
    folded_name = models.CharField(max_length=80)
    gender = models.CharField(max_length=1, choices=Gender.choices)
    birth_date = models.DateField()
    """In the story, as its player chose it."""
    portrait = models.JSONField(null=True, blank=True)
    """The parts that its player chose, see dynasty.catalog.portraits; null: they follow from its code."""
    raised_at = models.DateTimeField()
    died_at = models.DateTimeField(null=True, blank=True)
    fought_at = models.DateTimeField(null=True, blank=True)
    """End of its last serious battle; null: it never fought one."""
    whispered_at = models.DateTimeField(null=True, blank=True)
    """When idleness last cost it reputation."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["dynasty", "folded_name"], condition=Q(died_at=None), name="unique_living_name"
            ),
            models.CheckConstraint(condition=Q(gender__in=["w", "m", "o"]), name="known_gender"),
        ]
        indexes = [models.Index(fields=["dynasty", "died_at"], name="emperors_of_dynasty")]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """That an emperor belonged to a dynasty, from when to when."""

    emperor = models.ForeignKey(Emperor, models.CASCADE, related_name="memberships")
    dynasty = models.ForeignKey(Dynasty, models.PROTECT, related_name="memberships")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["emperor"], condition=Q(until=None), name="one_dynasty_at_a_time"),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")), name="membership_ends_after_start"
            ),
        ]
        indexes = [models.Index(fields=["dynasty", "since"], name="members_at")]


class Engagement(models.Model):
    """Where an emperor is when it is not at court. Its key is the emperor: one place at a time."""

    class Kind(models.TextChoices):
        ENTERED = "entered"
        ATTENDING = "attending"

    emperor = models.OneToOneField(Emperor, models.PROTECT, primary_key=True, related_name="engagement")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    place = models.CharField(max_length=10)
    """The code of the tournament that it is at."""
    public = models.BooleanField(default=True)
    """Whether others can see it; to them an emperor in a training is at court."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=["entered", "attending"]), name="known_engagement")]
        indexes = [models.Index(fields=["place"], name="engaged_at_place")]
