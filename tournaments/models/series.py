"""Series: a season of several rounds of tables, or a knock-out of tables. Each table is an ordinary tournament."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Series(models.Model):
    """Several battles under one title. What is announced is fixed from then on; the rest says how far it has come."""

    class Format(models.TextChoices):
        LADDER = "ladder"
        KNOCKOUT = "knockout"

    class Status(models.TextChoices):
        ANNOUNCED = "announced"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    title = models.CharField(max_length=60)
    organiser = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="series")
    """Null: whoever announced it has left for good, and the site carries it on."""
    format = models.CharField(max_length=8, choices=Format.choices)
    setup = models.JSONField()
    """What each table is announced with: game, field, rules, type, terms, seconds of a round."""
    table_seats = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField(default=0)
    """Of a ladder: how many; of a knock-out 0, for it ends with its final."""
    advance = models.PositiveSmallIntegerField(default=0)
    """Of a knock-out: how many of each table go on."""
    points = models.JSONField(default=list)
    """Of a ladder: what the places of a table are worth, the first place first."""
    seed = models.CharField(max_length=64)
    """The source of chance of the draws, secret until the end; its hash is public from the start."""
    starts_at = models.DateTimeField()
    """Of the first draw."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ANNOUNCED)
    round_no = models.PositiveSmallIntegerField(default=0)
    announced_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=40, blank=True)
    """Why it was cancelled: a word."""
    reason = models.CharField(max_length=200, blank=True, default="")
    """What the staff wrote when it called it off; public."""

    class Meta:
        verbose_name_plural = "series"
        constraints = [
            models.CheckConstraint(condition=Q(format__in=["ladder", "knockout"]), name="known_format"),
            models.CheckConstraint(condition=Q(table_seats__gte=2, table_seats__lte=16), name="bounded_tables"),
        ]
        indexes = [models.Index(fields=["status", "starts_at"], name="series_due")]

    def __str__(self) -> str:
        return self.title


class SeriesEntry(models.Model):
    """A dynasty in a series, and the emperor that it sends to its tables."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="entries")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="series_entries")
    emperor = models.ForeignKey("dynasty.Emperor", models.SET_NULL, null=True, related_name="+")
    points = models.PositiveIntegerField(default=0)
    firsts = models.PositiveSmallIntegerField(default=0)
    """Tables in which it was first, alone or with others."""
    tables = models.PositiveSmallIntegerField(default=0)
    """In which it had a seat."""
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    out_in = models.PositiveSmallIntegerField(null=True, blank=True)
    """The round of a knock-out in which it went out."""
    champion = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "dynasty"], name="one_place_in_a_series")]
        indexes = [models.Index(fields=["series", "-points", "-firsts"], name="table_of_series")]


class SeriesTable(models.Model):
    """One table of one round of a series."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="drawn")
    round_no = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    tournament = models.OneToOneField(Tournament, models.PROTECT, null=True, related_name="series_table")
    """None where a dynasty was left alone and passes without a battle."""
    dynasties = models.JSONField()
    """The codes of those who were drawn here."""
    places = models.JSONField(null=True, blank=True)
    """{"code": place}, from 1, once it is over; whoever had no seat is not in it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "round_no", "number"], name="one_table_a_number")]
