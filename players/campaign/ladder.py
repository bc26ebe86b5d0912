"""The levels of the campaigns, from weak to strong, and how each plays each game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from campaign.words.i18n import N_

from . import house_sheets, house_turns, random_player, strong_sheets, strong_turns, weights
from .features import Sight

Orders = Callable[[Sight], list[str]]
TURNS = strong_turns.Thought(positions=400, wide=2, tries=6, places=4)
SHEETS = strong_sheets.Thought(rounds=300, turns=2)


@dataclass(frozen=True)
class Level:
    """A computer player of the campaigns."""

    name: str
    title: str
    """To be translated, as the sentence."""
    sentence: str
    plays: Mapping[str, Orders]
    """By the name of the game: the lines of a submission."""


def everywhere(turn: Orders, simultaneous: Orders, skirmish: Orders) -> dict[str, Orders]:
    return {"campaign.classic": turn, "campaign.escalation": turn, "campaign.simultaneous": simultaneous,
            "campaign.skirmish": skirmish}  # fmt: skip


def get_searching_players() -> dict[str, Orders]:
    """Return the searching player of each game, with the weights of that game."""
    found: dict[str, Orders] = {}
    for name, learnt in weights.WEIGHTS.items():
        found[name] = (partial(strong_sheets.choose_orders, SHEETS, learnt) if name in strong_sheets.TABLES
                       else partial(strong_turns.choose_orders, TURNS, learnt))  # fmt: skip
    return found


LADDER = (
    Level("random", N_("Random"), N_("Any legal order, without thinking."),
          everywhere(random_player.choose_turn, random_player.choose_sheet, random_player.choose_sheet)),
    Level("greedy", N_("Greedy"), N_("Masses its armies at the border and attacks whoever is weakest beside it."),
          everywhere(house_turns.choose_orders, house_sheets.plan_simultaneous, house_sheets.plan_skirmish)),
    Level("general", N_("General"), N_("Plans by the odds of every attack, and weighs what the others can do."),
          get_searching_players()),
)  # fmt: skip
LEVELS = {level.name: level for level in LADDER}
"""By name, from weak to strong."""
