"""The orders of a node with three seats and more: everybody answers drawn orders of all the others.

A table of all combinations would be too large. So in each turn one combination is drawn, from the habits of the seats
and from what each has answered so far; every seat tries its orders in it, and answers with the one that did best in
all turns: fictitious play (Brown 1951) on samples. All orders of a seat are tried in the same combinations, and those
that fall behind are tried no longer. The drawing needs no luck: it goes evenly over the orders of each seat, in
strides that never meet (Weyl 1916).
"""

from typing import Any, NamedTuple

from .choices import estimate_order, list_orders, select_best
from .compiled import Fractions, Numbers, compiled, make_fractions, make_numbers
from .evaluation import evaluate, mark_threats
from .layout import GOING_ON, HOLD, MAX_CANDIDATES, MAX_CHOICES, MAX_HABITS, OVER, Field, Study, Table
from .repeats import NEVER, find_repeat, scale_odds
from .rounds import survey
from .tables import play
from .two_player import LOOSE

MIXED = 8
"""Of so many orders a mixture is made up at most."""
STRIDES = (0.41421356, 0.73205081, 0.23606798, 0.64575131, 0.31662479, 0.60555128, 0.12310563, 0.35889894)
"""By seat, from the player's own on, the fractions of the roots of the first primes."""


class MultiPlayerBuffers(NamedTuple):
    """Room to weigh the orders of all seats; a seat's begin at place `seat * MAX_CANDIDATES`."""

    orders: Numbers
    alive: Numbers
    """By order: whether it is still tried."""
    hopes: Fractions
    mixes: Fractions
    """How often it was the answer."""
    sizes: Numbers
    """By seat: how many orders there are."""
    many: Numbers
    """By seat: how many of them are alive."""
    answered: Numbers
    """By seat: the sum of its mixes."""
    habits: Numbers
    """By seat, so many as `habit` says from place `seat * MAX_HABITS`: what looks best while all others hold."""
    habit: Numbers
    trust: Fractions
    """By seat: how likely it just follows its habits."""
    strides: Fractions
    """By seat: by how much the drawing moves on with each turn."""


def allocate_multi_player(trust: list[float], me: int = 0, way: int = 1) -> MultiPlayerBuffers:
    """Allocate the buffers for seats that follow their habits with these likelihoods.

    The strides are dealt out from the player's own seat on, so that no seat draws luckier samples than another: in the
    order of the letters, or against it where `way` is -1.
    """
    seats = len(trust)
    by_order = ("orders", "alive", "hopes", "mixes")
    sizes = dict.fromkeys(MultiPlayerBuffers._fields, seats) | dict.fromkeys(by_order, seats * MAX_CANDIDATES)
    sizes["habits"] = seats * MAX_HABITS
    fractional = ("hopes", "mixes")
    made: dict[str, Any] = {
        name: (make_fractions if name in fractional else make_numbers)(size) for name, size in sizes.items()
    }
    strides = [STRIDES[way * (seat - me) % seats % len(STRIDES)] for seat in range(seats)]
    return MultiPlayerBuffers(**made | {"trust": make_fractions(trust), "strides": make_fractions(strides)})


@compiled
def fill_multi_player(
    study: Study, field: Field, table: Table, buffers: MultiPlayerBuffers, me: int, times: int
) -> None:
    """Let all answer one another, and note in the table how the player mixes its orders."""
    list_candidates(study, field, table, buffers)
    seats = len(field.fallen)
    for time in range(times + 1):
        _draw_all(table, buffers, time)
        for seat in range(seats):
            if _does_answer(table, buffers, seat, time):
                _try_orders(study, field, table, buffers, seat, max(time, 1))
        for seat in range(seats):
            if time == 0:
                _find_habits(buffers, seat)
            elif _does_answer(table, buffers, seat, time):
                _answer(table, buffers, seat, time)
    _choose(table, buffers, me)


@compiled
def _does_answer(table: Table, buffers: MultiPlayerBuffers, seat: int, time: int) -> bool:
    """Return whether the seat has a choice and does more than follow its habits."""
    return buffers.sizes[seat] > 1 and (time == 0 or table.wide[seat] > 1)


@compiled
def list_candidates(study: Study, field: Field, table: Table, buffers: MultiPlayerBuffers) -> None:
    """List every legal order, or the most promising ones up to the seat's limit."""
    survey(field, study.workspace)
    mark_threats(study.ground, field, study.features)
    for seat in range(len(field.fallen)):
        first, count = seat * MAX_CANDIDATES, 0
        buffers.orders[first] = HOLD
        if field.fallen[seat] == 0:
            found = list_orders(study.ground, field, study.features.authority, seat, table.orders)
            for i in range(found):
                table.guesses[i] = estimate_order(study.ground, field, study.features, seat, table.orders[i])
            count = select_best(table.orders, table.guesses, 0, found, min(table.closely[seat], MAX_CANDIDATES) - 1)
            for i in range(count):
                buffers.orders[first + 1 + i] = table.orders[i]
        buffers.sizes[seat] = buffers.many[seat] = count + 1
        buffers.answered[seat] = 0
        for i in range(first, first + count + 1):
            buffers.hopes[i] = buffers.mixes[i] = 0.0
            buffers.alive[i] = 1


@compiled
def _draw_all(table: Table, buffers: MultiPlayerBuffers, time: int) -> None:
    """Draw an order for every seat into the profile; at first all hold."""
    for seat in range(len(buffers.sizes)):
        drawn = _draw(buffers, seat, time * buffers.strides[seat] % 1.0) if time else 0
        table.profile[seat] = buffers.orders[seat * MAX_CANDIDATES + drawn]


@compiled
def _draw(buffers: MultiPlayerBuffers, seat: int, chance: float) -> int:
    """Return one of the seat's habits, or one of its answers so far."""
    trust = buffers.trust[seat] if buffers.answered[seat] else 1.0
    if chance < trust:
        return int(buffers.habits[seat * MAX_HABITS + int(chance / trust * buffers.habit[seat])])
    left = (chance - trust) / (1.0 - trust) * buffers.answered[seat]
    drawn = 0
    for choice in range(buffers.sizes[seat]):
        if buffers.mixes[seat * MAX_CANDIDATES + choice] > 0.0 and left >= 0.0:
            drawn = choice
            left -= buffers.mixes[seat * MAX_CANDIDATES + choice]
    return drawn


@compiled
def _try_orders(study: Study, field: Field, table: Table, buffers: MultiPlayerBuffers, seat: int, weight: int) -> None:
    """Add to what each order hopes for its share in the combination that was drawn."""
    before, first = table.profile[seat], seat * MAX_CANDIDATES
    for choice in range(first, first + buffers.sizes[seat]):
        if buffers.alive[choice]:
            table.profile[seat] = buffers.orders[choice]
            play(study, field, table.profile)
            evaluate(study.ground, study.after, study.features, table.worth, 0)
            buffers.hopes[choice] += weight * _discount_repeat(study.after, table, table.worth[seat])
    table.profile[seat] = before


@compiled
def _discount_repeat(after: Field, table: Table, share: float) -> float:
    """Return a seat's share, less where the battle comes back to what was there before."""
    repeat = find_repeat(after, table.history) if after.clock[OVER] == GOING_ON else NEVER
    return share if repeat == NEVER else scale_odds(share, table.weary[repeat])


@compiled
def _find_habits(buffers: MultiPlayerBuffers, seat: int) -> None:
    """Note the orders of the seat that look best while all others hold."""
    first = seat * MAX_CANDIDATES
    least = buffers.hopes[first + _find_best(buffers, seat)] - LOOSE
    buffers.habit[seat] = 0
    while buffers.habit[seat] < min(MAX_HABITS, buffers.sizes[seat]):
        best = _find_best(buffers, seat)
        if buffers.hopes[first + best] < least:
            break
        buffers.habits[seat * MAX_HABITS + buffers.habit[seat]] = best
        buffers.habit[seat] += 1
        buffers.hopes[first + best] = -1.0
    for i in range(first, first + buffers.sizes[seat]):
        buffers.hopes[i] = 0.0


@compiled
def _find_best(buffers: MultiPlayerBuffers, seat: int) -> int:
    first, best = seat * MAX_CANDIDATES, -1
    for choice in range(buffers.sizes[seat]):
        if buffers.alive[first + choice] and (best < 0 or buffers.hopes[first + choice] > buffers.hopes[first + best]):
            best = choice
    return best


@compiled
def _answer(table: Table, buffers: MultiPlayerBuffers, seat: int, time: int) -> None:
    """Answer with what did best so far, and give up what is far behind."""
    buffers.mixes[seat * MAX_CANDIDATES + _find_best(buffers, seat)] += time
    buffers.answered[seat] += time
    least = max(table.wide[seat], buffers.many[seat] * 3 // 4)
    while buffers.many[seat] > least:
        worst = -1
        for choice in range(seat * MAX_CANDIDATES, seat * MAX_CANDIDATES + buffers.sizes[seat]):
            if buffers.alive[choice] and (worst < 0 or buffers.hopes[choice] <= buffers.hopes[worst]):
                worst = choice
        buffers.alive[worst] = 0
        buffers.many[seat] -= 1


@compiled
def _choose(table: Table, buffers: MultiPlayerBuffers, me: int) -> None:
    """Copy the orders that were given most often into the table, each with its share."""
    first, size, total = me * MAX_CANDIDATES, 0, 0.0
    while size < MIXED:
        best = 0
        for choice in range(1, buffers.sizes[me]):
            if buffers.mixes[first + choice] > buffers.mixes[first + best]:
                best = choice
        if buffers.mixes[first + best] <= 0.0 and size:
            break
        table.choices[me * MAX_CHOICES + size] = buffers.orders[first + best]
        table.mixes[me * MAX_CHOICES + size] = buffers.mixes[first + best]
        total += buffers.mixes[first + best]
        buffers.mixes[first + best] = 0.0
        size += 1
    for i in range(size):
        table.mixes[me * MAX_CHOICES + i] = table.mixes[me * MAX_CHOICES + i] / total if total > 0.0 else 1.0
    table.sizes[me] = size
