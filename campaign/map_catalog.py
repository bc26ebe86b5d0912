"""The maps that battles are fought on: their seats, and their drawing for a page."""

from typing import Any

from campaign import atlas
from campaign.holdings import LETTERS
from campaign.i18n import N_
from campaign.place_names import NAMES

WORLD = N_("Six continents and the sea routes between them: forty-two territories.")
ISLES = N_("Twenty-seven islands in six groups: who holds the straits holds the sea.")
RIVERS = N_("Thirty territories along three rivers, from the passes down to the coast.")
SEVEN = N_("Seven territories round a gate: small enough to learn on.")

WITH_CARDS: dict[str, tuple[str, str]] = {
    "world": (N_("The World"), WORLD),
    "archipelago": (N_("The Archipelago"), ISLES),
    "rivers": (N_("The Rivers"), RIVERS),
    "seven": (N_("Seven Gates"), SEVEN),
}
OPEN: dict[str, tuple[str, str]] = {
    "grid5x5/C3": (N_("The Well"), N_("Five by five fields round a well that nobody can cross.")),
    "grid4x4": (N_("The Small Field"), N_("Four by four fields: the enemy is never far.")),
    "grid7x7/D4": (N_("The Wide Field"), N_("Seven by seven fields, with room to build.")),
    "archipelago": WITH_CARDS["archipelago"],
    "rivers": WITH_CARDS["rivers"],
}
FIELDS: dict[str, dict[str, tuple[str, str]]] = {
    "campaign.classic": WITH_CARDS,
    "campaign.escalation": WITH_CARDS,
    "campaign.simultaneous": WITH_CARDS,
    "campaign.skirmish": OPEN,
}
MAX_SEATS = {"seven": 3}


def list_seats(field: str) -> tuple[str, ...]:
    """Return the letters of the seats that a map has room for.

    >>> list_seats("grid2x2")
    ('a', 'b', 'c', 'd')
    """
    homes = len(atlas.find(field).homes)
    return tuple(LETTERS[: MAX_SEATS.get(field) or homes or len(LETTERS)])


def describe_map(field: str) -> dict[str, Any]:
    """Return the map as a page draws it: its size, territories, regions and routes."""
    made = atlas.find(field)
    region_of = {name: region.id for region in made.regions for name in region.territories}
    return {
        "width": made.width,
        "height": made.height,
        "territories": [{"id": each.id, "name": NAMES.get(each.id, each.name), "x": each.x, "y": each.y,
                         "card": each.card, "region": region_of.get(each.id, "")} for each in made.territories],
        "regions": [{"id": each.id, "name": each.name, "bonus": each.bonus} for each in made.regions],
        "routes": [{"a": each.a, "b": each.b, "type": each.type, "wraps": each.wraps} for each in made.routes],
    }  # fmt: skip
