"""What each dynasty's skill is, and the battles that made it so."""

from django.db import models
from django.db.models import Q

from dynasty.domain.skill import Skill, name_ladder


class Rating(models.Model):
    """A dynasty's skill in one family of games at one pace: what its last rated battle left."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="ratings")
    family = models.CharField(max_length=8)
    """A name of dynasty.domain.skill.FAMILIES."""
    pace = models.CharField(max_length=8)
    """A name of dynasty.domain.skill.PACES."""
    rating = models.FloatField()
    deviation = models.FloatField()
    battles = models.PositiveIntegerField()
    rated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dynasty", "family", "pace"], name="one_rating_a_ladder"),
        ]
        indexes = [models.Index(fields=["family", "pace", "-rating"], name="ratings_of_ladder")]

    @property
    def skill(self) -> Skill:
        return Skill(self.rating, self.deviation)

    @property
    def title(self) -> str:
        """Return the name of its ladder: "Boards, live"."""
        return name_ladder(self.family, self.pace)


class RatedBattle(models.Model):
    """A battle that counted for skill, in the order in which they count. Never changed."""

    place = models.CharField(max_length=10, unique=True, null=True)
    """The code of the tournament; null of a training, of which no trace stays."""
    family = models.CharField(max_length=8)
    pace = models.CharField(max_length=8)
    rated_at = models.DateTimeField()


class RatedSeat(models.Model):
    """One seat of a rated battle: whose it was, its place, and its skill before and after. Never changed."""

    battle = models.ForeignKey(RatedBattle, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """Its number in the computation, from 1."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, related_name="rated_seats")
    level = models.CharField(max_length=24, blank=True)
    """The level of the computer player that fought; blank: a dynasty did."""
    ranked = models.PositiveSmallIntegerField()
    """1: it won, or shared the draw."""
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    orders = models.PositiveIntegerField(default=0, db_default=0)
    """How many orders it had to give; 0 of battles from before they were counted."""
    missed = models.PositiveIntegerField(default=0, db_default=0)
    """How many of them it missed; some for leaving at once."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="one_rated_seat_a_number"),
            models.CheckConstraint(
                condition=Q(level="", dynasty__isnull=False) | ~Q(level="") & Q(dynasty__isnull=True),
                name="rated_dynasty_or_level",
            ),
        ]
        indexes = [models.Index(fields=["dynasty", "battle"], name="rated_seats_of_dynasty")]
