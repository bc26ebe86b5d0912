"""What happened, to whom, and how they stand for it."""

from django.db import models
from django.db.models import F, Q
from django.db.models.lookups import IsNull


class Event(models.Model):
    """Something that happened. Written once, never changed."""

    key = models.CharField(max_length=160, unique=True)
    """What this event is, so that it is written once: fought:<tournament>:<emperor>."""
    kind = models.CharField(max_length=24)
    """A word of dynasty.domain.event_types."""
    public = models.BooleanField()
    """Private events are seen by the dynasties that they mention, each only its own."""
    facts = models.JSONField(default=dict)
    """Numbers and names as they were then, by the names that the kind's sentence uses."""
    place = models.CharField(max_length=10, blank=True)
    """The code of the tournament, if any."""
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["place"], name="events_of_place"),
            models.Index(fields=["-at"], name="events_by_time"),
        ]


class Erasure(models.Model):
    """A permission to delete an event together with its account: the database deletes no other event."""

    event = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField()


class Mention(models.Model):
    """That an event concerns a dynasty, and perhaps one of its emperors. The log is read from here."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="mentions")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="mentions")
    """The dynasty at that time: an emperor that has left does not take its past along."""
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, null=True, blank=True, related_name="mentions")
    kind = models.CharField(max_length=24)
    public = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["dynasty", "-at", "-id"], name="log_of_dynasty"),
            models.Index(fields=["dynasty", "kind", "-at"], name="log_by_kind"),
            models.Index(fields=["emperor", "-at"], name="log_of_emperor"),
        ]
        constraints = [models.UniqueConstraint(fields=["event", "dynasty", "emperor"], name="one_mention")]


class Standing(models.Model):
    """A ranked dynasty's reputation: the sum over its living emperors, kept beside what it is a sum of.

    `manage.py books` proves it.
    """

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="standing")
    reputation = models.BigIntegerField(default=0)
    reached_at = models.DateTimeField()
    """Since when it stands here; of two equals the earlier is ahead."""

    class Meta:
        indexes = [models.Index(fields=["-reputation", "reached_at"], name="ranking")]


class Rung(models.Model):
    """How many ranked dynasties stand on one stretch of the ranking, so that nobody counts those ahead one by one.

    Stretches of one level are equally long and lie side by side; see dynasty.domain.ranking_buckets.
    `manage.py books` proves them.
    """

    level = models.PositiveSmallIntegerField()
    place = models.BigIntegerField()
    dynasties = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["level", "place"], name="one_rung_a_stretch")]


class StandingDay(models.Model):
    """What a dynasty's reputation was when a day of universal time ended, for days on which it changed."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="standing_days")
    day = models.DateField()
    reputation = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dynasty", "day"], name="one_standing_a_day")]


class SeasonStanding(models.Model):
    """What a dynasty's reputation was before its first change in a season, and after the last one so far.

    `base` also holds the reputation of emperors that were bought since, unless they came home. Written with the
    standing itself; once a season is over, nothing changes it any more.
    """

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="season_standings")
    begins = models.DateField()
    """The first day of the season: see dynasty.domain.seasons."""
    base = models.BigIntegerField()
    reputation = models.BigIntegerField()
    gained = models.GeneratedField(
        expression=F("reputation") - F("base"), output_field=models.BigIntegerField(), db_persist=True
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dynasty", "begins"], name="one_standing_a_season")]
        indexes = [models.Index(fields=["begins", "-gained", "dynasty"], name="standings_of_season")]


class Reign(models.Model):
    """That a dynasty was world champion, from when to when."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="reigns")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(IsNull(F("until"), True), condition=Q(until=None), name="one_champion"),
        ]
        indexes = [models.Index(fields=["-since"], name="reigns_by_time")]
