"""How orders are carried out and fights are decided, in sentences for players: what no option changes."""

from collections.abc import Mapping
from typing import Any

from campaign.words.i18n import N_

PAIRS = N_(
    "The highest dice of both sides are compared, then the second highest: the lower die loses an army, "
    "and equal dice cost the attacker one."
)
IN_TURNS = (
    N_(
        "An attack on a neighbouring territory rolls up to three dice, at most one fewer than the armies from which it "
        "sets out."
    ),
    N_("The defence rolls up to two dice, at most one for each army."),
    PAIRS,
    N_(
        "Whoever takes a territory moves in with at least as many armies as the last roll had dice. One army stays "
        "behind."
    ),
    N_("A whole region brings its bonus every turn."),
)
ALL_AT_ONCE = (
    N_("First the reserves are spent, then armies move, then attacks are made one after the other."),
    N_("One army always stays behind in the territory that others leave."),
    N_("An attack rolls up to three dice each time, the defence up to two."),
    PAIRS,
    N_(
        "Armies of two territories that attack each other meet first, with up to three dice each. There equal dice "
        "cost both an army, and what is left of the winner attacks."
    ),
)
TO_THE_END = N_("A fight goes on until one side is gone.")
WITHOUT_DICE = (
    N_("New soldiers arrive at the end of the round, and belong to whoever holds the field then."),
    N_("All who attack a field fight as one. Their hits use up what the defenders absorb, then each kills a defender."),
    N_("Then each defender who is left kills an attacker. So it goes on until one side is gone."),
    N_(
        "If several attackers are left, the strongest takes the field with as many soldiers as it has more than the "
        "second strongest. If they are equal, nobody takes it."
    ),
    N_(
        "Where two fields attack each other, the larger force keeps the difference. If it does not go on, it returns "
        "and defends its own field."
    ),
)


def describe_fights(rules: Mapping[str, Any]) -> list[str]:
    """Return how fights go in the game that has these options.

    >>> describe_fights({"draft_divisor": 3})[1]
    'The defence rolls up to two dice, at most one for each army.'
    """
    if "draft_divisor" in rules:
        return list(IN_TURNS)
    if "unit_cost" in rules:
        return list(WITHOUT_DICE)
    return [*ALL_AT_ONCE, *([] if rules["battle_rounds"] else [TO_THE_END])]
