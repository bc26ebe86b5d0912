"""Units for the lines of a sheet: which to pay for at a place, and which to send from one."""

from campaign import odds
from campaign.units import Garrison, count_spare, find_edge, get_price, list_ranks, list_units

from .features import Sight

USUAL_WORTH = 2.0
"""What an army is worth whatever it fights; a clear edge adds or takes one."""
ENOUGH = 0.6
"""The chance of taking a territory from which on an attack is sent."""


def choose_purchase(sight: Sight, name: str) -> str:
    """Return the unit that is worth most for its price against those beside a place; of equal ones any."""
    options = sight.view["options"]
    units = list_units(options)
    if len(units) == 1:
        return units[0]
    facing = [sight.garrison(other) for other in sight.enemies(name)]
    mixed = sight.luck.sample(units, len(units))
    return max(mixed, key=lambda unit: (USUAL_WORTH + measure_edge(unit, facing)) / get_price(options, unit))


def measure_edge(unit: str, facing: list[Garrison]) -> float:
    """Return a unit's mean edge over armies, from -1 to 1; 0 where there are none.

    >>> measure_edge("spears", [{"riders": 3}, {"archers": 1}])
    0.5
    """
    counts = [(armies, find_edge(unit, other)) for garrison in facing for other, armies in garrison.items()]
    total = sum(armies for armies, _edge in counts)
    return sum(armies * edge for armies, edge in counts) / total if total else 0.0


def choose_attackers(standing: Garrison, garrison: Garrison) -> tuple[str, int, float]:
    """Return the unit that is likeliest to beat a garrison, how many can go, and how likely it does.

    >>> choose_attackers({"spears": 3, "archers": 4}, {"riders": 2})[:2]
    ('spears', 3)
    """
    found = []
    for unit in standing:
        spare = count_spare(standing, unit)
        exact = odds.assault_ranks(spare, list_ranks(garrison, unit))
        wins = exact.wins if exact else float(spare > 2 * sum(garrison.values()))
        found.append((wins, spare, unit))
    wins, spare, unit = max(found)
    return unit, spare, wins


def choose_movers(standing: Garrison) -> tuple[str, int]:
    """Return the unit of which most armies can leave, and how many.

    >>> choose_movers({"spears": 3, "archers": 4})
    ('archers', 4)
    """
    spare, unit = max((count_spare(standing, unit), unit) for unit in standing)
    return unit, spare


def write_line(verb: str, ends: str, armies: int, unit: str) -> str:
    """Return a line of a sheet.

    >>> write_line("move", "ash gate", 3, "spears"), write_line("reinforce", "gate", 2, "")
    ('move ash gate 3 spears', 'reinforce gate 2')
    """
    return f"{verb} {ends} {armies} {unit}".strip()
