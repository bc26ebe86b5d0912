"""What was measured of battles of computer players on the maps that come with the game.

`benchmarks.campaigns` plays them and keeps the figures in `campaign/measured.json`; the pages of maps read them.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache

from campaign import atlas, map_catalog, options

PATH = atlas.FOLDER.parent / "measured.json"
MEASURED: dict[str, str] = {
    "campaign.classic": "classic",
    "campaign.simultaneous": "dealt",
    "campaign.skirmish": "classic",
}
"""By game, the preset that each of its maps is measured with. Escalation opens and is won as classic is."""


@dataclass(frozen=True)
class Figures:
    """How battles between seats of one level went on a map, with every seat taken."""

    game: str
    map: str
    preset: str
    level: str
    """Of the computer players on all seats."""
    seed: int
    on: str
    """The day, as 2026-11-22."""
    digest: str
    """Of the map and the rules; other digests are of other battles."""
    battles: int
    wins: Sequence[float]
    """By seat; those who win or draw together have equal parts."""
    draws: int
    limits: int
    """How many were decided by the limit of rounds."""
    rounds: Sequence[int]
    """A tenth of the battles were shorter, half of them, nine tenths."""

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victories."""
        return [won / self.battles for won in self.wins]


def compute_digest(game: str, name: str, rules: Mapping[str, object]) -> str:
    """Return a hash of all that a battle on the map depends on; where it is drawn does not matter."""
    made = atlas.find(name)
    ground = [[each.id, each.card] for each in made.territories], [[each.a, each.b] for each in made.routes]
    regions = [[each.id, each.bonus, *each.territories] for each in made.regions]
    homes = made.homes if game == "campaign.skirmish" else ()
    text = json.dumps([game, ground, regions, homes, sorted(options.list_original(game, rules).items())])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def load_figures() -> tuple[Figures, ...]:
    """Return all figures that are kept, in the order of the games and their maps."""
    return tuple(Figures(**row) for row in json.loads(PATH.read_text("utf-8"))) if PATH.exists() else ()


def find_figures(name: str) -> list[Figures]:
    """Return the figures of one map."""
    return [found for found in load_figures() if found.map == name]


def keep(figures: Figures) -> None:
    """Keep these figures in place of those of the same game, map, preset and level."""
    load_figures.cache_clear()
    key = (figures.game, figures.map, figures.preset, figures.level)
    others = [each for each in load_figures() if (each.game, each.map, each.preset, each.level) != key]
    places = [(game, name) for game, fields in map_catalog.FIELDS.items() for name in fields]
    rows = sorted([*others, figures], key=lambda each: places.index((each.game, each.map)))
    PATH.write_text("[\n" + ",\n".join(json.dumps(asdict(row)) for row in rows) + "\n]\n", "utf-8")
    load_figures.cache_clear()
