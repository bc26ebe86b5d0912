"""The maps of campaigns that players have drawn."""

import json
from dataclasses import dataclass

from django.db.models import Case, Q, QuerySet, When

from campaign import map_catalog
from core.json_types import Json
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from dynasty.selectors import cursors
from tournaments.domain import compatibility
from tournaments.models import DrawnMap
from tournaments.selectors.boards import DRAWN_PREFIX

MAX_CHOICES = 8
"""Maps of one author in a form: the newest, beside the one that is chosen."""


def get_field_name(drawn: DrawnMap) -> str:
    """Return the name of a drawn map as a battlefield."""
    return DRAWN_PREFIX + drawn.code


def get_by_code(code: str) -> DrawnMap | None:
    """Return the drawn map with this code, ready to be drawn without another query."""
    found = DrawnMap.objects.select_related("author", "after__author").filter(code=code).first()
    if found is not None:
        _remember(found.code, found.drawing)
    return found


def list_games(drawn: DrawnMap) -> list[str]:
    """Return the campaigns that can be played on a map, with every seat taken."""
    field = get_field_name(drawn)
    return [
        game
        for game in map_catalog.FIELDS
        if any(drawn.seats in counts for counts in compatibility.find_preset_counts(game, field).values())
    ]


def query_listed() -> QuerySet[DrawnMap]:
    """Return the query of the listed maps, the newest first."""
    rows = DrawnMap.objects.select_related("author").prefetch_related("balances")
    return rows.filter(shelved_at=None).order_by("-drawn_at", "-pk")


@dataclass(frozen=True)
class MapPage:
    """A page of the list of drawn maps."""

    maps: list[DrawnMap]
    next: str
    """The cursor of the page after; blank on the last one."""


def get_page(cursor: str, most: int) -> MapPage:
    """Return the page of maps after a cursor; it stays right while new maps are drawn."""
    page = MapPage(*cursors.take_page(query_listed(), cursor, most, "drawn_at"))
    for drawn in page.maps:
        _remember(drawn.code, drawn.drawing)
    return page


def query_choices(author: int, code: str) -> QuerySet[DrawnMap]:
    """Return the query of an author's newest maps, before them the one with a code."""
    named = Q(code=code)
    rows = DrawnMap.objects.filter(Q(author=author, shelved_at=None) | named).only("code", "drawing")
    return rows.order_by(Case(When(named, then=0), default=1), "-drawn_at")[: MAX_CHOICES + 1]


CHOICES_QUERY = PreparedQuery(query_choices)


def list_choices(author: Dynasty, value: str) -> list[str]:
    """Return the names, as battlefields, of an author's newest maps and of the one that `value` names."""
    rows = CHOICES_QUERY(author.pk, value.removeprefix(DRAWN_PREFIX))
    return [DRAWN_PREFIX + _remember(row.code, row.drawing) for row in rows]


def find_data(name: str) -> Json | None:
    """Return the data of a drawn map; None where no map has that name as a battlefield."""
    if not name.startswith(DRAWN_PREFIX):
        return None
    code = name.removeprefix(DRAWN_PREFIX)
    if code not in _CACHE:
        drawing = DrawnMap.objects.filter(code=code).values_list("drawing", flat=True).first()
        if drawing is None:
            return None
        _remember(code, drawing)
    found: Json = json.loads(_CACHE[code])
    return found


_CACHE: dict[str, str] = {}
CACHE_SIZE = 64
"""Drawings that are kept once they were found: they never change."""


def _remember(code: str, drawing: str) -> str:
    if len(_CACHE) >= CACHE_SIZE:
        _CACHE.clear()
    _CACHE[code] = drawing
    return code
