"""The random level: any legal order."""

from random import Random
from typing import Any

from campaign.words import text

from .features import Form, Sight

MAX_LINES = 8
ATTACKS = 3


def choose_turn(sight: Sight) -> list[str]:
    """Place armies anywhere, attack at random a few times, and go on."""
    luck = sight.luck
    if places := sight.forms_of("place"):
        form = luck.choice(places)
        return [f"place {form['at']} {form['armies'][1]}", "done"]
    if strikes := sight.forms_of("attack"):
        few = luck.sample(strikes, min(len(strikes), luck.randint(0, ATTACKS)))
        return [*(f"attack {form['from']} {form['to']} advance 1" for form in few), "done", "done"]
    return [choose_order(luck.choice(sight.forms), luck)] if sight.forms else []


def choose_sheet(sight: Sight) -> list[str]:
    """Return a few random lines of any kind."""
    few = sight.luck.sample(sight.forms, min(len(sight.forms), MAX_LINES))
    return [choose_order(form, sight.luck) for form in few]


def choose_order(form: Form, luck: Random) -> str:
    """Write a random order of a form, without its optional parts."""
    return text.write({name: choose_value(name, value, luck) for name, value in form.items() if name != "optional"})


def choose_value(name: str, value: Any, luck: Random) -> Any:
    if name == "cards" or not isinstance(value, list):
        return value
    if name == "unit":
        return luck.choice(value)
    return luck.randint(value[0], max(value[0], min(value[1], 6)))
