"""The value of every order of a seat while all others hold."""

from .choices import estimate_order, list_orders, select_best
from .compiled import compiled
from .evaluation import evaluate, mark_threats
from .layout import HOLD, Field, Study, Table
from .rounds import survey
from .tables import play
from .two_player import MAX_GUESSES


@compiled
def rank_against_holding(study: Study, field: Field, table: Table, seat: int) -> int:
    """List the seat's orders but holding in `table.orders`, most promising first; return their number.

    What each of them comes to while all others hold is in `table.guesses`; what holding comes to, in `table.values[0]`.
    """
    survey(field, study.workspace)
    mark_threats(study.ground, field, study.features)
    found = list_orders(study.ground, field, study.features.authority, seat, table.orders)
    for i in range(found):
        table.guesses[i] = estimate_order(study.ground, field, study.features, seat, table.orders[i])
    select_best(table.orders, table.guesses, 0, found, MAX_GUESSES - 1)
    for other in range(len(field.fallen)):
        table.profile[other] = HOLD
    for i in range(-1, found):
        if i >= 0:
            table.profile[seat] = table.orders[i]
        play(study, field, table.profile)
        evaluate(study.ground, study.after, study.features, table.worth, 0)
        if i >= 0:
            table.guesses[i] = table.worth[seat]
        else:
            table.values[0] = table.worth[seat]
    return found
