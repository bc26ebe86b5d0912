"""Standings of seasons: by the reputation that dynasties gained in a quarter."""

from dataclasses import dataclass

from django.db.models import QuerySet

from dynasty.domain.leagues import League, get_league
from dynasty.domain.seasons import FIRST_YEAR, Season
from dynasty.models import Dynasty, SeasonStanding

MAX_LISTED, MAX_PAGES = 50, 1000
MAX_FAME = 5
"""So many closed seasons are in the hall of fame."""
WINNERS = 3


@dataclass(frozen=True)
class SeasonRow:
    rank: int
    dynasty: Dynasty
    gained: int
    league: League
    promoted: League | None = None
    """The higher league that it has reached since the season began."""


@dataclass(frozen=True)
class SeasonPage:
    """One page of a season's standings."""

    rows: list[SeasonRow]
    number: int
    last: bool


@dataclass(frozen=True)
class Fame:
    """The winners of a closed season."""

    season: Season
    winners: list[SeasonRow]


def query_standings(season: Season, people: bool, league: League | None = None) -> QuerySet[SeasonStanding]:
    """Return who gained reputation in a season, most first; of equals, the older dynasty first."""
    found = SeasonStanding.objects.filter(begins=season.begins, gained__gt=0).select_related("dynasty")
    if league:
        found = found.filter(base__gte=league.least)
        found = found if league.most is None else found.filter(base__lt=league.most)
    return (found.filter(dynasty__house=False) if people else found).order_by("-gained", "dynasty")


def list_standings(season: Season, *, people: bool = False, limit: int = MAX_LISTED) -> list[SeasonRow]:
    """Return the first of a season; `people`: without house dynasties."""
    rows = query_standings(season, people)[:limit]
    return [build_row(rank, row) for rank, row in enumerate(rows, 1)]


def get_page(season: Season, number: int, *, people: bool = False, league: League | None = None) -> SeasonPage:
    """Return one page of the standings of a season, or of one of its leagues, where ranks begin anew."""
    number = min(max(number, 1), MAX_PAGES)
    skipped = (number - 1) * MAX_LISTED
    rows = list(query_standings(season, people, league)[skipped : skipped + MAX_LISTED + 1])
    shown = [build_row(rank, row) for rank, row in enumerate(rows[:MAX_LISTED], skipped + 1)]
    return SeasonPage(shown, number, len(rows) <= MAX_LISTED or number == MAX_PAGES)


def build_row(rank: int, row: SeasonStanding) -> SeasonRow:
    began, reached = get_league(row.base), get_league(row.reputation)
    return SeasonRow(rank, row.dynasty, row.gained, began, reached if reached != began else None)


def find_own(
    season: Season, dynasty: Dynasty | None, *, people: bool = False, league: League | None = None
) -> SeasonRow | None:
    """Return the row of one dynasty, wherever it stands; None where it gained nothing."""
    found = query_standings(season, people, league)
    row = found.filter(dynasty=dynasty).first() if dynasty else None
    if row is None:
        return None
    ahead = (
        found.filter(gained__gt=row.gained).count() + found.filter(gained=row.gained, dynasty__lt=row.dynasty).count()
    )
    return build_row(ahead + 1, row)


def get_own_league(season: Season, dynasty: Dynasty) -> League:
    """Return the league of a dynasty in the current season, whether or not it has gained anything yet."""
    row = SeasonStanding.objects.filter(begins=season.begins, dynasty=dynasty).first()
    standing = getattr(dynasty, "standing", None)
    return get_league(row.base if row else standing.reputation if standing else 0)


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
