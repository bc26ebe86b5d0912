"""What a puzzle is about: what its best order does, or keeps from happening, against what the rival may order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from battlefield import Battle, legal_orders, play
from battlefield.traces import Step

THEMES = {
    "finish": _("Win at once"),
    "save": _("Save the Emperor"),
    "capture": _("Capture"),
    "escape": _("Escape"),
    "throne": _("The throne"),
    "double": _("Double attack"),
    "patience": _("Patience"),
    "position": _("Position"),
}
"""By name, the plainest first: a puzzle has the first theme that fits."""
LIKELY = 0.5
"""How likely something is, or by how much likelier than with the other order, that makes a theme."""
STAY = "-"


@dataclass(frozen=True)
class Prospects:
    """How likely things are with an order, over what the rival may order."""

    wins: float = 0.0
    takes: float = 0.0
    loses_emperor: float = 0.0
    loses_pieces: float = 0.0
    holds_throne: float = 0.0


def find_theme(battle: Battle, seat: str, best: str, played: str, rival: Mapping[str, float]) -> str:
    """Return the theme of a puzzle in which a seat gave another order than the best one; `rival`: how often each reply.

    >>> from battlefield import Ruleset, begin
    >>> from battlefield.compact import read
    >>> find_theme(begin(read("AaB_/__b_"), Ruleset()), "a", "B1-C1", "-", {"-": 1.0})
    'finish'
    """
    good, bad = weigh(battle, seat, best, rival), weigh(battle, seat, played, rival)
    found = {
        "finish": good.wins >= LIKELY,
        "save": bad.loses_emperor - good.loses_emperor >= LIKELY / 2,
        "capture": good.takes >= LIKELY,
        "escape": bad.loses_pieces - good.loses_pieces >= LIKELY,
        "throne": good.holds_throne - bad.holds_throne >= LIKELY / 2,
        "double": count_threats(battle, seat, best) >= 2 > count_threats(battle, seat, played),
        "patience": best == STAY,
    }
    return next((name for name, fits in found.items() if fits), "position")


def weigh(battle: Battle, seat: str, order: str, rival: Mapping[str, float]) -> Prospects:
    """Return how likely things are with an order."""
    other = next(each for each in battle.to_act if each != seat)
    sums = dict.fromkeys(Prospects.__dataclass_fields__, 0.0)
    for reply, often in rival.items():
        after, resolution = play(battle, [(seat, order), (other, reply)])
        takes = [step for step in resolution.trace if step["kind"] == "took"]
        sums["wins"] += often * bool(after.outcome and after.outcome.seats == (seat,))
        sums["takes"] += often * any(step["seat"] == seat for step in takes)
        sums["loses_emperor"] += often * (seat in after.fallen)
        sums["loses_pieces"] += often * is_hit(takes, seat)
        sums["holds_throne"] += often * (after.reign[0] == seat)
    return Prospects(**sums)


def is_hit(takes: Iterable[Step], seat: str) -> bool:
    """Return whether a seat has lost a piece."""
    return any(step["seat"] != seat for step in takes)


def count_threats(battle: Battle, seat: str, order: str) -> int:
    """Return how many rival pieces the ordered piece could be sent to next, if the rival holds."""
    origin, _dash, goal = order.partition("-")
    if not goal:
        return 0
    after, resolution = play(battle, [(seat, order)])
    ends = {str(home): end for home, end in resolution.ends.items()}
    end = ends.get(origin)
    if end is None or after.outcome:
        return 0
    goals = legal_orders(after.formation, seat, after.ruleset.path).get(end, ())
    return sum(tile in after.formation.pieces and after.formation.pieces[tile].seat != seat for tile in goals)
