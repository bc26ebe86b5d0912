"""What is known of players who are away, and of who acts for them; what the table has voted."""

from django.db import models
from django.db.models import F, Q

from .tournaments import Tournament


class LeaveBook(models.Model):
    """The leave that a dynasty has earned and not taken yet."""

    dynasty = models.OneToOneField("dynasty.Dynasty", models.CASCADE, primary_key=True, related_name="leave_book")
    rounds = models.PositiveIntegerField(default=0)
    """Rounds that it ordered and that no leave was taken for; LEAVE_ROUNDS_A_DAY of them are a day."""
    automatic = models.BooleanField(default=False)
    """Whether leave is taken for it when it is late."""


class Leave(models.Model):
    """A time in which a dynasty is away. Public, from the moment when it is taken."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="leaves")
    since = models.DateTimeField()
    until = models.DateTimeField()
    taken_at = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    battles = models.JSONField(default=list, blank=True)
    """The codes of the battles that have waited for this very leave."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(until__gt=F("since")), name="leave_ends_later")]
        indexes = [models.Index(fields=["dynasty", "until"], name="leaves_of_dynasty")]


class Delay(models.Model):
    """That a deadline was put off: by how much, for whom, and why."""

    class Cause(models.TextChoices):
        ASKED = "asked"
        LEAVE = "leave"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="delays")
    round = models.PositiveIntegerField()
    seat = models.CharField(max_length=1)
    cause = models.CharField(max_length=5, choices=Cause.choices)
    seconds = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "seat", "cause"], name="one_delay_a_cause"),
            models.CheckConstraint(condition=Q(cause__in=["asked", "leave"]), name="known_cause_of_delay"),
        ]


class StandIn(models.Model):
    """Who gives the orders of a seat for the one that entered it: a computer player, or a volunteer."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stand_ins")
    seat = models.CharField(max_length=1)
    computer = models.CharField(max_length=24, blank=True)
    """A level of the computer players; blank: a volunteer does."""
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="stood_in")
    """The volunteer."""
    missed = models.PositiveSmallIntegerField(default=0)
    """Deadlines that the volunteer missed in a row."""
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seat"], condition=Q(ended_at=None), name="one_stand_in"),
            models.UniqueConstraint(
                fields=["tournament", "dynasty"], condition=Q(ended_at=None), name="one_seat_a_volunteer"
            ),
            models.CheckConstraint(
                condition=Q(computer="", dynasty__isnull=False) | ~Q(computer="") & Q(dynasty__isnull=True),
                name="computer_or_volunteer",
            ),
        ]
        indexes = [models.Index(fields=["dynasty", "ended_at"], name="seats_of_volunteer")]


class StandingOrder(models.Model):
    """A seat's secret orders for rounds that it misses. Only services.standing_orders may read this table."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
    seat = models.CharField(max_length=1)
    texts = models.JSONField()
    """The first one that is allowed counts."""
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "seat"], name="one_standing_order")]


class Vote(models.Model):
    """That a seat agrees to something in a round. Public."""

    class What(models.TextChoices):
        DRAW = "draw"
        PAUSE = "pause"
        RESUME = "resume"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="votes")
    round = models.PositiveIntegerField()
    seat = models.CharField(max_length=1)
    what = models.CharField(max_length=6, choices=What.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "seat", "what"], name="one_vote_a_seat"),
            models.CheckConstraint(condition=Q(what__in=["draw", "pause", "resume"]), name="known_vote"),
        ]
