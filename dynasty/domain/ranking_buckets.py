"""Buckets of the ranking: which one a standing is in, and which buckets together hold all that are ahead.

A standing has a height. Buckets of level 0 hold one height each, those of a further level sixteen of the level below,
and the top level has as many as there are. Those ahead fill at most fifteen buckets of each level, beside one's own.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

LEVELS = 6
SHIFT = 4  # bits: sixteen buckets of a level make one of the next
GROUND = 1 << (SHIFT * (LEVELS - 1))
"""The height of no reputation at all; below it, who came later stands lower by a day each."""
FIRST_DAY = date(2020, 1, 1)

Bucket = tuple[int, int]
"""Level and place."""


def get_height(reputation: int, reached_at: datetime) -> int:
    """Return the height of a standing; standings without reputation are ordered by the day of their arrival."""
    if reputation > 0:
        return GROUND + reputation
    return GROUND - max(0, (reached_at.astimezone(UTC).date() - FIRST_DAY).days)


def list_buckets(height: int) -> Iterator[Bucket]:
    """Yield the buckets that hold a height, one of each level."""
    for level in range(LEVELS):
        yield level, height >> (SHIFT * level)


def list_ranges_ahead(height: int) -> Iterator[tuple[int, int, int | None]]:
    """Yield level, first place (exclusive) and last place of the buckets above a height; the top level has no last."""
    for level, place in list_buckets(height):
        yield level, place, (place | ((1 << SHIFT) - 1)) if level < LEVELS - 1 else None


def get_range_below(place: int) -> tuple[int, int]:
    """Return the first and the last place of the level below that a bucket covers."""
    return place << SHIFT, (place << SHIFT) | ((1 << SHIFT) - 1)


def get_day(height: int) -> date:
    """Return the day on which dynasties of a height without reputation arrived; the first day takes in all before."""
    return FIRST_DAY + timedelta(days=GROUND - height)
