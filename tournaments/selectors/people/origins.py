"""Dynasties of one battle that share an address or a browser, for the staff alone."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Exists, OuterRef

from dynasty.models import Dynasty
from tournaments.models import OriginMark, Tournament

MAX_HINTS = 30
MAX_MARKS = 400
"""Read for the list; the latest."""


@dataclass(frozen=True)
class Hint:
    """Dynasties that took part in one battle from one origin. A family, a school and a café look like this too."""

    tournament: Tournament
    dynasties: list[Dynasty]
    same_browser: bool


def list_hints() -> list[Hint]:
    """Return what several dynasties of a battle share, the latest battles first."""
    same = OriginMark.objects.filter(tournament=OuterRef("tournament"), kind=OuterRef("kind"), mark=OuterRef("mark"))
    shared = OriginMark.objects.filter(Exists(same.exclude(dynasty=OuterRef("dynasty"))))
    rows = shared.select_related("tournament", "dynasty").order_by("-tournament", "kind", "mark", "dynasty")
    groups = [
        list(each) for _key, each in groupby(rows[:MAX_MARKS], lambda row: (row.tournament_id, row.kind, row.mark))
    ]
    found: dict[tuple[int, ...], Hint] = {}
    for group in groups:
        tournament, kind = group[0].tournament, group[0].kind
        key = (tournament.pk, *sorted(row.dynasty_id for row in group))
        before = found.get(key)
        same_browser = kind == OriginMark.Kind.BROWSER or (before is not None and before.same_browser)
        found[key] = Hint(tournament, [row.dynasty for row in group], same_browser)
    return list(found.values())[:MAX_HINTS]
