"""The worked examples of the rule book (section 9)."""

from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battlefield import battles, game
from battlefield.formations import Formation
from battlefield.rulesets import Ruleset
from battlefield.traces import Step

Order = tuple[str, str]


@dataclass(frozen=True)
class Example:
    """A worked example; its orders quickest first."""

    title: Promise
    sentence: Promise
    policy: str
    orders: tuple[Order, ...]
    diagram: str


EXAMPLES = (
    Example(
        _("Over a newcomer’s head"),
        _(
            "The charger takes at the far end and springs back, but somebody has come to stand where it would have "
            "landed: it passes over, to the next free tile."
        ),
        "bounce",
        (("a", "C5-C2"), ("b", "B1-A1"), ("c", "A3-C3")),
        """
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
| c2|   |   |   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   | a3|   |   |
+---+---+---+---+---+
""",
    ),
    Example(
        _("A quarrel opens the way"),
        _(
            "Two rivals claim the same tile and both go home; so the tile behind the capture is free again, and the "
            "charger lands there."
        ),
        "rollback",
        (("a", "C5-C2"), ("b", "B1-A1"), ("c", "A3-C3"), ("d", "D3-C3")),
        """
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
| c2|   |   | d |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   | a3|   |   |
+---+---+---+---+---+
""",
    ),
    Example(
        _("Home, and taken there"),
        _(
            "Every tile on the way back is held, so the charger comes home, where somebody was already going: "
            "it is taken."
        ),
        "bounce",
        (("a", "C5-C2"), ("b", "B1-A1"), ("c", "A3-C3"), ("d", "D4-C4"), ("e", "A5-C5")),
        """
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
| c2|   |   |   |   |
+---+---+---+---+---+
|   |   |   | d |   |
+---+---+---+---+---+
| e2|   | a3|   |   |
+---+---+---+---+---+
""",
    ),
    Example(
        _("Two captors, one tile"),
        _("Two chargers have both taken and both spring back to the same tile: they collide once more, and spring on."),
        "bounce",
        (("a", "C5-C2"), ("b", "B1-A1"), ("c", "A3-D3"), ("d", "D4-C4")),
        """
+---+---+---+---+---+
|   | b |   |   |   |
+---+---+---+---+---+
|   |   | b |   |   |
+---+---+---+---+---+
| c3|   |   | d |   |
+---+---+---+---+---+
|   |   |   | d |   |
+---+---+---+---+---+
|   |   | a3|   |   |
+---+---+---+---+---+
""",
    ),
)


@cache
def play_example(example: Example) -> tuple[dict[str, object], dict[str, object], list[Step]]:
    """Return the views before and after, and the events, by the resolver of every battle."""
    battle = battles.begin(Formation.read(example.diagram), Ruleset.of({"conflict": example.policy}))
    after, events = game.resolve(battle, example.orders, "")
    return game.view(battle), game.view(after), events
