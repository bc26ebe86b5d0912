"""The arithmetic of combat in skirmish: attack against attack, then attack on defence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from campaign import events
from campaign.resolution import Resolution


@dataclass(frozen=True)
class Attack:
    """A force on its way from a field of its seat to another."""

    seat: str
    origin: str
    target: str
    force: int


def clash(resolution: Resolution, attacks: Sequence[Attack]) -> list[Attack]:
    """Let fields that attack each other fight first; return the attacks that reach their target."""
    by_origin = {attack.origin: attack for attack in attacks}
    reaching: list[Attack] = []
    for attack in attacks:
        other = by_origin.get(attack.target)
        if other is None or other.target != attack.origin:
            reaching.append(attack)
            continue
        left = max(0, attack.force - other.force)
        if _is_first(resolution, attack, other):
            remaining = (left, max(0, other.force - attack.force))
            sent = (attack.force, other.force)
            resolution.record(events.build_clash(attack.origin, attack.target, sent, remaining))
        if left and attack.force >= resolution.state.options["continue_ratio"] * other.force:
            reaching.append(replace(attack, force=left))
        elif left:
            come_back(resolution, attack, left)
    return reaching


def _is_first(resolution: Resolution, attack: Attack, other: Attack) -> bool:
    place = resolution.state.map.place
    return place[attack.origin] < place[other.origin]


def come_back(resolution: Resolution, attack: Attack, left: int) -> None:
    """Let what is left of a force return to the garrison of its own field."""
    resolution.add(attack.origin, left)
    resolution.record(events.build_returned(attack.seat, attack.origin, left))


def decide(resolution: Resolution, attacks: Sequence[Attack], guarded: set[str]) -> dict[str, str]:
    """Decide every field that is attacked; return who took the last field that each seat lost."""
    captors: dict[str, str] = {}
    state = resolution.state
    for name in state.map.place:
        forces = [attack for attack in attacks if attack.target == name]
        if forces:
            owner = state.owner(name)
            winner = decide_field(resolution, name, forces, name in guarded)
            if owner and winner and winner != owner:
                captors[owner] = winner
    return captors


def decide_field(resolution: Resolution, name: str, forces: Sequence[Attack], is_guarded: bool) -> str:
    """Let all forces that attack one field fight as one; return who has it then."""
    options, holding = resolution.state.options, resolution.state.board[name]
    per_soldier = options["shield"] + (options["guard_shield"] if is_guarded else 0)
    strength = sum(attack.force for attack in forces)
    left, defenders = exchange(strength, holding.armies, holding.armies * per_soldier)
    sizes = {attack.origin: attack.force for attack in forces}
    losses = spread(strength - left, sizes)
    resolution.record(events.build_battle(name, sizes, losses, defenders))
    if defenders:
        resolution.hold(name, holding.owner, defenders)
        return holding.owner
    remaining: dict[str, int] = {}
    for attack in forces:
        survivors = attack.force - losses[attack.origin]
        remaining[attack.seat] = remaining.get(attack.seat, 0) + survivors
    return conquer(resolution, name, {seat: armies for seat, armies in remaining.items() if armies}, forces)


def exchange(attackers: int, defenders: int, shield: int) -> tuple[int, int]:
    """Fight until one side is gone: attackers strike first, and the shield takes the first points.

    >>> exchange(5, 3, 3)
    (4, 0)
    """
    while attackers and defenders:
        absorbed = min(shield, attackers)
        shield -= absorbed
        defenders -= min(defenders, attackers - absorbed)
        attackers -= min(attackers, defenders)
    return attackers, defenders


def spread(lost: int, sizes: Mapping[str, int]) -> dict[str, int]:
    """Spread losses in proportion to the forces, which stand in map order; largest remainders make up."""
    total = sum(sizes.values())
    losses = {origin: lost * size // total for origin, size in sizes.items()}
    # Sorting is stable: what is equal stays in map order.
    by_remainder = sorted(sizes, key=lambda origin: (-(lost * sizes[origin] % total), -sizes[origin]))
    for origin in by_remainder[: lost - sum(losses.values())]:
        losses[origin] += 1
    return losses


def conquer(resolution: Resolution, name: str, remaining: Mapping[str, int], forces: Sequence[Attack]) -> str:
    """Give the field to the strongest team, less the second strongest; equal teams destroy each other.

    Of the team its strongest seat has the field.
    """
    teams = resolution.state.teams
    ranked = sorted((sum(remaining.get(seat, 0) for seat in team) for team in teams), reverse=True)
    armies = ranked[0]
    strongest = next(team for team in teams if sum(remaining.get(seat, 0) for seat in team) == armies)
    winner = max(strongest, key=lambda seat: remaining.get(seat, 0))
    if ranked[1]:
        armies -= ranked[1]
        winner = winner if armies else ""
        resolution.record(events.build_contest(name, dict(sorted(remaining.items())), winner or None, armies))
    resolution.hold(name, winner, armies)
    if winner:
        origin = next(attack.origin for attack in forces if attack.seat == winner)
        resolution.record(events.build_captured(winner, name, origin, armies))
    return winner
