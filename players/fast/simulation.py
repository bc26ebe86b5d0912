"""Mass simulation: battles of random legal orders, wholly inside the flat resolver."""

from typing import NamedTuple

from battlefield import Battle

from . import encoding
from .buffers import copy
from .chance import draw_below
from .compiled import Numbers, compiled, make_long_numbers
from .endings import conclude
from .layout import DISTANCES, GOING_ON, HOLD, OVER, WINNERS, WON, Field, Ground, Workspace
from .rounds import march_out, settle_all, survey

TRIES = 8
"""How often a seat draws a piece and a way before it holds."""


@compiled
def draw_order(ground: Ground, field: Field, workspace: Workspace, seat: int, dice: Numbers) -> int:
    """Draw a piece, a direction and a distance within its experience until they are legal; hold after `TRIES`."""
    army = seat * len(field.place)
    for _ in range(TRIES):
        piece = workspace.army[army + draw_below(dice, workspace.pieces[seat])]
        origin, direction = field.place[piece], draw_below(dice, 4)
        reach = workspace.authority[seat] if field.emperor[piece] else field.experience[piece]
        reach = min(reach, ground.rays[origin * 4 + direction])
        if reach > 0:
            distance = 1 + draw_below(dice, reach) if reach > 1 else 1
            if is_legal(ground, field, seat, origin, ground.steps[direction], distance):
                return int((piece * 4 + direction) * DISTANCES + distance)
    return HOLD


@compiled
def is_legal(ground: Ground, field: Field, seat: int, origin: int, step: int, distance: int) -> bool:
    """Return whether the destination holds no own piece and, under clear paths, the way is free."""
    occupant = field.at[origin + step * distance]
    if occupant >= 0 and field.seat[occupant] == seat:
        return False
    if ground.rules.clear:
        for i in range(1, distance):
            if field.at[origin + step * i] >= 0:
                return False
    return True


@compiled
def play_random_round(ground: Ground, field: Field, workspace: Workspace, dice: Numbers) -> None:
    """Play a round of random orders of all fighting seats; the quickest seat changes each round."""
    survey(field, workspace)
    seats, orders = len(field.fallen), 0
    for i in range(seats):
        seat = (i + field.clock[0]) % seats
        if field.fallen[seat] == 0 and workspace.pieces[seat] > 0:
            workspace.orders[orders] = draw_order(ground, field, workspace, seat, dice)
            orders += 1
    marches = march_out(ground, field, workspace, orders)
    settle_all(ground, field, workspace, marches)
    conclude(ground, field, workspace, marches)


class SimulationBuffers(NamedTuple):
    """What a simulation changes."""

    field: Field
    dice: Numbers
    wins: Numbers
    """By seat."""


@compiled
def simulate(ground: Ground, first: Field, workspace: Workspace, room: SimulationBuffers, rounds: int) -> int:
    """Play so many rounds, battle after battle; counts the wins of each seat; how many battles ended."""
    battles, field, wins = 0, room.field, room.wins
    copy(first, field)
    for _ in range(rounds):
        play_random_round(ground, field, workspace, room.dice)
        if field.clock[OVER] != GOING_ON:
            for seat in range(len(wins)):
                wins[seat] += field.clock[OVER] == WON and field.clock[WINNERS] >> seat & 1
            copy(first, field)
            battles += 1
    return battles


def run(battle: Battle, rounds: int, seed: int) -> tuple[int, dict[str, int]]:
    """Simulate random battles from this opening; return how many ended, and how many each seat won."""
    plan = encoding.Plan(battle)
    seats = len(plan.seats)
    room = SimulationBuffers(encoding.encode_field(battle), make_long_numbers([seed]), make_long_numbers([0] * seats))
    workspace = encoding.allocate_workspace(seats, len(plan.field.place))
    battles = simulate(plan.ground, plan.field, workspace, room, rounds)
    return battles, {seat: int(room.wins[i]) for i, seat in enumerate(plan.seats)}
