"""Standings of seasons: by the reputation that dynasties gained in a quarter."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from dynasty.domain.leagues import League, get_league
from dynasty.domain.seasons import FIRST_YEAR, Season
from dynasty.models import Dynasty, SeasonStanding
from dynasty.selectors.standings import aggregate_all

MAX_LISTED, MAX_PAGES = 50, 1000
MAX_FAME = 5
"""So many closed seasons are in the hall of fame."""
WINNERS = 3
MAX_FORMER = 4
"""So many closed seasons, at most, are on the page of a dynasty."""


@dataclass(frozen=True)
class SeasonRow:
    rank: int
    dynasty: Dynasty
    gained: int
    league: League
    promoted: League | None = None
    """The higher league that it has reached since the season began."""


@dataclass(frozen=True)
class SeasonOfDynasty:
    """How a dynasty stands in a season, or stood at its end."""

    season: Season
    row: SeasonRow

    @property
    def page(self) -> int:
        """Return the page of the season's standings on which the dynasty is."""
        return (self.row.rank - 1) // MAX_LISTED + 1

    @property
    def famous(self) -> bool:
        """Return whether its rank is one of those that the hall of fame names."""
        return self.row.rank <= WINNERS


@dataclass(frozen=True)
class DynastySeasons:
    """The seasons of a dynasty as its page shows them."""

    current: Season
    league: League
    """Its league in the current season."""
    present: SeasonOfDynasty | None
    """None where it has gained nothing in the current season."""
    former: list[SeasonOfDynasty]
    """The latest closed seasons in which it gained reputation, the latest first."""


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
    row = found.filter(dynasty=dynasty).annotate(ahead=count_ahead(found)).first() if dynasty else None
    return build_row(row.ahead + 1, row) if row else None


def count_ahead(found: QuerySet[SeasonStanding]) -> Coalesce:
    """Build the subquery that counts those of `found` that are ahead of a row in the season of that row."""
    level = found.filter(begins=OuterRef("begins"), gained__gte=OuterRef("gained"))
    ahead = level.exclude(gained=OuterRef("gained"), dynasty__gte=OuterRef("dynasty"))
    return Coalesce(Subquery(aggregate_all(ahead, Count("pk"))), 0)


def query_seasons_of(dynasty: Dynasty) -> QuerySet[SeasonStanding]:
    """Return the seasons of a dynasty, each with how many are `ahead` of it; it has no rank where it gained nothing."""
    ahead = count_ahead(SeasonStanding.objects.filter(gained__gt=0))
    return dynasty.season_standings.annotate(ahead=ahead)


def build_seasons_of(rows: Iterable[Any]) -> list[SeasonOfDynasty]:
    """Build what is shown of rows of `query_seasons_of` in which reputation was gained."""
    return [SeasonOfDynasty(Season(row.begins), build_row(row.ahead + 1, row)) for row in rows if row.gained > 0]


def get_seasons_of(dynasty: Dynasty, current: Season) -> DynastySeasons:
    """Return how a dynasty stands in the current season, and how it stood in former ones; one query."""
    shown = Q(begins=current.begins) | Q(gained__gt=0)
    rows = list(query_seasons_of(dynasty).filter(shown).order_by("-begins")[: MAX_FORMER + 1])
    own = next((row for row in rows if row.begins == current.begins), None)
    found = build_seasons_of(rows)
    return DynastySeasons(
        current,
        find_league(dynasty, own),
        next((each for each in found if each.season == current), None),
        [each for each in found if each.season != current][:MAX_FORMER],
    )


def find_league(dynasty: Dynasty, row: SeasonStanding | None) -> League:
    """Return the league of a dynasty in the current season, of which this is its row, if it has one."""
    standing = getattr(dynasty, "standing", None)
    return get_league(row.base if row else standing.reputation if standing else 0)


def get_own_league(season: Season, dynasty: Dynasty) -> League:
    """Return the league of a dynasty in the current season, whether or not it has gained anything yet."""
    return find_league(dynasty, SeasonStanding.objects.filter(begins=season.begins, dynasty=dynasty).first())


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
