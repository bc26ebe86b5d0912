"""Random battles, crowded on purpose, to hold the flat resolver to the readable one."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from battlefield import Battle, Formation, Ruleset, Tile, begin, legal_orders
from battlefield.battles import UnfitBoard
from battlefield.rulesets import CHOICES
from tests.battlefield.any_scenario import any_scenario

GOALS = ("last_emperor", "cross", "survive(3,2)", "take_stronger_emperor", "duel", "treasure", "throne(2)")


def any_ruleset(luck: Random) -> Ruleset:
    chosen = {name: luck.choice(values) for name, values in CHOICES.items() if luck.random() < 0.8}
    goals = tuple(luck.sample(GOALS, luck.randint(1, 4)))
    return Ruleset(**chosen, goals=goals, max_rounds=luck.randint(1, 12), quiet_rounds=luck.randint(1, 6))


def any_battle(luck: Random) -> Battle:
    """Draw a battle somewhere in its course: seats may lack an Emperor, or have several."""
    while True:
        scenario = any_scenario(luck)
        formation = Formation.read(scenario["formation"], scenario["items"])
        formation = replace(
            formation,
            items={tile: item for tile, item in formation.items.items() if item.owner in ("", *formation.seats)},
        )
        try:
            return begin(formation, any_ruleset(luck))
        except UnfitBoard:
            continue


def any_orders(luck: Random, battle: Battle) -> list[tuple[str, str]]:
    """Draw legal orders that meet one another: contested and vacated tiles are preferred."""
    wanted: dict[Tile, float] = {}
    orders = []
    idle = luck.choice((0, 0.1, 0.4))
    for seat in luck.sample(battle.to_act, len(battle.to_act)):
        choices = list(_choices(battle, seat))
        if not choices or luck.random() < idle:
            orders.append((seat, "-"))
            continue
        weights = [1 + wanted.get(end, 0) + (2 if end in battle.formation.pieces else 0) for _, end in choices]
        start, end = luck.choices(choices, weights)[0]
        wanted[end] = wanted.get(end, 0) + 8
        wanted[start] = wanted.get(start, 0) + 4
        orders.append((seat, f"{start}-{end}"))
    luck.shuffle(orders)
    return orders


def _choices(battle: Battle, seat: str) -> Iterator[tuple[Tile, Tile]]:
    for origin, goals in legal_orders(battle.formation, seat, battle.ruleset.path).items():
        yield from ((origin, goal) for goal in goals)
