"""A round of the simultaneous game in flat form, for searches; `campaign.simultaneous` stays the truth.

Dice are replaced by what is to be expected of them: whether an attack succeeds is decided by a number from 0 to 1
for each territory, which comes with the scene; how much is left is the mean of that case.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from .flat_position import FREE, Field, Ground
from .odds import storm
from .sheets import Sheet, flatten

GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True)
class Scene:
    """The luck of a round."""

    number: int

    def of(self, place: int) -> float:
        """Return a fixed number from 0 to 1 for a place: an attack from there succeeds if it is below the odds."""
        return ((place + 1) * GOLDEN + self.number * 0.381966) % 1.0


@dataclass(slots=True)
class Round:
    """One round while it is played."""

    ground: Ground
    order: Sequence[int]
    """The place of every territory in the fixed order."""
    now: Field
    reserve: list[int]
    scene: Scene

    def play(self, sheets: Sequence[Sheet]) -> None:
        self._spend(sheets)
        marching = [(seat, *step) for seat, sheet in enumerate(sheets) for step in flatten(sheet)]
        owners, friends = self.now.owners, self.ground.are_friends
        attacks = [step for step in marching if not friends(step[0], owners[step[2]])]
        self._move([step for step in marching if friends(step[0], owners[step[2]])])
        self._fight(attacks)
        self._earn()

    def _spend(self, sheets: Sequence[Sheet]) -> None:
        bids: dict[int, list[tuple[int, float, int]]] = {}
        for seat, sheet in enumerate(sheets):
            for place, armies in sheet.paid:
                self.reserve[seat] -= armies
                if self.now.owners[place] == seat:
                    self.now.armies[place] += armies
                else:
                    bids.setdefault(place, []).append((armies, (self.scene.of(place) + seat * GOLDEN) % 1.0, seat))
        for place, offers in bids.items():
            most, _, winner = max(offers)
            self.now.owners[place], self.now.armies[place] = winner, most
            if self.ground.options["losing_bids"] == "kept":
                for armies, _, seat in offers:
                    self.reserve[seat] += armies if seat != winner else 0

    def _move(self, moves: list[tuple[int, int, int, int]]) -> None:
        """Move all forces together; no territory is left empty."""
        armies, order = self.now.armies, self.order
        spare, arriving = {step[1]: armies[step[1]] - 1 for step in moves}, []
        for _, origin, target, number in sorted(moves, key=lambda step: order[step[2]]):
            leaving = min(number, spare[origin])
            spare[origin] -= leaving
            armies[origin] -= leaving
            arriving.append((target, leaving))
        for target, leaving in arriving:
            armies[target] += leaving

    def _fight(self, attacks: list[tuple[int, int, int, int]]) -> None:
        order = self.order
        waiting = {(step[1], step[2]): step for step in attacks}
        for step in sorted(attacks, key=lambda step: (order[step[1]], order[step[2]])):
            seat, origin, target, _ = step
            if waiting.pop((origin, target), None) is None or self.now.owners[origin] != seat:
                continue
            force = self._force(step)
            if force < 1:
                continue
            counter = waiting.get((target, origin))
            if self.ground.are_friends(seat, self.now.owners[target]):
                self.now.armies[origin] -= force
                self.now.armies[target] += force
            elif counter and self.now.owners[target] == counter[0] and self._force(counter) >= 1:
                del waiting[target, origin]
                self._meet(step, force, counter)
            else:
                self._storm(seat, origin, target, force)

    def _force(self, step: tuple[int, int, int, int]) -> int:
        return min(step[3], self.now.armies[step[1]] - 1)

    def _meet(self, step: tuple[int, int, int, int], force: int, counter: tuple[int, int, int, int]) -> None:
        """Fight out a meeting between two territories, and let the winner storm on."""
        armies, (seat, origin, target, _), other = self.now.armies, step, self._force(counter)
        wins = self.scene.of(origin) < 1 / (1 + exp(-1.8 * (force - other) / sqrt(force + other)))
        strong, weak = (force, other) if wins else (other, force)
        left = max(1, round(strong - weak * strong / (strong + 0.8 * weak)))
        armies[origin] -= force - left if wins else force
        armies[target] -= other if wins else other - left
        if wins:
            self._storm(seat, origin, target, left)
        else:
            self._storm(counter[0], target, origin, left)

    def _storm(self, seat: int, origin: int, target: int, force: int) -> None:
        now = self.now
        odds = storm(force + 1, now.armies[target])
        if self.scene.of(origin) < odds.win:
            left = max(1, round(odds.left) - 1)
            now.armies[origin] -= force
            now.owners[target], now.armies[target] = seat, left
        else:
            now.armies[origin] -= force
            now.armies[target] = max(1, round(odds.garrison))

    def _earn(self) -> None:
        options, owners = self.ground.options, self.now.owners
        counts = [0] * (self.ground.neutral + 2)
        for owner in owners:
            counts[owner] += 1
        for seat in range(self.ground.neutral):
            if counts[seat]:
                self.reserve[seat] += max(options["income_minimum"], counts[seat] // options["income_divisor"])
        for bonus, members in self.ground.regions if options["region_bonus"] else ():
            holder = owners[members[0]]
            if holder != FREE and [owners[place] for place in members].count(holder) == len(members):
                self.reserve[holder] += bonus


def list_priorities(ground: Ground) -> list[int]:
    """Return the rank of every territory in the fixed order, from 0."""
    sign = {"quiet": 1, "busy": -1, "map": 0}[ground.options["priority"]]
    ranked = sorted(range(len(ground.names)), key=lambda place: (sign * len(ground.near[place]), place))
    return [ranked.index(place) for place in range(len(ranked))]


def play(ground: Ground, order: Sequence[int], now: Field, reserve: Sequence[int], sheets: Sequence[Sheet],
         scene: Scene) -> tuple[Field, list[int]]:  # fmt: skip
    """Return the position after a round, and the reserve of every seat."""
    current = Round(ground, order, now.copy(), list(reserve), scene)
    current.play(sheets)
    return current.now, current.reserve
