"""Stage three of the simultaneous game: attacks are fought one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from campaign import events
from campaign.chance import pairs_lost
from campaign.orders import Order
from campaign.resolution import Resolution
from campaign.simultaneous.priority import rank
from campaign.simultaneous.truces import belongs_to_partner
from campaign.units import count_spare, find_defender, find_edge

MAX_ATTACK, MAX_DEFENCE = 3, 2


@dataclass
class Front:
    """The attacks of a round: those still to come by their pair of territories, and who took from whom."""

    resolution: Resolution
    waiting: dict[tuple[str, str], tuple[str, Order]]
    captors: dict[str, str] = field(default_factory=dict)

    def force(self, order: Order) -> int:
        """Return how many armies an attack really has."""
        return min(order.armies, count_spare(self.resolution.state.garrison(order.origin), order.unit))


def fight(resolution: Resolution, sheets: Mapping[str, Sequence[Order]]) -> dict[str, str]:
    """Carry out all attacks in the fixed order; return who took the last territory that each seat lost."""
    attacks = [(seat, order) for seat, orders in sheets.items() for order in orders if order.do == "attack"]
    state = resolution.state
    attacks.sort(key=lambda row: (rank(state, row[1].origin), rank(state, row[1].target)))
    front = Front(resolution, {(order.origin, order.target): (seat, order) for seat, order in attacks})
    for seat, order in attacks:
        if front.waiting.pop((order.origin, order.target), None):
            execute(front, seat, order)
    return front.captors


def execute(front: Front, seat: str, order: Order) -> None:
    """Carry out one attack, or report why it lapses."""
    resolution = front.resolution
    if resolution.state.owner(order.origin) != seat:
        resolution.record(events.build_lapsed(seat, order.json(), "origin_lost"))
        return
    force = front.force(order)
    if force < 1:
        resolution.record(events.build_lapsed(seat, order.json(), "no_force"))
        return
    if force < order.armies:
        resolution.record(events.build_trimmed(seat, order.json(), order.armies, force))
    if resolution.state.owner(order.target) in resolution.state.team(seat):
        follow(resolution, seat, order, force)
    elif belongs_to_partner(resolution.state, seat, order.target):
        resolution.record(events.build_lapsed(seat, order.json(), "truce"))
    else:
        advance(front, seat, order, force)


def follow(resolution: Resolution, seat: str, order: Order, force: int) -> None:
    """Move into a territory that has become own, or a team mate's, in the meantime."""
    resolution.add(order.origin, -force, order.unit)
    resolution.add(order.target, force, order.unit)
    resolution.record(events.build_followed(seat, order.origin, order.target, force, order.unit))


def advance(front: Front, seat: str, order: Order, force: int) -> None:
    """Fight the force that comes the other way, if there is one, then assault the target with what is left."""
    counter = front.waiting.get((order.target, order.origin))
    other = 0
    if counter and front.resolution.state.owner(order.target) == counter[0]:
        other = front.force(counter[1])
    if not counter or other < 1:
        assault(front, seat, order, force)
        return
    del front.waiting[(order.target, order.origin)]
    if other < counter[1].armies:
        front.resolution.record(events.build_trimmed(counter[0], counter[1].json(), counter[1].armies, other))
    force, other = meet(front.resolution, order, counter[1].unit, force, other)
    if force and not other:
        assault(front, seat, order, force)
    elif other and not force:
        assault(front, *counter, other)


def rounds_left(resolution: Resolution, fought: int) -> bool:
    """Tell whether there may be another round of dice."""
    most = int(resolution.state.options["battle_rounds"])
    return most == 0 or fought < most


def meet(resolution: Resolution, order: Order, coming: str, force: int, other: int) -> tuple[int, int]:
    """Let the force of an order meet one of a unit that comes the other way; return what is left of both."""
    fought, units = 0, (order.unit, coming)
    while force and other and rounds_left(resolution, fought):
        first, second = throw(resolution, min(MAX_ATTACK, force)), throw(resolution, min(MAX_ATTACK, other))
        lost, killed, equal = pairs_lost(raise_dice(first, find_edge(*units)), second)
        losses = (lost + equal, killed + equal)
        resolution.record(events.build_rolled("meeting", order.origin, order.target, (first, second), losses, units))
        resolution.add(order.origin, -losses[0], order.unit)
        resolution.add(order.target, -losses[1], coming)
        force, other, fought = force - losses[0], other - losses[1], fought + 1
    return force, other


def assault(front: Front, seat: str, order: Order, force: int) -> None:
    """Let a force storm a territory; if the garrison falls, all that is left of it moves in."""
    resolution, fought = front.resolution, 0
    origin, target = order.origin, order.target
    while force and resolution.state.armies(target) and rounds_left(resolution, fought):
        garrison = resolution.state.garrison(target)
        units = order.unit, find_defender(garrison, order.unit)
        first = throw(resolution, min(MAX_ATTACK, force))
        second = throw(resolution, min(MAX_DEFENCE, garrison[units[1]]))
        lost, killed, equal = pairs_lost(raise_dice(first, find_edge(*units)), second)
        losses = (lost + equal, killed)
        resolution.record(events.build_rolled("assault", origin, target, (first, second), losses, units))
        resolution.add(origin, -losses[0], units[0])
        resolution.add(target, -losses[1], units[1])
        force, fought = force - losses[0], fought + 1
    if not resolution.state.armies(target):
        occupy(front, seat, order, force)


def occupy(front: Front, seat: str, order: Order, force: int) -> None:
    """Take a territory whose garrison is gone; the orders from it lapse."""
    front.captors[front.resolution.state.owner(order.target)] = seat
    front.resolution.add(order.origin, -force, order.unit)
    front.resolution.hold(order.target, seat, force, order.unit)
    front.resolution.record(events.build_captured(seat, order.target, order.origin, force, order.unit))


def raise_dice(faces: list[int], edge: int) -> list[int]:
    """Return dice as they count; an edge below 0 is that of the other side."""
    return [face + edge for face in faces]


def throw(resolution: Resolution, dice: int) -> list[int]:
    """Roll so many dice, highest first."""
    return sorted((resolution.luck.die() for _ in range(dice)), reverse=True)
