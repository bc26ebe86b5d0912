"""The initial world: house dynasties, the names of their emperors, and the battles they hold."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop as N_


@dataclass(frozen=True)
class House:
    """One of the site's own dynasties. Its emblem: division, field, second tincture, charge, tint of the charge."""

    name: str
    motto: str
    emblem: tuple[str, str, str, str, str]
    level: str = "guarded"
    """How its Emperors fight: a level of the computer players."""

    @property
    def parts(self) -> dict[str, str]:
        return dict(zip(("division", "field", "second", "charge", "tint"), self.emblem, strict=True))


HOUSES = (
    House("Ashwillow", "We bend, and we remember.", ("chief", "ivory", "ink", "crane", "lacquer"), "strategist"),
    House("Vermilion Gate", "Knock once.", ("pale", "vermilion", "ink", "tower", "gold"), "tactician"),
    House("Serrano of the Salt", "The sea keeps our books.", ("fess", "azure", "ivory", "wave", "ink"), "guarded"),
    House("Quillon", "Short words, long swords.", ("bend", "ink", "celadon", "sword", "ivory"), "general"),
    House("Moonharrow", "We sow by night.", ("disc", "plum", "ink", "moon", "ivory"), "guarded"),
    House("Nine Carp", "Upstream, every one of us.", ("plain", "jade", "ivory", "carp", "gold"), "greedy"),
    House("Oriel", "First to see the sun.", ("chevron", "azure", "celadon", "sun", "gold"), "tactician"),
    House("Tortoise Hill", "Arriving is enough.", ("pile", "celadon", "jade", "tortoise", "ink"), "wanderer"),
    House("Lacquerhand", "Seven coats, no seam.", ("quarters", "lacquer", "gold", "fan", "ivory"), "guarded"),
    House("Varga-Lind", "Winter is on our side.", ("border", "ivory", "azure", "mountain", "ink"), "strategist"),
    House("Peony Court", "Soft petals, deep roots.", ("plain", "blossom", "ivory", "peony", "lacquer"), "greedy"),
    House("The Ember Keys", "Every door was once a wall.", ("pale", "gold", "lacquer", "key", "ink"), "tactician"),
    House("Coldharbour", "We wait for the tide.", ("fess", "ink", "azure", "wave", "ivory"), "greedy"),
    House("Bright Scales", "Weigh it twice.", ("chevron", "gold", "jade", "carp", "ink"), "guarded"),
    House("Sablemont", "Higher than the quarrel.", ("pile", "ivory", "ink", "mountain", "gold"), "tactician"),
    House("Long Lantern", "A light for the last one home.", ("pale", "plum", "gold", "moon", "ivory"), "wanderer"),
    House("Thornwick", "Touch us and see.", ("bend", "jade", "lacquer", "sword", "gold"), "strategist"),
    House("Heron Reach", "Still, then sudden.", ("chief", "azure", "ivory", "crane", "ink"), "guarded"),
    House("Marisol", "Bread first, then glory.", ("disc", "gold", "vermilion", "sun", "ivory"), "greedy"),
    House(
        "Graveney Tower", "Nobody looked down from here.", ("border", "celadon", "ink", "tower", "ivory"), "tactician"
    ),
    House("Fanfold", "There is always another side.", ("quarters", "blossom", "ivory", "fan", "ink"), "guarded"),
    House("Old Shell", "Older than the map.", ("disc", "celadon", "ink", "tortoise", "gold"), "wanderer"),
    House("Silver Peony", "In bloom all winter.", ("border", "plum", "ivory", "peony", "gold"), "guarded"),
    House("Kestrel and Key", "Ours opens from above.", ("bend", "vermilion", "ivory", "key", "ink"), "general"),
)

WOMEN = ("Aurelia", "Baiyu", "Casilda", "Dorothea", "Eluned", "Fenna", "Guiomar", "Hanae", "Ismene", "Jadwiga",
         "Katalin", "Lioba", "Mirela", "Nirmala", "Oriane", "Petra", "Qitara", "Rosalba", "Sunniva", "Theodora",
         "Ulrika", "Violant", "Wanda", "Xiulan", "Yseult", "Zenobia")  # fmt: skip
MEN = ("Aldric", "Benedek", "Casimir", "Dietmar", "Evaristo", "Ferran", "Gaspar", "Haruki", "Isidore", "Jaume",
       "Kasper", "Leander", "Matthias", "Nestor", "Osric", "Pascoe", "Quentin", "Rurik", "Sandor", "Tancred",
       "Umberto", "Vasile", "Wenceslas", "Xavier", "Yorick", "Zoltan")  # fmt: skip
BYNAMES = ("", " the Patient", " the Younger", " of the Lamps", " the Bold", " Half-Moon", " the Quiet", " Goldthread",
           " the Elder", " Rainmaker", " the Fair", " of the North")  # fmt: skip


@dataclass(frozen=True)
class Setup:
    """A battle of the rotation: a field, a preset of rules, how many seats, and the seconds of a round."""

    field: str
    preset: str
    seats: int
    seconds: int
    title: str
    game: str = "emperors"


GIFTS = (
    Setup("cross-4", "throne", 4, 20, N_("The Lotus Cup")),
    Setup("duel-2", "captives", 2, 15, N_("Dawn at the Duelling Ground")),
    Setup("cloister-4", "throne", 4, 20, N_("The Cloister Games")),
    Setup("estuary-3", "hunters", 3, 20, N_("Gold of the Delta")),
    Setup("narrows-2", "captives", 2, 15, N_("The Hourglass")),
    Setup("hoard-4", "throne", 4, 20, N_("The Dragon’s Guests")),
    Setup("bridge-2", "hunters", 2, 15, N_("Across the Long Bridge")),
    Setup("ring-8", "crossing", 8, 30, N_("The Ring of Eight")),
    Setup("garden-2", "captives", 2, 15, N_("The Walled Garden")),
    Setup("basin-8", "siege", 8, 30, N_("Regatta of the Lake Houses")),
)
CIRCUIT = (
    Setup("duel-2", "captives", 2, 300, N_("The Morning Duel")),
    Setup("cross-4", "throne", 4, 300, N_("The Four Banners")),
    Setup("estuary-3", "hunters", 3, 300, N_("Three Rivers Day")),
    Setup("narrows-2", "captives", 2, 300, N_("The Sandglass Duel")),
    Setup("cloister-4", "throne", 4, 300, N_("Vespers in the Cloister")),
    Setup("bridge-2", "hunters", 2, 300, N_("The Toll of the Bridge")),
    Setup("ring-8", "crossing", 8, 300, N_("The Great Ring")),
)
"""Battles among the houses; the seconds of a round are those of each type."""
LOCKED: tuple[tuple[Setup, dict[str, str | bool]], ...] = (
    (Setup("hoard-4", "throne", 4, 20, N_("Behind the Iron Gate")), {"key": "iron"}),
    (Setup("cross-4", "throne", 4, 20, N_("Supper by the Copper Postern")), {"key": "copper", "key_consumed": True}),
    (Setup("estuary-3", "hunters", 3, 20, N_("Green Stone, Still Water")), {"key": "jade"}),
    (Setup("bridge-2", "hunters", 2, 15, N_("A Night on the Dragon Bridge")), {"key": "dragon", "key_consumed": True}),
)
"""Prize tournaments that ask for a key, and whether entering uses it up."""
TRAININGS = (
    Setup("duel-2", "classic", 2, 120, N_("First Lesson")),
    Setup("cross-4", "throne", 4, 120, N_("The Practice Court")),
    Setup("narrows-2", "captives", 2, 120, N_("Sparring in the Narrows")),
)
CAMPAIGNS = (
    Setup("grid5x5/C3", "classic", 3, 180, N_("Round the Well"), "campaign.skirmish"),
    Setup("seven", "dealt", 3, 180, N_("The Seven Gates"), "campaign.simultaneous"),
    Setup("archipelago", "classic", 3, 300, N_("Straits and Islands"), "campaign.classic"),
    Setup("rivers", "classic", 3, 300, N_("From the Passes to the Sea"), "campaign.escalation"),
)

SHORTENED = {"max_rounds": 60, "quiet_rounds": 20}
"""Battles of the houses end within the quarter of an hour."""

PRIZES = (
    {"gold": 300}, {"silver": 2_000}, {"copper": 6_000, "gold": 100}, {"ruby": 4}, {"gold": 150},
    {"sapphire": 4}, {"silver_ounce": 60}, {"emerald": 3, "silver": 500}, {"gold_ounce": 4},
    {"gold": 500, "diamond": 1}, {"platinum_ounce": 4},
)  # fmt: skip
"""Of the site's own tournaments; none of the ten assets has another source but the founding of dynasties."""


def list_titles() -> list[str]:
    """Return the titles of all battles that the site holds, in English."""
    locked = [setup for setup, _lock in LOCKED]
    return [setup.title for setup in (*GIFTS, *CIRCUIT, *locked, *TRAININGS, *CAMPAIGNS)]
