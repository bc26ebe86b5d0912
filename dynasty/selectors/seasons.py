"""Standings of seasons: by the reputation that dynasties gained in a quarter."""

from dataclasses import dataclass

from django.db.models import QuerySet

from dynasty.domain.seasons import FIRST_YEAR, Season
from dynasty.models import Dynasty, SeasonStanding

MAX_LISTED = 50
MAX_FAME = 5
"""So many closed seasons are in the hall of fame."""
WINNERS = 3


@dataclass(frozen=True)
class SeasonRow:
    rank: int
    dynasty: Dynasty
    gained: int


@dataclass(frozen=True)
class Fame:
    """The winners of a closed season."""

    season: Season
    winners: list[SeasonRow]


def query_standings(season: Season, people: bool) -> QuerySet[SeasonStanding]:
    """Return who gained reputation in a season, most first; of equals, the older dynasty first."""
    found = SeasonStanding.objects.filter(begins=season.begins, gained__gt=0).select_related("dynasty")
    return (found.filter(dynasty__house=False) if people else found).order_by("-gained", "dynasty")


def list_standings(season: Season, *, people: bool = False, limit: int = MAX_LISTED) -> list[SeasonRow]:
    """Return the first of a season; `people`: without house dynasties."""
    rows = query_standings(season, people)[:limit]
    return [SeasonRow(rank, row.dynasty, row.gained) for rank, row in enumerate(rows, 1)]


def find_own(season: Season, dynasty: Dynasty | None, *, people: bool = False) -> SeasonRow | None:
    """Return the row of one dynasty, wherever it stands; None where it gained nothing."""
    found = query_standings(season, people)
    row = found.filter(dynasty=dynasty).first() if dynasty else None
    if row is None:
        return None
    ahead = (
        found.filter(gained__gt=row.gained).count() + found.filter(gained=row.gained, dynasty__lt=row.dynasty).count()
    )
    return SeasonRow(ahead + 1, row.dynasty, row.gained)


def list_fame(current: Season, *, people: bool = False) -> list[Fame]:
    """Return the winners of the latest closed seasons that have any, the latest first."""
    found, season = [], current.before
    for _number in range(MAX_FAME):
        winners = list_standings(season, people=people, limit=WINNERS)
        if winners:
            found.append(Fame(season, winners))
        season = season.before
        if season.begins.year < FIRST_YEAR:
            break
    return found
