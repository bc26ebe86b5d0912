"""Many battles of one opening side by side: a round of all of them in one call, for learners.

What each seat sees and may order, what it is paid and which battles are over is written into the same arrays round
after round, in the numbers of `players.environments.numbering`. A battle that is over begins anew in the next step.
"""

from typing import Any, NamedTuple

from .buffers import copy
from .chance import draw_below
from .choices import list_orders
from .compiled import Numbers, compiled
from .endings import conclude
from .layout import (
    DISTANCES,
    GOING_ON,
    NOBODY,
    NUMBER,
    OVER,
    QUIET,
    REIGN,
    REIGNING,
    WINNERS,
    Field,
    Ground,
    Workspace,
)
from .rounds import march_out, settle_all, survey

MAX_EXPERIENCE = 99
MAX_ROUNDS = 10_000
"""The largest numbers that are shown; what is larger is shown as these."""


class Codes(NamedTuple):
    """How tiles and orders are numbered for learners."""

    tiles: Numbers
    """By number of a learner: the tile's number on the field."""
    places: Numbers
    """The inverse; NOWHERE for tiles that the board lacks."""
    reach: int
    """The most tiles that a piece could go."""
    most_rounds: int
    """After so many rounds a battle is cut short, with nothing won or lost."""


class Batch(NamedTuple):
    """The battles: `fields`, `dice` and `learners` have an entry for each. The rest is common to all."""

    ground: Ground
    codes: Codes
    first: Field
    """The opening."""
    fields: Any
    """A `Field` whose parts have a row for each battle."""
    dice: Any
    """One number a battle: the state of its chance."""
    learners: Numbers
    """By battle: the seat with whose end it is over, or NOBODY."""
    workspace: Workspace
    turns: Numbers
    """By turn: which seat is quickest, and so on."""
    orders: Numbers
    """Room for all legal orders of a seat."""


class Views(NamedTuple):
    """What a learner reads: arrays of numpy, by battle and seat."""

    board: Any
    """By tile and column."""
    battle: Any
    """By column."""
    mask: Any
    """By action: 1 where it is legal."""
    rewards: Any
    ended: Any
    """1 where the seat fell in the round, or its battle ended with it."""
    cut: Any
    """1 where the seat's battle was cut short."""
    over: Any
    """By battle alone: 1 where it is over, and begins anew with the next step."""


@compiled
def get_field(fields: Any, number: int) -> Field:
    """Return the field of one battle, whose parts are views into the rows of all."""
    return Field(
        fields.place[number],
        fields.seat[number],
        fields.emperor[number],
        fields.experience[number],
        fields.at[number],
        fields.items[number],
        fields.fallen[number],
        fields.clock[number],
    )


@compiled
def step_all(batch: Batch, views: Views, actions: Any, arrivals: Any) -> None:
    """Play a round of every battle, and begin those anew that are over: `actions` by battle and seat.

    An action that is not legal holds. Those for a battle that begins anew are not looked at. `arrivals`: by battle the
    places of the seats, quickest first; where there are none they are drawn.
    """
    for number in range(len(batch.dice)):
        field = get_field(batch.fields, number)
        if views.over[number]:
            begin(batch, field, views, number)
        else:
            step(batch, field, views, actions[number], arrivals, number)
        survey(field, batch.workspace)
        for seat in range(len(field.fallen)):
            show_board(batch, field, seat, views.board[number, seat])
            show_battle(field, seat, views.battle[number, seat])
            show_orders(batch, field, seat, views.mask[number, seat])


@compiled
def begin(batch: Batch, field: Field, views: Views, number: int) -> None:
    """Set up the opening."""
    copy(batch.first, field)
    views.over[number] = 0
    for seat in range(len(field.fallen)):
        views.ended[number, seat] = views.cut[number, seat] = 0
        views.rewards[number, seat] = 0.0


@compiled
def step(batch: Batch, field: Field, views: Views, actions: Any, arrivals: Any, number: int) -> None:
    """Play a round of one battle, and pay the seats that it ends for."""
    workspace, orders = batch.workspace, 0
    survey(field, workspace)
    if len(arrivals) == 0 or batch.ground.rules.rotating:
        draw_turns(batch.ground, field, batch.turns, batch.dice[number])
    else:
        for turn in range(len(field.fallen)):
            batch.turns[turn] = arrivals[number, turn]
    for turn in range(len(field.fallen)):
        seat = batch.turns[turn]
        action = int(actions[seat])
        if action > 0 and action < views.mask.shape[2] and views.mask[number, seat, action]:
            workspace.orders[orders] = read_action(batch.codes, field, action)
            orders += 1
    marches = march_out(batch.ground, field, workspace, orders)
    settle_all(batch.ground, field, workspace, marches)
    opened = field.clock[NUMBER]
    conclude(batch.ground, field, workspace, marches)
    pay(batch, field, views, number, opened)
    learner = batch.learners[number]
    late = field.clock[NUMBER] > batch.codes.most_rounds
    done = late or field.clock[OVER] != GOING_ON or (learner != NOBODY and views.ended[number, learner] > 0)
    views.over[number] = 1 if done else 0


@compiled
def draw_turns(ground: Ground, field: Field, turns: Numbers, dice: Numbers) -> None:
    """Put the seats in the order of this round, quickest first: by lot, or by the rule that rotates."""
    seats = len(turns)
    for turn in range(seats):
        turns[turn] = turn
    if ground.rules.rotating:
        for turn in range((field.clock[NUMBER] - 1) % seats, 0, -1):
            turns[turn], turns[turn - 1] = turns[turn - 1], turns[turn]
        return
    for turn in range(seats - 1, 0, -1):
        other = draw_below(dice, turn + 1)
        turns[turn], turns[other] = turns[other], turns[turn]


@compiled
def read_action(codes: Codes, field: Field, action: int) -> int:
    """Return the order of a legal action but holding."""
    length, way = (action - 1) % codes.reach + 1, (action - 1) // codes.reach
    piece = field.at[codes.tiles[way // 4]]
    return int((piece * 4 + way % 4) * DISTANCES + length)


@compiled
def pay(batch: Batch, field: Field, views: Views, number: int, opened: int) -> None:
    """Note which seats the round ended the battle for, and what each of them gets; `opened`: the round's number."""
    seats, winners = len(field.fallen), 0
    over = field.clock[OVER] != GOING_ON
    late = field.clock[NUMBER] > batch.codes.most_rounds
    for seat in range(seats):
        winners += field.clock[WINNERS] >> seat & 1 if over else 0
    for seat in range(seats):
        fell = field.fallen[seat] == opened
        fought = fell or field.fallen[seat] == 0
        ended = fought and (over or fell)
        won = over and field.clock[WINNERS] >> seat & 1 > 0
        share = seats / winners if won else 0.0
        views.ended[number, seat] = 1 if ended else 0
        views.cut[number, seat] = 1 if fought and late and not ended else 0
        views.rewards[number, seat] = (share - 1.0) / (seats - 1) if ended else 0.0


@compiled
def show_board(batch: Batch, field: Field, seat: int, rows: Any) -> None:
    """Write the pieces and items as a seat sees them, a row for each tile; the targets stand there already."""
    seats, authority = len(field.fallen), batch.workspace.authority
    for place in range(len(batch.codes.tiles)):
        tile = batch.codes.tiles[place]
        piece, owner, emperor, reach = field.at[tile], 0, 0, 0
        if piece >= 0:
            owner = (field.seat[piece] - seat + seats) % seats + 1
            emperor = field.emperor[piece]
            reach = authority[field.seat[piece]] if emperor else field.experience[piece]
        rows[place, 0] = 1 if owner == 1 else 0
        rows[place, 1] = owner
        rows[place, 2] = emperor
        rows[place, 3] = min(reach, MAX_EXPERIENCE)
        rows[place, 4] = 1 if field.items[tile] else 0


@compiled
def show_battle(field: Field, seat: int, row: Any) -> None:
    """Write the round, the quiet rounds, who has fallen and who holds the throne."""
    seats, holder = len(field.fallen), field.clock[REIGNING]
    row[0] = min(field.clock[NUMBER], MAX_ROUNDS)
    row[1] = min(field.clock[QUIET], MAX_ROUNDS)
    for turn in range(seats):
        row[3 + turn] = 1 if field.fallen[(seat + turn) % seats] else 0
    row[4 + seats] = (holder - seat + seats) % seats + 1 if holder != NOBODY else 0
    row[5 + seats] = field.clock[REIGN] if holder != NOBODY else 0


@compiled
def show_orders(batch: Batch, field: Field, seat: int, mask: Any) -> None:
    """Write which actions are legal; holding always is."""
    mask[:] = 0
    mask[0] = 1
    if field.fallen[seat] == 0 and field.clock[OVER] == GOING_ON:
        found = list_orders(batch.ground, field, batch.workspace.authority, seat, batch.orders)
        for i in range(found):
            order = batch.orders[i]
            origin, direction = field.place[order // (4 * DISTANCES)], order // DISTANCES % 4
            mask[(batch.codes.places[origin] * 4 + direction) * batch.codes.reach + order % DISTANCES] = 1


@compiled
def draw_all(batch: Batch, views: Views, actions: Any) -> None:
    """Draw a legal action for every seat, each of them equally likely."""
    for number in range(len(batch.dice)):
        for seat in range(views.mask.shape[1]):
            legal = 0
            for action in range(views.mask.shape[2]):
                legal += int(views.mask[number, seat, action])
            left, action = draw_below(batch.dice[number], legal), -1
            while left >= 0:
                action += 1
                left -= int(views.mask[number, seat, action])
            actions[number, seat] = action
