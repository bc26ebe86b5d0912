"""Puzzles: the round of each day that is to be foreseen, and bad orders of reviewed battles to be improved."""

from django.db import models
from django.db.models import Q

from core.public_codes import new_code
from dynasty.domain.skill import Skill


class Puzzle(models.Model):
    """A real round whose outcome is asked for. Made once a day, the same for everybody, kept for ever."""

    day = models.DateField(unique=True)
    state = models.JSONField()
    """The battle when the round opened, as the game writes it."""
    orders = models.JSONField()
    """(seat, order) of every seat, as they arrived."""
    source = models.CharField(max_length=10, blank=True)
    """The code of the battle that it was taken from; blank: computer players fought it for the purpose."""
    title = models.CharField(max_length=60, blank=True)
    """What that battle was called."""
    number = models.PositiveIntegerField()
    """Which round of it."""

    def __str__(self) -> str:
        return self.day.isoformat()


class OrderPuzzle(models.Model):
    """A round of a reviewed battle in which a seat gave a bad order, and a better one is asked for."""

    code = models.CharField(max_length=10, unique=True, default=new_code)
    state = models.JSONField()
    """The battle when the round opened, as the game writes it."""
    seat = models.CharField(max_length=1)
    """Who is to order."""
    given = models.CharField(max_length=16)
    """The order that was given in the battle."""
    solution = models.JSONField()
    """What each order is worth, as tournaments.domain.order_puzzles writes it. No page has it before an answer."""
    theme = models.CharField(max_length=12)
    """A name of tournaments.domain.puzzle_themes.THEMES."""
    source = models.CharField(max_length=10)
    """The code of the battle, which may be forgotten before."""
    number = models.PositiveIntegerField()
    """Which round of it."""
    player = models.ForeignKey("dynasty.Dynasty", models.SET_NULL, null=True, blank=True, related_name="own_mistakes")
    """Whose order it was; null: of a house of the site, or of somebody who has left."""
    day = models.DateField(unique=True, null=True, blank=True)
    """The day whose puzzle it is; null: of none yet."""
    rating = models.FloatField()
    deviation = models.FloatField()
    tried = models.PositiveIntegerField(default=0)
    """How many dynasties have tried it; only first tries count."""
    solved = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "number", "seat"], name="one_puzzle_a_mistake"),
            models.CheckConstraint(condition=Q(solved__lte=models.F("tried")), name="solved_when_tried"),
        ]
        indexes = [
            models.Index(fields=["rating"], name="puzzles_by_rating"),
            models.Index(fields=["player", "-made_at"], name="own_mistakes_lately"),
        ]

    def __str__(self) -> str:
        return self.code


class PuzzleAttempt(models.Model):
    """A dynasty's first answer to a puzzle: the one that counts."""

    puzzle = models.ForeignKey(OrderPuzzle, models.CASCADE, related_name="attempts")
    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="puzzle_attempts")
    order = models.CharField(max_length=16)
    right = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dynasty", "puzzle"], name="one_attempt_a_puzzle")]


class PuzzleSkill(models.Model):
    """How well a dynasty solves puzzles: a rating of its own, and its days in a row."""

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="puzzle_skill")
    rating = models.FloatField()
    deviation = models.FloatField()
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    """Daily puzzles solved in a row, each on its day and at the first try."""
    streak_day = models.DateField(null=True, blank=True)
    """The day of the last of them."""

    @property
    def skill(self) -> Skill:
        return Skill(self.rating, self.deviation)
