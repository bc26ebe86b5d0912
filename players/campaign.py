"""Computer players of the territory games. They see what their seat may see, through `view`, `legal` and `check`."""

from collections.abc import Callable
from random import Random
from typing import Any

from campaign import text
from campaign.game import SILENT, CampaignGame, Illegal, game
from campaign.state import State

from . import campaign_sheets, campaign_turns
from .campaign_sight import Form, Sight, look

MOST_LINES = 8
ATTACKS = 3


def choose(name: str, state: State, seat: str, level: str, luck: Random) -> str:
    """The submission of a computer player; the level `random` has no thought, all others play by the house's rules."""
    sight = look(state, seat, luck)
    rules = RANDOM if level == "random" else HOUSE
    return fitting(game(name.partition(".")[2]), state, seat, rules[name](sight))


def fitting(rules: CampaignGame, state: State, seat: str, lines: list[str]) -> str:
    """As many of the lines, from the first on, as are accepted together; silence if none is."""
    kept = list(lines)
    while kept:
        try:
            return rules.check(state, seat, "; ".join(kept))
        except Illegal:
            kept.pop()
    return SILENT


def any_turn(sight: Sight) -> list[str]:
    """Armies anywhere, a few attacks anywhere, and on with the game."""
    luck = sight.luck
    if places := sight.forms_of("place"):
        form = luck.choice(places)
        return [f"place {form['at']} {form['armies'][1]}", "done"]
    if strikes := sight.forms_of("attack"):
        few = luck.sample(strikes, min(len(strikes), luck.randint(0, ATTACKS)))
        return [*(f"attack {form['from']} {form['to']} advance 1" for form in few), "done", "done"]
    return [any_order(luck.choice(sight.forms), luck)] if sight.forms else []


def any_sheet(sight: Sight) -> list[str]:
    """A few lines of any kind."""
    few = sight.luck.sample(sight.forms, min(len(sight.forms), MOST_LINES))
    return [any_order(form, sight.luck) for form in few]


def any_order(form: Form, luck: Random) -> str:
    """An order that a form stands for, without what may be left out."""
    return text.write({name: any_value(name, value, luck) for name, value in form.items() if name != "optional"})


def any_value(name: str, value: Any, luck: Random) -> Any:
    if name == "cards" or not isinstance(value, list):
        return value
    return luck.randint(value[0], max(value[0], min(value[1], 6)))


Rules = dict[str, Callable[[Sight], list[str]]]
HOUSE: Rules = {
    "campaign.classic": campaign_turns.orders,
    "campaign.escalation": campaign_turns.orders,
    "campaign.simultaneous": campaign_sheets.simultaneous,
    "campaign.skirmish": campaign_sheets.skirmish,
}
RANDOM: Rules = {
    "campaign.classic": any_turn,
    "campaign.escalation": any_turn,
    "campaign.simultaneous": any_sheet,
    "campaign.skirmish": any_sheet,
}
