"""The conditions of each order of the games in turns, tested in the order of the rules."""

from collections.abc import Callable

from campaign.atlas import reach
from campaign.attack import MAX_ATTACK, attack_dice, defence_dice, limits
from campaign.cards import must_trade, why_no_trade
from campaign.errors import build_bad_number, build_too_many
from campaign.holdings import LIMIT, NEUTRAL
from campaign.opening import places_neutral
from campaign.orders import Order
from campaign.simultaneous.truces import check_attack
from campaign.state import State
from campaign.turn import trades_in
from campaign.turn_truces import PHASES as TRUCE_PHASES
from campaign.turn_truces import check_offer

Condition = Callable[[State, str, Order], str | None]


def claim(state: State, seat: str, order: Order) -> str | None:
    return None if state.owner(order.at) == "" else "not_unclaimed"


def capital(state: State, seat: str, order: Order) -> str | None:
    return None if state.owner(order.at) == seat else "not_owner"


def to_place(state: State, seat: str) -> tuple[str, int]:
    """Return who gets the armies that have to be placed now, and how many there are."""
    if state.phase != "muster":
        return seat, state.pool
    return (NEUTRAL, 1) if places_neutral(state) else (seat, state.visit)


def place(state: State, seat: str, order: Order) -> str | None:
    owner, left = to_place(state, seat)
    if order.armies < 1:
        return build_bad_number(1, left)
    if state.owner(order.at) != owner:
        return "not_owner"
    return build_too_many(left) if order.armies > left else None


def attack(state: State, seat: str, order: Order) -> str | None:
    if state.owner(order.origin) != seat:
        return "not_owner"
    if state.owner(order.target) == seat:
        return "own_target"
    if state.is_mate(seat, order.target):
        return "team_target"
    if code := check_attack(state, seat, order.target):
        return code
    if order.target not in state.map.neighbours[order.origin]:
        return "not_adjacent"
    if state.armies(order.origin) < 2:
        return "too_few"
    return _attack_numbers(state, order)


def _attack_numbers(state: State, order: Order) -> str | None:
    if order.dice is not None and not 1 <= order.dice <= MAX_ATTACK:
        return build_bad_number(1, attack_dice(state, order.origin))
    if order.dice is not None and order.dice > attack_dice(state, order.origin):
        return "too_few"
    if order.until is not None and state.options["defence"] == "ask":
        return "not_available"
    if order.until is not None and not 1 <= order.until < state.armies(order.origin):
        return build_bad_number(1, state.armies(order.origin) - 1)
    return build_bad_number(1, LIMIT) if order.advance is not None and not 1 <= order.advance <= LIMIT else None


def defend(state: State, seat: str, order: Order) -> str | None:
    assert state.battle is not None and order.dice is not None
    most = defence_dice(state, state.battle.target)
    return None if 1 <= order.dice <= most else build_bad_number(1, most)


def occupy(state: State, seat: str, order: Order) -> str | None:
    assert state.battle is not None
    least, most = limits(state, state.battle)
    return None if least <= order.armies <= most else build_bad_number(least, most)


def fortify(state: State, seat: str, order: Order) -> str | None:
    if state.owner(order.origin) != seat or state.owner(order.target) not in state.team(seat):
        return "not_owner"
    if order.origin == order.target:
        return "same_place"
    if order.target not in fortify_targets(state, seat, order.origin):
        return "no_route" if state.options["fortify"] == "connected" else "not_adjacent"
    most = state.armies(order.origin) - 1
    if order.armies < 1:
        return build_bad_number(1, most)
    return build_too_many(most) if order.armies > most else None


def fortify_targets(state: State, seat: str, origin: str) -> list[str]:
    """Return the territories, in map order, to which armies can go from an own one: own ones and team mates'."""
    team = state.team(seat)
    own = [name for name, holding in state.board.items() if holding.owner in team]
    if state.options["fortify"] == "adjacent":
        near = set(state.map.neighbours[origin])
    else:
        near = reach(state.map, origin, set(own))
    return [name for name in own if name in near and name != origin]


def check_done(state: State, seat: str, order: Order) -> str | None:
    if state.phase in ("draft", "cards") and state.pool:
        return "must_place"
    return "must_trade" if state.phase == trades_in(state) and must_trade(state, seat) else None


CONDITIONS: dict[str, Condition] = {
    "claim": claim,
    "capital": capital,
    "place": place,
    "trade": why_no_trade,
    "attack": attack,
    "defend": defend,
    "occupy": occupy,
    "fortify": fortify,
    "truce": check_offer,
    "done": check_done,
}

# The orders of each phase; `trade` moves to the draft with option `cards_phase`.
PHASES: dict[str, tuple[str, ...]] = {
    "claim": ("claim",),
    "muster": ("place",),
    "capital": ("capital",),
    "draft": ("place", "done"),
    "cards": ("place", "trade", "done"),
    "attack": ("attack", "done"),
    "defend": ("defend",),
    "occupy": ("occupy",),
    "fortify": ("fortify", "done"),
}


def verbs(state: State) -> tuple[str, ...]:
    """Return the orders that this phase has."""
    listed = PHASES.get(state.phase, ())
    if state.phase in TRUCE_PHASES:
        listed = (*listed, "truce")
    return (*listed, "trade") if state.phase == "draft" == trades_in(state) else listed
