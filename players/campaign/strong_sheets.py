"""The strong levels of the games in which all seats act at once.

A table holds what one might do against what the others might do. It is solved, better sheets are looked for on either
side against the mixture of the other, and the order is drawn from one's own mixture in the end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaign.units import change, get_price, list_units

from . import arming, mixing
from .evaluation import Scales, Weights, measure_lateness
from .features import Sight
from .flat_position import FREE, field_of, ground_of
from .flat_simultaneous import Scene
from .house_sheets import accept_truces, plan_trade
from .sheets import Sheet, flatten
from .tables import Simultaneous, Skirmish, Table

RIVALS = 3
"""Others for whom better sheets are looked for, the strongest first."""
ROWS = 8
"""Sheets on one side of a table, at most."""
HOPELESS, SCENES = 0.02, 0.2
"""So much worse in so large a part of the mixture, and a sheet is not looked at in the rest."""


@dataclass(frozen=True)
class Thought:
    """How much a level looks into: a number of rounds played out, and never time."""

    rounds: int
    """Played out for one better sheet, at most."""
    turns: int
    """How often a better sheet is looked for, between the times also for the others."""

    @property
    def most_rounds(self) -> int:
        """All rounds that it plays out for one order: for each better sheet, and for the tables."""
        return self.rounds * (self.turns + RIVALS * (self.turns - 1)) + 2 * self.turns * ROWS**2


@dataclass(frozen=True, slots=True)
class Column:
    """What the others might do together, and the luck of the round."""

    sheets: tuple[Sheet, ...]
    scene: Scene

    def with_sheet(self, seat: int, sheet: Sheet) -> "Column":
        return Column((*self.sheets[:seat], sheet, *self.sheets[seat + 1 :]), self.scene)


Weighed = Sequence[tuple[Column, float]]


class Search:
    """One sheet for one seat."""

    def __init__(self, thought: Thought, table: Table) -> None:
        self.thought, self.table, self.me = thought, table, table.ground.me
        self.seats = [seat for seat in range(len(table.ground.seats)) if table.places(seat) or table.hoards[seat]]
        self.rows = table.postures(self.me)
        self.columns = self.first_columns()

    def first_columns(self) -> list[Column]:
        """Build the first columns: everybody else bold, fair or shy, in four scenes."""
        postures = {seat: self.table.postures(seat) for seat in self.seats if seat != self.me}
        empty = tuple(Sheet() for _ in self.table.ground.seats)
        found = []
        for number in range(4):
            column = Column(empty, Scene(number))
            for seat, sheets in postures.items():
                column = column.with_sheet(seat, sheets[(number + seat) % len(sheets)])
            found.append(column)
        return found

    def worth(self, seat: int, column: Column, sheet: Sheet) -> float:
        return self.table.worths(column.with_sheet(seat, sheet).sheets, column.scene)[seat]

    def mean(self, seat: int, weighed: Weighed, sheet: Sheet, best: float = 0.0) -> float:
        """Return what a sheet is worth against a mixture; give up early on a bad one."""
        total, weight = 0.0, 0.0
        for column, part in weighed:
            total, weight = total + part * self.worth(seat, column, sheet), weight + part
            if total / weight < best - HOPELESS and weight >= SCENES:
                break
        return total / weight

    def better(self, seat: int, sheet: Sheet, weighed: Weighed) -> Sheet:
        """Improve a sheet line by line while it gains against the mixture and the budget lasts."""
        end = self.table.judged + self.thought.rounds
        best, changed = self.mean(seat, weighed, sheet), True
        while changed and self.table.judged < end:
            changed = False
            for part in self.parts(seat):
                for other in self.changes(seat, sheet, part):
                    if self.table.judged >= end:
                        return sheet
                    worth = self.mean(seat, weighed, other, best)
                    if worth > best + 1e-6:
                        sheet, best, changed = other, worth, True
        return sheet

    def parts(self, seat: int) -> list[int]:
        """List what can be changed on a sheet: the payment (`FREE`), and the steps from each place."""
        places = [place for place in self.table.places(seat) if self.table.garrison(place) > 0]
        self.table.luck.shuffle(places)
        places.sort(key=lambda place: not self.table.enemies(seat, place))
        return [FREE, *places]

    def changes(self, seat: int, sheet: Sheet, part: int) -> list[Sheet]:
        if part == FREE:
            return [paid._replace(steps=sheet.steps) for paid in self.table.payments(seat)]
        present = sheet.steps.get(part, ())
        return [sheet.replace_steps(part, way) for way in self.table.ways(seat, part) if way != present]

    def matrix(self) -> list[list[float]]:
        return [[self.worth(self.me, column, row) for column in self.columns] for row in self.rows]

    def best(self) -> Sheet:
        """Search, and draw a sheet from the mixture that was found."""
        for turn in range(self.thought.turns):
            mine, theirs = mixing.solve(self.matrix())
            weighed = [(column, part) for column, part in zip(self.columns, theirs, strict=True) if part > 0.02]
            self.rows.append(self.better(self.me, self.rows[mine.index(max(mine))], weighed))
            if turn + 1 < self.thought.turns:
                self.columns.append(self.answer(self.columns[theirs.index(max(theirs))]))
        mine, _ = mixing.solve(self.matrix())
        return self.rows[mixing.draw(mine, self.table.luck)]

    def answer(self, column: Column) -> Column:
        """Improve the sheets of the others, one after the other, against the own mixture; return them as a column."""
        mine, _ = mixing.solve(self.matrix())
        for seat in self.rivals():
            weighed = [(column.with_sheet(self.me, row), part) for row, part in zip(self.rows, mine, strict=True)
                       if part > 0.1]  # fmt: skip
            column = column.with_sheet(seat, self.better(seat, column.sheets[seat], weighed))
        return Column(column.sheets, Scene(len(self.columns)))

    def rivals(self) -> list[int]:
        others = [seat for seat in self.seats if seat != self.me]
        return sorted(others, key=lambda seat: -len(self.table.places(seat)))[:RIVALS]


def skirmish_table(weights: Weights, sight: Sight) -> Table:
    ground = ground_of(sight)
    return Skirmish(ground, field_of(ground, sight), stock(sight, "money"), Scales(ground, weights),
                    measure_lateness(sight.view), sight.luck)  # fmt: skip


def simultaneous_table(weights: Weights, sight: Sight) -> Table:
    ground, reserves = ground_of(sight), stock(sight, "reserve")
    reserves[ground.me] += plan_trade(sight)[1]
    options = sight.view["options"]
    cheapest = min(get_price(options, unit) for unit in list_units(options))
    reserves = [reserve // cheapest for reserve in reserves]
    return Simultaneous(ground, field_of(ground, sight), reserves, Scales(ground, weights),
                        measure_lateness(sight.view), sight.luck)  # fmt: skip


TABLES = {"campaign.simultaneous": simultaneous_table, "campaign.skirmish": skirmish_table}


def stock(sight: Sight, fact: str) -> list[int]:
    return [sight.view[fact][seat] for seat in sight.view["seats"]]


def choose_orders(thought: Thought, weights: Weights, sight: Sight) -> list[str]:
    """Return the lines of a sheet; none in the placing phase, where the rules place the first armies."""
    if sight.view.get("phase") == "placing":
        return []
    table = TABLES[sight.view["ruleset"]](weights, sight)
    best = Search(thought, table).best()
    written = arm(sight, table, best) if "units" in sight.view else lines(table, best)
    return [*accept_truces(sight), *plan_trade(sight)[0], *written]


def lines(table: Table, sheet: Sheet) -> Iterator[str]:
    name, owners, me = table.ground.names.__getitem__, table.now.owners, table.ground.me
    friends = table.ground.are_friends
    for place, armies in sheet.paid:
        if armies:
            yield f"{table.pays(place)} {name(place)} {armies}"
    for place in sorted(sheet.guarded):
        yield f"guard {name(place)}"
    for origin, target, armies in flatten(sheet):
        yield f"{'move' if friends(me, owners[target]) else 'attack'} {name(origin)} {name(target)} {armies}"


def arm(sight: Sight, table: Table, sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a sheet with units: the search knows none, so its sums are spent on what suits each place.

    An attack goes with the unit that is likeliest to succeed, and stays at home where none is likely enough.
    """
    name, owners, options = table.ground.names.__getitem__, table.now.owners, sight.view["options"]
    standing = {each: sight.garrison(each) for each in table.ground.names}
    cheapest = min(get_price(options, unit) for unit in list_units(options))
    for place, sum_paid in sheet.paid:
        unit = arming.choose_purchase(sight, name(place))
        armies = sum_paid * cheapest // get_price(options, unit)
        if armies:
            standing[name(place)] = change(sight.garrison(name(place)), unit, armies)
            yield arming.write_line(table.pays(place), name(place), armies, unit)
    for origin, target, armies in flatten(sheet):
        ends = f"{name(origin)} {name(target)}"
        if table.ground.are_friends(table.ground.me, owners[target]):
            unit, most = arming.choose_movers(standing[name(origin)])
            if most > 0:
                yield arming.write_line("move", ends, min(armies, most), unit)
            continue
        unit, most, wins = arming.choose_attackers(standing[name(origin)], sight.garrison(name(target)))
        if wins >= arming.ENOUGH:
            yield arming.write_line("attack", ends, min(armies, most), unit)
