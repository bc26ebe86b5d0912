"""Plans of attack: chains of attacks, each as likely as its dice, of which the best on the whole are kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from .evaluation import Judge
from .flat_position import Field
from .odds import Storm, storm

LEAST_CHANCE = 0.3
"""Below it an attack is not looked at."""
DEEP = 16
"""Attacks in one chain."""


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack to the end: from where, on what, until how few armies, and how many move in."""

    origin: int
    target: int
    floor: int
    advance: int
    chance: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Attacks one after the other, as if all went well; what went wrong on the way is counted in."""

    now: Field
    attacks: tuple[Attack, ...] = ()
    chance: float = 1.0
    """That all went well."""
    banked: float = 0.0
    """The worth of all ways in which it did not, as likely as they are."""
    worth: float = 0.0
    captured: bool = False


@dataclass(frozen=True, slots=True)
class Planner:
    """Looks for chains of attacks: `wide` are kept at every length, and each tries its `tries` most likely attacks."""

    judge: Judge
    wide: int
    tries: int

    def start(self, now: Field, captured: bool) -> Plan:
        return Plan(now, worth=self.judge.worth(now, captured), captured=captured)

    def best(self, first: Plan, most: int) -> Plan:
        """Search for the best plan that begins with `first`; about `most` positions are judged."""
        best, beam = first, [first]
        end = self.judge.judged + most
        for _ in range(DEEP):
            found = [child for plan in beam for child in self.longer(plan, end)]
            found.sort(key=lambda plan: -plan.worth)
            beam = self._different(found)
            if not beam:
                break
            best = max(best, beam[0], key=lambda plan: plan.worth)
        return best

    def _different(self, found: list[Plan]) -> list[Plan]:
        """Return the best few plans, no two of which own the same territories."""
        plans: list[Plan] = []
        for plan in found:
            if len(plans) < self.wide and all(plan.now.owners != other.now.owners for other in plans):
                plans.append(plan)
        return plans

    def longer(self, plan: Plan, end: int) -> Iterator[Plan]:
        """Yield the plan with one more attack, for every promising attack."""
        for _, origin, target in sorted(self._list_promising(plan.now), reverse=True)[: self.tries]:
            if self.judge.judged >= end:
                return
            yield self._with(plan, origin, target)

    def _list_promising(self, now: Field) -> Iterator[tuple[float, int, int]]:
        ground = self.judge.ground
        for origin, owner in enumerate(now.owners):
            if owner != ground.me or now.armies[origin] < 3:
                continue
            for target in ground.near[origin]:
                if ground.may_attack(ground.me, now.owners[target]):
                    chance = storm(now.armies[origin], now.armies[target], 1).win
                    if chance >= LEAST_CHANCE:
                        yield chance + 0.01 * now.armies[origin], origin, target

    def _with(self, plan: Plan, origin: int, target: int) -> Plan:
        floor = 1 if plan.now.armies[origin] <= 4 else 3
        odds = storm(plan.now.armies[origin], plan.now.armies[target], floor)
        won, advance = self._win(plan.now, origin, target, odds)
        gain = self.judge.worth(won, True)
        lost = self.judge.worth(self._lose(plan.now, origin, target, odds), plan.captured) if odds.win < 0.99 else 0.0
        chance = plan.chance * odds.win
        banked = plan.banked + plan.chance * (1 - odds.win) * lost
        attack = Attack(origin, target, floor, advance, odds.win)
        return Plan(won, (*plan.attacks, attack), chance, banked, banked + chance * gain, True)

    def _win(self, now: Field, origin: int, target: int, odds: Storm) -> tuple[Field, int]:
        """Move all but one army in, unless enemies beside the origin are the greater danger; return both."""
        after, left = now.copy(), max(2, round(odds.left))
        after.owners[target] = self.judge.ground.me
        ahead, behind = self._enemies(after, target), self._enemies(after, origin)
        few = min(3, left - 1)
        moved = few if behind and not ahead else left - 1
        after.armies[target], after.armies[origin] = moved, left - moved
        return after, moved if moved == few and moved < left - 1 else 1000

    def _enemies(self, now: Field, place: int) -> int:
        ground = self.judge.ground
        return sum(
            now.armies[other] for other in ground.near[place] if ground.are_enemies(ground.me, now.owners[other])
        )

    def _lose(self, now: Field, origin: int, target: int, odds: Storm) -> Field:
        after = now.copy()
        after.armies[origin], after.armies[target] = max(1, round(odds.spent)), max(1, round(odds.garrison))
        return after
