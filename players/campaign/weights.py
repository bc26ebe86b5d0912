"""The weights with which the strong levels evaluate positions, by game."""

from .evaluation import Weights

TURNS = Weights()
SHEETS = Weights(land=2.0, idle=-0.2, hoard=0.9)
WEIGHTS: dict[str, Weights] = {
    "campaign.classic": TURNS,
    "campaign.escalation": TURNS,
    "campaign.simultaneous": SHEETS,
    "campaign.skirmish": Weights(land=4.0, idle=-0.2, hoard=0.9),
}
