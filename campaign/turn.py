"""The phases of one seat's turn: how it begins, which phases close by themselves, how it ends."""

from campaign import events, turn_truces
from campaign.cards import draw, has_set
from campaign.missions import list_regions, region_bonus, victory
from campaign.outcome import finish
from campaign.resolution import Resolution
from campaign.simultaneous.truces import check_attack
from campaign.state import State

LISTED = ("draft", "cards", "attack", "fortify")


def trades_in(state: State) -> str:
    """Return the phase in which cards are traded."""
    return "draft" if state.options["cards_phase"] == "draft" else "cards"


def income(state: State, seat: str) -> int:
    """Return the armies that a seat drafts: for its territories, and for the regions it holds."""
    options = state.options
    for_land = len(state.list_owned(seat)) // int(options["draft_divisor"])
    return max(int(options["draft_minimum"]), for_land) + region_bonus(state, seat)


def begin(resolution: Resolution, seat: str) -> None:
    """Begin the turn of a seat with its draft."""
    state = resolution.state
    pool = income(state, seat)
    resolution.set(active=seat, pool=pool, captured=False, battle=None)
    resolution.enter("draft", seat)
    resolution.record(events.build_drafted(seat, len(state.list_owned(seat)), list_regions(state, seat), pool))


def attacks(state: State, seat: str) -> list[tuple[str, str]]:
    """Return every pair of territories between which a seat could attack."""
    team = state.team(seat)
    return [
        (origin, target)
        for origin in state.list_owned(seat)
        if state.armies(origin) >= 2
        for target in state.map.neighbours[origin]
        if state.owner(target) not in team and check_attack(state, seat, target) is None
    ]


def can_fortify(state: State, seat: str) -> bool:
    """Tell whether a seat has armies to spare beside another territory of its own, or of a team mate."""
    team = state.team(seat)
    return any(
        state.armies(name) >= 2 and any(state.owner(other) in team for other in state.map.neighbours[name])
        for name in state.list_owned(seat)
    )


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


def close(resolution: Resolution) -> None:
    """Go from one phase of the turn to the next, or to the end of the turn."""
    phase = resolution.state.phase
    if phase == "fortify":
        end(resolution)
    elif phase == "draft" and trades_in(resolution.state) == "cards":
        resolution.enter("cards", resolution.state.active)
    else:
        resolution.enter("fortify" if phase == "attack" else "attack", resolution.state.active)


def settle(resolution: Resolution) -> None:
    """Close all phases that close by themselves; stop when nobody at the table could ever act again."""
    passed = 0
    while closes_itself(resolution.state):
        passed += resolution.state.phase == "fortify"
        is_quiet = not resolution.state.options["round_limit"] and not resolution.state.truces
        if passed > len(resolution.state.living) and is_quiet:
            finish(resolution, "round_limit", None)
        else:
            close(resolution)


def end(resolution: Resolution) -> None:
    """End the turn: the card, the goals, and the next seat."""
    state = resolution.state
    seat = state.active or ""
    if state.captured and state.options["card_award"] == "turn_end":
        draw(resolution, seat)
    won = victory(resolution.state, seat)
    if won:
        finish(resolution, won, seat)
    else:
        pass_on(resolution)


def pass_on(resolution: Resolution) -> None:
    """Give the turn to the next living seat, unless that would begin a round too many."""
    state = resolution.state
    next_seat, wraps = find_next_seat(state, state.active or "")
    limit = state.options["round_limit"]
    if wraps and limit and state.round >= limit:
        finish(resolution, "round_limit", None)
        return
    resolution.set(round=state.round + wraps)
    turn_truces.drop_ended(resolution)
    begin(resolution, next_seat)


def find_next_seat(state: State, seat: str) -> tuple[str, bool]:
    """Return the next living seat in order of play, and whether play passes the end of the order."""
    place = state.order.index(seat)
    after = [other for other in state.order[place + 1 :] if other in state.living]
    if after:
        return after[0], False
    return next(other for other in state.order if other in state.living), True
