"""Setting up the games in turns: the roll-off, claiming, the muster, the capitals."""

from campaign import events, turn
from campaign.cards import new_deck
from campaign.holdings import NEUTRAL, armies_of
from campaign.missions import mission_deck
from campaign.orders import Order
from campaign.resolution import Resolution, with_item
from campaign.state import State
from campaign.turn import find_next_seat

STARTING = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}


def get_starting_armies(state: State) -> int:
    """Return the armies that every seat, and the neutral army, starts with."""
    return state.options["starting_armies"] or STARTING[len(state.seats)]


def parties(state: State) -> tuple[str, ...]:
    """Return all that share the map at the start, in order of play: the seats, and the neutral army."""
    return (*(state.order or state.seats), *((NEUTRAL,) if state.has_neutral_army else ()))


def open_game(resolution: Resolution) -> None:
    """Find the first seat, deal what is dealt, and shuffle the cards."""
    state = resolution.state
    first = state.seats.index(resolution.roll_off(list(state.seats)))
    resolution.set(
        order=state.seats[first:] + state.seats[:first],
        hands=dict.fromkeys(state.seats, ()),
        muster=dict.fromkeys((*state.seats, *parties(state)[len(state.seats) :]), get_starting_armies(state)),
    )
    dealt = state.options["assign"] == "deal" or len(state.seats) == 2
    if dealt:
        deal(resolution)
    resolution.set(deck=new_deck(state.map, resolution.luck))
    if state.options["goal"] == "missions":
        drawn = resolution.luck.shuffle(mission_deck(state.seats))
        resolution.set(missions=dict(zip(resolution.state.order, drawn, strict=False)))
    if dealt:
        begin_muster(resolution)
    else:
        resolution.set(active=resolution.state.order[0])
        resolution.enter("claim", resolution.state.active)


def deal(resolution: Resolution) -> None:
    """Give out all territories in turn, each with one army."""
    sharing = parties(resolution.state)
    for number, name in enumerate(resolution.luck.shuffle(list(resolution.state.map.place))):
        garrison(resolution, sharing[number % len(sharing)], name)


def garrison(resolution: Resolution, seat: str, name: str) -> None:
    """Give a seat an unclaimed territory with one of its starting armies."""
    resolution.hold(name, seat, 1)
    muster = resolution.state.muster
    resolution.set(muster=with_item(muster, seat, max(0, muster.get(seat, 0) - 1)))
    resolution.record(events.build_placed(seat, name, 1))


def claim(resolution: Resolution, seat: str, order: Order) -> None:
    """Claim a territory; the next seat follows while any is unclaimed."""
    garrison(resolution, seat, order.at)
    next_claim(resolution)


def next_claim(resolution: Resolution) -> None:
    """Let the next seat claim, or begin the muster."""
    if resolution.state.list_owned(""):
        resolution.set(active=find_next_seat(resolution.state, resolution.state.active or "")[0])
        resolution.enter("claim", resolution.state.active)
    else:
        begin_muster(resolution)


def begin_muster(resolution: Resolution) -> None:
    """Count what everybody still has to place, and let the first seat come."""
    state, start = resolution.state, get_starting_armies(resolution.state)
    there = (*state.living, *((NEUTRAL,) if state.has_neutral_army else ()))
    left = {seat: max(0, start - armies_of(state.board, seat)) for seat in there}
    resolution.set(muster={**dict.fromkeys(state.muster, 0), **left}, active=state.order[-1])
    next_visit(resolution)


def next_visit(resolution: Resolution) -> None:
    """Let the next seat that has armies left make its visit, or go on to the capitals."""
    state = resolution.state
    place = state.order.index(state.active or "") + 1
    round_table = state.order[place:] + state.order[:place]
    waiting = [seat for seat in round_table if seat in state.living and state.muster.get(seat, 0)]
    if not waiting:
        after_muster(resolution)
        return
    resolution.set(active=waiting[0], visit=visit_of(state, waiting[0]))
    resolution.enter("muster", waiting[0])


def visit_of(state: State, seat: str) -> int:
    """Return how many own armies a seat places in one visit."""
    left = state.muster.get(seat, 0)
    if state.has_neutral_army:
        return min(2, left)
    return left if state.options["placement"] == "all" else min(1, left)


def places_neutral(state: State) -> bool:
    """Tell whether the visit has come to its neutral army."""
    return not state.visit and state.has_neutral_army


def muster(resolution: Resolution, seat: str, order: Order) -> None:
    """Place armies of a visit; when its own are placed and the neutral one too, the visit is over."""
    own = not places_neutral(resolution.state)
    payer = seat if own else NEUTRAL
    resolution.add(order.at, order.armies)
    state = resolution.state
    resolution.set(
        muster=with_item(state.muster, payer, state.muster[payer] - order.armies),
        visit=state.visit - order.armies if own else 0,
    )
    resolution.record(events.build_placed(payer, order.at, order.armies))
    if not resolution.state.visit and not (own and owes_neutral(resolution.state)):
        next_visit(resolution)


def owes_neutral(state: State) -> bool:
    """Tell whether a neutral army is left, and a territory to put it on."""
    return state.has_neutral_army and bool(state.muster.get(NEUTRAL)) and bool(state.list_owned(NEUTRAL))


def after_muster(resolution: Resolution) -> None:
    """Let all choose their capitals, if the goal asks for them, or begin the first turn."""
    if resolution.state.options["goal"] == "capitals":
        resolution.set(active=None)
        resolution.enter("capital", None)
    else:
        first_turn(resolution)


def list_undecided(state: State) -> tuple[str, ...]:
    """Return the living seats that have not chosen a capital."""
    return tuple(seat for seat in state.living if seat not in state.capitals)


def choose(resolution: Resolution, choices: dict[str, Order]) -> None:
    """Write down the capitals; when all have chosen, the first turn begins."""
    chosen = {seat: order.at for seat, order in choices.items()}
    resolution.set(capitals={**resolution.state.capitals, **chosen})
    if not list_undecided(resolution.state):
        first_turn(resolution)


def first_turn(resolution: Resolution) -> None:
    """Begin round 1 with the first seat that is still there."""
    resolution.set(round=1)
    turn.begin(resolution, next(seat for seat in resolution.state.order if seat in resolution.state.living))
