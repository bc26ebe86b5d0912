"""Arenas: an hour, or so, in which whoever has fought gets the next rival at once. Each battle is a casual one."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class Arena(models.Model):
    """What was announced, and whether it is over. What it is played with never changes."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    title = models.CharField(max_length=44)
    organiser = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="arenas")
    """Null: whoever announced it has left for good."""
    field = models.CharField(max_length=64)
    preset = models.CharField(max_length=64)
    round_seconds = models.PositiveIntegerField()
    timeliness = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How many of a hundred orders of whoever enters must have been in time; 0: nothing is asked."""
    newcomers = models.BooleanField(default=True, db_default=True)
    """Whether those may enter of whose timeliness nothing is known yet."""
    computers = models.BooleanField(default=False, db_default=False)
    """Whether somebody for whom no rival is free may fight a computer player."""
    announced_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    """When the places were settled."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=models.F("starts_at")), name="arena_lasts"),
        ]
        indexes = [models.Index(fields=["starts_at"], condition=Q(closed_at=None), name="arenas_due")]

    def __str__(self) -> str:
        return self.title


class ClubArena(models.Model):
    """That an arena was announced for a club: its members alone can enter."""

    arena = models.OneToOneField(Arena, models.CASCADE, primary_key=True, related_name="of_club")
    club = models.ForeignKey("dynasty.Club", models.PROTECT, related_name="arenas")


class ArenaPlayer(models.Model):
    """A dynasty in an arena: what it has won there, and whether it waits for a rival."""

    arena = models.ForeignKey(Arena, models.CASCADE, related_name="players")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="arena_places")
    key = models.CharField(max_length=64)
    """The hash of the key of the browser in which its player looks at the arena: it gets the seats."""
    points = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    """Victories in a row."""
    battles = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    scores = models.JSONField(default=list)
    """What each battle was worth, the first one first."""
    entered_at = models.DateTimeField()
    waits_since = models.DateTimeField()
    """From when it has been free for a rival."""
    visited_at = models.DateTimeField()
    """When its page was last heard of."""
    paused = models.BooleanField(default=False)
    """Whether it wants no rival for now."""
    last_rival = models.ForeignKey("dynasty.Dynasty", models.SET_NULL, null=True, blank=True, related_name="+")
    tournament = models.ForeignKey(Tournament, models.SET_NULL, null=True, blank=True, related_name="+")
    """The battle that it fights now."""
    place = models.PositiveIntegerField(null=True, blank=True)
    """Once the arena is over."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["arena", "dynasty"], name="one_place_in_an_arena")]
        indexes = [models.Index(fields=["arena", "-points", "-wins"], name="table_of_arena")]


class ArenaBattle(models.Model):
    """That a casual battle belongs to an arena."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True, related_name="arena_battle")
    arena = models.ForeignKey(Arena, models.CASCADE, related_name="battles")
    settled_at = models.DateTimeField(null=True, blank=True)
    """When its result was counted."""

    class Meta:
        indexes = [models.Index(fields=["arena"], condition=Q(settled_at=None), name="arena_battles_open")]
