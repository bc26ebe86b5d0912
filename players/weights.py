"""How much each feature of a field weighs, in the order of `fast.judging.FEATURES`."""

from battlefield.rulesets import Ruleset

VERSION = 1
LEARNED = (0.1, 0.3, 0.03, -0.2, -0.1, -0.4, -0.1, 2.0, 0.8, 0.0, 0.05)


def of(ruleset: Ruleset) -> tuple[float, ...]:
    """The weights for battles of these rules."""
    return LEARNED
