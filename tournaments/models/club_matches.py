"""Matches of two clubs over several boards: what was agreed, who plays for whom, and what each board was worth."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code

from .tournaments import Tournament


class ClubMatch(models.Model):
    """A challenge of one club to another, and what became of it. What it is played with never changes."""

    class Status(models.TextChoices):
        ASKED = "asked"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        """By the challengers, or because a club or the rules are gone."""
        LAPSED = "lapsed"
        """Nobody answered before its time."""
        RUNNING = "running"
        OVER = "over"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    home = models.ForeignKey("dynasty.Club", models.PROTECT, related_name="matches_at_home")
    """The club that challenged."""
    away = models.ForeignKey("dynasty.Club", models.PROTECT, related_name="matches_away")
    field = models.CharField(max_length=64)
    preset = models.CharField(max_length=64)
    round_seconds = models.PositiveIntegerField()
    boards = models.PositiveSmallIntegerField()
    """How many pairs meet."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ASKED)
    announced_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    """When the last board was counted."""

    class Meta:
        verbose_name_plural = "club matches"
        constraints = [
            models.CheckConstraint(condition=~Q(home=models.F("away")), name="match_of_two_clubs"),
        ]
        indexes = [
            models.Index(
                fields=["starts_at"], condition=Q(status__in=["asked", "accepted", "running"]), name="club_matches_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"


class LineupPlace(models.Model):
    """That a member plays for a club in a match, unless fewer boards than places are fought."""

    match = models.ForeignKey(ClubMatch, models.CASCADE, related_name="places")
    club = models.ForeignKey("dynasty.Club", models.CASCADE, related_name="+")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    """In the order of the boards, from 1; whoever withdraws leaves a gap that the next ones fill."""
    key = models.CharField(max_length=64, blank=True)
    """The hash of the key of the browser that had the match's page open last: it gets the seat."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "dynasty"], name="one_place_in_a_match"),
            models.UniqueConstraint(fields=["match", "club", "number"], name="one_dynasty_a_place"),
        ]


class MatchBoard(models.Model):
    """One board of a match that has begun: who meets whom there, and what it was worth."""

    match = models.ForeignKey(ClubMatch, models.CASCADE, related_name="fought")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="+")
    """Null: the club had nobody for this board."""
    away = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="+")
    tournament = models.OneToOneField(Tournament, models.SET_NULL, null=True, blank=True, related_name="match_board")
    """Its battle, as long as that is kept."""
    home_points = models.PositiveSmallIntegerField(default=0)
    away_points = models.PositiveSmallIntegerField(default=0)
    begun_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    """When its result was counted."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_board_a_number_of_a_match")]
