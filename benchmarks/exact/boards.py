"""Battles of two seats that are small enough to be solved."""

from dataclasses import dataclass, replace

from battlefield import Battle, Formation, begin
from battlefield.presets import PRESETS
from players.environments.numbering import SMALL


@dataclass(frozen=True)
class Tiny:
    """A battlefield, its rules, and after how many rounds the limit decides."""

    diagram: str
    preset: str
    rounds: int

    def opening(self, rounds: int = 0) -> Battle:
        """Return the battle, with its own round limit or another."""
        rules = replace(PRESETS[self.preset][2], max_rounds=rounds or self.rounds)
        return begin(Formation.read(self.diagram), rules)


BOARDS = {
    "closet": Tiny("""
+---+---+---+
| b |(b)|   |
+---+---+---+
|   |(a)| a |
+---+---+---+
""", "classic", 4),
    "tiny": Tiny(SMALL["tiny-2"], "classic", 4),
    "corners": Tiny("""
+---+---+---+
|(a)|   | a2|
+---+---+---+
|   |   |   |
+---+---+---+
| b2|   |(b)|
+---+---+---+
""", "courtly", 3),
    "purse": Tiny("""
+---+---+---+
|(a)|   | a2|
+---+---+---+
|   |(x)|   |
+---+---+---+
| b2|   |(b)|
+---+---+---+
""", "treasure", 3),
}  # fmt: skip
"""By name. Each can be turned so that the seats change places, so its value is a half.

They were chosen by what is exact, not by how players fare: in the closet nobody needs to mix, and on the others who
never mixes keeps nothing.
"""
