"""The worth of a position: every seat's power in armies, and its share of the power of all."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, tanh
from typing import Any, NamedTuple

from campaign.cards import count_escalating

from .flat_position import FREE, Field, Ground
from .goals import Goal

RISK = tuple(1 / (1 + exp(-surplus / 2.5)) for surplus in range(-20, 21))
"""How likely a territory falls to a stack beside it, by how many more armies that has."""
SET, PLAIN_CARD = 3, 2.0
"""The cards of a set, and the armies that each brings where all sets are alike, about."""
LATE = {0: 0.9, 1: 0.5, 2: 0.2}
"""How much of the worth is the count of territories when so many rounds are left."""


class Weights(NamedTuple):
    """What counts how much, in armies that stand at the border; the power of a seat is their sum."""

    land: float = 1.6
    """A territory."""
    exposed: float = -0.6
    """A territory, as likely as it would fall."""
    front: float = 0.0
    """A territory at the border."""
    idle: float = -0.4
    """An army behind the border, beside its own one."""
    far: float = -0.4
    """An army further behind."""
    whole: float = 1.0
    """The bonus of a region that one has."""
    safe: float = 2.0
    """The same, as likely as its weakest border holds."""
    begun: float = 1.5
    """The bonus of a region that is not whole, times the cube of the part that one has."""
    hoard: float = 2.0
    """A card; what is in reserve; a coin."""
    sharp: float = 1.0
    """How much more than in proportion the stronger has of the whole."""
    push: float = 0.0
    """What part of a neighbour's next draft counts as if it stood beside a territory already."""
    loot: float = 0.0
    """A card taken from a seat that one eliminates, as a part of a card of one's own."""
    growth: float = 0.0
    """Where sets bring more and more: what a card is worth more for each army that it brings above two."""


@dataclass(slots=True)
class Scales:
    """Weighs the power of every seat in one position."""

    ground: Ground
    weights: Weights

    def weigh(self, now: Field, hoards: Sequence[float]) -> tuple[list[float], list[int]]:
        """Return the power of every seat in armies, and its number of territories; the neutral army comes last."""
        neutral = self.ground.neutral
        power, counts, safe = [0.0] * (neutral + 1), [0] * (neutral + 1), [1.0] * len(now.owners)
        self._weigh_places(now, power, counts, safe)
        self._weigh_regions(now, power, safe)
        hoard = self.weights.hoard
        for seat in range(neutral):
            power[seat] = max(power[seat] + hoard * hoards[seat], 0.0) if counts[seat] else 0.0
        return power, counts

    def _weigh_places(self, now: Field, power: list[float], counts: list[int], safe: list[float]) -> None:
        near, neutral, weights = self.ground.near, self.ground.neutral, self.weights
        owners, armies, behind = now.owners, now.armies, []
        reserves = self._reserves(now)
        land, exposed, front, sides = weights.land, weights.exposed, weights.front, self.ground.sides
        for place, owner in enumerate(owners):
            if owner == FREE:
                continue
            strongest, border, here, side = 0, False, armies[place], sides[owner]
            for other in near[place]:
                if sides[owners[other]] != side:
                    border = True
                    threat = armies[other] + reserves[owners[other]]
                    if threat > strongest and owners[other] != neutral:
                        strongest = threat
            counts[owner] += 1
            power[owner] += land + here
            if strongest > 1:
                risk = RISK[max(0, min(40, strongest + 19 - here))]
                safe[place] = 1 - risk
                power[owner] += front + exposed * risk
            elif not border and here > 1:
                behind.append(place)
        for place in behind:
            power[owners[place]] += (armies[place] - 1) * self._reach(now, place)

    def _reserves(self, now: Field) -> list[int]:
        """Return what each owner may bring to any place before it attacks; none for the neutral army and nobody."""
        push, neutral, options = self.weights.push, self.ground.neutral, self.ground.options
        if not push:
            return [0] * (neutral + 2)
        least, divisor = options["draft_minimum"], options["draft_divisor"]
        drafts = [max(least, now.owners.count(seat) // divisor) for seat in range(neutral)]
        return [round(push * draft) for draft in drafts] + [0, 0]

    def _reach(self, now: Field, place: int) -> float:
        """Return what an idle army counts less: more where the border is far."""
        near, owners, friends = self.ground.near, now.owners, self.ground.are_friends
        is_near = any(not friends(now.owners[place], owners[other]) for step in near[place] for other in near[step])
        return self.weights.idle if is_near else self.weights.far

    def _weigh_regions(self, now: Field, power: list[float], safe: list[float]) -> None:
        owners, weights, neutral = now.owners, self.weights, self.ground.neutral
        for bonus, members in self.ground.regions:
            there, size = [owners[place] for place in members], len(members)
            for seat in set(there):
                if seat in (FREE, neutral):
                    continue
                count = there.count(seat)
                if count == size:
                    power[seat] += bonus * (weights.whole + weights.safe * min([safe[place] for place in members]))
                else:
                    power[seat] += bonus * weights.begun * (count / size) ** 3

    def shares(self, power: Sequence[float]) -> list[float]:
        """Return each seat's share of all power, together with its team; the shares of all teams add up to 1."""
        sharp = self.weights.sharp
        strength = [each**sharp for each in power[: self.ground.neutral]]
        whole = sum(strength) or 1.0
        shares = [each / whole for each in strength]
        return self.ground.sum_by_side(shares) if self.ground.has_teams else shares


def measure_lateness(view: dict[str, Any]) -> float:
    """Return how much the count of territories weighs in the worth because the last round is near: 0 to 1."""
    limit = view["options"]["round_limit"]
    return LATE.get(limit - view["round"], 0.0) if limit else 0.0


def measure_lead(counts: Sequence[float], seat: int, sides: Sequence[int] = ()) -> float:
    """Return how clearly a seat has more territories than any other: from 0 to 1.

    With teams, `counts` has for every seat the territories of its team, and `sides` says whose mate it is.

    >>> round(measure_lead([5, 1, 0], 0), 2)
    0.88
    """
    rivals = [
        count
        for other, count in enumerate(counts[:-1])
        if other != seat and not (sides and sides[other] == sides[seat])
    ]
    best = max(rivals, default=0)
    return 0.5 + 0.5 * tanh((counts[seat] - best) / 4)


@dataclass(slots=True)
class Judge:
    """Judges the positions of one search in a game in turns."""

    scales: Scales
    cards: list[float]
    goal: Goal
    late: float
    judged: int = 0
    """Positions judged so far: the budget of a search."""

    @property
    def ground(self) -> Ground:
        return self.scales.ground

    def worth(self, now: Field, captured: bool) -> float:
        """Return how well the seat that thinks stands at the end of its turn: from 0 to 1."""
        self.judged += 1
        power, counts = self.scales.weigh(now, self.cards)
        ground, me = self.ground, self.ground.me
        lands = [*ground.sum_by_side(counts), 0] if ground.has_teams else counts
        if self.goal.is_reached(now, int(lands[me])) or lands[me] == sum(counts[:-1]):
            return 1.0
        hoard, loot = self.scales.weights.hoard, self.scales.weights.loot
        power[me] += hoard if captured else 0.0
        if loot:
            power[me] += (
                loot * hoard * sum(cards for cards, count in zip(self.cards, counts, strict=False) if not count)
            )
        share = self.scales.shares(power)[me]
        if self.late:
            share += self.late * (measure_lead(lands, me, ground.sides) - share)
        if self.goal.part:
            share += self.goal.part * (self.goal.progress(now, int(lands[me])) - share)
        return share


def judge_turns(ground: Ground, view: dict[str, Any], weights: Weights, goal: Goal) -> Judge:
    """Build the judge of a game in turns from what its seat may know."""
    hands = {seat: hand if isinstance(hand, int) else len(hand) for seat, hand in view["hands"].items()}
    cards = [float(hands.get(seat, 0)) for seat in ground.seats]
    if weights.growth and ground.options["card_values"] != "fixed":
        more = count_escalating(view["sets"] + 1) / SET - PLAIN_CARD
        weights = weights._replace(hoard=weights.hoard + weights.growth * more)
    return Judge(Scales(ground, weights), cards, goal, measure_lateness(view))
