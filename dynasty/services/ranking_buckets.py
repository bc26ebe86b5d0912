"""How many dynasties are in each bucket of the ranking. Callers that change the counts have locked the standings."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Q

from dynasty.domain.ranking_buckets import list_buckets
from dynasty.models import Rung

Step = tuple[int | None, int | None]
"""From which height to which; None: not on the ladder."""


def move_standings(steps: Iterable[Step]) -> None:
    """Update the bucket counts for dynasties that change height."""
    changes: Counter[tuple[int, int]] = Counter()
    for since, to in steps:
        changes.subtract(list_buckets(since) if since is not None else ())
        changes.update(list_buckets(to) if to is not None else ())
    changed = {bucket: change for bucket, change in changes.items() if change}
    if changed:
        had = {(each.level, each.place): each.dynasties for each in Rung.objects.filter(build_filter(changed))}
        Rung.objects.bulk_create(
            [Rung(level=level, place=place, dynasties=had.get((level, place), 0) + change)
             for (level, place), change in sorted(changed.items())],
            update_conflicts=True, unique_fields=["level", "place"], update_fields=["dynasties"],
        )  # fmt: skip


def build_filter(pairs: Iterable[tuple[int, int]]) -> Q:
    """Return the filter of these buckets."""
    places: dict[int, list[int]] = {}
    for level, place in pairs:
        places.setdefault(level, []).append(place)
    found = Q(pk=None)
    for level, there in places.items():
        found |= Q(level=level, place__in=there)
    return found
