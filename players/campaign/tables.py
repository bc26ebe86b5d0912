"""The payoff tables of the games in which all seats act at once: which sheets a seat may try, and their results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from . import flat_simultaneous, flat_skirmish
from .evaluation import Scales, measure_lead
from .flat_position import FREE, Field, Ground
from .flat_simultaneous import Scene
from .sheets import ALL, Sheet, Steps

BOLD, FAIR, SHY = 1.0, 1.6, 99.0
"""How many times the armies of the weakest neighbour an attack must have."""
PLACES = 5
"""Where armies are tried that are paid for."""


@dataclass
class Table:
    """A position in which all living seats write their sheets."""

    ground: Ground
    now: Field
    hoards: list[int]
    scales: Scales
    late: float
    luck: Random
    judged: int = 0
    """Rounds played out so far: the budget of a search."""

    def worths(self, sheets: Sequence[Sheet], scene: Scene) -> list[float]:
        """Return what share of the whole every seat has after a round."""
        self.judged += 1
        after, hoards = self.play(sheets, scene)
        power, counts = self.scales.weigh(after, hoards)
        needed = self.ground.options["win_percent"] * len(after.owners)
        friends, lands = self.ground.are_friends, counts
        if self.ground.has_teams:
            lands = [*map(int, self.ground.sum_by_side(counts)), 0]
        for seat, count in enumerate(lands[:-1]):
            if count * 100 >= needed or (count and count == sum(counts[:-1])):
                return [float(friends(seat, other)) for other in range(len(counts) - 1)]
        shares = self.scales.shares(power)
        if self.late:
            leads = [measure_lead(lands, seat, self.ground.sides) for seat in range(len(shares))]
            shares = [share + self.late * (lead - share) for share, lead in zip(shares, leads, strict=True)]
        return shares

    def play(self, sheets: Sequence[Sheet], scene: Scene) -> tuple[Field, list[int]]:
        raise NotImplementedError

    def ways(self, seat: int, origin: int) -> Iterator[Steps]:
        """Yield the steps that may go out from a territory."""
        raise NotImplementedError

    def payments(self, seat: int) -> Iterator[Sheet]:
        """Yield the ways in which a seat may spend, as sheets with nothing else."""
        raise NotImplementedError

    def garrison(self, place: int) -> int:
        """Return how many armies a territory can send away."""
        raise NotImplementedError

    def pays(self, place: int) -> str:
        """Return the verb of what is paid for at a place."""
        raise NotImplementedError

    def places(self, seat: int) -> list[int]:
        return self.now.own(seat)

    def enemies(self, seat: int, place: int) -> list[int]:
        """List the neighbours of others who are neither team mates nor have a truce, the weakest first."""
        owners, enemies = self.now.owners, self.ground.are_enemies
        found = [other for other in self.open_ways(seat, place) if enemies(seat, owners[other])]
        return sorted(found, key=self.now.armies.__getitem__)

    def open_ways(self, seat: int, place: int) -> list[int]:
        """List the neighbours to which armies may go: not those of a seat with a truce."""
        owners, truces = self.now.owners, self.ground.truces
        return [other for other in self.ground.near[place] if (seat, owners[other]) not in truces]

    def borders(self, seat: int) -> list[int]:
        """Own territories beside others', those first that are most in danger; mates' land is no border."""
        owners, near, friends = self.now.owners, self.ground.near, self.ground.are_friends
        found = [place for place in self.places(seat) if not all(friends(seat, owners[other]) for other in near[place])]
        return sorted(found, key=lambda place: -self.danger(seat, place))

    def danger(self, seat: int, place: int) -> int:
        around = max((self.now.armies[other] for other in self.enemies(seat, place)), default=0)
        return around - self.now.armies[place]

    def postures(self, seat: int) -> list[Sheet]:
        """Return a fair, a bold and a shy sheet: what anybody might play without much thought."""
        spent = list(self.payments(seat)) or [Sheet()]
        return [self.posture(seat, ratio, spent[number % len(spent)])
                for number, ratio in enumerate((FAIR, BOLD, SHY))]  # fmt: skip

    def posture(self, seat: int, ratio: float, sheet: Sheet) -> Sheet:
        """Add attacks on weak neighbours and marches to the border to a sheet."""
        steps: dict[int, Steps] = {}
        for place in self.places(seat):
            if way := self.usual_way(seat, place, ratio):
                steps[place] = way
        return sheet._replace(steps=steps)

    def usual_way(self, seat: int, place: int, ratio: float) -> Steps:
        spare, prey = self.garrison(place), self.enemies(seat, place)
        if spare < 1:
            return ()
        if prey:
            return (
                ((prey[0], self.count_going(spare)),) if spare >= ratio * self.now.armies[prey[0]] + (ratio > 1) else ()
            )
        if any(self.now.owners[other] == FREE for other in self.ground.near[place]):
            return self.into_the_open(place, spare)
        if len(self.open_ways(seat, place)) < len(self.ground.near[place]):
            return ()
        return ((self.onward(seat, place), self.count_going(spare)),)

    def count_going(self, spare: int) -> int:
        """Return how many armies go when all may go."""
        return spare

    def into_the_open(self, place: int, spare: int) -> Steps:
        """Return the steps into unowned territories."""
        return ()

    def onward(self, seat: int, place: int) -> int:
        """Return the neighbour on the shortest way to the border."""
        return min(self.ground.near[place], key=lambda other: (self._far(seat, other), other))

    def _far(self, seat: int, place: int) -> int:
        """Return the number of steps from a place to the nearest territory of somebody else who is no team mate."""
        owners, visited, edge = self.now.owners, {place}, [place]
        friends = self.ground.are_friends
        for steps in range(len(owners)):
            if not all(friends(seat, owners[other]) for other in edge):
                return steps
            edge = [near for other in edge for near in self.ground.near[other] if near not in visited]
            visited.update(edge)
        return len(owners)


class Skirmish(Table):
    """Money, guarded fields, and no chance."""

    def play(self, sheets: Sequence[Sheet], scene: Scene) -> tuple[Field, list[int]]:
        return flat_skirmish.play(self.ground, self.now, self.hoards, sheets)

    def garrison(self, place: int) -> int:
        return self.now.armies[place]

    def pays(self, place: int) -> str:
        return "build"

    def into_the_open(self, place: int, spare: int) -> Steps:
        free = [other for other in self.ground.near[place] if self.now.owners[other] == FREE]
        return ((self.luck.choice(free), -(-spare // 2)),)

    def ways(self, seat: int, origin: int) -> Iterator[Steps]:
        yield ()
        armies = self.now.armies[origin]
        sizes = sorted({armies, armies - 1, -(-armies // 2)} - {0}) if armies else []
        for target in self.open_ways(seat, origin):
            yield from (((target, size),) for size in sizes)

    def payments(self, seat: int) -> Iterator[Sheet]:
        """Yield everything built on one field, in two halves on two, or one field guarded and the rest built."""
        options, money = self.ground.options, self.hoards[seat]
        places = self.borders(seat)[:PLACES] or self.places(seat)[:1]
        number = money // options["unit_cost"]
        left = (money - options["guard_cost"]) // options["unit_cost"]
        for place in places:
            yield Sheet(((place, number),)) if number else Sheet()
            if left >= 0:
                yield Sheet(((places[0], left),) if left else (), frozenset((place,)))
        if number > 1:
            yield from (Sheet(((places[0], number - number // 2), (place, number // 2))) for place in places[1:])


class Simultaneous(Table):
    """Reserves, auctions, and dice."""

    def play(self, sheets: Sequence[Sheet], scene: Scene) -> tuple[Field, list[int]]:
        return flat_simultaneous.play(self.ground, self.order, self.now, self.hoards, sheets, scene)

    @cached_property
    def order(self) -> list[int]:
        return flat_simultaneous.list_priorities(self.ground)

    def garrison(self, place: int) -> int:
        return self.now.armies[place] - 1

    def pays(self, place: int) -> str:
        return "colonize" if self.now.owners[place] == FREE else "reinforce"

    def count_going(self, spare: int) -> int:
        return ALL

    def ways(self, seat: int, origin: int) -> Iterator[Steps]:
        yield ()
        armies = self.now.armies[origin]
        for target in self.open_ways(seat, origin):
            if self.now.owners[target] != FREE:
                yield ((target, ALL),)
                if armies > 4:
                    yield ((target, armies // 2),)

    def payments(self, seat: int) -> Iterator[Sheet]:
        """Yield bids for many or few free territories, and everything on one own territory or halved on two."""
        reserve, least = self.hoards[seat], self.ground.options["min_bid"]
        places = self.borders(seat)[:PLACES] if reserve else []
        if reserve >= least:
            yield from self.bids(seat, reserve, least)
        for place in places if reserve >= 2 * least else ():
            yield from (bid._replace(paid=(*bid.paid, (place, reserve // 2)))
                        for bid in self.bids(seat, reserve - reserve // 2, least))  # fmt: skip
        yield from (Sheet(((place, reserve),)) for place in places)
        if reserve > 1:
            yield from (Sheet(((places[0], reserve - reserve // 2), (place, reserve // 2))) for place in places[1:])

    def bids(self, seat: int, reserve: int, least: int) -> Iterator[Sheet]:
        free = self.list_wanted(seat)
        counts = {min(len(free), reserve // least, most) for most in (2, 4, 8, 15, 99)} - {0}
        for count in sorted(counts):
            each, rest = divmod(reserve, count)
            yield Sheet(tuple((place, each + (number < rest)) for number, place in enumerate(free[:count])))

    def list_wanted(self, seat: int) -> list[int]:
        """List the free territories, first those whose region or neighbours the seat holds."""
        owners, near = self.now.owners, self.ground.near
        part = {place: sum(owners[other] == seat for other in members) + 6 / len(members)
                for _, members in self.ground.regions for place in members}  # fmt: skip
        mixed = [place for place, owner in enumerate(owners) if owner == FREE]
        self.luck.shuffle(mixed)
        beside = {place: sum(owners[other] == seat for other in near[place]) for place in mixed}
        return sorted(mixed, key=lambda place: -part.get(place, 0.0) - beside[place])
