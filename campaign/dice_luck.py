"""How kind the dice were: what each roll cost both sides, against the mean of all throws."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product

from campaign.chance import pairs_lost
from campaign.events import Event
from campaign.holdings import NEUTRAL
from campaign.units import find_edge


def measure(events: Iterable[Event], owners: Mapping[str, str]) -> dict[str, float]:
    """Return by seat how many armies more than the mean the dice of a step were worth to it.

    An army counts that the other side lost or that its own side kept. `owners`: the seat of each territory when the
    step began.

    >>> roll = {"kind": "rolled", "what": "meeting", "from": "dale", "to": "gate"}
    >>> dice, losses = {"attacker": [6], "defender": [2]}, {"attacker": 0, "defender": 1}
    >>> measure([roll | {"dice": dice, "losses": losses}], {"dale": "a", "gate": "b"})
    {'a': 1.0, 'b': -1.0}
    """
    now, found = dict(owners), dict[str, float]()
    for event in events:
        if event["kind"] == "captured":
            now[event["at"]] = event["seat"]
        elif event["kind"] == "rolled":
            gain = _gain(event)
            for territory, change in ((event["from"], gain), (event["to"], -gain)):
                seat = now.get(territory, "")
                if seat not in ("", NEUTRAL):
                    found[seat] = found.get(seat, 0.0) + change
    return found


def _gain(event: Event) -> float:
    """Return how much better than the mean a roll went for the side that set out."""
    dice, losses, units = event["dice"], event["losses"], event.get("units")
    edge = find_edge(units["attacker"], units["defender"]) if units else 0
    mean = mean_gain(event["what"], len(dice["attacker"]), len(dice["defender"]), edge)
    return float(losses["defender"] - losses["attacker"] - mean)


@lru_cache(maxsize=64)
def mean_gain(what: str, attack: int, defence: int, edge: int = 0) -> float:
    """Return the mean of what a roll costs the defender more than the attacker. Equal dice cost both in a meeting.

    The edge is added to each die of the attacker.

    >>> round(mean_gain("assault", 3, 2), 3), mean_gain("meeting", 2, 2)
    (0.158, 0.0)
    """
    if what == "meeting" and attack == defence and not edge:
        return 0.0  # even terms
    total = 0
    for faces in product(range(1, 7), repeat=attack + defence):
        lost, killed, equal = pairs_lost([face + edge for face in faces[:attack]], faces[attack:])
        total += killed - lost - (equal if what == "assault" else 0)
    return float(total / 6 ** (attack + defence))
