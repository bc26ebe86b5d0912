"""The table of a node with two seats: any order may answer any other, and only those that do are judged in full.

Fictitious play over all candidates at once, as double oracles do (McMahan, Gordon and Blum 2003): when a seat's best
answer is an order that it has not given before, that order is judged against every order of the other.
"""

from typing import Any, NamedTuple

from .choices import glance, list_orders, shortlist
from .compiled import compiled, fractions, numbers
from .evaluation import judge, look
from .layout import CANDIDATES, HABITS, HOLD, OVER, WIDE, Duel, Field, Study, Table
from .rounds import survey
from .tables import play

LOOSE, SEEN = 0.01, 16
"""The habit of a seat are the orders that look at most so much worse than the best, among so many that look best at a
glance; `HABITS` of them at most."""
TAKEN = -1.0
"""Is hoped for from an order that need not be looked at again."""
ENDED = 2.0
"""Is added to what a combination is worth where it ends the battle."""


class Care(NamedTuple):
    """How a table is made."""

    times: int
    """How often the seats answer one another."""
    most: int
    """Of how many orders a seat makes up its mixture at most."""
    keen: float
    """By how much a new order must be better than those given before."""
    fill: int
    """Of how many orders of a seat, besides its habits, the table is made at least: the next best ones fill it up."""


def duel() -> Duel:
    sizes = dict.fromkeys(Duel._fields, 2 * CANDIDATES) | dict.fromkeys(("sizes", "tried", "given", "habit"), 2)
    sizes["memo"] = CANDIDATES * CANDIDATES
    sizes["habits"] = 2 * HABITS
    fractional = ("hopes", "blind", "usual", "mixes", "memo")
    made: dict[str, Any] = {name: (fractions if name in fractional else numbers)(size) for name, size in sizes.items()}
    return Duel(**made)


@compiled
def build_duel(study: Study, field: Field, table: Table, duel: Duel, care: Care) -> int:
    """Let both answer one another, and make a table of what they answered; how many combinations it has."""
    list_candidates(study, field, table, duel)
    for time in range(-HABITS, care.times + 1):
        for seat in range(2):
            choice = _next(table, duel, seat, care, time)
            if not duel.known[seat * CANDIDATES + choice]:
                face(study, field, table, duel, seat, choice)
            duel.given[seat] = choice
            duel.mixes[seat * CANDIDATES + choice] += max(time, 0)
        if time == -HABITS:
            _find_habits(table, duel)
        elif time >= 0:
            if time == 0:
                _weigh_habits(table, duel)
                _weigh_chance(study, field, table, duel)
            _learn(table, duel, max(time, 1))
    for seat in range(2):
        _choose(table, duel, seat, care.fill)
    return _copy_shares(study, field, table, duel)


@compiled
def _next(table: Table, duel: Duel, seat: int, care: Care, time: int) -> int:
    """First both hold, then they follow their habits, and from then on they answer one another."""
    if time == -HABITS:
        return 0
    if time <= 0:
        return int(duel.habits[seat * HABITS + min(time + HABITS, duel.habit[seat]) - 1])
    return _answer(duel, seat, care, 1 + time * (time - 1) // 2)


@compiled
def _find_habits(table: Table, duel: Duel) -> None:
    """What looks best while the other holds; just one order of a seat whose habits do not matter."""
    _learn(table, duel, 1.0)
    for seat in range(2):
        first = seat * CANDIDATES
        equal = table.edge[1 - seat] / table.edge[seat]
        least = _with_odds(duel.hopes[first + _best(duel, seat, SEEN)], equal) - LOOSE
        duel.habit[seat] = 0
        while duel.habit[seat] < min(HABITS if table.trust[seat] > 0.0 else 1, duel.sizes[seat]):
            best = _best(duel, seat, SEEN)
            if _with_odds(duel.hopes[first + best], equal) < least:
                break
            duel.habits[seat * HABITS + duel.habit[seat]] = best
            duel.habit[seat] += 1
            duel.hopes[first + best] = TAKEN
    for i in range(len(duel.hopes)):
        duel.hopes[i] = 0.0


@compiled
def _weigh_habits(table: Table, duel: Duel) -> None:
    """What each candidate comes to against the habits of the other."""
    for seat in range(2):
        other = 1 - seat
        for choice in range(duel.sizes[seat]):
            usual = 0.0
            for i in range(duel.habit[other]):
                habit = duel.habits[other * HABITS + i]
                usual += 1.0 - _share(duel, habit, choice) if seat else _share(duel, choice, habit)
            duel.usual[seat * CANDIDATES + choice] = table.trust[other] * usual / duel.habit[other]


@compiled
def _weigh_chance(study: Study, field: Field, table: Table, duel: Duel) -> None:
    """Add what each candidate comes to against any order of a seat that may order at random."""
    for seat in range(2):
        other, chance = 1 - seat, table.chance[1 - seat]
        orders = duel.sizes[other] - 1
        if chance <= 0.0 or orders == 0:
            continue
        for choice in range(duel.sizes[seat]):
            blind = 0.0
            for order in range(1, orders + 1):
                row, column = (order, choice) if seat else (choice, order)
                _ask(study, field, table, duel, row, column)
                share = _share(duel, row, column)
                blind += 1.0 - share if seat else share
            duel.blind[seat * CANDIDATES + choice] = chance * blind / orders
            duel.usual[seat * CANDIDATES + choice] += chance * blind / orders


@compiled
def _ask(study: Study, field: Field, table: Table, duel: Duel, row: int, column: int) -> None:
    """Judge what comes of these two candidates, once. Who has an edge hopes for more while the battle goes on, and for
    less from a draw."""
    at = row * duel.sizes[1] + column
    if duel.memo[at] < 0.0:
        table.profile[0] = duel.orders[row]
        table.profile[1] = duel.orders[CANDIDATES + column]
        play(study, field, table.profile)
        judge(study.ground, study.after, study.sight, table.worth, 0)
        if study.after.clock[OVER]:
            duel.memo[at] = ENDED + _with_odds(table.worth[0], table.drawn[0] / table.drawn[1])
        else:
            duel.memo[at] = _with_odds(table.worth[0], table.edge[0] / table.edge[1])


@compiled
def _with_odds(share: float, times: float) -> float:
    """A share whose odds are so many times better."""
    return share * times / (share * times + 1.0 - share)


@compiled
def list_candidates(study: Study, field: Field, table: Table, duel: Duel) -> None:
    """Every legal order, or as many as shall be looked at of those that look best at a glance."""
    survey(field, study.desk)
    look(study.ground, field, study.sight)
    for seat in range(2):
        first = seat * CANDIDATES
        found = list_orders(study.ground, field, study.sight, seat, table.orders)
        for i in range(found):
            table.guesses[i] = glance(study.ground, field, study.sight, seat, table.orders[i])
        kept = shortlist(table.orders, table.guesses, 0, found, min(table.closely[seat], CANDIDATES) - 1)
        duel.orders[first] = HOLD
        for i in range(kept):
            duel.orders[first + 1 + i] = table.orders[i]
        duel.sizes[seat] = kept + 1
        duel.tried[seat] = 0
        for i in range(first, first + kept + 1):
            duel.hopes[i] = duel.mixes[i] = duel.usual[i] = duel.blind[i] = 0.0
            duel.known[i] = 0
    for i in range(duel.sizes[0] * duel.sizes[1]):
        duel.memo[i] = -1.0


@compiled
def face(study: Study, field: Field, table: Table, duel: Duel, seat: int, choice: int) -> None:
    """Judge an order against every order of the other seat."""
    for other in range(duel.sizes[1 - seat]):
        row, column = (other, choice) if seat else (choice, other)
        _ask(study, field, table, duel, row, column)
    duel.known[seat * CANDIDATES + choice] = 1
    duel.tried[seat] += 1


@compiled
def _share(duel: Duel, row: int, column: int) -> float:
    """The first seat's."""
    share = duel.memo[row * duel.sizes[1] + column]
    return share - ENDED if share >= ENDED else share


@compiled
def _learn(table: Table, duel: Duel, weight: float) -> None:
    """Every order of a seat hopes for more or less by what the other gave now, and by the other's habits."""
    for seat in range(2):
        first, other = seat * CANDIDATES, duel.given[1 - seat]
        free = 1.0 - table.trust[1 - seat] - table.chance[1 - seat]
        for choice in range(duel.sizes[seat]):
            share = 1.0 - _share(duel, other, choice) if seat else _share(duel, choice, other)
            duel.hopes[first + choice] += weight * (free * share + duel.usual[first + choice])


@compiled
def _best(duel: Duel, seat: int, most: int) -> int:
    """Which of the first so many candidates may hope for most."""
    first, best = seat * CANDIDATES, 0
    for choice in range(1, min(duel.sizes[seat], most)):
        if duel.hopes[first + choice] > duel.hopes[first + best]:
            best = choice
    return best


@compiled
def _answer(duel: Duel, seat: int, care: Care, total: int) -> int:
    """The best answer to what the other gave so far: a new one only where it is worth the trouble."""
    first, old, best = seat * CANDIDATES, 0, _best(duel, seat, CANDIDATES)
    for choice in range(1, duel.sizes[seat]):
        if duel.known[first + choice] and duel.hopes[first + choice] > duel.hopes[first + old]:
            old = choice
    gain = duel.hopes[first + best] - duel.hopes[first + old]
    return best if gain > care.keen * total and duel.tried[seat] < care.most else old


@compiled
def _choose(table: Table, duel: Duel, seat: int, fill: int) -> None:
    """The orders that were given most often go into the table, after what a seat is trusted to do.

    Where these are few, others follow that may hope for most: what looks a little worse now may prove better later.
    """
    first, size = seat * CANDIDATES, 0
    if table.trust[seat] > 0.0:
        for i in range(duel.habit[seat]):
            habit = duel.habits[seat * HABITS + i]
            table.choices[seat * WIDE + i] = habit
            table.habits[seat * WIDE + i] = table.trust[seat] / duel.habit[seat]
            duel.mixes[first + habit], duel.hopes[first + habit] = 0.0, TAKEN
            size += 1
    fill += size
    while size < min(table.wide[seat], WIDE - 1):
        best = 0
        for choice in range(1, duel.sizes[seat]):
            if duel.mixes[first + choice] > duel.mixes[first + best]:
                best = choice
        if duel.mixes[first + best] <= 0.0:
            break
        duel.mixes[first + best], duel.hopes[first + best] = 0.0, TAKEN
        table.choices[seat * WIDE + size] = best
        size += 1
    while size < min(table.wide[seat], WIDE - 1, fill):
        best = _best(duel, seat, CANDIDATES)
        if duel.hopes[first + best] <= TAKEN:
            break
        duel.hopes[first + best] = TAKEN
        table.choices[seat * WIDE + size] = best
        size += 1
    table.sizes[seat] = size


@compiled
def _copy_shares(study: Study, field: Field, table: Table, duel: Duel) -> int:
    """The shares of both for every combination, and the orders in place of the candidates."""
    table.strides[0], table.strides[1] = 1, table.sizes[0]
    for j in range(table.sizes[1]):
        for i in range(table.sizes[0]):
            number = i + j * table.sizes[0]
            _ask(study, field, table, duel, table.choices[i], table.choices[WIDE + j])
            share = duel.memo[table.choices[i] * duel.sizes[1] + table.choices[WIDE + j]]
            table.visits[number] = -1 if share >= ENDED else 0
            table.shares[2 * number] = share - ENDED if share >= ENDED else share
            table.shares[2 * number + 1] = 1.0 - table.shares[2 * number]
    for seat in range(2):
        for i in range(seat * WIDE, seat * WIDE + table.sizes[seat]):
            candidate = seat * CANDIDATES + table.choices[i]
            table.choices[i], table.blind[i] = duel.orders[candidate], duel.blind[candidate]
    return int(table.sizes[0] * table.sizes[1])
