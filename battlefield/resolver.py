"""How a round is resolved: the order of events that all battles share (rules §4 and §5).

`resolve` is a pure function. The points where battles differ are looked up by name in the ruleset.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .aftermath import COLLECTORS, EXPERIENCE, LEADERLESS
from .conflicts import POLICIES, find_keeper
from .formations import Formation
from .items import Item
from .marches import Field, March
from .orders import Order
from .pieces import MAX_EXPERIENCE
from .rulesets import Ruleset
from .takes import EMPEROR_TAKES_PAWN, TAKES_EMPEROR, Capture, Take
from .tiles import Tile
from .traces import Recorder, Trace


@dataclass(frozen=True)
class Resolution:
    """A closed round."""

    formation: Formation
    """Who stands where now."""
    takes: tuple[Take, ...]
    fallen: tuple[str, ...]
    """The seats that fell in this round, in the order of their letters."""
    collected: tuple[tuple[str, Item], ...]
    """Which seat collected what."""
    trace: Trace
    ends: Mapping[Tile, Tile]
    """Where each piece that is still on the board stands now, by where it stood before."""


def resolve(formation: Formation, orders: Sequence[Order], ruleset: Ruleset | None = None) -> Resolution:
    """Resolve these orders: at most one a seat, quickest first; seats without one hold.

    The orders must be legal (`orders.check`).

    >>> from battlefield.compact import read, write
    >>> resolution = resolve(read("A_b"), [Order.read("b", "C1-B1")])
    >>> write(resolution.formation)
    'Ab2_'
    """
    round_ = Round(formation, orders, ruleset or Ruleset())
    round_.announce(orders)
    repetitions = sum(len(march.path) for march in round_.field.marches)
    while round_.field.unsettled:
        round_.repetition += 1
        assert round_.repetition <= repetitions, "some mover settles or comes nearer to its origin each time"
        round_.fix()
        round_.settle_conflicts()
        round_.take()
    return round_.conclude()


class Round:
    """One round under resolution."""

    def __init__(self, formation: Formation, orders: Iterable[Order], ruleset: Ruleset) -> None:
        self.before, self.ruleset = formation, ruleset
        self.field = Field(formation, orders)
        self.repetition = 0
        self.takes: list[Take] = []
        self.taken: set[Tile] = set()
        """Homes of the pieces that were taken."""
        self.recorder = Recorder()
        self.items = dict(formation.items)
        self.collected: list[tuple[str, Item]] = []

    def announce(self, orders: Iterable[Order]) -> None:
        for order in orders:
            if order.origin is None:
                self.recorder.add("held", seat=order.seat)
            else:
                self.recorder.add("ordered", seat=order.seat, piece=str(order.origin), to=str(order.destination))

    # Phase 1

    def fix(self) -> None:
        """Settle the largest set of movers whose claims are free once all of the set have gone."""
        self.recorder.enter(self.repetition, 1)
        field, claims = self.field, self.field.claims()
        going = [
            march for march in field.unsettled if len(claims[march.claim]) == 1 and march.claim not in field.standing
        ]
        while stuck := [march for march in going if self._waits(march, going)]:
            going = [march for march in going if march not in stuck]
        for march in going:
            field.settle(march, march.claim)
            self.recorder.add("fixed", piece=str(march.origin), at=str(march.claim))

    def _waits(self, march: March, going: Sequence[March]) -> bool:
        """Return whether the former occupant of its claim is still there, and not leaving with the others."""
        occupant = self.field.by_origin.get(march.claim)
        return occupant is not None and not occupant.settled and occupant not in going

    # Phase 2

    def settle_conflicts(self) -> None:
        """Let the conflict policy decide wherever several unsettled movers claim one tile."""
        self.recorder.enter(self.repetition, 2)
        policy = POLICIES[self.ruleset.conflict]
        losers: list[March] = []
        for tile, marches in sorted(self.field.claims().items()):
            if len(marches) > 1:
                stays = find_keeper(marches, policy, self.ruleset.emperor_precedence)
                losers += [march for march in marches if march is not stays]
                self.recorder.add(
                    "conflict",
                    at=str(tile),
                    pieces=sorted(str(march.origin) for march in marches),
                    keeps=stays and str(stays.origin),
                )
        if policy.others_spring:
            self.spring(losers)
        else:
            for march in losers:
                self.go_home(march)

    def spring(self, marches: Sequence[March]) -> None:
        """Send all these pieces back at once: to the nearest tile that is not held, or home."""
        blocked = self.field.list_held(springing=marches) if marches else set()
        for march in marches:
            start = march.claim
            march.step -= 1
            while march.step and march.claim in blocked:
                march.step -= 1
            if march.step:
                self.recorder.add("sprung", **{"piece": str(march.origin), "from": str(start), "to": str(march.claim)})
            else:
                self.go_home(march, start)

    def go_home(self, march: March, start: Tile | None = None) -> None:
        start = start or march.claim
        march.step = 0
        self.field.settle(march, march.origin)
        self.recorder.add("home", **{"piece": str(march.origin), "from": str(start), "at": str(march.origin)})

    # Phase 3

    def take(self) -> None:
        """Let movers that alone claim a tile with a settled piece take it, if that is their destination."""
        self.recorder.enter(self.repetition, 3)
        field = self.field
        alone = [
            marches[0]
            for tile, marches in sorted(field.claims().items())
            if len(marches) == 1 and tile in field.standing
        ]
        takers = [(march, self.capture(march)) for march in alone if march.at_destination]
        pushes = self.landings([march for march, capture in takers if capture.push])
        springing = [march for march in alone if not march.at_destination]
        for march, capture in takers:
            if self.apply(march, capture, pushes.get(march)):
                springing.append(march)
        self.spring(springing)

    def capture(self, march: March) -> Capture:
        """Return what the rules make of this take."""
        rules, taken_home = self.ruleset, self.field.standing[march.claim]
        victim = self.field.pieces[taken_home]
        if not victim.is_emperor:
            rule = EMPEROR_TAKES_PAWN[rules.emperor_takes_pawn if march.piece.is_emperor else "bounce"]
        else:
            name = rules.emperor_takes_emperor if march.piece.is_emperor else rules.pawn_takes_emperor
            rule = TAKES_EMPEROR[name]
        return rule(march.piece.seat, self.before.authority(victim.seat))

    def landings(self, pushers: Sequence[March]) -> dict[March, Tile]:
        """Return where pushed pawns land, for the pushes that have room."""
        if not pushers:
            return {}
        destinations = {march: _beyond(march) for march in pushers}
        tiles = list(destinations.values())
        blocked = self.field.list_held()
        return {
            march: tile
            for march, tile in destinations.items()
            if tile in self.field.tiles
            and tile not in blocked
            and tiles.count(tile) == 1
            and not self.field.is_occupied_by_march(tile)
        }

    def apply(self, march: March, capture: Capture, landing: Tile | None) -> bool:
        """Take the piece on the march's destination; whether the taker springs now."""
        field, tile = self.field, march.claim
        home = field.standing[tile]
        self.record_take(march, home, capture)
        march.has_taken = True
        if not march.piece.is_emperor:
            march.piece = field.pieces[march.origin] = march.piece._replace(experience=1)
        if capture.taken is None:
            del field.pieces[home], field.standing[tile]
        else:
            field.pieces[home] = capture.taken
        if capture.taken is not None and landing is None:
            return True
        if landing is not None:
            field.standing[landing] = home
            self.recorder.add("pushed", **{"piece": str(home), "from": str(tile), "to": str(landing)})
        field.settle(march, tile)
        self.recorder.add("fixed", piece=str(march.origin), at=str(tile))
        return False

    def record_take(self, march: March, home: Tile, capture: Capture) -> None:
        victim, seat = self.field.pieces[home], march.piece.seat
        self.taken.add(home)
        self.takes.append(
            Take(
                seat,
                str(march.origin),
                str(march.claim),
                victim.seat,
                march.piece.is_emperor,
                victim.is_emperor,
                self.before.authority(seat),
                self.before.authority(victim.seat),
            )
        )
        self.recorder.add(
            "took",
            seat=seat,
            piece=str(march.origin),
            at=str(march.claim),
            taken=str(home),
            from_seat=victim.seat,
            emperor=victim.is_emperor,
            becomes=str(capture.taken.kind) if capture.taken else "removed",
        )

    # The end of the round

    def conclude(self) -> Resolution:
        """Apply experience, fallen seats and collected items, in this order."""
        self.recorder.enter(0, 0)
        self.gain_experience()
        self.reset_strongest()
        fallen = self.fell()
        self.collect()
        ends = {home: tile for tile, home in self.field.standing.items()}
        formation = Formation(self.before.board, {t: self.field.pieces[h] for h, t in ends.items()}, self.items)
        takes = tuple(sorted(self.takes, key=str))
        return Resolution(formation, takes, fallen, tuple(self.collected), tuple(self.recorder.steps), ends)

    def gain_experience(self) -> None:
        gains = EXPERIENCE[self.ruleset.experience]
        for march in self.field.marches:
            idle = march.piece.is_emperor or march.has_taken or march.origin in self.taken
            if not idle and gains(march.origin, march.claim):
                self.set_experience(march.origin, march.claim, min(march.piece.experience + 1, MAX_EXPERIENCE))

    def set_experience(self, home: Tile, at: Tile, experience: int) -> None:
        self.field.pieces[home] = self.field.pieces[home]._replace(experience=experience)
        self.recorder.add("experience", piece=str(home), at=str(at), experience=experience)

    def reset_strongest(self) -> None:
        """Reset the most experienced pawn of a seat whose Emperor took a pawn."""
        if not self.ruleset.emperor_resets_strongest:
            return
        for take in self.takes:
            strongest = _strongest(self.before, take.seat)
            if take.by_emperor and not take.of_emperor and strongest and strongest not in self.taken:
                self.set_experience(strongest, strongest, 1)

    def fell(self) -> tuple[str, ...]:
        """Return the seats that fell in this round; under `vanish` their pieces leave the board."""
        if not self.takes:
            return ()
        rule = LEADERLESS[self.ruleset.leaderless]
        now = self.field.pieces.values()
        with_emperor = {piece.seat for piece in now if piece.is_emperor}
        present = {piece.seat for piece in now}
        had_emperor = {piece.seat for piece in self.before.pieces.values() if piece.is_emperor}
        fallen = tuple(
            seat
            for seat in self.before.seats
            if rule.falls(seat in had_emperor and seat not in with_emperor, seat not in present)
        )
        for seat in fallen:
            self.recorder.add("fell", seat=seat)
        if rule.vanishes:
            for seat in fallen:
                self.vanish(seat)
        return fallen

    def vanish(self, seat: str) -> None:
        tiles = [tile for tile, home in self.field.standing.items() if self.field.pieces[home].seat == seat]
        for tile in tiles:
            del self.field.pieces[self.field.standing.pop(tile)]
        self.recorder.add("vanished", seat=seat, tiles=[str(tile) for tile in sorted(tiles)])

    def collect(self) -> None:
        """Let movers collect the items on whose tiles they end the round, but no seat its own chest."""
        may_collect = COLLECTORS[self.ruleset.collectors]
        for tile, item in list(self.items.items()):
            home = self.field.standing.get(tile)
            piece = self.field.pieces[home] if home is not None and home in self.field.by_origin else None
            if piece and may_collect(piece) and item.owner != piece.seat:
                del self.items[tile]
                self.collected.append((piece.seat, item))
                self.recorder.add("collected", seat=piece.seat, piece=str(home), at=str(tile), item=str(item))


def _beyond(march: March) -> Tile:
    """Return the tile behind the taken piece, in the direction of the charge."""
    before, last = march.path[-2], march.path[-1]
    return Tile(2 * last.row - before.row, 2 * last.column - before.column)


def _strongest(formation: Formation, seat: str) -> Tile | None:
    """Return where the seat's most experienced pawn stands, the first in reading order among equals."""
    pawns: list[tuple[int, Tile]] = [
        (-piece.experience, tile)
        for tile, piece in formation.pieces.items()
        if piece.seat == seat and not piece.is_emperor
    ]
    return min(pawns)[1] if pawns else None
