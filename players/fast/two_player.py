"""The table of a node with two seats: any order may answer any other, and only those that do are judged in full.

Fictitious play over all candidates at once, as double oracles do (McMahan, Gordon and Blum 2003): when a seat's best
answer is an order that it has not given before, that order is judged against every order of the other.
"""

from typing import Any, NamedTuple

from .choices import estimate_order, list_orders, select_best
from .compiled import compiled, make_fractions, make_numbers
from .evaluation import evaluate, mark_threats
from .layout import DRAWN, HOLD, MAX_CANDIDATES, MAX_CHOICES, MAX_HABITS, OVER, Field, Study, Table, TwoPlayerBuffers
from .repeats import NEVER, find_repeat, scale_odds
from .rounds import survey
from .tables import play

LOOSE, MAX_GUESSES = 0.01, 16
"""The habit of a seat are the orders that look at most so much worse than the best, among so many that look best at a
glance; `HABITS` of them at most."""
CAPTURED = -1.0
"""Is hoped for from an order that need not be looked at again."""
ENDED = 2.0
"""Is added to what a combination is worth where it ends the battle."""
DRAW = 4.0
"""The same where it ends in a draw."""
REPEAT, EACH = 6.0, 2.0
"""The same where it comes back to the first formation that is known, and for each further one."""


class TableLimits(NamedTuple):
    """How a table is made."""

    times: int
    """How often the seats answer one another."""
    most: int
    """Of how many orders a seat makes up its mixture at most."""
    keen: float
    """By how much a new order must be better than those given before."""
    fill: int
    """Of how many orders of a seat, besides its habits, the table is made at least: the next best ones fill it up."""


def allocate_two_player() -> TwoPlayerBuffers:
    sizes = dict.fromkeys(TwoPlayerBuffers._fields, 2 * MAX_CANDIDATES) | dict.fromkeys(
        ("sizes", "tried", "chosen", "habit"), 2
    )
    sizes["memo"] = MAX_CANDIDATES * MAX_CANDIDATES
    sizes["habits"] = 2 * MAX_HABITS
    fractional = ("hopes", "blind", "usual", "mixes", "memo")
    made: dict[str, Any] = {
        name: (make_fractions if name in fractional else make_numbers)(size) for name, size in sizes.items()
    }
    return TwoPlayerBuffers(**made)


@compiled
def fill_two_player(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers, care: TableLimits) -> int:
    """Let both answer one another, and make a table of what they answered; how many combinations it has."""
    list_candidates(study, field, table, buffers)
    for time in range(-MAX_HABITS, care.times + 1):
        for seat in range(2):
            choice = _choose_next(table, buffers, seat, care, time)
            if not buffers.is_known[seat * MAX_CANDIDATES + choice]:
                judge_candidate(study, field, table, buffers, seat, choice)
            buffers.chosen[seat] = choice
            buffers.mixes[seat * MAX_CANDIDATES + choice] += max(time, 0)
        if time == -MAX_HABITS:
            _find_habits(table, buffers)
        elif time >= 0:
            if time == 0:
                _weigh_habits(table, buffers)
                _weigh_chance(study, field, table, buffers)
            _learn(table, buffers, max(time, 1))
    for seat in range(2):
        _choose(table, buffers, seat, care.fill)
    return _copy_shares(study, field, table, buffers)


@compiled
def _choose_next(table: Table, buffers: TwoPlayerBuffers, seat: int, care: TableLimits, time: int) -> int:
    """Return the next candidate of a seat: hold first, then its habits, then its best answer."""
    if time == -MAX_HABITS:
        return 0
    if time <= 0:
        return int(buffers.habits[seat * MAX_HABITS + min(time + MAX_HABITS, buffers.habit[seat]) - 1])
    return _answer(buffers, seat, care, 1 + time * (time - 1) // 2)


@compiled
def _find_habits(table: Table, buffers: TwoPlayerBuffers) -> None:
    """Note the orders that look best while the other seat holds; just one for a seat without trust."""
    _learn(table, buffers, 1.0)
    for seat in range(2):
        first = seat * MAX_CANDIDATES
        equal = table.edge[1 - seat] / table.edge[seat]
        least = scale_odds(buffers.hopes[first + _find_best(buffers, seat, MAX_GUESSES)], equal) - LOOSE
        buffers.habit[seat] = 0
        while buffers.habit[seat] < min(MAX_HABITS if table.trust[seat] > 0.0 else 1, buffers.sizes[seat]):
            best = _find_best(buffers, seat, MAX_GUESSES)
            if scale_odds(buffers.hopes[first + best], equal) < least:
                break
            buffers.habits[seat * MAX_HABITS + buffers.habit[seat]] = best
            buffers.habit[seat] += 1
            buffers.hopes[first + best] = CAPTURED
    for i in range(len(buffers.hopes)):
        buffers.hopes[i] = 0.0


@compiled
def _weigh_habits(table: Table, buffers: TwoPlayerBuffers) -> None:
    """Note what each candidate comes to against the habits of the other seat."""
    for seat in range(2):
        other = 1 - seat
        for choice in range(buffers.sizes[seat]):
            usual = 0.0
            for i in range(buffers.habit[other]):
                habit = buffers.habits[other * MAX_HABITS + i]
                row, column = (habit, choice) if seat else (choice, habit)
                usual += _read_share(table, buffers, row, column, seat)
            buffers.usual[seat * MAX_CANDIDATES + choice] = table.trust[other] * usual / buffers.habit[other]


@compiled
def _weigh_chance(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers) -> None:
    """Add what each candidate comes to against any order of a seat that may order at random."""
    for seat in range(2):
        other, chance = 1 - seat, table.chance[1 - seat]
        orders = buffers.sizes[other] - 1
        if chance <= 0.0 or orders == 0:
            continue
        for choice in range(buffers.sizes[seat]):
            blind = 0.0
            for order in range(1, orders + 1):
                row, column = (order, choice) if seat else (choice, order)
                _ask(study, field, table, buffers, row, column)
                blind += _read_share(table, buffers, row, column, seat)
            buffers.blind[seat * MAX_CANDIDATES + choice] = chance * blind / orders
            buffers.usual[seat * MAX_CANDIDATES + choice] += chance * blind / orders


@compiled
def _ask(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers, row: int, column: int) -> None:
    """Judge what comes of these two candidates, once. Who has an edge hopes for more while the battle goes on."""
    at = row * buffers.sizes[1] + column
    if buffers.memo[at] < 0.0:
        table.profile[0] = buffers.orders[row]
        table.profile[1] = buffers.orders[MAX_CANDIDATES + column]
        play(study, field, table.profile)
        evaluate(study.ground, study.after, study.features, table.worth, 0)
        if study.after.clock[OVER]:
            buffers.memo[at] = (DRAW if study.after.clock[OVER] == DRAWN else ENDED) + table.worth[0]
        else:
            repeat = find_repeat(study.after, table.history)
            bonus = REPEAT + EACH * repeat if repeat != NEVER else 0.0
            buffers.memo[at] = bonus + scale_odds(table.worth[0], table.edge[0] / table.edge[1])


@compiled
def list_candidates(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers) -> None:
    """List every legal order, or the most promising ones up to the seat's limit."""
    survey(field, study.workspace)
    mark_threats(study.ground, field, study.features)
    for seat in range(2):
        first = seat * MAX_CANDIDATES
        found = list_orders(study.ground, field, study.features.authority, seat, table.orders)
        for i in range(found):
            table.guesses[i] = estimate_order(study.ground, field, study.features, seat, table.orders[i])
        count = select_best(table.orders, table.guesses, 0, found, min(table.closely[seat], MAX_CANDIDATES) - 1)
        buffers.orders[first] = HOLD
        for i in range(count):
            buffers.orders[first + 1 + i] = table.orders[i]
        buffers.sizes[seat] = count + 1
        buffers.tried[seat] = 0
        for i in range(first, first + count + 1):
            buffers.hopes[i] = buffers.mixes[i] = buffers.usual[i] = buffers.blind[i] = 0.0
            buffers.is_known[i] = 0
    for i in range(buffers.sizes[0] * buffers.sizes[1]):
        buffers.memo[i] = -1.0


@compiled
def judge_candidate(
    study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers, seat: int, choice: int
) -> None:
    """Judge an order against every order of the other seat."""
    for other in range(buffers.sizes[1 - seat]):
        row, column = (other, choice) if seat else (choice, other)
        _ask(study, field, table, buffers, row, column)
    buffers.is_known[seat * MAX_CANDIDATES + choice] = 1
    buffers.tried[seat] += 1


@compiled
def _read_share(table: Table, buffers: TwoPlayerBuffers, row: int, column: int, seat: int) -> float:
    """Return a seat's share of a judged combination, from 0 to 1.

    In a draw, and where they come back to what was there before, both may have less than half.
    """
    share = buffers.memo[row * buffers.sizes[1] + column]
    if share >= REPEAT:
        repeat = int((share - REPEAT) / EACH)
        share -= REPEAT + EACH * repeat
        return scale_odds(1.0 - share if seat else share, table.weary[repeat])
    if share >= DRAW:
        share -= DRAW
        return scale_odds(1.0 - share if seat else share, table.drawn[seat])
    if share >= ENDED:
        share -= ENDED
    return 1.0 - share if seat else share


@compiled
def _learn(table: Table, buffers: TwoPlayerBuffers, weight: float) -> None:
    """Add to the hopes of every order what it comes to against the other's present order and habits."""
    for seat in range(2):
        first, other = seat * MAX_CANDIDATES, buffers.chosen[1 - seat]
        free = 1.0 - table.trust[1 - seat] - table.chance[1 - seat]
        for choice in range(buffers.sizes[seat]):
            row, column = (other, choice) if seat else (choice, other)
            share = _read_share(table, buffers, row, column, seat)
            buffers.hopes[first + choice] += weight * (free * share + buffers.usual[first + choice])


@compiled
def _find_best(buffers: TwoPlayerBuffers, seat: int, most: int) -> int:
    """Return the one of the first `most` candidates with the greatest hopes."""
    first, best = seat * MAX_CANDIDATES, 0
    for choice in range(1, min(buffers.sizes[seat], most)):
        if buffers.hopes[first + choice] > buffers.hopes[first + best]:
            best = choice
    return best


@compiled
def _answer(buffers: TwoPlayerBuffers, seat: int, care: TableLimits, total: int) -> int:
    """Return the best answer to what the other gave so far; a new one only where it gains enough."""
    first, old, best = seat * MAX_CANDIDATES, 0, _find_best(buffers, seat, MAX_CANDIDATES)
    for choice in range(1, buffers.sizes[seat]):
        if buffers.is_known[first + choice] and buffers.hopes[first + choice] > buffers.hopes[first + old]:
            old = choice
    gain = buffers.hopes[first + best] - buffers.hopes[first + old]
    return best if gain > care.keen * total and buffers.tried[seat] < care.most else old


@compiled
def _choose(table: Table, buffers: TwoPlayerBuffers, seat: int, fill: int) -> None:
    """Copy the habits and the most frequent orders of a seat into the table.

    Where these are few, others follow that may hope for most: what looks a little worse now may prove better later.
    """
    first, size = seat * MAX_CANDIDATES, 0
    if table.trust[seat] > 0.0:
        for i in range(buffers.habit[seat]):
            habit = buffers.habits[seat * MAX_HABITS + i]
            table.choices[seat * MAX_CHOICES + i] = habit
            table.habits[seat * MAX_CHOICES + i] = table.trust[seat] / buffers.habit[seat]
            buffers.mixes[first + habit], buffers.hopes[first + habit] = 0.0, CAPTURED
            size += 1
    fill += size
    while size < min(table.wide[seat], MAX_CHOICES - 1):
        best = 0
        for choice in range(1, buffers.sizes[seat]):
            if buffers.mixes[first + choice] > buffers.mixes[first + best]:
                best = choice
        if buffers.mixes[first + best] <= 0.0:
            break
        buffers.mixes[first + best], buffers.hopes[first + best] = 0.0, CAPTURED
        table.choices[seat * MAX_CHOICES + size] = best
        size += 1
    while size < min(table.wide[seat], MAX_CHOICES - 1, fill):
        best = _find_best(buffers, seat, MAX_CANDIDATES)
        if buffers.hopes[first + best] <= CAPTURED:
            break
        buffers.hopes[first + best] = CAPTURED
        table.choices[seat * MAX_CHOICES + size] = best
        size += 1
    table.sizes[seat] = size


@compiled
def _copy_shares(study: Study, field: Field, table: Table, buffers: TwoPlayerBuffers) -> int:
    """Copy both shares of every combination and the orders into the table; return the number of combinations."""
    table.strides[0], table.strides[1] = 1, table.sizes[0]
    for j in range(table.sizes[1]):
        for i in range(table.sizes[0]):
            number = i + j * table.sizes[0]
            _ask(study, field, table, buffers, table.choices[i], table.choices[MAX_CHOICES + j])
            row, column = table.choices[i], table.choices[MAX_CHOICES + j]
            found = buffers.memo[row * buffers.sizes[1] + column]
            table.visits[number] = -1 if found >= ENDED and found < REPEAT else 0
            for seat in range(2):
                table.shares[2 * number + seat] = _read_share(table, buffers, row, column, seat)
    for seat in range(2):
        for i in range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat]):
            candidate = seat * MAX_CANDIDATES + table.choices[i]
            table.choices[i], table.blind[i] = buffers.orders[candidate], buffers.blind[candidate]
    return int(table.sizes[0] * table.sizes[1])
