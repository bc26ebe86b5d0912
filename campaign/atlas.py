"""Maps: territories, regions, routes; read from data and found by name."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from campaign.errors import OrderError
from campaign.grids import build_grid

FOLDER = Path(__file__).parent / "maps"
SYMBOLS = ("infantry", "cavalry", "artillery")
WILD = ("wild1", "wild2")


@dataclass(frozen=True)
class Territory:
    """A place to hold, with its card symbol (if the map has cards) and where it is drawn."""

    id: str
    name: str
    card: str
    x: float
    y: float


@dataclass(frozen=True)
class Region:
    """Territories that earn a bonus together."""

    id: str
    name: str
    bonus: int
    territories: tuple[str, ...]


@dataclass(frozen=True)
class Route:
    """A way between two territories, both ways; by land or sea only matters to the drawing."""

    a: str
    b: str
    type: str
    wraps: bool = False


Ring = tuple[tuple[float, float], ...]
Land = tuple[Ring, ...]
"""A coast, then those of the lakes: closed lines of points."""


@dataclass(frozen=True)
class Map:
    """A map; `source` is its name, or its data if it has no file of its own."""

    source: str | Mapping[str, Any] = field(repr=False)
    name: str
    width: int
    height: int
    territories: tuple[Territory, ...] = field(repr=False)
    regions: tuple[Region, ...] = field(repr=False)
    routes: tuple[Route, ...] = field(repr=False)
    homes: tuple[str, ...] = field(repr=False)
    land: tuple[Land, ...] = field(default=(), repr=False)
    """Where the coasts run. Without it a drawing lets land reach a little beyond each territory."""
    first_homes: tuple[str, ...] = field(default=(), repr=False)
    """Where the seats of version 1 of skirmish began; empty where they still do."""

    @cached_property
    def place(self) -> dict[str, int]:
        """The number of every territory in map order, from 0."""
        return {territory.id: number for number, territory in enumerate(self.territories)}

    @cached_property
    def cards(self) -> dict[str, str]:
        """The symbol of every territory card, in map order."""
        return {territory.id: territory.card for territory in self.territories if territory.card}

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The territories adjacent to each, in map order."""
        found: dict[str, set[str]] = {territory.id: set() for territory in self.territories}
        for route in self.routes:
            found[route.a].add(route.b)
            found[route.b].add(route.a)
        return {name: tuple(sorted(near, key=self.place.__getitem__)) for name, near in found.items()}

    def degree(self, name: str) -> int:
        """Return the number of routes of a territory."""
        return len(self.neighbours[name])

    @cached_property
    def spellings(self) -> dict[str, str]:
        """The territories and wild cards by their names in small letters, without those that differ only in case."""
        names = [*self.place, *WILD]
        small = Counter(name.casefold() for name in names)
        return {name.casefold(): name for name in names if small[name.casefold()] == 1}

    def spell(self, word: str) -> str:
        """Return the territory or card that a word means, whatever its case; the word where that is not clear.

        >>> find("seven").spell("Ash"), find("grid2x2").spell("b1"), find("seven").spell("Atlantis")
        ('ash', 'B1', 'Atlantis')
        """
        return word if word in self.place else self.spellings.get(word.casefold(), word)


def names() -> list[str]:
    """Return the names of all maps that have a file; grids are found by their size."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def find(source: object) -> Map:
    """Return the map of this name (`world`, `grid5x5/C3`) or made of this data; refuse any other.

    >>> find("grid2x2").neighbours["A1"]
    ('B1', 'A2')
    """
    if isinstance(source, str):
        return _load_named(source)
    if isinstance(source, Mapping):
        return build(source, source)
    raise OrderError("unknown_map")


@lru_cache(maxsize=256)
def _load_named(name: str) -> Map:
    if name in names():
        return build(json.loads((FOLDER / f"{name}.json").read_text("utf-8")), name)
    grid = build_grid(name)
    if grid is not None:
        return build(grid, name)
    for shelf in _SHELVES:
        if (lent := shelf(name)) is not None:
            return build(lent, name)
    raise OrderError("unknown_map")


Shelf = Callable[[str], Mapping[str, Any] | None]
"""Finds the data of a map that does not come with the game, or None. What it finds under a name never changes."""
_SHELVES: list[Shelf] = []


def lend(shelf: Shelf) -> None:
    """Register a shelf of maps, searched from now on where no file and no grid has the name."""
    if shelf not in _SHELVES:
        _SHELVES.append(shelf)


def build(data: Mapping[str, Any], source: str | Mapping[str, Any]) -> Map:
    """Make a map of its data, or refuse it as broken."""
    try:
        made = _read(data, source)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise OrderError("bad_map") from None
    if not is_sound(made):
        raise OrderError("bad_map")
    return made


def _read(data: Mapping[str, Any], source: str | Mapping[str, Any]) -> Map:
    layout = data.get("layout", {})
    return Map(
        source=source,
        name=str(data.get("name", "")),
        width=int(layout.get("width", 1000)),
        height=int(layout.get("height", 600)),
        territories=tuple(_territory(row) for row in data["territories"]),
        regions=tuple(_region(row) for row in data.get("regions", ())),
        routes=tuple(_route(row) for row in data["routes"]),
        homes=tuple(data.get("homes", ())),
        land=tuple(tuple(map(_ring, rings)) for rings in data.get("land", ())),
        first_homes=tuple(data.get("first_homes", ())),
    )


def _ring(points: Sequence[Sequence[float]]) -> Ring:
    return tuple((float(x), float(y)) for x, y in points)


def _territory(row: Mapping[str, Any]) -> Territory:
    place = (float(row.get("x", 0)), float(row.get("y", 0)))
    return Territory(row["id"], row.get("name", row["id"]), row.get("card", ""), *place)


def _region(row: Mapping[str, Any]) -> Region:
    return Region(row["id"], row.get("name", row["id"]), int(row["bonus"]), tuple(row["territories"]))


def _route(row: Mapping[str, Any]) -> Route:
    return Route(row["a"], row["b"], row.get("kind", "land"), bool(row.get("wraps", False)))


def is_sound(made: Map) -> bool:
    """Tell whether the map keeps what the rules ask of a map."""
    ids = [territory.id for territory in made.territories]
    in_regions = [name for region in made.regions for name in region.territories]
    pairs = [frozenset((route.a, route.b)) for route in made.routes]
    return (
        0 < len(ids) == len(set(ids))
        and all(_is_word(name) for name in ids)
        and (not made.regions or sorted(in_regions) == sorted(ids))
        and len({region.id for region in made.regions}) == len(made.regions)
        and all(region.bonus >= 0 for region in made.regions)
        and all(len(pair) == 2 and pair <= set(ids) for pair in pairs)
        and len(set(pairs)) == len(pairs)
        and len(made.cards) in (0, len(ids))
        and set(made.cards.values()) <= set(SYMBOLS)
        and set(made.homes) <= set(ids)
        and len(set(made.homes)) == len(made.homes)
        and _is_connected(made)
    )


def _is_word(name: object) -> bool:
    return isinstance(name, str) and name.replace("_", "a").isalnum() and name not in (*WILD, "rest")


def _is_connected(made: Map) -> bool:
    return len(reach(made, made.territories[0].id, set(made.neighbours))) == len(made.territories)


def reach(made: Map, start: str, inside: set[str]) -> set[str]:
    """Return all that a chain of routes joins to the start without leaving `inside`.

    >>> sorted(reach(find("grid3x1"), "A1", {"A1", "B1"}))
    ['A1', 'B1']
    """
    visited, waiting = {start}, [start]
    while waiting:
        for name in made.neighbours[waiting.pop()]:
            if name in inside and name not in visited:
                visited.add(name)
                waiting.append(name)
    return visited
