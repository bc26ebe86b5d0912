"""Setting up the games in turns: the roll-off, claiming, the muster, the capitals."""

from campaign import events, turn
from campaign.cards import new_deck
from campaign.holdings import NEUTRAL, armies_of
from campaign.missions import mission_deck
from campaign.orders import Order
from campaign.resolution import Course, with_item
from campaign.state import State
from campaign.turn import following

STARTING = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}


def starting_armies(state: State) -> int:
    """Return the armies that every seat, and the neutral army, starts with."""
    return state.options["starting_armies"] or STARTING[len(state.seats)]


def parties(state: State) -> tuple[str, ...]:
    """Return all that share the map at the start, in order of play: the seats, and the neutral army."""
    return (*(state.order or state.seats), *((NEUTRAL,) if state.has_neutral_army else ()))


def open_game(course: Course) -> None:
    """Find the first seat, deal what is dealt, and shuffle the cards."""
    state = course.state
    first = state.seats.index(course.roll_off(list(state.seats)))
    course.set(
        order=state.seats[first:] + state.seats[:first],
        hands=dict.fromkeys(state.seats, ()),
        muster=dict.fromkeys((*state.seats, *parties(state)[len(state.seats) :]), starting_armies(state)),
    )
    dealt = state.options["assign"] == "deal" or len(state.seats) == 2
    if dealt:
        deal(course)
    course.set(deck=new_deck(state.map, course.luck))
    if state.options["goal"] == "missions":
        drawn = course.luck.shuffle(mission_deck(state.seats))
        course.set(missions=dict(zip(course.state.order, drawn, strict=False)))
    if dealt:
        begin_muster(course)
    else:
        course.set(active=course.state.order[0])
        course.enter("claim", course.state.active)


def deal(course: Course) -> None:
    """Give out all territories in turn, each with one army."""
    sharing = parties(course.state)
    for number, name in enumerate(course.luck.shuffle(list(course.state.map.place))):
        garrison(course, sharing[number % len(sharing)], name)


def garrison(course: Course, seat: str, name: str) -> None:
    """Give a seat an unclaimed territory with one of its starting armies."""
    course.hold(name, seat, 1)
    muster = course.state.muster
    course.set(muster=with_item(muster, seat, max(0, muster.get(seat, 0) - 1)))
    course.tell(events.placed(seat, name, 1))


def claim(course: Course, seat: str, order: Order) -> None:
    """Claim a territory; the next seat follows while any is unclaimed."""
    garrison(course, seat, order.at)
    next_claim(course)


def next_claim(course: Course) -> None:
    """Let the next seat claim, or begin the muster."""
    if course.state.owned(""):
        course.set(active=following(course.state, course.state.active or "")[0])
        course.enter("claim", course.state.active)
    else:
        begin_muster(course)


def begin_muster(course: Course) -> None:
    """Count what everybody still has to place, and let the first seat come."""
    state, start = course.state, starting_armies(course.state)
    there = (*state.living, *((NEUTRAL,) if state.has_neutral_army else ()))
    left = {seat: max(0, start - armies_of(state.board, seat)) for seat in there}
    course.set(muster={**dict.fromkeys(state.muster, 0), **left}, active=state.order[-1])
    next_visit(course)


def next_visit(course: Course) -> None:
    """Let the next seat that has armies left make its visit, or go on to the capitals."""
    state = course.state
    place = state.order.index(state.active or "") + 1
    round_table = state.order[place:] + state.order[:place]
    waiting = [seat for seat in round_table if seat in state.living and state.muster.get(seat, 0)]
    if not waiting:
        after_muster(course)
        return
    course.set(active=waiting[0], visit=visit_of(state, waiting[0]))
    course.enter("muster", waiting[0])


def visit_of(state: State, seat: str) -> int:
    """Return how many own armies a seat places in one visit."""
    left = state.muster.get(seat, 0)
    if state.has_neutral_army:
        return min(2, left)
    return left if state.options["placement"] == "all" else min(1, left)


def places_neutral(state: State) -> bool:
    """Tell whether the visit has come to its neutral army."""
    return not state.visit and state.has_neutral_army


def muster(course: Course, seat: str, order: Order) -> None:
    """Place armies of a visit; when its own are placed and the neutral one too, the visit is over."""
    own = not places_neutral(course.state)
    payer = seat if own else NEUTRAL
    course.add(order.at, order.armies)
    state = course.state
    course.set(
        muster=with_item(state.muster, payer, state.muster[payer] - order.armies),
        visit=state.visit - order.armies if own else 0,
    )
    course.tell(events.placed(payer, order.at, order.armies))
    if not course.state.visit and not (own and owes_neutral(course.state)):
        next_visit(course)


def owes_neutral(state: State) -> bool:
    """Tell whether a neutral army is left, and a territory to put it on."""
    return state.has_neutral_army and bool(state.muster.get(NEUTRAL)) and bool(state.owned(NEUTRAL))


def after_muster(course: Course) -> None:
    """Let all choose their capitals, if the goal asks for them, or begin the first turn."""
    if course.state.options["goal"] == "capitals":
        course.set(active=None)
        course.enter("capital", None)
    else:
        first_turn(course)


def undecided(state: State) -> tuple[str, ...]:
    """Return the living seats that have not chosen a capital."""
    return tuple(seat for seat in state.living if seat not in state.capitals)


def choose(course: Course, choices: dict[str, Order]) -> None:
    """Write down the capitals; when all have chosen, the first turn begins."""
    chosen = {seat: order.at for seat, order in choices.items()}
    course.set(capitals={**course.state.capitals, **chosen})
    if not undecided(course.state):
        first_turn(course)


def first_turn(course: Course) -> None:
    """Begin round 1 with the first seat that is still there."""
    course.set(round=1)
    turn.begin(course, next(seat for seat in course.state.order if seat in course.state.living))
