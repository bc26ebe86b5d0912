"""Files of maps: those that come with the game in the form in which players draw theirs, in the reader's language."""

from django.utils.translation import gettext as _

from campaign import atlas
from campaign.drawing import reading
from campaign.map_catalog import PAGES
from campaign.words.place_names import NAMES

BLANK: reading.Data = {
    "layout": {"width": 1_000, "height": 600},
    "land": [],
    "territories": [],
    "regions": [],
    "routes": [],
    "homes": [],
}
"""A sheet on which nothing is drawn yet."""


def format_blank() -> str:
    """Return the file of an empty map with its first region."""
    first = {"id": "r1", "name": _("First region"), "bonus": 2, "territories": []}
    second = {"id": "r2", "name": _("Second region"), "bonus": 2, "territories": []}
    return reading.write({**BLANK, "regions": [first, second]})


def format_included(field: str) -> str:
    """Return the file of a map that comes with the game; where it has no regions, its halves are two."""
    made = atlas.find(field)
    ids = [each.id for each in made.territories]
    regions = [
        {
            "id": each.id,
            "name": _(NAMES.get(each.id, each.name)),
            "bonus": each.bonus,
            "territories": list(each.territories),
        }
        for each in made.regions
    ]
    return reading.write(
        {
            "layout": {"width": made.width, "height": made.height},
            "land": [[[[round(x), round(y)] for x, y in ring] for ring in land] for land in made.land],
            "territories": [
                {
                    "id": each.id,
                    "name": _(NAMES.get(each.id, each.name)),
                    "card": each.card,
                    "x": round(each.x),
                    "y": round(each.y),
                }
                for each in made.territories
            ],
            "regions": regions or split_in_two(ids),
            "routes": [
                {"a": each.a, "b": each.b, "kind": each.type, **({"wraps": True} if each.wraps else {})}
                for each in made.routes
            ],
            "homes": list(made.homes),
        },
        name=_(PAGES[field][0]),
    )


def split_in_two(ids: list[str]) -> list[reading.Data]:
    """Return two regions for a grid, which has none: the upper half and the lower one."""
    half = len(ids) // 2
    return [
        {"id": "r1", "name": _("First region"), "bonus": 2, "territories": ids[:half]},
        {"id": "r2", "name": _("Second region"), "bonus": 2, "territories": ids[half:]},
    ]
