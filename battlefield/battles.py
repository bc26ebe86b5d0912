"""A battle: rounds, until a goal is met, one seat is left, or a limit is reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .aftermath import LEADERLESS
from .errors import BadInput
from .formations import Formation
from .goals import Moment, read_goal
from .limits import ON_LIMIT
from .marks import N_
from .orders import IllegalOrder, Order, Refusal, check
from .priorities import PRIORITIES
from .resolver import Resolution, resolve
from .rulesets import Ruleset
from .tiles import Tile
from .traces import Step

ABDICATE = "abdicate"
"""The order of a seat that gives up: it holds, and its Emperors leave the board at the end of the round."""
VERSION = 2
"""Of these rules. In version 1 the other pieces of a seat that gave up stayed on the board under `vanish` as well."""


class Outcome(NamedTuple):
    """How a battle ended."""

    seats: tuple[str, ...]
    """The winners, or those that share the draw."""
    draw: bool
    by: str
    """The goal that was met, `last_seat`, `max_rounds` or `quiet_rounds`."""

    def __str__(self) -> str:
        letters = "".join(self.seats)
        return f"draw {letters}" if self.draw else letters


class UnfitBoard(BadInput):
    """A goal needs what the board lacks, or a seat has no piece."""


@dataclass(frozen=True)
class Battle:
    """A battle when a round opens. A value: `play` makes the next one."""

    formation: Formation
    ruleset: Ruleset
    seats: tuple[str, ...]
    """The seats that take part, in the order of their letters."""
    targets: Mapping[str, frozenset[Tile]]
    opposites: Mapping[str, str]
    number: int = 1
    """The round that is open."""
    quiet: int = 0
    """How many rounds in a row passed without a take or a collected item."""
    fallen: Mapping[str, int] = field(default_factory=dict)
    """In which round each fallen seat fell."""
    crowns: Mapping[str, Tile] = field(default_factory=dict)
    """Where the Emperor with which each seat began stands, until it is taken or leaves."""
    outcome: Outcome | None = None
    throne: Tile | None = None
    """The tile of the goal `throne`; None in battles without that goal."""
    reign: tuple[str, int] = ("", 0)
    """Which seat has held the throne to the end of the last round, and for how many rounds in a row."""
    board_seats: tuple[str, ...] = ()
    """The seats of the board, also those that nobody took."""
    version: int = VERSION
    """Of the rules under which the battle was begun."""

    @property
    def fighting(self) -> tuple[str, ...]:
        """The seats that have not fallen."""
        return tuple(seat for seat in self.seats if seat not in self.fallen)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats that may order now."""
        return () if self.outcome else self.fighting


def begin(
    formation: Formation,
    ruleset: Ruleset,
    seats: Sequence[str] | None = None,
    fallen: Sequence[str] = (),
    board_seats: Sequence[str] = (),
) -> Battle:
    """Return the battle that opens on this formation; the pieces of seats that take no part are not set up.

    `fallen`: seats that take part no more, whose pieces stand in the way. `board_seats`: seats of the board, where
    some of them have no piece on this formation; they count for who is opposite whom.
    UnfitBoard where a goal needs an opposite seat or a target that is not there.

    >>> from battlefield.compact import read
    >>> begin(read("Aa_/_bB"), Ruleset()).to_act
    ('a', 'b')
    """
    board_seats = tuple(sorted({*formation.seats, *board_seats}))
    opposites = _opposites(board_seats)
    targets = _targets(formation, opposites)
    taking_part = tuple(sorted(seats)) if seats is not None else formation.seats
    if unknown := set(taking_part) - set(formation.seats):
        raise UnfitBoard(
            "no-such-seat", N_("The board has no seat %(seats)s."), seats=", ".join(sorted(unknown)).upper()
        )
    throne = formation.board.middle_throne if _names(ruleset, "throne") else None
    _check_fits(ruleset, formation.seats, targets, opposites)
    if _names(ruleset, "throne") and throne is None:
        raise UnfitBoard("no-throne", N_("A throne needs a board that names its tile, or has one in the middle."))
    pieces = {tile: piece for tile, piece in formation.pieces.items() if piece.seat in taking_part}
    items = {tile: item for tile, item in formation.items.items() if item.owner in ("", *taking_part)}
    crowns = {seat: tile for seat in taking_part for tile in formation.emperors(seat)[:1]}
    return Battle(
        Formation(formation.board, pieces, items),
        ruleset,
        taking_part,
        targets,
        opposites,
        fallen=dict.fromkeys((seat for seat in taking_part if seat in fallen), 0),
        crowns=crowns,
        throne=throne,
        board_seats=board_seats,
    )


def read_order(battle: Battle, seat: str, text: str) -> Order:
    """Return the order of a text, legal in this battle. Raise IllegalOrder otherwise. Abdication reads as holding."""
    if seat not in battle.to_act:
        raise IllegalOrder(Refusal.FALLEN, seat, text)
    order = Order.read(seat, "-" if text == ABDICATE else text)
    check(battle.formation, order, battle.ruleset.path)
    return order


def play(battle: Battle, orders: Sequence[tuple[str, str]]) -> tuple[Battle, Resolution]:
    """Resolve the open round. Orders are (seat, text), the first to arrive first; a seat without one holds.

    >>> from battlefield.compact import read, write
    >>> battle, resolution = play(begin(read("Aa_/_bB"), Ruleset()), [("a", "B1-C1")])
    >>> write(battle.formation), battle.number
    ('A_a2/_bB', 2)
    """
    by_priority = prioritise(battle, orders)
    resolution = resolve(battle.formation, [read_order(battle, *order) for order in by_priority], battle.ruleset)
    vanishes = LEADERLESS[battle.ruleset.leaderless].vanishes and battle.version > 1
    resolution = _abdicate(resolution, [seat for seat, text in by_priority if text == ABDICATE], vanishes)
    quiet = 0 if resolution.takes or resolution.collected else battle.quiet + 1
    fallen = dict(battle.fallen) | dict.fromkeys(resolution.fallen, battle.number)
    lost = find_lost_crowns(battle, resolution)
    crowns = {
        seat: resolution.ends[tile]
        for seat, tile in battle.crowns.items()
        if tile in resolution.ends and seat not in lost
    }
    after = replace(
        battle,
        formation=resolution.formation,
        number=battle.number + 1,
        quiet=quiet,
        fallen=fallen,
        crowns=crowns,
        outcome=None,
    )
    if battle.throne:
        after = replace(after, reign=find_reign(after, battle.reign))
    if after.reign[0]:
        seat, rounds = after.reign
        step: Step = {"repetition": 0, "phase": 0, "kind": "reigned", "seat": seat, "at": str(after.throne),
                      "rounds": rounds}  # fmt: skip
        resolution = replace(resolution, trace=(*resolution.trace, step))
    outcome = _outcome(after, resolution)
    return replace(after, outcome=outcome) if outcome else after, resolution


def find_reign(battle: Battle, before: tuple[str, int]) -> tuple[str, int]:
    """Return who holds the throne now and for how many rounds in a row, from who held it before the round.

    The throne is held by the fighting seat whose Emperor stands on it; under `collectors: all`, whose piece does.
    """
    piece = battle.formation.pieces.get(battle.throne) if battle.throne else None
    if piece is None or piece.seat in battle.fallen or not (piece.is_emperor or battle.ruleset.collectors == "all"):
        return "", 0
    return piece.seat, before[1] + 1 if piece.seat == before[0] else 1


def prioritise(battle: Battle, orders: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the orders as the battle's priority sorts them, quickest first."""
    return PRIORITIES[battle.ruleset.priority](orders, "".join(battle.seats), battle.number)


def find_lost_crowns(battle: Battle, resolution: Resolution) -> dict[str, str]:
    """Return the seats whose own Emperor was taken in this round, each with the seat that took it."""
    at = {str(tile): seat for seat, tile in battle.crowns.items()}
    return {
        at[step["taken"]]: step["seat"]
        for step in resolution.trace
        if step["kind"] == "took" and step["emperor"] and step["taken"] in at
    }


def _abdicate(resolution: Resolution, seats: Sequence[str], vanishes: bool) -> Resolution:
    """Take the Emperors of these seats off the board unharmed; the seats have fallen.

    `vanishes`: whether their other pieces leave the board as well.
    """
    if not seats:
        return resolution
    pieces, trace, fallen = dict(resolution.formation.pieces), list(resolution.trace), list(resolution.fallen)
    for seat in seats:
        for tile in resolution.formation.emperors(seat):
            del pieces[tile]
            trace.append({"repetition": 0, "phase": 0, "kind": "abdicated", "seat": seat, "at": str(tile)})
        if seat not in fallen:
            fallen.append(seat)
            trace.append({"repetition": 0, "phase": 0, "kind": "fell", "seat": seat})
        left = sorted(tile for tile, piece in pieces.items() if piece.seat == seat) if vanishes else []
        for tile in left:
            del pieces[tile]
        if left:
            tiles = [str(tile) for tile in left]
            trace.append({"repetition": 0, "phase": 0, "kind": "vanished", "seat": seat, "tiles": tiles})
    ends = {home: end for home, end in resolution.ends.items() if end in pieces}
    formation = replace(resolution.formation, pieces=pieces)
    return replace(resolution, formation=formation, fallen=tuple(sorted(fallen)), trace=tuple(trace), ends=ends)


def _outcome(battle: Battle, resolution: Resolution) -> Outcome | None:
    """Return how the battle has ended, or None. `battle` is the one after the round that was resolved."""
    number, rules = battle.number - 1, battle.ruleset
    moment = Moment(
        number,
        battle.formation,
        resolution.takes,
        resolution.collected,
        battle.seats,
        battle.fighting,
        battle.targets,
        battle.opposites,
        battle.reign,
    )
    met = [(name, goal(moment)) for name, goal in map(read_goal, rules.goals)]
    if winners := set().union(*(seats for _, seats in met)):
        by = next(name for name, seats in met if seats)
        return Outcome(tuple(sorted(winners)), False, by)
    if len(battle.fighting) == 1:
        return Outcome(battle.fighting, False, "last_seat")
    if not battle.fighting:
        last = max(battle.fallen.values())
        return Outcome(tuple(sorted(s for s, fell in battle.fallen.items() if fell == last)), True, "last_seat")
    if number >= rules.max_rounds:
        return _at_limit(battle, "max_rounds")
    return _at_limit(battle, "quiet_rounds") if battle.quiet >= rules.quiet_rounds else None


def _at_limit(battle: Battle, by: str) -> Outcome:
    ahead, alone = ON_LIMIT[battle.ruleset.on_limit]
    seats = ahead(battle.formation, battle.fighting)
    return Outcome(tuple(seats), len(seats) > 1 or alone == "draw", by)


def _opposites(seats: Sequence[str]) -> dict[str, str]:
    """Return each seat's opposite: with an even number n of seats, the i-th faces the (i + n/2)-th."""
    count = len(seats)
    if count % 2:
        return {}
    return {seat: seats[(i + count // 2) % count] for i, seat in enumerate(seats)}


def _targets(formation: Formation, opposites: Mapping[str, str]) -> dict[str, frozenset[Tile]]:
    """Return the tiles that the board names for each seat, else where the opposite seat's Emperor starts."""
    named = formation.board.targets
    found = {
        seat: named.get(seat) or frozenset(formation.emperors(opposites.get(seat, ""))) for seat in formation.seats
    }
    return {seat: tiles for seat, tiles in found.items() if tiles}


def _names(ruleset: Ruleset, goal: str) -> bool:
    """Return whether the goal is one of the battle's."""
    return any(read_goal(text)[0] == goal for text in ruleset.goals)


def _check_fits(
    ruleset: Ruleset, seats: Sequence[str], targets: Mapping[str, object], opposites: Mapping[str, str]
) -> None:
    names = {read_goal(goal)[0] for goal in ruleset.goals}
    if len(seats) < 2:
        raise UnfitBoard("too-few-seats", N_("A battle needs at least two seats."))
    if "duel" in names and not opposites:
        raise UnfitBoard("no-opposite", N_("A duel of Emperors needs a board with an even number of seats."))
    if "cross" in names and set(seats) - set(targets):
        raise UnfitBoard("no-target", N_("A crossing needs a board with a target for every seat."))
