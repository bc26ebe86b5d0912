"""The phases of one seat's turn: how it begins, which phases close by themselves, how it ends."""

from campaign import events
from campaign.cards import draw, has_set
from campaign.missions import region_bonus, regions_held, victory
from campaign.outcome import finish
from campaign.resolution import Course
from campaign.state import State

LISTED = ("draft", "cards", "attack", "fortify")


def trades_in(state: State) -> str:
    """Return the phase in which cards are traded."""
    return "draft" if state.options["cards_phase"] == "draft" else "cards"


def income(state: State, seat: str) -> int:
    """Return the armies that a seat drafts: for its territories, and for the regions it holds."""
    options = state.options
    for_land = len(state.owned(seat)) // int(options["draft_divisor"])
    return max(int(options["draft_minimum"]), for_land) + region_bonus(state, seat)


def begin(course: Course, seat: str) -> None:
    """Begin the turn of a seat with its draft."""
    state = course.state
    pool = income(state, seat)
    course.set(active=seat, pool=pool, captured=False, battle=None)
    course.enter("draft", seat)
    course.tell(events.drafted(seat, len(state.owned(seat)), regions_held(state, seat), pool))


def attacks(state: State, seat: str) -> list[tuple[str, str]]:
    """Return every pair of territories between which a seat could attack."""
    return [
        (origin, target)
        for origin in state.owned(seat)
        if state.armies(origin) >= 2
        for target in state.map.neighbours[origin]
        if state.owner(target) != seat
    ]


def can_fortify(state: State, seat: str) -> bool:
    """Tell whether a seat has armies to spare beside another own territory."""
    own = set(state.owned(seat))
    return any(state.armies(name) >= 2 and not own.isdisjoint(state.map.neighbours[name]) for name in own)


def closes_itself(state: State) -> bool:
    """Tell whether `done` is the only order that the active seat could give."""
    seat = state.active or ""
    if state.ended or state.phase not in LISTED:
        return False
    if state.phase == "attack":
        return not attacks(state, seat)
    if state.phase == "fortify":
        return not can_fortify(state, seat)
    return not state.pool and not (state.phase == trades_in(state) and has_set(state, seat))


def close(course: Course) -> None:
    """Go from one phase of the turn to the next, or to the end of the turn."""
    phase = course.state.phase
    if phase == "fortify":
        end(course)
    elif phase == "draft" and trades_in(course.state) == "cards":
        course.enter("cards", course.state.active)
    else:
        course.enter("fortify" if phase == "attack" else "attack", course.state.active)


def settle(course: Course) -> None:
    """Close all phases that close by themselves; stop when nobody at the table could ever act again."""
    passed = 0
    while closes_itself(course.state):
        passed += course.state.phase == "fortify"
        if passed > len(course.state.living) and not course.state.options["round_limit"]:
            finish(course, "round_limit", None)
        else:
            close(course)


def end(course: Course) -> None:
    """End the turn: the card, the goals, and the next seat."""
    state = course.state
    seat = state.active or ""
    if state.captured and state.options["card_award"] == "turn_end":
        draw(course, seat)
    won = victory(course.state, seat)
    if won:
        finish(course, won, seat)
    else:
        pass_on(course)


def pass_on(course: Course) -> None:
    """Give the turn to the next living seat, unless that would begin a round too many."""
    state = course.state
    next_seat, wraps = following(state, state.active or "")
    limit = state.options["round_limit"]
    if wraps and limit and state.round >= limit:
        finish(course, "round_limit", None)
        return
    course.set(round=state.round + wraps)
    begin(course, next_seat)


def following(state: State, seat: str) -> tuple[str, bool]:
    """Return the next living seat in order of play, and whether play passes the end of the order."""
    place = state.order.index(seat)
    after = [other for other in state.order[place + 1 :] if other in state.living]
    if after:
        return after[0], False
    return next(other for other in state.order if other in state.living), True
