"""The maps that battles are fought on: their seats, their regions and narrow places, their drawing for a page."""

from dataclasses import dataclass
from typing import Any

from campaign import atlas
from campaign.atlas import Map, Region
from campaign.holdings import LETTERS
from campaign.words.i18n import N_
from campaign.words.place_names import NAMES

WORLD = N_("Six continents and the sea routes between them: forty-two territories.")
ISLES = N_("Twenty-seven islands in six groups: who holds the straits holds the sea.")
RIVERS = N_("Thirty territories along three rivers, from the passes down to the coast.")
SEVEN = N_("Seven territories round a gate: small enough to learn on.")
DRAWN: dict[str, tuple[str, str]] = {
    "lake": (
        N_("The Lake Country"),
        N_("Twelve territories round a lake: two ways to everybody, and a boat to the isle."),
    ),
    "caldera": (
        N_("The Caldera"),
        N_("Sixteen territories: a volcano’s rim, its three coasts, and islets before them."),
    ),
    "valley": (
        N_("The Long Valley"),
        N_("Eighteen territories on both banks of a river: who holds the bridges holds all."),
    ),
    "atolls": (N_("The Crescent Atolls"), N_("Twenty small islands on a bow: every step is a crossing.")),
    "straits": (N_("The Straits"), N_("Two lands of nine territories each, and six on the islands between them.")),
    "fjords": (N_("The Fjords"), N_("Twenty-six territories: a coast of long fjords, with isles before their mouths.")),
    "inner_sea": (
        N_("The Inner Sea"),
        N_("Thirty territories: five coasts round one sea, and islands that reach them all."),
    ),
    "city": (N_("The Walled City"), N_("Thirty-two quarters of a city; six bridges and a ferry cross its river.")),
    "isthmus": (N_("The Isthmus"), N_("Two continents that hang together by one road: thirty-eight territories.")),
    "continents": (
        N_("Three Continents"),
        N_("Fifty-five territories on three continents and the isles between: a long war."),
    ),
}
"""Maps whose coasts are drawn, from the smallest to the largest."""

WITH_CARDS: dict[str, tuple[str, str]] = {
    "world": (N_("The World"), WORLD),
    "archipelago": (N_("The Archipelago"), ISLES),
    "rivers": (N_("The Rivers"), RIVERS),
    "seven": (N_("Seven Gates"), SEVEN),
    **DRAWN,
}
OPEN: dict[str, tuple[str, str]] = {
    "grid5x5/C3": (N_("The Well"), N_("Five by five fields round a well that nobody can cross.")),
    "grid4x4": (N_("The Small Field"), N_("Four by four fields: the enemy is never far.")),
    "grid7x7/D4": (N_("The Wide Field"), N_("Seven by seven fields, with room to build.")),
    "archipelago": WITH_CARDS["archipelago"],
    "rivers": WITH_CARDS["rivers"],
    **DRAWN,
}
FIELDS: dict[str, dict[str, tuple[str, str]]] = {
    "campaign.classic": WITH_CARDS,
    "campaign.escalation": WITH_CARDS,
    "campaign.simultaneous": WITH_CARDS,
    "campaign.skirmish": OPEN,
}
PAGES: dict[str, tuple[str, str]] = {**WITH_CARDS, **OPEN}
"""Every map that is offered: its title, and a sentence about it."""
SLUGS: dict[str, str] = {name.replace("/", "-"): name for name in PAGES}
"""Their names by the words that the addresses of their pages end with."""
MAX_SEATS = {"seven": 3}
DRAWN_BY_A_PLAYER = N_("A map that a player drew.")


def get_words(game: str, field: str) -> tuple[str, str]:
    """Return the title of a map and a sentence about it, to be translated. Raise OrderError where there is none.

    >>> get_words("campaign.classic", "seven")[0]
    'Seven Gates'
    """
    return FIELDS[game].get(field) or (atlas.find(field).name, DRAWN_BY_A_PLAYER)


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
        "land": [[[list(map(round, point)) for point in ring] for ring in land] for land in made.land],
        "territories": [{"id": each.id, "name": NAMES.get(each.id, each.name), "x": each.x, "y": each.y,
                         "card": each.card, "region": region_of.get(each.id, "")} for each in made.territories],
        "regions": [{"id": each.id, "name": each.name, "bonus": each.bonus} for each in made.regions],
        "routes": [{"a": each.a, "b": each.b, "type": each.type, "wraps": each.wraps} for each in made.routes],
    }  # fmt: skip


WORTH_OF_SIZE, WORTH_OF_ENTRANCE = 0.33, 0.55
"""How many armies a region is worth for each territory in it, and for each that must be defended."""


@dataclass(frozen=True)
class RegionFacts:
    """How hard a region is to take and to hold."""

    region: Region
    entrances: tuple[str, ...]
    """Its territories that have a route to another region, as it lists them."""

    @property
    def worth(self) -> float:
        """Return the bonus that fits its size and its entrances, as on the world map."""
        return WORTH_OF_SIZE * len(self.region.territories) + WORTH_OF_ENTRANCE * len(self.entrances)


def describe_regions(made: Map) -> list[RegionFacts]:
    """Return the facts of each region, in the order of the map.

    >>> [(facts.region.id, facts.entrances) for facts in describe_regions(atlas.find("seven"))]
    [('west', ('birch', 'cedar')), ('east', ('dale', 'elm')), ('middle', ('gate',))]
    """
    return [RegionFacts(region, find_entrances(made, region)) for region in made.regions]


def find_entrances(made: Map, region: Region) -> tuple[str, ...]:
    """Return the territories of a region that have a route to another one, as the region lists them."""
    own = set(region.territories)
    return tuple(name for name in region.territories if not set(made.neighbours[name]) <= own)


def find_choke_points(made: Map) -> list[str]:
    """Return the territories without which the map falls apart, in map order.

    >>> find_choke_points(atlas.find("seven"))
    ['gate']
    """
    found = []
    for name in made.place:
        others = set(made.place) - {name}
        if len(others) > 1 and len(atlas.reach(made, min(others), others)) < len(others):
            found.append(name)
    return found
