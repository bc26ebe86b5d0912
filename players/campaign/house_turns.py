"""The house players of the games in turns, which submit a whole turn as far as it can be foreseen."""

from collections.abc import Callable, Iterator

from .features import Sight
from .house_sheets import accept_truces

LEAST = 4
"""Armies from which an attack sets out."""
FEWER = 2
"""By how many the attacked must be fewer."""
CHAIN = 6
"""Attacks that one army plans, one behind the other."""


def claim(sight: Sight) -> list[str]:
    """Claim a free territory: in a region where the seat has most already, then beside its own."""
    free = [form["at"] for form in sight.forms]
    region = {name: region for region in sight.map.regions for name in region.territories}

    def worth(name: str) -> float:
        mates = region[name].territories if name in region else ()
        share = sum(mate in sight.own for mate in mates) / len(mates) if mates else 0.0
        return 2 * share + 0.1 * sum(other in sight.own for other in sight.near(name)) + 0.05 * sight.luck.random()

    return [f"claim {max(free, key=worth)}"]


def capital(sight: Sight) -> list[str]:
    return [f"capital {min(sight.own, key=sight.threat)}"]


def muster(sight: Sight) -> list[str]:
    """Place all own armies on the front, and neutral armies where they hurt least."""
    forms = sight.forms_of("place")
    best = sight.front if any(form["at"] == sight.front for form in forms) else forms[0]["at"]
    return [f"place {best} {forms[0]['armies'][1]}"]


def draft(sight: Sight) -> list[str]:
    """Trade whatever can be traded; else place everything on the front, and go on to attack."""
    if trades := sight.forms_of("trade"):
        return ["trade " + " ".join(trades[0]["cards"])]
    pool = sight.view["pool"]
    lines = [f"place {sight.front} {pool}"] if pool else []
    waits = sight.view["phase"] == "draft" and len(sight.view["hand"]) >= 3  # a phase of cards may come between
    return [*lines, "done"] if waits else [*lines, "done", *attack(sight, {sight.front: pool})]


def attack(sight: Sight, more: dict[str, int] | None = None) -> list[str]:
    """Attack while anybody is weak enough, then fortify by one step."""
    armies = {name: sight.armies(name) + (more or {}).get(name, 0) for name in sight.own}
    until = not sight.forms_of("attack") or any("until" in form["optional"] for form in sight.forms_of("attack"))
    lines = [line for name in sorted(sight.border, key=lambda name: -armies[name])
             for line in chain_attacks(sight, name, armies[name])]  # fmt: skip
    return [*lines, "done", *fortify(sight)] if until else write_single_attack(sight)


def write_single_attack(sight: Sight) -> list[str]:
    """Attack with one roll, where the defender is asked for its dice."""
    good = [(origin, target) for origin in sight.border for target in sight.enemies(origin)[:1]
            if sight.armies(origin) >= max(LEAST, sight.armies(target) + FEWER)]  # fmt: skip
    return [f"attack {good[0][0]} {good[0][1]} advance 1000"] if good else ["done", *fortify(sight)]


def chain_attacks(sight: Sight, origin: str, armies: int) -> Iterator[str]:
    """Yield the attacks of one army, always on its weakest neighbour, as far as it will probably get."""
    conquered: set[str] = set()
    for _ in range(CHAIN):
        prey = [name for name in sight.enemies(origin) if name not in conquered]
        if not prey or armies < max(LEAST, sight.armies(prey[0]) + FEWER):
            return
        yield f"attack {origin} {prey[0]} until {LEAST - 1} advance 1000"
        armies -= 1 + round(0.8 * sight.armies(prey[0]))
        origin = prey[0]
        conquered.add(origin)


def occupy(sight: Sight) -> list[str]:
    """Move all armies but one into the captured territory."""
    return [f"occupy {sight.forms[0]['armies'][1]}"]


def defend(sight: Sight) -> list[str]:
    return [f"defend {sight.forms[0]['dice'][1]}"]


def fortify(sight: Sight) -> list[str]:
    """Move the greatest idle army towards the border, and end the turn in any case."""
    idle = [name for name in sight.own if name not in sight.border and sight.armies(name) > 1]
    best = max(idle, key=sight.armies, default="")
    target = sight.towards_border(best) if best else None
    return [f"fortify {best} {target} {sight.armies(best) - 1}", "done"] if target else ["done"]


PHASES: dict[str, Callable[[Sight], list[str]]] = {
    "claim": claim,
    "capital": capital,
    "muster": muster,
    "draft": draft,
    "cards": draft,
    "attack": attack,
    "occupy": occupy,
    "defend": defend,
    "fortify": fortify,
}


def choose_orders(sight: Sight) -> list[str]:
    """Accept truces first: what else is to be done is thought over with them."""
    return accept_truces(sight) or PHASES[sight.view["phase"]](sight)
