"""A round of skirmish in flat form, for searches; `campaign.skirmish` stays the truth."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from campaign.skirmish import combat as skirmish_combat

from .flat_position import FREE, Field, Ground
from .sheets import Sheet, flatten

exchange = cache(skirmish_combat.exchange)


@dataclass(slots=True)
class Force:
    """An attack on its way."""

    seat: int
    origin: int
    target: int
    armies: int


@dataclass(slots=True)
class Round:
    """One round while it is played."""

    ground: Ground
    now: Field
    money: list[int]
    guarded: set[int] = field(default_factory=set)
    built: list[tuple[int, int]] = field(default_factory=list)

    def play(self, sheets: Sequence[Sheet]) -> None:
        forces = self._depart(sheets)
        coming: dict[int, list[Force]] = {}
        for force in self._clash(forces):
            coming.setdefault(force.target, []).append(force)
        for place, attackers in coming.items():
            self._decide(place, attackers)
        for place, armies in self.built:
            if self.now.owners[place] != FREE:
                self.now.armies[place] += armies
        self._earn()

    def _depart(self, sheets: Sequence[Sheet]) -> list[Force]:
        """Pay, move, and send the attacks out."""
        owners, armies, options = self.now.owners, self.now.armies, self.ground.options
        forces = []
        for seat, sheet in enumerate(sheets):
            self.money[seat] -= options["guard_cost"] * len(sheet.guarded)
            self.guarded |= sheet.guarded
            for place, number in sheet.paid:
                self.money[seat] -= number * options["unit_cost"]
                self.built.append((place, number))
            for origin, target, number in flatten(sheet):
                armies[origin] -= number
                if self.ground.are_friends(seat, owners[target]):
                    armies[target] += number
                else:
                    forces.append(Force(seat, origin, target, number))
        return forces

    def _clash(self, forces: list[Force]) -> list[Force]:
        """Fight between fields that attack each other; return the forces that reach their target."""
        by_origin = {force.origin: force for force in forces}
        sizes = {force.origin: force.armies for force in forces}
        reaching = []
        for force in forces:
            other = by_origin.get(force.target)
            if other is None or other.target != force.origin:
                reaching.append(force)
                continue
            left = sizes[force.origin] - sizes[other.origin]
            if left > 0 and sizes[force.origin] >= self.ground.options["continue_ratio"] * sizes[other.origin]:
                reaching.append(Force(force.seat, force.origin, force.target, left))
            elif left > 0:
                self.now.armies[force.origin] += left
        return reaching

    def _decide(self, place: int, forces: list[Force]) -> None:
        """Fight out the attack on a field: all attackers together, then the strongest team of them takes it."""
        now, options = self.now, self.ground.options
        per_soldier = options["shield"] + (options["guard_shield"] if place in self.guarded else 0)
        strength, here = sum(force.armies for force in forces), now.armies[place]
        left, defenders = exchange(strength, here, here * per_soldier)
        if defenders:
            now.armies[place] = defenders
            return
        if all(force.seat == forces[0].seat for force in forces):
            now.owners[place], now.armies[place] = forces[0].seat, left
            return
        by_seat: dict[int, int] = {}
        losses = skirmish_combat.spread(strength - left, {str(force.origin): force.armies for force in forces})
        for force in forces:
            by_seat[force.seat] = by_seat.get(force.seat, 0) + force.armies - losses[str(force.origin)]
        by_side: dict[int, int] = {}
        for seat, armies in by_seat.items():
            by_side[self.ground.sides[seat]] = by_side.get(self.ground.sides[seat], 0) + armies
        first, second = sorted([*by_side.values(), 0], reverse=True)[:2]
        strong = [seat for seat in by_seat if by_side[self.ground.sides[seat]] == first]
        now.armies[place] = first - second
        now.owners[place] = max(strong, key=by_seat.__getitem__) if now.armies[place] else FREE

    def _earn(self) -> None:
        options = self.ground.options
        counts = [0] * (self.ground.neutral + 2)
        for owner in self.now.owners:
            counts[owner] += 1
        for seat, count in enumerate(counts[: self.ground.neutral]):
            self.money[seat] += options["base_income"] + options["field_income"] * (count - 1) if count else 0


def play(ground: Ground, now: Field, money: Sequence[int], sheets: Sequence[Sheet]) -> tuple[Field, list[int]]:
    """Return the position after a round, and the coins of every seat."""
    current = Round(ground, now.copy(), list(money))
    current.play(sheets)
    return current.now, current.money
