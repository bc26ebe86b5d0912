"""What is to be said of a drawn map: what forbids to play on it, and what its author may want to know."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import hypot

from campaign import atlas, map_catalog
from campaign.atlas import Map
from campaign.drawing.reading import MAX_HOMES, MAX_TERRITORIES, Data
from campaign.words.i18n import N_

MIN_TERRITORIES, MIN_REGIONS, MIN_HOMES = 6, 2, 2
MIN_DISTANCE = 48
"""Units between two territories: closer ones would cover each other's armies."""
MAX_NAMED = 6
"""Names in one sentence."""
BONUS_OFF = 2
"""How far a bonus may be from what fits its region before it is remarked on."""


@dataclass(frozen=True)
class Remark:
    """A sentence about a map, with what fills its places, and the ids of the territories that it is about."""

    code: str
    sentence: str
    fields: dict[str, object] = field(default_factory=dict)
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Survey:
    """The findings about a map that `reading.read` has read."""

    data: Data

    @cached_property
    def names(self) -> dict[str, str]:
        return {each["id"]: each["name"] for each in self.data["territories"]}

    @cached_property
    def neighbours(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {each: set() for each in self.names}
        for route in self.data["routes"]:
            found[route["a"]].add(route["b"])
            found[route["b"]].add(route["a"])
        return found

    @cached_property
    def objections(self) -> list[Remark]:
        """Everything that forbids to play on the map."""
        checks = (
            self.check_counts,
            self.check_names,
            self.check_places,
            self.check_land,
            self.check_routes,
            self.check_regions,
            self.check_homes,
        )
        return [remark for check in checks for remark in check()]

    @cached_property
    def remarks(self) -> list[Remark]:
        """What is uneven or worth knowing; empty while there are objections."""
        if self.objections:
            return []
        made = atlas.build(self.data, self.data)
        return [*self.note_homes(), *self.note_bonuses(made), *self.note_choke_points(made), *self.note_dead_ends()]

    def format(self, places: Iterable[str]) -> str:
        """Return the names of some territories, the first of them if there are many."""
        names = [self.names[place] for place in places]
        return ", ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")

    def about(self, code: str, sentence: str, places: Iterable[str], **fields: object) -> Remark:
        """Return a remark about territories, whose names fill `places`."""
        found = tuple(places)
        return Remark(code, sentence, {"places": self.format(found), **fields}, found)

    def check_counts(self) -> Iterator[Remark]:
        if (count := len(self.names)) < MIN_TERRITORIES:
            sentence = N_("A map has from %(least)s to %(most)s territories; this one has %(count)s.")
            yield Remark(
                "map_territories", sentence, {"least": MIN_TERRITORIES, "most": MAX_TERRITORIES, "count": count}
            )

    def check_names(self) -> Iterator[Remark]:
        for rows in (self.data["territories"], self.data["regions"]):
            folded = [each["name"].casefold() for each in rows]
            if twice := next((each["name"] for each in rows if folded.count(each["name"].casefold()) > 1), ""):
                yield Remark("map_same_name", N_("Two places are called “%(name)s”."), {"name": twice})

    def check_places(self) -> Iterator[Remark]:
        pairs = combinations(self.data["territories"], 2)
        close = [(a, b) for a, b in pairs if hypot(a["x"] - b["x"], a["y"] - b["y"]) < MIN_DISTANCE]
        for a, b in close[:1]:
            yield self.about(
                "map_close",
                N_("Too close together: %(places)s. Their armies would cover each other."),
                [a["id"], b["id"]],
            )

    def check_land(self) -> Iterator[Remark]:
        land = self.data["land"]
        if any(len(ring) < 3 for rings in land for ring in rings):
            yield Remark("map_ring", N_("A coast needs three points at least."))
        elif at_sea := [id_ for id_ in self.names if land and self.find_land(id_) is None]:
            yield self.about("map_at_sea", N_("Not on land: %(places)s. Draw a coast around them."), at_sea)

    def find_land(self, id_: str) -> int | None:
        """Return the number of the land that a territory lies on: inside its coast, and in none of its lakes."""
        place = next(each for each in self.data["territories"] if each["id"] == id_)
        point = (place["x"], place["y"])
        inside = (
            number
            for number, rings in enumerate(self.data["land"])
            if sum(is_inside(point, ring) for ring in rings) % 2
        )
        return next(inside, None)

    def check_routes(self) -> Iterator[Remark]:
        if len(self.names) < MIN_TERRITORIES:
            return
        start = next(iter(self.names))
        found, waiting = {start}, [start]
        while waiting:
            fresh = self.neighbours[waiting.pop()] - found
            found |= fresh
            waiting += fresh
        if lost := [id_ for id_ in self.names if id_ not in found]:
            few = lost if len(lost) * 2 <= len(self.names) else [id_ for id_ in self.names if id_ in found]
            yield self.about("map_apart", N_("No route joins these to the others: %(places)s."), few)

    def check_regions(self) -> Iterator[Remark]:
        regions = self.data["regions"]
        if len(regions) < MIN_REGIONS:
            yield Remark("map_regions", N_("A map has two regions at least."))
        if empty := [each["name"] for each in regions if not each["territories"]]:
            yield Remark("map_empty_region", N_("No territory is in “%(name)s”."), {"name": empty[0]})
        inside = {each for region in regions for each in region["territories"]}
        if outside := [id_ for id_ in self.names if id_ not in inside]:
            yield self.about("map_no_region", N_("In no region: %(places)s."), outside)

    def check_homes(self) -> Iterator[Remark]:
        if len(self.data["homes"]) < MIN_HOMES:
            sentence = N_("Mark from %(least)s to %(most)s starting places: as many can play on the map.")
            yield Remark("map_homes", sentence, {"least": MIN_HOMES, "most": MAX_HOMES})

    def note_homes(self) -> Iterator[Remark]:
        homes = self.data["homes"]
        for a, b in combinations(homes, 2):
            if b in self.neighbours[a]:
                yield self.about("homes_near", N_("Starting places next to each other: %(places)s."), [a, b])
        steps = {home: min(self.count_steps(home, other) for other in homes if other != home) for home in homes}
        if max(steps.values()) > min(steps.values()) + 1:
            far = [home for home in homes if steps[home] == max(steps.values())]
            yield self.about("homes_uneven", N_("Farther from all rivals than the others: %(places)s."), far)

    def count_steps(self, start: str, end: str) -> int:
        """Return the fewest routes between two territories of a map that hangs together."""
        found, steps = {start}, 0
        while end not in found:
            found |= {near for place in found for near in self.neighbours[place]}
            steps += 1
        return steps

    def note_bonuses(self, made: Map) -> Iterator[Remark]:
        for facts in map_catalog.describe_regions(made):
            if abs(facts.region.bonus - facts.worth) > BONUS_OFF:
                sentence = N_(
                    "%(region)s brings %(bonus)s; with its %(size)s territories and %(entrances)s entrances to defend "
                    "%(worth)s would be fair."
                )
                fields = {
                    "region": facts.region.name,
                    "bonus": facts.region.bonus,
                    "worth": round(facts.worth),
                    "size": len(facts.region.territories),
                    "entrances": len(facts.entrances),
                }
                yield Remark("bonus_off", sentence, fields, facts.region.territories)

    def note_choke_points(self, made: Map) -> Iterator[Remark]:
        if found := map_catalog.find_choke_points(made):
            yield self.about("choke_points", N_("Choke points, without which the map falls apart: %(places)s."), found)

    def note_dead_ends(self) -> Iterator[Remark]:
        if found := [id_ for id_, near in self.neighbours.items() if len(near) == 1]:
            yield self.about("dead_ends", N_("Only one route leads to: %(places)s."), found)


def is_inside(point: tuple[float, float], ring: list[list[float]]) -> bool:
    """Return whether a point lies inside a closed line.

    >>> is_inside((1, 1), [[0, 0], [3, 0], [0, 3]]), is_inside((3, 3), [[0, 0], [3, 0], [0, 3]])
    (True, False)
    """
    (x, y), inside = point, False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
