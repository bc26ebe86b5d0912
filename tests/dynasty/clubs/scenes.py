"""What the tests of clubs begin with."""

from dynasty.catalog import emblems
from dynasty.models import Club, Dynasty
from dynasty.services.clubs import founding, membership
from dynasty.services.clubs.founding import Description
from tests.factories import found


def describe(name: str = "The Friday Club", words: str = "", entrance: str = "open") -> Description:
    return {"name": name, "words": words, "emblem": dict(emblems.DEFAULT), "entrance": entrance}


def club_of(*names: str, entrance: str = "open") -> tuple[Club, list[Dynasty]]:
    """Return a club and its members; the first one founded it, and they come in by its link."""
    dynasties = [found(name) for name in names]
    club = founding.found(founder=dynasties[0], description=describe(entrance=entrance))
    for each in dynasties[1:]:
        membership.join(club=club, dynasty=each, invitation=club.invitation)
    return club, dynasties
