"""How much each feature of a field weighs."""

from battlefield.rulesets import Ruleset

VERSION = 0
FEATURES = ("pieces", "experience", "authority", "hanging", "guarded", "checked", "checked twice", "goal", "hunt",
            "mobility", "shelter")
BY_HAND = (0.5, 0.25, 0.15, -0.2, -0.08, -0.3, -0.3, 3.0, 0.1, 0.03, 0.1)


def of(ruleset: Ruleset) -> tuple[float, ...]:
    """The weights for battles of these rules."""
    return BY_HAND
