"""What the levels of the computer players are worth on the scale of skill.

The numbers come from the battles of levels against levels in docs/api/players.md: a rate of victories is a difference
of points, and the middle of each ladder stands near 1,500. They are fixed, so that the scale does not drift.
"""

import players

MIDDLE = 1500.0
BOARD: dict[str, float] = {
    "random": 680,
    "novice": 860,
    "page": 1030,
    "wanderer": 1165,
    "greedy": 1355,
    "guarded": 1445,
    "tactician": 1560,
    "strategist": 1695,
    "general": 1825,
    "grandmaster": 1965,
}
"""Set anew with the levels (docs/decisions/124-slips-that-overlook-more.md), such that the weakest and the general kept
their places in the mean; the grandmaster is another since (docs/decisions/129-a-longer-memory-in-a-duel.md)."""
MAPS: dict[str, dict[str, float]] = {
    "campaign.classic": {
        "random": 1060,
        "novice": 1270,
        "page": 1400,
        "wanderer": 1540,
        "greedy": 1650,
        "tactician": 1730,
        "strategist": 1790,
        "general": 1840,
        "grandmaster": 1905,
    },
    "campaign.escalation": {
        "random": 800,
        "novice": 1060,
        "page": 1330,
        "wanderer": 1560,
        "greedy": 1680,
        "tactician": 1930,
        "strategist": 2170,
        "general": 2340,
        "grandmaster": 2400,
    },
    "campaign.simultaneous": {
        "random": 1020,
        "novice": 1150,
        "page": 1280,
        "wanderer": 1410,
        "greedy": 1520,
        "tactician": 1680,
        "strategist": 1830,
        "general": 1960,
    },
    "campaign.skirmish": {
        "random": 840,
        "novice": 950,
        "page": 1060,
        "wanderer": 1150,
        "greedy": 1210,
        "tactician": 1640,
        "strategist": 2020,
        "general": 2400,
        "grandmaster": 2600,
    },
}
"""Where one level won nearly everything, the distance was only known to be large, and ended at 2,400 and 800. Levels
that came later (docs/decisions/126-ladder-of-campaigns.md) stand between those, and above the general in all
but the simultaneous game (docs/decisions/135-the-next-draft.md)."""


def list_ratings(game: str) -> dict[str, float]:
    """Return the measured levels of a game with their ratings, from weak to strong."""
    return BOARD if game == "emperors" else MAPS.get(game, {})


def find_match(rating: float, game: str) -> str:
    """Return the weakest level of a game that is not weaker than somebody with this rating, or the strongest one.

    >>> find_match(1445.0, "emperors"), find_match(1446.0, "emperors"), find_match(2500.0, "campaign.skirmish")
    ('guarded', 'tactician', 'grandmaster')
    """
    ratings = list_ratings(game)
    return next((level for level, own in ratings.items() if own >= rating), list(ratings)[-1])


def get_rating(level: str, game: str) -> float:
    """Return a level's rating in a game; the middle of the scale for a level that was not measured.

    >>> get_rating("greedy", "emperors"), get_rating("general", "campaign.classic"), get_rating("greedy", "chess")
    (1355, 1840, 1500.0)
    """
    ratings = list_ratings(game)
    return ratings.get(players.level_of(game, level), MIDDLE)
