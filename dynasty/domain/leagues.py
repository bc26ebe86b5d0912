"""Leagues of a season: bands of the reputation with which a dynasty began it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class League:
    code: str
    name: Promise
    sentence: Promise
    least: int
    """The least reputation of the league."""
    most: int | None
    """The first reputation above it; None in the highest."""


LEAGUES = {
    each.code: each
    for each in (
        League("platinum", _("Platinum league"), _("Began with a reputation of 1,000 or more."), 1000, None),
        League("gold", _("Gold league"), _("Began with a reputation of 300 to 999."), 300, 1000),
        League("silver", _("Silver league"), _("Began with a reputation of 100 to 299."), 100, 300),
        League("copper", _("Copper league"), _("Began with a reputation of less than 100."), 0, 100),
    )
}
"""The highest first."""


def get_league(reputation: int) -> League:
    """Return the league of a reputation.

    >>> [get_league(each).code for each in (0, 99, 100, 999, 5000)]
    ['copper', 'copper', 'silver', 'gold', 'platinum']
    """
    return next(each for each in LEAGUES.values() if reputation >= each.least)
