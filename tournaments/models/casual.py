"""Battles without accounts: how one is played, and who holds which seat of it."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Casual(models.Model):
    """What a casual battle has besides its tournament."""

    class Mode(models.TextChoices):
        ALONE = "alone"
        """One person against computer players."""
        LINK = "link"
        """Several people, each at a screen of their own; open seats are taken through links."""
        HOT_SEAT = "hot_seat"
        """Several people at one screen, in turn."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="casual_battle")
    mode = models.CharField(max_length=8, choices=Mode.choices)
    host = models.CharField(max_length=64)
    """The hash of the key of who made it."""
    at_screen = models.CharField(max_length=1, blank=True)
    """Hot seat: whose player looks at the screen now; blank while it is handed over."""
    people = models.PositiveSmallIntegerField()
    """How many seats, the first ones, are for people."""
    played_at = models.DateTimeField()
    """When a person last did something here."""
    network = models.CharField(max_length=32, blank=True, default="", db_default="")
    """A hash of the network from which it was made, so that none takes the places of all others."""
    rematch = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True, related_name="+")
    coached = models.BooleanField(default=False, db_default=False)
    """Whether the page points at what happens, as in somebody's first battle."""
    holder = models.CharField(max_length=64, blank=True, default="", db_default="")
    """In whose records against the levels the result counts; blank: in nobody's."""
    paired = models.BooleanField(default=False, db_default=False)
    """Whether it is between people who found each other: no seat of it is given to a computer."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=["alone", "link", "hot_seat"]), name="known_casual_mode"),
        ]
        indexes = [
            models.Index(fields=["played_at"], name="casual_by_last_play"),
            models.Index(fields=["network"], name="casual_by_network"),
        ]


class StartPosition(models.Model):
    """How a battle stood when a round of it began, as a board on which casual battles are fought. It never changes."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    digest = models.CharField(max_length=64, unique=True)
    """Of the drawing and where it comes from: played on from twice, it is one row."""
    drawing = models.TextField()
    """As `battlefield.positions.write` writes it."""
    field = models.CharField(max_length=64)
    """The battlefield of the battle that it comes from."""
    source = models.CharField(max_length=10)
    """The code of that battle, which may be forgotten before."""
    number = models.PositiveIntegerField()
    """Which round of it."""
    used_at = models.DateTimeField()
    """When somebody played on from it last."""

    class Meta:
        indexes = [models.Index(fields=["used_at"], name="positions_by_last_use")]


class TableFlip(models.Model):
    """Somebody flipped the table of a casual battle: the key by which people know each other there, and when."""

    key = models.CharField(max_length=64)
    """The hash of the key of the browser or program that did it."""
    flipped_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["key", "flipped_at"], name="flips_of_key")]


class CasualSeat(models.Model):
    """A seat for a person: the hash of the key that holds it, or of the invitation that gives it away."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="casual_seats")
    seat = models.CharField(max_length=1)
    key = models.CharField(max_length=64, blank=True)
    """The hash of the key of the browser or program that plays it; blank: nobody does."""
    invitation = models.CharField(max_length=64, blank=True)
    """The hash of the link that lets somebody sit down here while nobody does; blank: there is none."""
    emblem = models.JSONField()
    """That of the anonymous Emperor, as of a dynasty."""
    muted = models.CharField(max_length=16, blank=True, default="", db_default="")
    """The letters of the seats whose ready words its player does not want to read."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seat"], name="one_casual_seat_a_letter"),
            models.UniqueConstraint(fields=["invitation"], condition=~Q(invitation=""), name="one_seat_an_invitation"),
        ]
        indexes = [models.Index(fields=["key"], name="casual_seats_of_key")]


class CasualWords(models.Model):
    """Ready words that the player of a seat said to the other people of a casual battle."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="casual_words")
    seat = models.CharField(max_length=1)
    words = models.CharField(max_length=12)
    """Their code in `tournaments.domain.ready_words`."""
    at = models.DateTimeField()


class LevelRecord(models.Model):
    """How somebody fared in duels against one level of the computer players."""

    holder = models.CharField(max_length=64)
    """Whose it is: the hash of a browser's key, or `dynasty:` and the code of a dynasty."""
    level = models.CharField(max_length=20)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    played_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["holder", "level"], name="one_record_a_level")]
        indexes = [models.Index(fields=["played_at"], name="level_records_by_last_play")]
