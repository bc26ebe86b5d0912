"""How the strong levels play the games in turns: they try where armies do most, and plan their attacks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import house_turns
from .evaluation import Judge, Weights, judge_turns
from .features import Form, Sight
from .flat_position import Field, Ground, field_of, ground_of
from .goals import find_goal
from .house_sheets import accept_truces
from .planning import Attack, Plan, Planner

PORTIONS = 4
"""In how many parts armies are placed."""


@dataclass(frozen=True)
class Thought:
    """How far a level looks: a number of positions, and never time."""

    positions: int
    """Judged for one submission, about."""
    wide: int
    tries: int
    places: int
    """Where it tries to put all its armies at once."""
    sure: float = 0.55
    """How likely the attacks of one submission are to go well together; what follows is thought over again."""


MAX_POSITIONS = 1_500
"""Judged for one submission at most: for the plans, for where to place, for the last march."""


class Mind:
    """One submission of a seat: what it sees, and what it makes of it."""

    def __init__(self, thought: Thought, weights: Weights, sight: Sight) -> None:
        self.thought, self.sight = thought, sight
        self.ground: Ground = ground_of(sight)
        self.now: Field = field_of(self.ground, sight)
        self.judge: Judge = judge_turns(self.ground, sight.view, weights, find_goal(self.ground, sight))
        self.planner = Planner(self.judge, thought.wide, thought.tries)
        self.captured = sight.view["captured"] == "yes"

    def worth(self, now: Field) -> float:
        return self.judge.worth(now, self.captured)

    def name(self, place: int) -> str:
        return self.ground.names[place]

    def with_armies(self, now: Field, place: int, armies: int) -> Field:
        after = now.copy()
        after.armies[place] += armies
        return after

    def claim(self) -> list[str]:
        """Claim the free territory after which the position is worth most."""

        def worth(form: Form) -> float:
            after = self.now.copy()
            place = self.ground.number[form["at"]]
            after.owners[place], after.armies[place] = self.ground.me, 1
            return self.worth(after)

        return [f"claim {max(self.sight.forms, key=worth)['at']}"]

    def muster(self) -> list[str]:
        """Place own armies by portions where they do most, and neutral ones where they trouble others."""
        forms = {self.ground.number[form["at"]]: form["armies"][1] for form in self.sight.forms_of("place")}
        armies = next(iter(forms.values()))
        placed, _ = self.spread(self.now, list(forms), armies)
        return self.lines(placed)

    def spread(self, now: Field, places: list[int], armies: int) -> tuple[dict[int, int], Field]:
        """Place armies by portions, each where the position gains most; return the places and the position."""
        placed: dict[int, int] = {}
        while armies:
            portion = min(armies, max(1, -(-armies // PORTIONS)))
            best = max(places, key=lambda place: self.worth(self.with_armies(now, place, portion)))
            placed[best] = placed.get(best, 0) + portion
            now = self.with_armies(now, best, portion)
            armies -= portion
        return placed, now

    def lines(self, placed: dict[int, int]) -> list[str]:
        return [f"place {self.name(place)} {armies}" for place, armies in placed.items()]

    def draft(self) -> list[str]:
        """Trade what can be traded; else place where the best plan of attack begins."""
        if trades := self.sight.forms_of("trade"):
            return [self.trade(trades)]
        pool = self.sight.view["pool"]
        waits = self.sight.view["phase"] == "draft" and len(self.sight.view["hand"]) >= 3
        placed, plan = self.best_placing(pool) if pool else ({}, self.plan(self.now, self.thought.positions))
        lines = [*self.lines(placed), "done"]
        return lines if waits else [*lines, *self.attack_lines(plan)]

    def trade(self, trades: list[Form]) -> str:
        """Write the trade that loses least: it keeps wild cards, and uses cards of own territories."""
        own, bonus = set(self.sight.own), int(self.ground.options["territory_bonus"])

        def thrift(form: Form) -> float:
            wild = sum(card.startswith("wild") for card in form["cards"])
            return float(bonus * bool(own & set(form["cards"])) - 1.5 * wild + 0.5 * self.value(form))

        best = max(trades, key=thrift)
        places = [self.ground.number[name] for name in best.get("optional", {}).get("on", ())]
        where = max(places, key=lambda place: self.worth(self.with_armies(self.now, place, bonus)), default=None)
        on = f" on {self.name(where)}" if where is not None else ""
        return "trade " + " ".join(best["cards"]) + on

    def value(self, form: Form) -> int:
        """Return the armies that a set brings where sets differ in value, else 0."""
        if self.ground.options["card_values"] != "fixed":
            return 0
        symbols = {self.sight.map.cards[card] for card in form["cards"] if card in self.sight.map.cards}
        return {"infantry": 6, "cavalry": 8}.get(next(iter(symbols)), 10) if len(symbols) == 1 else 10

    def best_placing(self, pool: int) -> tuple[dict[int, int], Plan]:
        """Choose among a few placings of the pool the one with the best plan of attack."""
        ways = list(self.placings(pool))
        each = self.thought.positions // (len(ways) + 1)
        found = [(placed, self.plan(self.place(placed), each)) for placed in ways]
        return max(found, key=lambda way: way[1].worth)

    def placings(self, pool: int) -> Iterator[dict[int, int]]:
        border = [self.ground.number[name] for name in self.sight.border]
        yield self.spread(self.now, border or self.now.own(self.ground.me), pool)[0]
        for place in sorted(border, key=self.reach, reverse=True)[: self.thought.places]:
            yield {place: pool}

    def reach(self, place: int) -> int:
        """Return by how many armies a territory is stronger than its weakest neighbour."""
        ground, now = self.ground, self.now
        near = [now.armies[other] for other in ground.near[place] if ground.are_enemies(ground.me, now.owners[other])]
        return self.now.armies[place] - min(near, default=0)

    def place(self, placed: dict[int, int]) -> Field:
        after = self.now.copy()
        for place, armies in placed.items():
            after.armies[place] += armies
        return after

    def plan(self, now: Field, most: int) -> Plan:
        return self.planner.best(self.planner.start(now, self.captured), most)

    def attack(self) -> list[str]:
        return self.attack_lines(self.plan(self.now, self.thought.positions))

    def attack_lines(self, plan: Plan) -> list[str]:
        """Write the attacks that will probably succeed, or the end of the turn where there are none."""
        if not plan.attacks:
            return ["done", *self.fortify_lines(plan.now)]
        if self.ground.options["defence"] == "ask":
            return [self.line(plan.attacks[0], once=True)]
        lines: list[str] = []
        chance = 1.0
        for attack in plan.attacks:
            chance *= attack.chance
            if lines and chance < self.thought.sure:
                break
            lines.append(self.line(attack))
        return lines

    def line(self, attack: Attack, once: bool = False) -> str:
        until = "" if once else f" until {attack.floor}"
        return f"attack {self.name(attack.origin)} {self.name(attack.target)}{until} advance {attack.advance}"

    def fortify(self) -> list[str]:
        return self.fortify_lines(self.now)

    def fortify_lines(self, now: Field) -> list[str]:
        """Write the move after which the position is worth most, if any is better than none."""
        best, line = self.worth(now), "done"
        for origin in now.own(self.ground.me):
            spare = now.armies[origin] - 1
            for target in self.ways(now, origin) if spare and self.may_judge(len(now.owners)) else ():
                after = self.with_armies(self.with_armies(now, origin, -spare), target, spare)
                if (worth := self.worth(after)) > best:
                    best, line = worth, f"fortify {self.name(origin)} {self.name(target)} {spare}"
        return [line] if line == "done" else [line, "done"]

    def may_judge(self, positions: int) -> bool:
        return self.judge.judged + positions <= MAX_POSITIONS

    def ways(self, now: Field, origin: int) -> list[int]:
        """List where an army may march: its own neighbours, or all own territories connected with it."""
        found, me = [origin], self.ground.me
        for place in found if self.ground.options["fortify"] == "connected" else [origin]:
            found += [near for near in self.ground.near[place] if now.owners[near] == me and near not in found]
        return found[1:]

    def defend(self) -> list[str]:
        return house_turns.defend(self.sight)

    def occupy(self) -> list[str]:
        return house_turns.occupy(self.sight)

    def capital(self) -> list[str]:
        return house_turns.capital(self.sight)


PHASES: dict[str, Callable[[Mind], list[str]]] = {
    "claim": Mind.claim,
    "capital": Mind.capital,
    "muster": Mind.muster,
    "draft": Mind.draft,
    "cards": Mind.draft,
    "attack": Mind.attack,
    "occupy": Mind.occupy,
    "defend": Mind.defend,
    "fortify": Mind.fortify,
}


def choose_orders(thought: Thought, weights: Weights, sight: Sight) -> list[str]:
    return accept_truces(sight) or PHASES[sight.view["phase"]](Mind(thought, weights, sight))
