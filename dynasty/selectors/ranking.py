"""Selectors of the ranking by pages; ranking buckets find a page's start, so a far one costs as much as the first."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from core import clock
from core.limits import PAGE_SIZE
from dynasty.domain import ranking_buckets
from dynasty.models import Dynasty, Rung, Standing
from dynasty.selectors import cursors
from dynasty.selectors import standings as standings_selectors

ORDER = ("-reputation", "reached_at", "dynasty_id")
REVERSE_ORDER = ("reputation", "-reached_at", "-dynasty_id")
CURSOR = re.compile(r"([0-9]{1,18}):([0-9]{1,18}):([+-])")


@dataclass(frozen=True)
class Ranked:
    rank: int
    dynasty: Dynasty
    reputation: int


@dataclass(frozen=True)
class Position:
    """The place of a standing in the ranking's order."""

    reputation: int
    reached_at: datetime
    dynasty: int


@dataclass(frozen=True)
class RankingPage:
    number: int
    """The page's number, from 1; of rows that begin between pages, the page of the first row."""
    rows: list[Ranked]
    last: bool
    before: str
    """The cursors of the pages before and after this one; blank if there is none."""
    after: str


def query_standings() -> QuerySet[Standing]:
    """Return all standings in the order of the ranking; of equals, the one that got there earlier first."""
    return Standing.objects.select_related("dynasty").order_by(*ORDER)


def get_page(page: int = 1, size: int = PAGE_SIZE) -> RankingPage:
    """Return a page by its number, from 1; the last page if the number is too high."""
    start = (max(1, min(page, -(-count_ranked() // size))) - 1) * size
    spot = find_position(start) if start else None
    return build_page(list_from(spot, size + 1) if spot else list(query_standings()[: size + 1]), start, size)


def get_page_at(cursor: str, size: int = PAGE_SIZE) -> RankingPage | None:
    """Return the page that a cursor means; None if the cursor is malformed."""
    place = decode_cursor(cursor)
    if place is None:
        return None
    spot, back = place
    before = list_before(spot, size)[::-1] if back else []
    rows = before + list_from(spot, 1 if back else size + 1)
    return build_page(rows, standings_selectors.compute_rank(rows[0]) - 1 if rows else 0, len(before) if back else size)


def get_people_page(cursor: str = "", size: int = PAGE_SIZE) -> RankingPage:
    """Return a page of the ranking without house dynasties; the first one for an empty cursor."""
    place = cursors.check(cursor, decode_cursor(cursor))
    spot, back = place or (None, False)
    before = list_before(spot, size, people=True)[::-1] if spot and back else []
    rows = before + list_from(spot, 1 if back else size + 1, people=True)
    ahead = count_people_ahead(rows[0]) if rows else 0
    return build_page(rows, ahead, len(before) if back else size)


def count_people_ahead(row: Standing) -> int:
    """Return how many dynasties of people rank higher; houses are few, so that they are counted one by one."""
    position = Position(row.reputation, row.reached_at, row.pk)
    houses = Standing.objects.filter(dynasty__house=True).filter(filter_ahead(position)).count()
    return standings_selectors.compute_rank(row) - 1 - houses


def filter_ahead(spot: Position) -> Q:
    """Return a filter for the standings that rank higher than a position."""
    sooner = Q(reached_at__lt=spot.reached_at) | Q(reached_at=spot.reached_at, pk__lt=spot.dynasty)
    return Q(reputation__gt=spot.reputation) | Q(sooner, reputation=spot.reputation)


@dataclass(frozen=True)
class Rival:
    """The dynasty that ranks next above a reader's."""

    rank: int
    dynasty: Dynasty
    gap: int
    """How many points it is ahead."""


def find_rival(dynasty: Dynasty | None) -> Rival | None:
    """Return the dynasty that ranks next above one; None for the first, and where there is none."""
    own = Standing.objects.filter(dynasty=dynasty).first() if dynasty else None
    if own is None:
        return None
    above = list_before(Position(own.reputation, own.reached_at, own.pk), 1)
    if not above:
        return None
    rank = standings_selectors.compute_rank(above[0])
    return Rival(rank, above[0].dynasty, above[0].reputation - own.reputation)


def build_page(rows: list[Standing], start: int, size: int) -> RankingPage:
    """Build a page of `size` rows, the next page's first row being one more; `start`: how many rank higher."""
    own, onward = rows[:size], rows[size:]
    found = [Ranked(rank, row.dynasty, row.reputation) for rank, row in enumerate(own, start=start + 1)]
    before = encode_cursor(own[0], back=True) if own and start else ""
    after = encode_cursor(onward[0]) if onward else ""
    return RankingPage(start // size + 1 if size else 1, found, not onward, before, after)


def encode_cursor(row: Standing, back: bool = False) -> str:
    """Encode the cursor of the page that begins with this row, or with `back`, of the page that ends before it."""
    return cursors.encode(row.reached_at, f"{row.reputation}:{row.pk}:{'-' if back else '+'}")


def decode_cursor(cursor: str) -> tuple[Position, bool] | None:
    """Decode a cursor into a position and whether the page before it is meant; None if it is malformed."""
    place = cursors.decode(cursor)
    found = CURSOR.fullmatch(place[1]) if place else None
    if place is None or found is None:
        return None
    return Position(int(found[1]), place[0], int(found[2])), found[3] == "-"


def count_ranked() -> int:
    """Return how many dynasties are ranked."""
    return sum(Rung.objects.filter(level=ranking_buckets.LEVELS - 1).values_list("dynasties", flat=True))


def find_position(start: int) -> Position | None:
    """Return the position of the dynasty that has `start` dynasties ahead; None beyond the last."""
    height, higher = find_height(start)
    equals = (
        Standing.objects.filter(filter_height(height)).order_by(*ORDER).values_list("reputation", "reached_at", "pk")
    )
    here = equals[start - higher : start - higher + 1]
    return next((Position(*each) for each in here), None)


def find_height(start: int) -> tuple[int, int]:
    """Return the height at which `start` dynasties are ahead, and how many stand higher, by a bucket of each level."""
    within, higher, place = Q(), 0, 0
    for level in reversed(range(ranking_buckets.LEVELS)):
        stretches = Rung.objects.filter(within, level=level).order_by("-place").values_list("place", "dynasties")
        for place, dynasties in stretches:  # noqa: B007 - the place at which it stops is what is looked for
            if start < higher + dynasties:
                break
            higher += dynasties
        within = Q(place__range=ranking_buckets.get_range_below(place))
    return place, higher


def filter_height(height: int) -> Q:
    """Return a filter for the standings of one height."""
    if height > ranking_buckets.GROUND:
        return Q(reputation=height - ranking_buckets.GROUND)
    day = clock.begin_day(ranking_buckets.get_day(height))
    since = Q(reached_at__gte=day) if height < ranking_buckets.GROUND else Q()
    return Q(reputation=0, reached_at__lt=day + timedelta(days=1)) & since


def list_from(spot: Position | None, most: int, *, people: bool = False) -> list[Standing]:
    """Return at most `most` standings from a position on, its own included; from the first one without a position.

    `people`: leave house dynasties out.
    """
    standings = query_standings().exclude(dynasty__house=True) if people else query_standings()
    if spot is None:
        return list(standings[:most])
    earlier = Q(reached_at=spot.reached_at, pk__lt=spot.dynasty)
    equals = standings.filter(reputation=spot.reputation, reached_at__gte=spot.reached_at).exclude(earlier)
    return take(most, equals, standings.filter(reputation__lt=spot.reputation))


def list_before(spot: Position, most: int, *, people: bool = False) -> list[Standing]:
    """Return at most `most` standings ahead of a position, the nearest first; `people`: without house dynasties."""
    standings = query_standings().exclude(dynasty__house=True) if people else query_standings()
    later = Q(reached_at=spot.reached_at, pk__gte=spot.dynasty)
    equals = standings.filter(reputation=spot.reputation, reached_at__lte=spot.reached_at).exclude(later)
    return take(
        most,
        equals.order_by(*REVERSE_ORDER),
        standings.filter(reputation__gt=spot.reputation).order_by(*REVERSE_ORDER),
    )


def take(most: int, equals: QuerySet[Standing], others: QuerySet[Standing]) -> list[Standing]:
    """Return the first `most` rows of two queries, run apart so that each seeks along the index."""
    found = list(equals[:most])
    return found + list(others[: most - len(found)]) if len(found) < most else found
