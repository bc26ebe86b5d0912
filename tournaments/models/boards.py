"""Boards that players have drawn, and how even they turned out to be."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code


class DrawnBoard(models.Model):
    """A board as it was drawn once. It never changes: battles are fought on it, and remixes are boards of their own."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    author = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="boards")
    title = models.CharField(max_length=60)
    drawing = models.TextField()
    """The diagram, with its lines `items:` and `targets:`."""
    digest = models.CharField(max_length=64)
    """Of the drawing: the same author does not draw the same board twice."""
    seats = models.PositiveSmallIntegerField()
    after = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="remixes")
    """The board that it was made from."""
    drawn_at = models.DateTimeField()
    shelved_at = models.DateTimeField(null=True, blank=True)
    """When its author took it off the list; battles on it go on."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["author", "digest"], name="drawn_once"),
            models.CheckConstraint(condition=Q(seats__gte=2), name="a_board_has_seats"),
        ]
        indexes = [models.Index(fields=["shelved_at", "-drawn_at"], name="boards_on_the_list")]

    def __str__(self) -> str:
        return self.title


class FollowedBoard(models.Model):
    """That a dynasty follows a battlefield: a board, a drawn one, or a map. Known to the follower alone."""

    follower = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="followed_boards")
    field = models.CharField(max_length=64)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["follower", "field"], name="follows_a_board_once")]
        indexes = [models.Index(fields=["field"], name="followers_of_a_board")]


class Balance(models.Model):
    """What battles between computer players say of a board. Measured a piece at a time, in the background."""

    board = models.OneToOneField(DrawnBoard, models.CASCADE, primary_key=True, related_name="balance")
    player = models.CharField(max_length=20, default="random")
    """The level of the computer players; the first reports were played at random."""
    pieces = models.PositiveSmallIntegerField(default=0)
    """How many pieces of work are done; each has a seed of its own, so that two workers do none twice."""
    battles = models.PositiveIntegerField(default=0)
    wins = models.JSONField(default=dict)
    """By seat."""
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["asked_at"], condition=Q(done_at=None), name="balances_to_measure")]
