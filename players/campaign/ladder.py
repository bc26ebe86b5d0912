"""The levels of the campaigns, from weak to strong, and how each plays each game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from campaign.words.i18n import N_

from . import house_sheets, house_turns, random_player, strong_sheets, strong_turns, weights
from .features import Sight

Orders = Callable[[Sight], list[str]]
TURNS = strong_turns.Thought(positions=400, wide=2, tries=6, places=4)
SHEETS = strong_sheets.Thought(rounds=300, turns=2)
LONG_TURNS = replace(TURNS, sure=0.71)
LONG_SHEETS = strong_sheets.Thought(rounds=400, turns=5)
GAMES = ("campaign.classic", "campaign.escalation", "campaign.simultaneous", "campaign.skirmish")
NOVICE = dict(zip(GAMES, (0.95, 0.95, 0.9, 0.92), strict=True))
"""How often a novice plays any order instead of a greedy one, by game; likewise the other levels that slip."""
PAGE = dict(zip(GAMES, (0.85, 0.85, 0.7, 0.75), strict=True))
WANDERER = dict(zip(GAMES, (0.6, 0.6, 0.4, 0.45), strict=True))
TACTICIAN = dict.fromkeys(GAMES, 0.7)
STRATEGIST = dict.fromkeys(GAMES, 0.35)


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
    return dict(zip(GAMES, (turn, turn, simultaneous, skirmish), strict=True))


def play_or_slip(strong: Orders, weak: Orders, slip: float, sight: Sight) -> list[str]:
    """Play as one level, and every now and then as a weaker one instead: so often as `slip` says, from 0 to 1."""
    return (weak if sight.luck.random() < slip else strong)(sight)


def mix(strong: Mapping[str, Orders], weak: Mapping[str, Orders], slips: Mapping[str, float]) -> dict[str, Orders]:
    """Return players that slip from one level into a weaker one, in each game as often as is given for it."""
    return {name: partial(play_or_slip, strong[name], weak[name], slip) for name, slip in slips.items()}


def get_searching_players() -> dict[str, Orders]:
    """Return the searching player of each game, with the weights of that game."""
    found: dict[str, Orders] = {}
    for name, learnt in weights.WEIGHTS.items():
        found[name] = (partial(strong_sheets.choose_orders, SHEETS, learnt) if name in strong_sheets.TABLES
                       else partial(strong_turns.choose_orders, TURNS, learnt))  # fmt: skip
    return found


RANDOM = everywhere(random_player.choose_turn, random_player.choose_sheet, random_player.choose_sheet)
GREEDY = everywhere(house_turns.choose_orders, house_sheets.plan_simultaneous, house_sheets.plan_skirmish)
GENERAL = get_searching_players()
GRANDMASTER: dict[str, Orders] = {
    "campaign.classic": partial(strong_turns.choose_orders, LONG_TURNS, weights.TUNED_TURNS),
    "campaign.escalation": partial(strong_turns.choose_orders, LONG_TURNS, weights.TUNED_TURNS),
    "campaign.skirmish": partial(strong_sheets.choose_orders, LONG_SHEETS, weights.WEIGHTS["campaign.skirmish"]),
}
"""In the simultaneous game nothing that was tried is clearly better than a general."""
LADDER = (
    Level("random", N_("Random"), N_("Any legal order, without thinking."), RANDOM),
    Level("novice", N_("Novice"), N_("A first opponent: nearly always plays without thinking."),
          mix(GREEDY, RANDOM, NOVICE)),
    Level("page", N_("Page"), N_("Has learnt to mass its armies, and mostly forgets to."), mix(GREEDY, RANDOM, PAGE)),
    Level("wanderer", N_("Wanderer"), N_("Strolls about, and in between attacks whoever is weak."),
          mix(GREEDY, RANDOM, WANDERER)),
    Level("greedy", N_("Greedy"), N_("Masses its armies at the border and attacks whoever is weakest beside it."),
          GREEDY),
    Level("tactician", N_("Tactician"), N_("Reckons the odds when it stops to think, and is greedy when it does not."),
          mix(GENERAL, GREEDY, TACTICIAN)),
    Level("strategist", N_("Strategist"), N_("Plans like a general, and now and then is carried away by greed."),
          mix(GENERAL, GREEDY, STRATEGIST)),
    Level("general", N_("General"), N_("Plans by the odds of every attack, and weighs what the others can do."),
          GENERAL),
    Level("grandmaster", N_("Grandmaster"),
          N_("Thinks further ahead than a general about what everybody might do next."), GRANDMASTER),
)  # fmt: skip
LEVELS = {level.name: level for level in LADDER}
"""By name, from weak to strong."""


def list_levels(game: str) -> dict[str, Level]:
    """Return the levels that a game has, by name, from weak to strong.

    >>> list(list_levels("campaign.skirmish"))[-2:], list(list_levels("campaign.simultaneous"))[-1]
    (['general', 'grandmaster'], 'general')
    """
    return {name: level for name, level in LEVELS.items() if game in level.plays}
