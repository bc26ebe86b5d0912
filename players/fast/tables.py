"""The payoff table of a node: the orders the seats choose from, and the result of every combination."""

from typing import Any

from .buffers import copy
from .choices import estimate_order, list_orders, select_best
from .compiled import Numbers, compiled, make_fractions, make_numbers
from .endings import conclude
from .evaluation import evaluate, mark_threats
from .layout import HOLD, MAX_CHOICES, MAX_COMBINATIONS, NUMBER, Belief, Field, Study, Table
from .rounds import march_out, settle_all, survey


@compiled
def play(study: Study, field: Field, orders: Numbers) -> None:
    """Write into `study.after` the field after a round of these orders, one a seat; `survey` was called before.

    Nobody knows who will be quickest: the lead is taken to go round the table with the rounds.
    """
    ground, after, workspace = study.ground, study.after, study.workspace
    copy(field, after)
    seats = len(field.fallen)
    leader = (field.clock[NUMBER] - 1) % seats
    workspace.orders[0] = orders[leader]
    for i in range(1, seats):
        workspace.orders[i] = orders[i - 1 if i <= leader else i]
    marches = march_out(ground, after, workspace, seats)
    settle_all(ground, after, workspace, marches)
    conclude(ground, after, workspace, marches)


@compiled
def rank(study: Study, field: Field, table: Table) -> None:
    """Find the best few orders of each seat, with their values."""
    list_choices(study, field, table)
    rank_choices(study, field, table)


@compiled
def list_choices(study: Study, field: Field, table: Table) -> None:
    """Choose for each seat as many orders as shall be looked at closely, holding among them."""
    ground, features = study.ground, study.features
    survey(field, study.workspace)
    mark_threats(ground, field, features)
    for seat in range(len(field.fallen)):
        table.choices[seat * MAX_CHOICES] = HOLD
        table.sizes[seat] = 1
        if field.fallen[seat] == 0 and table.closely[seat] > 1:
            found = list_orders(ground, field, features.authority, seat, table.orders)
            for i in range(found):
                table.guesses[i] = estimate_order(ground, field, features, seat, table.orders[i])
            count = select_best(table.orders, table.guesses, 0, found, table.closely[seat] - 1)
            for i in range(count):
                table.choices[seat * MAX_CHOICES + 1 + i] = table.orders[i]
            table.sizes[seat] += count


@compiled
def rank_choices(study: Study, field: Field, table: Table) -> None:
    """Keep for each seat its best few orders: best against standing still and against the best of the others."""
    seats = len(field.fallen)
    for seat in range(seats):
        table.profile[seat] = table.best[seat] = HOLD
        for choice in range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat]):
            table.values[choice] = 0.0
    for _ in range(2):
        for seat in range(seats):
            _try_choices(study, field, table, seat)
        for seat in range(seats):
            table.profile[seat] = table.best[seat]
    for seat in range(seats):
        most = max(1, table.wide[seat])
        table.sizes[seat] = select_best(table.choices, table.values, seat * MAX_CHOICES, table.sizes[seat], most)


@compiled
def _try_choices(study: Study, field: Field, table: Table, seat: int) -> None:
    """Add to each order's value what it comes to against the profile, and note the best."""
    if table.sizes[seat] == 1:
        return
    usual, best = table.profile[seat], -1.0
    for choice in range(seat * MAX_CHOICES, seat * MAX_CHOICES + table.sizes[seat]):
        table.profile[seat] = table.choices[choice]
        play(study, field, table.profile)
        evaluate(study.ground, study.after, study.features, table.worth, 0)
        table.values[choice] += table.worth[seat]
        if table.values[choice] > best:
            best = table.values[choice]
            table.best[seat] = table.choices[choice]
    table.profile[seat] = usual


@compiled
def mix(table: Table, times: int) -> None:
    """Find how to mix the orders of two seats: each answers, again and again, what the other has done so far.

    This is fictitious play (Brown 1951), which finds an equilibrium; later answers count for more.
    """
    hopes, mixes, sizes, strides = table.hopes, table.mixes, table.sizes, table.strides
    shares, usual, best = table.shares, table.usual, table.best
    for i in range(len(hopes)):
        hopes[i] = mixes[i] = 0.0
    weigh_habits(table)
    for time in range(1, times + 1):
        number = 0
        for seat in range(2):
            answer = seat * MAX_CHOICES
            for choice in range(seat * MAX_CHOICES + 1, seat * MAX_CHOICES + sizes[seat]):
                if hopes[choice] > hopes[answer]:
                    answer = choice
            mixes[answer] += time
            best[seat] = answer - seat * MAX_CHOICES
            number += best[seat] * strides[seat]
        for seat in range(2):
            stride, free = strides[seat], _find_free_share(table, 1 - seat)
            at = (number - best[seat] * stride) * 2 + seat
            for choice in range(seat * MAX_CHOICES, seat * MAX_CHOICES + sizes[seat]):
                hopes[choice] += time * (shares[at] * free + usual[choice])
                at += 2 * stride
    for i in range(len(mixes)):
        often = mixes[i] / (times * (times + 1) / 2) * _find_free_share(table, i // MAX_CHOICES) + table.habits[i]
        mixes[i] = often / (1.0 - table.chance[i // MAX_CHOICES])


@compiled
def _find_free_share(table: Table, seat: int) -> float:
    """Return how likely the seat plays by its mixture, and neither by habit nor at random."""
    return 1.0 - table.trust[seat] - table.chance[seat]


@compiled
def weigh_habits(table: Table) -> None:
    """Note what each order comes to against the habits and random orders of the other seat."""
    for seat in range(2):
        other = 1 - seat
        for choice in range(table.sizes[seat]):
            usual = table.blind[seat * MAX_CHOICES + choice]
            for i in range(table.sizes[other]):
                number = choice * table.strides[seat] + i * table.strides[other]
                usual += table.habits[other * MAX_CHOICES + i] * table.shares[2 * number + seat]
            table.usual[seat * MAX_CHOICES + choice] = usual


@compiled
def compute_likelihood(table: Table, number: int) -> float:
    """Return how likely this combination is under the mixtures of both seats."""
    likely = 1.0
    for seat in range(2):
        likely *= table.mixes[seat * MAX_CHOICES + number // table.strides[seat] % table.sizes[seat]]
    return likely


@compiled
def expect(table: Table, combinations: int) -> int:
    """Work out each seat's share when all mix so; which combination most deserves to be looked into, -1 if none."""
    best, most = -1, 0.0
    for seat in range(2):
        table.worth[seat] = 0.0
    for number in range(combinations):
        likely = compute_likelihood(table, number)
        if likely > 0.0:
            for seat in range(2):
                table.worth[seat] += likely * table.shares[number * 2 + seat]
            if table.visits[number] >= 0 and likely / (1 + table.visits[number]) > most:
                most = likely / (1 + table.visits[number])
                best = number
    return best


def allocate_table(field: Field, longest: int, closely: Numbers, wide: Numbers, belief: Belief) -> Table:
    """Allocate the table of a field; `longest` is the number of the board's rows and columns together."""
    seats, legal = len(field.fallen), max(1, len(field.place) * longest)
    by_choice = ("choices", "values", "hopes", "mixes", "habits", "blind", "usual")
    sizes = dict.fromkeys(Table._fields, seats) | dict.fromkeys(by_choice, seats * MAX_CHOICES)
    sizes |= {"shares": MAX_COMBINATIONS * 2, "visits": MAX_COMBINATIONS, "orders": legal, "guesses": legal}
    fractional = (*by_choice[1:], "shares", "worth", "guesses")
    made: dict[str, Any] = {
        name: (make_fractions if name in fractional else make_numbers)(size) for name, size in sizes.items()
    }
    return Table(**made | {"closely": closely, "wide": wide, **belief._asdict()})


@compiled
def settle(table: Table, combinations: int, times: int) -> int:
    """Mix, and say what deserves to be looked into."""
    mix(table, times)
    return expect(table, combinations)
