"""What careers are counted from."""

from django.db import models


class BattleResult(models.Model):
    """How one emperor fared in one serious battle, written when it is settled.

    `tournaments.selectors.battle_results` computes it from the record of the battle, and `manage.py verify` proves it
    from there and from the log.
    """

    place = models.CharField(max_length=10)
    """The code of the tournament."""
    seat = models.CharField(max_length=1)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="results")
    """The dynasty for which it fought, whatever becomes of the emperor."""
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, related_name="results")
    at = models.DateTimeField()
    """When the battle ended."""
    type = models.CharField(max_length=10)
    game = models.CharField(max_length=32)
    field = models.CharField(max_length=64)
    preset = models.CharField(max_length=40, blank=True)
    """The name of the rules, whatever their limits; blank: they have none."""
    ending = models.CharField(max_length=32)
    """By what the battle ended, as its game calls it."""
    seats = models.PositiveSmallIntegerField()
    rounds = models.PositiveIntegerField()
    result = models.CharField(max_length=10)
    """won, draw, survived, fell or abdicated, as in the log."""
    reputation = models.BigIntegerField()
    """What the emperor had before the battle."""
    upset = models.BigIntegerField(default=0)
    """By how much the strongest of those it won against had more."""
    captures = models.PositiveSmallIntegerField(default=0)
    """The emperors that its seat captured."""
    kills = models.PositiveSmallIntegerField(default=0)
    """Those of them that died of it."""
    pawns = models.PositiveIntegerField(default=0)
    captor = models.CharField(max_length=1, blank=True)
    """The seat that captured it; blank: it was not captured."""
    fate = models.CharField(max_length=10, blank=True)
    """What became of it then: a name of tournaments.domain.tournament_types.FATES."""
    orders = models.PositiveIntegerField()
    """How many orders it had to give."""
    missed = models.PositiveIntegerField()
    """How many of them it missed."""
    opening = models.CharField(max_length=40, blank=True)
    """Its first order, where the game is played on a board."""
    territories = models.PositiveIntegerField(null=True)
    """What it held at the end, in a campaign."""
    luck = models.IntegerField(null=True)
    """Hundredths of armies by which its dice did better than the mean, in a game with dice."""
    placement = models.PositiveSmallIntegerField(null=True)
    """Its place at the end of a campaign, 1 of the winners; null on boards, and where it was not stored yet."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["place", "seat"], name="one_result_a_seat")]
        indexes = [
            models.Index(fields=["dynasty", "-at"], name="results_of_dynasty"),
            models.Index(fields=["emperor", "-at"], name="results_of_emperor"),
            models.Index(fields=["at"], name="results_by_time"),
        ]


class Trophy(models.Model):
    """That a dynasty earned an achievement, once and for good."""

    dynasty = models.ForeignKey("dynasty.Dynasty", models.CASCADE, related_name="trophies")
    name = models.CharField(max_length=40)
    """A code of dynasty.domain.achievements.ACHIEVEMENTS."""
    at = models.DateTimeField()
    place = models.CharField(max_length=10, blank=True)
    """The code of the tournament whose end brought it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["dynasty", "name"], name="one_trophy_a_name")]
