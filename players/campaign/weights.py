"""The weights with which the strong levels evaluate positions, by game."""

from .evaluation import Weights

TURNS = Weights()
TUNED_TURNS = Weights(
    land=1.18,
    exposed=-1.78,
    front=-0.49,
    idle=-0.12,
    far=-0.28,
    whole=2.26,
    safe=1.5,
    begun=1.06,
    hoard=3.15,
    sharp=1.0,
    push=0.8,
    loot=0.37,
    growth=0.82,
)
"""Of the grandmaster: tuned by results (docs/decisions/135-the-next-draft.md)."""
SHEETS = Weights(land=2.0, idle=-0.2, hoard=0.9)
WEIGHTS: dict[str, Weights] = {
    "campaign.classic": TURNS,
    "campaign.escalation": TURNS,
    "campaign.simultaneous": SHEETS,
    "campaign.skirmish": Weights(land=4.0, idle=-0.2, hoard=0.9),
}
