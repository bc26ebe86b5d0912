"""Attacks of the games in turns: dice, capture, elimination, moving in."""

from campaign import cards, events
from campaign.chance import pairs_lost
from campaign.holdings import NEUTRAL, armies_of
from campaign.leaving import eliminate
from campaign.orders import Order
from campaign.outcome import win_last
from campaign.resolution import Course
from campaign.state import Battle, State

MOST_ATTACK, MOST_DEFENCE = 3, 2


def attack_dice(state: State, origin: str) -> int:
    """Return the most dice that a territory may attack with."""
    return min(MOST_ATTACK, state.armies(origin) - 1)


def defence_dice(state: State, target: str) -> int:
    """Return the most dice that a territory may defend itself with."""
    return min(MOST_DEFENCE, state.armies(target))


def is_asked(state: State, target: str) -> bool:
    """Tell whether somebody has to announce the dice of the defence."""
    return state.options["defence"] == "ask" and state.owner(target) not in (NEUTRAL, "")


def attack(course: Course, order: Order) -> None:
    """Roll once, or again and again with `until`; or ask the defender first."""
    state = course.state
    dice = order.dice or attack_dice(state, order.origin)
    battle = Battle(order.origin, order.target, dice, order.advance)
    if is_asked(state, order.target):
        course.set(battle=battle)
        course.enter("defend", state.owner(order.target))
        return
    while not roll(course, battle, MOST_DEFENCE):
        if order.until is None or course.state.armies(order.origin) <= order.until:
            break


def defend(course: Course, dice: int) -> None:
    """Roll the attack that the defender has now answered."""
    battle = course.state.battle
    assert battle is not None
    course.set(battle=None, phase="attack")
    if not roll(course, battle, dice):
        course.enter("attack", course.state.active)


def roll(course: Course, battle: Battle, most: int) -> bool:
    """Roll once; return whether the territory fell."""
    state, (origin, target, wanted, advance) = course.state, battle
    dice = min(wanted, attack_dice(state, origin))
    attacker = sorted((course.luck.die() for _ in range(dice)), reverse=True)
    defender = sorted((course.luck.die() for _ in range(min(most, state.armies(target)))), reverse=True)
    lost, killed, equal = pairs_lost(attacker, defender)
    course.tell(events.rolled("assault", origin, target, (attacker, defender), (lost + equal, killed)))
    course.add(origin, -lost - equal)
    course.add(target, -killed)
    if course.state.armies(target):
        return False
    capture(course, Battle(origin, target, dice, advance))
    return True


def capture(course: Course, battle: Battle) -> None:
    """Take a territory whose last defender fell, with all that follows from it."""
    state, seat, target = course.state, course.state.active or "", battle.target
    loser = state.owner(target)
    falls = loser in state.living and state.owned(loser) == [target]
    is_last = falls and len(state.living) == 2
    armies = advance(state, battle, is_last)
    course.hold(target, seat, 0)
    course.tell(events.captured(seat, target, battle.origin, armies or 0))
    award(course, seat)
    if falls:
        eliminate(course, loser, seat, (0, armies_of(course.state.board, loser)))
        cards.inherit(course, seat, loser)
    if armies is None:
        course.set(battle=battle)
        course.enter("occupy", seat)
    else:
        move_in(course, battle, armies)
    if is_last:
        win_last(course)


def award(course: Course, seat: str) -> None:
    """Note the capture; at the first of the turn comes the card of `capture`."""
    if not course.state.captured and course.state.options["card_award"] == "capture":
        cards.draw(course, seat)
    course.set(captured=True)


def limits(state: State, battle: Battle) -> tuple[int, int]:
    """Return the fewest and the most armies that may move in."""
    return battle.dice, state.armies(battle.origin) - 1


def advance(state: State, battle: Battle, is_last: bool) -> int | None:
    """Return how many armies move in, or nothing if the attacker has to say."""
    least, most = limits(state, battle)
    if battle.advance is not None:
        return max(least, min(battle.advance, most))
    return least if is_last or least == most else None


def move_in(course: Course, battle: Battle, armies: int) -> None:
    """Move armies into the captured territory; the attack goes on."""
    course.add(battle.origin, -armies)
    course.add(battle.target, armies)
    course.set(battle=None, phase="attack")


def occupy(course: Course, armies: int) -> None:
    """Move in as many as the attacker said."""
    battle, seat = course.state.battle, course.state.active or ""
    assert battle is not None
    move_in(course, battle, armies)
    course.tell(events.moved(seat, battle.origin, battle.target, armies))
    course.enter("attack", seat)
