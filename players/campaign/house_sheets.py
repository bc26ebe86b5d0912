"""The house players of the games in which all seats act at once."""

from collections import Counter
from collections.abc import Iterator

from campaign.atlas import WILD
from campaign.cards import find_fixed_value
from campaign.units import get_price

from . import arming
from .features import Sight

BIDS = 4
"""Territories that one bids for in a round."""


def plan_simultaneous(sight: Sight) -> list[str]:
    """Bid for what is free, else reinforce the front; attack whoever is outnumbered two to one."""
    trade, armies = plan_trade(sight)
    reserve = sight.view["reserve"][sight.seat] + armies
    return [*accept_truces(sight), *trade, *plan_spending(sight, reserve), *plan_attacks(sight), *plan_marches(sight)]


def accept_truces(sight: Sight) -> list[str]:
    """Return a line for each offer of a truce, but not from a seat that leads: who leads is to be stopped."""
    sizes = Counter(holding.owner for holding in sight.board.values())
    offers = {key[0]: rounds for key, (rounds, _until) in sight.view.get("offers", {}).items() if key[1] == sight.seat}
    open_to = {form["seat"] for form in sight.forms_of("truce")} & set(offers)
    rivals = [seat for seat in sight.view["seats"] if seat != sight.seat]
    return [
        f"truce {seat} {offers[seat]}"
        for seat in sorted(open_to)
        if sizes[seat] <= max(sizes[other] for other in rivals if other != seat)
    ]


def plan_trade(sight: Sight) -> tuple[list[str], int]:
    """Return the line that trades the best set with fewest wild cards, and its armies; nothing without a set."""
    sets = [form["cards"] for form in sight.forms_of("trade")]
    if not sets:
        return [], 0
    best = max(sets, key=lambda cards: (find_fixed_value(sight.map, cards), -len(set(cards) & set(WILD))))
    return ["trade " + " ".join(best)], find_fixed_value(sight.map, best)


def plan_spending(sight: Sight, reserve: int) -> list[str]:
    free = [name for name, holding in sight.board.items() if not holding.owner]
    if free:
        sight.luck.shuffle(free)
        free.sort(key=lambda name: -sum(other in sight.own for other in sight.near(name)))
        targets = free[: max(1, min(BIDS, reserve // 2))]
        each, rest = divmod(reserve, len(targets))
        bids = {name: each + (place < rest) for place, name in enumerate(targets)}
        return [line for name, bid in bids.items() for line in spend(sight, "colonize", name, bid)]
    return spend(sight, "reinforce", sight.front, reserve) if sight.own else []


def spend(sight: Sight, verb: str, name: str, reserve: int) -> list[str]:
    """Return the line that spends so much of the reserve on a territory; nothing where it is too little."""
    unit = arming.choose_purchase(sight, name)
    armies = reserve // get_price(sight.view["options"], unit)
    return [arming.write_line(verb, name, armies, unit)] if armies else []


def plan_attacks(sight: Sight) -> Iterator[str]:
    for origin in sight.border:
        spare, prey = sight.armies(origin) - 1, sight.enemies(origin)
        if prey and "units" in sight.view:
            yield from plan_attack_of_units(sight, origin, prey)
        elif prey and spare >= max(1, 2 * sight.armies(prey[0])):
            yield f"attack {origin} {prey[0]} {spare}"


def plan_attack_of_units(sight: Sight, origin: str, prey: list[str]) -> Iterator[str]:
    """Yield the attack from a territory that is likeliest to succeed, if it is likely enough."""
    standing = sight.garrison(origin)
    ways = {target: arming.choose_attackers(standing, sight.garrison(target)) for target in prey}
    target = max(ways, key=lambda each: ways[each][2])
    unit, armies, wins = ways[target]
    if wins >= arming.ENOUGH:
        yield arming.write_line("attack", f"{origin} {target}", armies, unit)


def plan_marches(sight: Sight, keep: int = 1) -> Iterator[str]:
    """Yield moves of idle armies towards the border."""
    for name in sight.own:
        spare, target = sight.armies(name) - keep, sight.towards_border(name)
        unit, most = arming.choose_movers(sight.garrison(name)) if "units" in sight.view else ("", spare)
        if name not in sight.border and most > 0 and target:
            yield arming.write_line("move", f"{name} {target}", most, unit)


def plan_skirmish(sight: Sight) -> list[str]:
    """Spread over free fields, strike where it is enough, and build at the front."""
    if sight.view["phase"] == "placing":
        return []
    money = sight.view["money"][sight.seat]
    build = [f"build {sight.front} {money}"] if money and sight.own else []
    return [*accept_truces(sight), *build, *plan_strikes(sight), *plan_marches(sight, keep=0)]


def plan_strikes(sight: Sight) -> Iterator[str]:
    """Yield one attack from each border field: on an enemy that is weak enough, else into a free field."""
    targets: set[str] = set()
    for origin in sight.border:
        armies, prey = sight.armies(origin), sight.enemies(origin)
        free = [name for name in sight.free(origin) if name not in targets]
        if prey and armies >= sight.armies(prey[0]) + 2:
            yield f"attack {origin} {prey[0]} {armies}"
        elif free and armies:
            target = sight.luck.choice(free)
            targets.add(target)
            yield f"attack {origin} {target} {-(-armies // 2)}"
