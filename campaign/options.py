"""The options of every ruleset: their defaults and the values they may have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.errors import OrderError
from campaign.teams import TEAMS
from campaign.units import UNITS

MAX = 10_000
MAX_PRICE = 9
"""Of an army, where units have prices."""


@dataclass(frozen=True)
class Whole:
    """A whole number within limits."""

    default: int
    least: int = 0
    most: int = MAX

    def allows(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True)
class Choice:
    """One of a few values."""

    default: str | bool
    values: tuple[str | bool, ...]

    def allows(self, value: object) -> bool:
        return any(type(value) is type(each) and value == each for each in self.values)


Option = Whole | Choice

TRUCES = Choice("off", ("off", "kept", "breakable"))
COMMON: dict[str, Option] = {
    "teams": Choice("none", tuple(TEAMS)),
    "win_percent": Whole(100, 51, 100),
    "round_limit": Whole(60),
    "table_flip": Choice("casual", ("casual", "off")),
    "brink": Whole(3),
}

CLASSIC: dict[str, Option] = {
    **COMMON,
    "two_seat": Choice("bot", ("bot", "neutral")),
    "assign": Choice("choose", ("choose", "deal")),
    "placement": Choice("all", ("all", "rounds")),
    "starting_armies": Whole(0),
    "draft_divisor": Whole(3, 1),
    "draft_minimum": Whole(3),
    "cards_phase": Choice("draft", ("draft", "own")),
    "card_values": Choice("fixed", ("fixed", "escalating")),
    "wild": Choice("any", ("any", "one_of_each")),
    "territory_bonus": Whole(0),
    "forced_trade": Whole(5, 3),
    "card_award": Choice("capture", ("capture", "turn_end")),
    "defence": Choice("auto", ("auto", "ask")),
    "fortify": Choice("connected", ("connected", "adjacent")),
    "goal": Choice("domination", ("domination", "missions", "hold", "capitals")),
    "hold_count": Whole(20, 1),
    "truces": TRUCES,
}

ESCALATION: dict[str, Option] = {
    **CLASSIC,
    "two_seat": Choice("neutral", ("bot", "neutral")),
    "cards_phase": Choice("own", ("draft", "own")),
    "card_values": Choice("escalating", ("fixed", "escalating")),
    "wild": Choice("one_of_each", ("any", "one_of_each")),
    "territory_bonus": Whole(2),
    "forced_trade": Whole(6, 3),
    "card_award": Choice("turn_end", ("capture", "turn_end")),
    "fortify": Choice("adjacent", ("connected", "adjacent")),
}

FOG = Choice("off", ("off", "on"))

SIMULTANEOUS: dict[str, Option] = {
    **COMMON,
    "start": Choice("open", ("open", "dealt", "single")),
    "reserve": Whole(30, 1),
    "start_armies": Whole(3, 1),
    "income_divisor": Whole(3, 1),
    "income_minimum": Whole(3),
    "priority": Choice("quiet", ("quiet", "busy", "map")),
    "min_bid": Whole(1, 1),
    "losing_bids": Choice("kept", ("kept", "lost")),
    "battle_rounds": Whole(0),
    "region_bonus": Choice(True, (True, False)),
    "reserve_order": Choice("same", ("same", "reversed")),
    "cards": Choice("off", ("off", "on")),
    "truces": TRUCES,
    "units": Choice("one", ("one", "three")),
    **{f"{unit}_price": Whole(1, 1, MAX_PRICE) for unit in UNITS},
    "fog": FOG,
}

SKIRMISH: dict[str, Option] = {
    **COMMON,
    "start_units": Whole(2),
    "base_income": Whole(2),
    "field_income": Whole(1),
    "unit_cost": Whole(1, 1),
    "guard_cost": Whole(1),
    "continue_ratio": Whole(3, 1),
    "shield": Whole(1),
    "guard_shield": Whole(2),
    "brink": Whole(1),
    "truces": TRUCES,
    "fog": FOG,
}

OPTIONS: dict[str, dict[str, Option]] = {
    "campaign.classic": CLASSIC,
    "campaign.escalation": ESCALATION,
    "campaign.simultaneous": SIMULTANEOUS,
    "campaign.skirmish": SKIRMISH,
}


ADDED = ("teams", "reserve_order", "cards", "truces", "fog", "units", *(f"{unit}_price" for unit in UNITS))
"""Options that came after battles had begun without them: where one is missing, it has its default."""


def defaults(ruleset: str) -> dict[str, Any]:
    """Return every option of a ruleset with its default."""
    return {name: option.default for name, option in OPTIONS[ruleset].items()}


def complete(ruleset: str, chosen: object) -> dict[str, Any]:
    """Return the given options with the defaults of the others, or refuse them."""
    options = OPTIONS[ruleset]
    if not isinstance(chosen, Mapping):
        raise OrderError("bad_option")
    for name, value in chosen.items():
        if name not in options or not options[name].allows(value):
            raise OrderError("bad_option")
    return {**defaults(ruleset), **chosen}


def list_original(ruleset: str, chosen: object) -> dict[str, Any]:
    """Return the complete options without those that came later and are as usual: such a battle is as it was before.

    >>> list_original("campaign.simultaneous", {"cards": "on"}).keys() & set(ADDED)
    {'cards'}
    """
    usual = defaults(ruleset)
    found = complete(ruleset, chosen)
    return {name: value for name, value in found.items() if name not in ADDED or value != usual[name]}
