"""The goals of the games in turns: what a seat must own at the end of its turn, and how near it is."""

from collections.abc import Sequence

from .features import Sight
from .flat_position import Field, Ground

REGIONS_OF = {
    "M1": ("north_america", "africa"),
    "M2": ("north_america", "australia"),
    "M3": ("asia", "south_america"),
    "M4": ("asia", "africa"),
    "M5": ("europe", "south_america"),
    "M6": ("europe", "australia"),
}
"""The regions that a mission names; the fifth and the sixth want any third besides."""
WITH_A_THIRD = ("M5", "M6")
LANDS_OF = {"M7": (24, 1), "M8": (18, 2)}
"""How many territories, with at least how many armies on each."""


class Goal:
    """The whole map, or as many per cent of it as it takes."""

    part = 0.0
    """How much of a position's worth the way to the goal is."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def is_reached(self, now: Field, count: int) -> bool:
        """Return whether the seat wins if its turn ends so; `count` is its number of territories."""
        dominates = count * 100 >= self.ground.options["win_percent"] * len(self.ground.names)
        return bool(dominates or (self.part and self.progress(now, count) >= 1))

    def progress(self, now: Field, count: int) -> float:
        """Return how near the goal is: from 0 to 1."""
        return 0.0


class Hold(Goal):
    """So many territories."""

    part = 0.25

    def progress(self, now: Field, count: int) -> float:
        return min(1.0, count / int(self.ground.options["hold_count"]))


class Capitals(Goal):
    """One's own capital and two others."""

    part = 0.4

    def __init__(self, ground: Ground, own: int, others: Sequence[int]) -> None:
        super().__init__(ground)
        self.own, self.others = own, others

    def progress(self, now: Field, count: int) -> float:
        me = self.ground.me
        conquered = sum(self.ground.are_friends(me, now.owners[place]) for place in self.others)
        return (min(2, conquered) + (now.owners[self.own] == me)) / 3


class Whole(Goal):
    """The whole of two regions, and perhaps of a third."""

    part = 0.35

    def __init__(self, ground: Ground, named: Sequence[Sequence[int]], rest: Sequence[Sequence[int]]) -> None:
        super().__init__(ground)
        self.named, self.rest = named, rest

    def progress(self, now: Field, count: int) -> float:
        parts = [self._part(now, members) for members in self.named]
        if self.rest:
            parts.append(max(self._part(now, members) for members in self.rest))
        return sum(parts) / len(parts)

    def _part(self, now: Field, members: Sequence[int]) -> float:
        return sum(now.owners[place] == self.ground.me for place in members) / len(members)


class Lands(Goal):
    """So many territories with so many armies on each."""

    part = 0.3

    def __init__(self, ground: Ground, count: int, least: int) -> None:
        super().__init__(ground)
        self.count, self.least = count, least

    def progress(self, now: Field, count: int) -> float:
        if self.least > 1:
            count = sum(now.armies[place] >= self.least for place in now.own(self.ground.me))
        return min(1.0, count / self.count)


class Prey(Goal):
    """The end of another seat, by one's own hand."""

    part = 0.3

    def __init__(self, ground: Ground, prey: int) -> None:
        super().__init__(ground)
        self.prey = prey

    def progress(self, now: Field, count: int) -> float:
        left = now.owners.count(self.prey)
        return 1 - left * len(self.ground.seats) / (left * len(self.ground.seats) + len(self.ground.names))


def find_goal(ground: Ground, sight: Sight) -> Goal:
    """Return the goal of the seat that looks, as far as it knows it."""
    view, goal = sight.view, ground.options["goal"]
    if goal == "hold":
        return Hold(ground)
    if goal == "capitals" and (own := view["capital"]):
        others = [ground.number[at] for seat, at in view["capitals"].items() if seat not in sight.team]
        return Capitals(ground, ground.number[own], others)
    if goal == "missions" and view["mission"]:
        return _mission(ground, sight, view["mission"])
    return Goal(ground)


def _mission(ground: Ground, sight: Sight, mission: str) -> Goal:
    if mission in REGIONS_OF:
        regions = {each.id: [ground.number[name] for name in each.territories] for each in sight.map.regions}
        named = [regions.pop(name) for name in REGIONS_OF[mission]]
        return Whole(ground, named, list(regions.values()) if mission in WITH_A_THIRD else [])
    prey = mission[1:]
    if mission in LANDS_OF or prey == sight.seat or prey in sight.view["out"]:
        return Lands(ground, *LANDS_OF.get(mission, LANDS_OF["M7"]))
    return Prey(ground, ground.seats.index(prey))
