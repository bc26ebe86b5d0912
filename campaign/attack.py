"""Attacks of the games in turns: dice, capture, elimination, moving in."""

from campaign import cards, events
from campaign.chance import pairs_lost
from campaign.holdings import NEUTRAL, armies_of
from campaign.leaving import eliminate
from campaign.orders import Order
from campaign.outcome import win_last
from campaign.resolution import Resolution
from campaign.state import Battle, State

MAX_ATTACK, MAX_DEFENCE = 3, 2


def attack_dice(state: State, origin: str) -> int:
    """Return the most dice that a territory may attack with."""
    return min(MAX_ATTACK, state.armies(origin) - 1)


def defence_dice(state: State, target: str) -> int:
    """Return the most dice that a territory may defend itself with."""
    return min(MAX_DEFENCE, state.armies(target))


def is_asked(state: State, target: str) -> bool:
    """Tell whether somebody has to announce the dice of the defence."""
    return state.options["defence"] == "ask" and state.owner(target) not in (NEUTRAL, "")


def attack(resolution: Resolution, order: Order) -> None:
    """Roll once, or again and again with `until`; or ask the defender first."""
    state = resolution.state
    dice = order.dice or attack_dice(state, order.origin)
    battle = Battle(order.origin, order.target, dice, order.advance)
    if is_asked(state, order.target):
        resolution.set(battle=battle)
        resolution.enter("defend", state.owner(order.target))
        return
    while not roll(resolution, battle, MAX_DEFENCE):
        if order.until is None or resolution.state.armies(order.origin) <= order.until:
            break


def defend(resolution: Resolution, dice: int) -> None:
    """Roll the attack that the defender has now answered."""
    battle = resolution.state.battle
    assert battle is not None
    resolution.set(battle=None, phase="attack")
    if not roll(resolution, battle, dice):
        resolution.enter("attack", resolution.state.active)


def roll(resolution: Resolution, battle: Battle, most: int) -> bool:
    """Roll once; return whether the territory fell."""
    state, (origin, target, goal, advance) = resolution.state, battle
    dice = min(goal, attack_dice(state, origin))
    attacker = sorted((resolution.luck.die() for _ in range(dice)), reverse=True)
    defender = sorted((resolution.luck.die() for _ in range(min(most, state.armies(target)))), reverse=True)
    lost, killed, equal = pairs_lost(attacker, defender)
    resolution.record(events.build_rolled("assault", origin, target, (attacker, defender), (lost + equal, killed)))
    resolution.add(origin, -lost - equal)
    resolution.add(target, -killed)
    if resolution.state.armies(target):
        return False
    capture(resolution, Battle(origin, target, dice, advance))
    return True


def capture(resolution: Resolution, battle: Battle) -> None:
    """Take a territory whose last defender fell, with all that follows from it."""
    state, seat, target = resolution.state, resolution.state.active or "", battle.target
    loser = state.owner(target)
    falls = loser in state.living and state.list_owned(loser) == [target]
    is_last = falls and set(state.living) - {loser} <= set(state.team(seat))
    armies = advance(state, battle, is_last)
    resolution.hold(target, seat, 0)
    resolution.record(events.build_captured(seat, target, battle.origin, armies or 0))
    award(resolution, seat)
    if falls:
        eliminate(resolution, loser, seat, (0, armies_of(resolution.state.board, loser)))
        cards.inherit(resolution, seat, loser)
    if armies is None:
        resolution.set(battle=battle)
        resolution.enter("occupy", seat)
    else:
        move_in(resolution, battle, armies)
    if is_last:
        win_last(resolution)


def award(resolution: Resolution, seat: str) -> None:
    """Note the capture; at the first of the turn comes the card of `capture`."""
    if not resolution.state.captured and resolution.state.options["card_award"] == "capture":
        cards.draw(resolution, seat)
    resolution.set(captured=True)


def limits(state: State, battle: Battle) -> tuple[int, int]:
    """Return the fewest and the most armies that may move in."""
    return battle.dice, state.armies(battle.origin) - 1


def advance(state: State, battle: Battle, is_last: bool) -> int | None:
    """Return how many armies move in, or nothing if the attacker has to say."""
    least, most = limits(state, battle)
    if battle.advance is not None:
        return max(least, min(battle.advance, most))
    return least if is_last or least == most else None


def move_in(resolution: Resolution, battle: Battle, armies: int) -> None:
    """Move armies into the captured territory; the attack goes on."""
    resolution.add(battle.origin, -armies)
    resolution.add(battle.target, armies)
    resolution.set(battle=None, phase="attack")


def occupy(resolution: Resolution, armies: int) -> None:
    """Move in as many as the attacker said."""
    battle, seat = resolution.state.battle, resolution.state.active or ""
    assert battle is not None
    move_in(resolution, battle, armies)
    resolution.record(events.build_moved(seat, battle.origin, battle.target, armies))
    resolution.enter("attack", seat)
