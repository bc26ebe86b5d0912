"""What a battle promises: each seat's chance to win, and how often and how well each of its orders may be given.

>>> from players.openings import build_opening
>>> found = forecast(build_opening("tiny-2"), seconds=60, tables=2)
>>> round(sum(found.chances.values()), 6)
1.0
>>> found.orders["a"][0].often >= found.orders["a"][-1].often
True
"""

import time
from dataclasses import dataclass, replace
from random import Random

from battlefield import Battle

from . import weights
from .fast import HOLD, evaluation, tables
from .fast.layout import MAX_CHOICES
from .fast.rounds import survey
from .ladder import BEST
from .searching import Node, Thinker
from .thinking import grow_tree, look_into

SOLVING = 200
"""How often the seats answer one another in the end, so that the mixtures are steady."""
SAMPLES, PART = 48, 0.5
"""With three seats and more: how many combinations are played at most, and the part of the time that mixtures get."""
EQUAL = replace(BEST, trust=0.0)
"""How the search thinks of both: nobody is trusted to have habits."""


@dataclass(frozen=True)
class Option:
    """An order of a seat: how often it is given by the seat's mixture, and the chance to win that it leaves."""

    order: str
    often: float
    value: float


@dataclass(frozen=True)
class Forecast:
    """What was found about a battle."""

    chances: dict[str, float]
    """By seat: its chance to win, where a draw is shared. They add up to 1."""
    orders: dict[str, tuple[Option, ...]]
    """By seat that is to act, its orders, the most frequent first."""
    looked_into: int
    """How many tables were filled, or combinations played."""


def forecast(battle: Battle, *, seconds: float = 0.15, tables: int = 40) -> Forecast:
    """Return what a battle promises, after at most so many tables or about so many seconds.

    With time to spare the same battle gets the same forecast; it is cut short where the time runs out.
    """
    if battle.outcome is not None:
        winners = battle.outcome.seats
        return Forecast({seat: (seat in winners) / len(winners) for seat in battle.seats}, {}, 0)
    until = time.monotonic() + seconds
    return _forecast_two(battle, until, tables) if len(battle.seats) == 2 else _forecast_more(battle, until, seconds)


def _forecast_two(battle: Battle, until: float, most: int) -> Forecast:
    thinker = Thinker(battle, battle.seats[0])
    root, filled = grow_tree(replace(EQUAL, nodes=1), thinker), 1
    while filled < most and root.target >= 0 and time.monotonic() < until:
        look_into(thinker, root)
        filled += 1
    thinker.solve(root, SOLVING)
    chance = calibrate(battle, [float(share) for share in root.table.worth])
    orders = {seat: tuple(_list_options(battle, thinker, root, i)) for i, seat in enumerate(battle.seats)}
    return Forecast(dict(zip(battle.seats, chance, strict=True)), orders, filled)


def _list_options(battle: Battle, thinker: Thinker, root: Node, seat: int) -> list[Option]:
    table, found = root.table, []
    mine, theirs = seat * MAX_CHOICES, (1 - seat) * MAX_CHOICES
    for choice in range(table.sizes[seat]):
        value = 0.0
        for other in range(table.sizes[1 - seat]):
            number = choice * table.strides[seat] + other * table.strides[1 - seat]
            value += float(table.mixes[theirs + other] * table.shares[2 * number + seat])
        order = int(table.choices[mine + choice])
        text = str(thinker.plan.order(order)) if order != HOLD else "-"
        often = float(table.mixes[mine + choice])
        found.append(Option(text, often, calibrate(battle, [value, 1 - value])[0]))
    return sorted(found, key=lambda option: (-option.often, -option.value))


def _forecast_more(battle: Battle, until: float, seconds: float) -> Forecast:
    """Let each seat find its mixture, then play what is drawn from all of them."""
    mixtures: dict[int, dict[int, float]] = {}
    thinkers = {seat: Thinker(battle, seat, trust=0.3) for seat in battle.to_act}
    for thinker in thinkers.values():
        turns = 8 if until - time.monotonic() > seconds * PART else 1
        root = grow_tree(replace(EQUAL, nodes=turns), thinker)
        first = thinker.me * MAX_CHOICES
        places = range(first, first + root.table.sizes[thinker.me])
        mixtures[thinker.me] = {int(root.table.choices[i]): float(root.table.mixes[i]) for i in places}
    any_thinker, luck = next(iter(thinkers.values())), Random(0)
    total = [0.0] * len(battle.seats)
    values = {(seat, order): 0.0 for seat, mixture in mixtures.items() for order in mixture}
    played = 0
    while played < SAMPLES and (played < 2 or time.monotonic() < until):
        drawn = [HOLD] * len(battle.seats)
        for seat, mixture in mixtures.items():
            drawn[seat] = luck.choices(list(mixture), list(mixture.values()))[0]
        solved: dict[tuple[int, ...], list[float]] = {}
        for share, found in enumerate(_play(battle, any_thinker, drawn, solved)):
            total[share] += found
        for seat, order in values:
            values[seat, order] += _play(battle, any_thinker, [*drawn[:seat], order, *drawn[seat + 1 :]], solved)[seat]
        played += 1
    chances = [share / played for share in total]
    orders = {}
    for name, each in thinkers.items():
        options = [
            Option(str(each.order(order)), often, values[each.me, order] / played)
            for order, often in mixtures[each.me].items()
        ]
        orders[name] = tuple(sorted(options, key=lambda option: (-option.often, -option.value)))
    return Forecast(dict(zip(battle.seats, chances, strict=True)), orders, played)


def _play(
    battle: Battle, thinker: Thinker, orders: list[int], solved: dict[tuple[int, ...], list[float]]
) -> list[float]:
    """Return every seat's chance after these orders."""
    if tuple(orders) not in solved:
        survey(thinker.plan.field, thinker.study.workspace)
        profile = thinker.profile(orders)
        tables.play(thinker.study, thinker.plan.field, profile)
        shares = thinker.fractions()
        evaluation.evaluate(thinker.study.ground, thinker.study.after, thinker.study.features, shares, 0)
        solved[tuple(orders)] = calibrate(battle, [float(share) for share in shares])
    return solved[tuple(orders)]


def calibrate(battle: Battle, shares: list[float]) -> list[float]:
    """Return the chances that shares of a search stand for, as measured on battles of the players.

    Shares are drawn towards those of a battle in which all are equal, the farther the less they have come true. Who
    has no share has no chance.

    >>> from players.openings import build_opening
    >>> calibrate(build_opening("tiny-2"), [0.5, 0.5])
    [0.5, 0.5]
    """
    fighting = sum(share > 0 for share in shares)
    if fighting < 2:
        return shares
    trust, even = weights.get_trust(battle, fighting), 1 / fighting
    return [even + trust * (share - even) if share > 0 else 0.0 for share in shares]
