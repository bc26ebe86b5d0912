"""Skill: how well a dynasty plays, on the scale of Elo numbers, and how sure that is.

The model is Plackett and Luce's, as openskill computes it: one number for who comes before whom among several seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from openskill.models import PlackettLuce

from core.sentences import fill

START = 1500.0
BETA = 400 / log(10) / sqrt(2)
"""The luck of one battle: with it, 400 points of difference mean ten victories to one, as with Elo numbers."""
START_DEVIATION = round(2 * BETA, 3)
SURE_DEVIATION = 140.0
"""A rating with a larger deviation is provisional: for a dozen battles with known rivals, twenty among newcomers."""
FIXED_DEVIATION = 1.0
"""The deviation of a computer player, whose rating was measured and does not change."""
DIGITS = 3
"""Ratings are rounded to this many decimals, so that they come out the same wherever they are recomputed."""

MODEL = PlackettLuce(mu=START, sigma=START_DEVIATION, beta=BETA, tau=BETA / 50)

FAMILIES = {"board": _("Boards"), "map": _("Maps")}
"""The families of games that are rated apart, by how they are drawn."""
PACES = {"live": _("live"), "daily": _("daily")}
LIVE_SECONDS = 3600
"""The longest round of a live battle."""


@dataclass(frozen=True)
class Skill:
    """A rating, and its standard deviation."""

    rating: float = START
    deviation: float = START_DEVIATION

    @property
    def is_provisional(self) -> bool:
        """Return whether too little is known for a ranking.

        >>> Skill().is_provisional, Skill(1612.0, 84.5).is_provisional
        (True, False)
        """
        return self.deviation > SURE_DEVIATION

    @property
    def text(self) -> str:
        """Return the rating as people read it; a question mark says that it is provisional.

        >>> Skill().text, Skill(1612.4, 80).text
        ('1500?', '1612')
        """
        return f"{self.rating:.0f}{'?' if self.is_provisional else ''}"


@dataclass(frozen=True)
class Contender:
    """One seat of a rated battle: what it was worth before, and its place; equal places are a draw."""

    skill: Skill
    place: int
    fixed: bool = False
    """Whether its skill is known and stays: a computer player's."""


def rate(contenders: Sequence[Contender]) -> list[Skill]:
    """Return what each contender's skill is after a battle, in the same order.

    >>> winner, loser = rate([Contender(Skill(), 1), Contender(Skill(), 2)])
    >>> winner.rating > 1500 > loser.rating and winner.deviation < Skill().deviation
    True
    """
    teams = [[MODEL.rating(each.skill.rating, each.skill.deviation)] for each in contenders]
    rated = MODEL.rate(teams, ranks=[float(each.place) for each in contenders])
    return [
        each.skill if each.fixed else Skill(round(team[0].mu, DIGITS), round(team[0].sigma, DIGITS))
        for each, team in zip(contenders, rated, strict=True)
    ]


def predict(skills: Sequence[Skill]) -> list[float]:
    """Return each contender's chance to come first; the less is known of them, the more alike.

    >>> [round(chance, 2) for chance in predict([Skill(1600, 60), Skill(1400, 60)])]
    [0.74, 0.26]
    >>> round(predict([Skill(1600), Skill(1400)])[0], 2)
    0.63
    """
    spread = sqrt(sum(each.deviation**2 + BETA**2 for each in skills) / len(skills)) * sqrt(2)
    best = max(each.rating for each in skills)
    weights = [exp((each.rating - best) / spread) for each in skills]
    return [weight / sum(weights) for weight in weights]


def name_ladder(family: str, pace: str) -> str:
    """Return a ladder's name in the active language: "Boards, live"."""
    return fill(gettext("%(family)s, %(pace)s"), {"family": FAMILIES[family], "pace": PACES[pace]})


def get_pace(round_seconds: int, daily: bool) -> str:
    """Return the pace of a battle.

    >>> get_pace(30, False), get_pace(300, True), get_pace(86_400, False)
    ('live', 'daily', 'daily')
    """
    return "live" if round_seconds <= LIVE_SECONDS and not daily else "daily"
