"""The memory layout of a battle: named lists of whole numbers.

Tiles are numbered in reading order of the smallest rectangle that holds the board, seats in the order of their
letters, pieces as they stood in reading order when the battle was laid out. Sets of seats are bits of a number.
An order is one number: `(piece * 4 + direction) * 64 + distance`, or `HOLD`.
"""

from typing import NamedTuple

from .compiled import Fractions, Numbers

HOLD = -1
NOWHERE = -1
NOBODY = -1
TREASURE = 1
CHEST = 2
"""The number of the first seat's chest; the others follow."""
DISTANCES = 64
REMOVED, PAWN, VETERAN, CONVERTED = 0, 1, 2, 3
KEPT_BY_NOBODY, KEPT_BY_QUICKEST, KEPT_BY_SLOWEST = 0, 1, 2  # as battlefield.conflicts.Keeper has them
FREEZE, VANISH, FIGHT_ON = 0, 1, 2
LAST_EMPEROR, CROSS, SURVIVE, STRONGER, DUEL, TREASURES, THRONE = 1, 2, 4, 8, 16, 32, 64
GOING_ON, WON, DRAWN = 0, 1, 2


class Rules(NamedTuple):
    """The ruleset as numbers: 0 and 1 for no and yes."""

    clear: int
    springs: int
    keeper: int
    """Which piece keeps its claim in a conflict: KEPT_BY_NOBODY, KEPT_BY_QUICKEST or KEPT_BY_SLOWEST."""
    rotating: int
    ordered: int
    pushes: int
    precedence: int
    resets: int
    pawn_takes: int
    emperor_takes: int
    leaderless: int
    all_collect: int
    goals: int
    max_rounds: int
    quiet_rounds: int
    limit_draws: int


class Ground(NamedTuple):
    """What stays the same for a whole battle."""

    rules: Rules
    rays: Numbers
    """By tile and direction (up, right, down, left): how many tiles of the board lie ahead."""
    steps: Numbers
    """By direction: what leads from a tile's number to its neighbour's."""
    targets: Numbers
    """By tile: the seats whose Emperor wants to get there."""
    opposites: Numbers
    """By seat."""
    survivals: Numbers
    """Round and number of pieces for each goal of survival."""
    throne: int
    """The tile of the throne, NOWHERE without one."""
    reign: int
    """For how many rounds in a row a seat must hold it."""


class Field(NamedTuple):
    """What changes from round to round."""

    place: Numbers
    """By piece, as the next three: its tile, NOWHERE once it has left the board."""
    seat: Numbers
    emperor: Numbers
    experience: Numbers
    at: Numbers
    """By tile: the piece on it. In the middle of a round, the settled piece."""
    items: Numbers
    """By tile."""
    fallen: Numbers
    """By seat: the round in which it fell, else 0."""
    clock: Numbers
    """See the constants below."""


NUMBER, QUIET, OVER, WINNERS, REIGNING, REIGN = range(6)
"""Places in `Field.clock`: the open round, how many were quiet, how the battle has ended, for whom; which seat holds
the throne (NOBODY where none does), and for how many rounds in a row."""


class Workspace(NamedTuple):
    """Room to work in. Nothing on it outlives a round, but for the stamp."""

    orders: Numbers
    """The orders of the round, quickest first."""
    piece: Numbers
    """By march, as all down to `landing`."""
    origin: Numbers
    direction: Numbers
    length: Numbers
    distance: Numbers
    """How far along its path it claims a tile."""
    claim: Numbers
    settled: Numbers
    took: Numbers
    mark: Numbers
    landing: Numbers
    captured: Numbers
    """By piece: the stamp of the last round in which it was taken."""
    authority: Numbers
    """By seat, as all down to `army`, before the round: what its Emperor has as experience."""
    strongest: Numbers
    emperors: Numbers
    pieces: Numbers
    army: Numbers
    """The seat's pieces: `pieces` numbers from place `seat * number of pieces`."""
    log: Numbers
    """See the constants below."""


STAMP, TAKES, LOST_EMPEROR, RESETS, STRONGER_TAKEN, DUELS, COLLECTED, TREASURE_TO = range(8)
"""Places in `Desk.log`: this round's number of takes, and the seats that did something in it."""


class Features(NamedTuple):
    """Room to judge in, and the tables for it."""

    weights: Fractions
    """By seat and feature."""
    growth: Fractions
    """By experience: what it is worth."""
    powers: Fractions
    """Exponentials, for the shares."""
    values: Fractions
    """By seat and feature."""
    scores: Fractions
    """By seat."""
    danger: Numbers
    """By tile: the seats that could go there."""
    nothing: Numbers
    """By tile: no seat."""
    authority: Numbers
    """By seat."""
    hits: Numbers
    """By seat: how many pieces of others could take its Emperors."""
    rows: Numbers
    """By tile, as the next."""
    columns: Numbers


class Study(NamedTuple):
    """A battle under study: the ground, and room to try rounds in."""

    ground: Ground
    after: Field
    workspace: Workspace
    features: Features


class Belief(NamedTuple):
    """What is believed of the seats, as `Table` says."""

    trust: Fractions
    chance: Fractions
    edge: Fractions
    drawn: Fractions
    history: Numbers
    weary: Fractions


MAX_CHOICES = 17
"""The most orders of one seat in a table."""
MAX_COMBINATIONS = 256
"""The most combinations of orders in a table."""


class Table(NamedTuple):
    """What every combination of the seats' chosen orders leads to."""

    closely: Numbers
    """By seat: how many orders to look at closely."""
    wide: Numbers
    """By seat: how many of them to choose from in the end."""
    trust: Fractions
    """By seat: how likely it just follows its habit, whatever it should do."""
    chance: Fractions
    """By seat: how likely it gives any order at random, with two seats."""
    edge: Fractions
    """By seat: how many times better its odds are, with two seats, in a battle that goes on, than between equals."""
    drawn: Fractions
    """By seat: how many times better than even the odds of a draw are to it."""
    history: Numbers
    """Hashes of the formations that have been there before, with two seats."""
    weary: Fractions
    """By known formation: how many times better the odds of both are that come back to it."""
    habits: Fractions
    """By order, as `choices`: how likely each is by habit; makes `trust` for each seat."""
    blind: Fractions
    """By order: what it comes to when the other gives any order at random, as likely as that is."""
    sizes: Numbers
    """By seat: how many orders it chooses from."""
    strides: Numbers
    """By seat: what one order further adds to the number of a combination."""
    choices: Numbers
    """The orders, a seat's from place `seat * MAX_CHOICES`; so are `values`, `hopes` and `mixes`."""
    values: Fractions
    """At first sight."""
    hopes: Fractions
    usual: Fractions
    """What an order comes to by the habits of the other, with two seats."""
    mixes: Fractions
    """How often to play each order."""
    shares: Fractions
    """By combination and seat."""
    visits: Numbers
    """By combination: how often it was looked into, -1 where the battle is over."""
    worth: Fractions
    """By seat: its share when all mix so."""
    orders: Numbers
    """Room for all legal orders of a seat."""
    guesses: Fractions
    profile: Numbers
    """By seat, room for a combination."""
    best: Numbers


MAX_CANDIDATES = 64
"""The most orders of a seat that are looked at, holding among them."""
MAX_HABITS = 4
"""The most orders of a seat that count as its habit."""


class TwoPlayerBuffers(NamedTuple):
    """Room to weigh the candidates of two seats; a seat's begin at place `seat * MAX_CANDIDATES`."""

    orders: Numbers
    sizes: Numbers
    """By seat: how many candidates there are."""
    is_known: Numbers
    """By candidate: whether it was judged against every order of the other."""
    tried: Numbers
    """By seat: how many of them are known."""
    chosen: Numbers
    """By seat: the candidate that it answers with now."""
    habits: Numbers
    """By seat, so many as `habit` says from place `seat * MAX_HABITS`: what looks best while the other holds."""
    habit: Numbers
    hopes: Fractions
    blind: Fractions
    """By candidate: what it comes to against any order of the other, as likely as that is."""
    usual: Fractions
    """The same, and what it comes to against the habits of the other, as likely as those are."""
    mixes: Fractions
    memo: Fractions
    """By both candidates: the first seat's share, -1 where nobody asked yet."""
