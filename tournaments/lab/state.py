"""The state of a lab, which stands in its address; nothing is stored.

b   the board when the lab opened, as a word (battlefield.compact)
r   rules that are not the usual ones: conflict:rollback;path:clear
t   targets: a:C1.C2;b:C5
n   the number of its first round, where it is not 1
f   seats that had fallen before
o   the orders, quickest first: rounds between `;`, orders between `,`, each `a.C5-C2`; the last round is open
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import quote

from django.utils.translation import gettext_lazy as _

from battlefield import Board, Formation, IllegalOrder, Order, Refusal, Ruleset, Tile, battles, compact
from battlefield.battles import Battle
from battlefield.pieces import SEATS
from battlefield.rulesets import as_text
from battlefield.traces import Step
from core.errors import DomainError
from core.limits import LAB_ADDRESS, LAB_ROUNDS, LAB_SHOWN, LAB_TILES, LAB_WEIGHT
from tournaments.domain import game_errors

GivenOrder = tuple[str, str]
Orders = tuple[GivenOrder, ...]
UNUSED = "max_rounds", "quiet_rounds", "goals", "on_limit"
"""Rules that say when a battle ends: a lab goes on."""
PARTS = "brtnfo"
SAFE = "/:;,.*_-()"


@dataclass(frozen=True)
class PlayedRound:
    """A round that was played in the lab."""

    before: Battle
    orders: Orders
    after: Battle
    events: list[Step]


@dataclass(frozen=True)
class Lab:
    """A position, the rounds that were played from it, and the orders of the open one."""

    opening: Battle
    closed: tuple[Orders, ...] = ()
    orders: Orders = ()

    @cached_property
    def rounds(self) -> list[PlayedRound]:
        """Return every round that was played, resolved anew."""
        battle, found = self.opening, []
        for orders in self.closed:
            after, events = resolve_round(battle, orders)
            found.append(PlayedRound(battle, orders, after, events))
            battle = after
        return found

    @property
    def shown(self) -> list[PlayedRound]:
        """Return the latest rounds that were played, as many as fit on a page: the last one always does."""
        least = get_weight(self.opening)
        return self.rounds[-max(LAB_SHOWN // least, 1) :]

    @property
    def now(self) -> Battle:
        """Return the open position."""
        return self.rounds[-1].after if self.rounds else self.opening


def get_weight(battle: Battle) -> int:
    """Return how costly a position is to resolve and describe: its tiles, and with more weight its pieces."""
    formation = battle.formation
    return len(formation.board.tiles) + 2 * len(formation.pieces) + 1


def resolve_round(battle: Battle, orders: Orders) -> tuple[Battle, list[Step]]:
    """Return the position after the orders, and the events; a lab goes on whoever has won."""
    after, resolution = battles.play(battle, orders)
    return replace(after, outcome=None), list(resolution.trace)


def read(parts: Mapping[str, str]) -> Lab:
    """Return the lab of an address; raise DomainError (bad_lab) where it describes none."""
    if sum(len(parts.get(part, "")) for part in PARTS) > LAB_ADDRESS:
        raise DomainError("bad_lab", _("This address is too long for a lab."))
    try:
        opening = read_battle(parts)
        *closed, orders = [read_orders(text) for text in parts.get("o", "").split(";")]
        lab = Lab(opening, tuple(closed), orders)
        check_size(lab)
        now = lab.now
        for seat, text in lab.orders:
            battles.read_order(now, seat, text)
    except (ValueError, KeyError) as error:
        raise game_errors.to_domain_error(
            error, "bad_lab", _("This address holds no board that can be set up.")
        ) from error
    return lab


def get_max_rounds(lab: Lab) -> int:
    """Return how many rounds a lab may play: fewer on larger boards."""
    return min(LAB_ROUNDS, max(LAB_WEIGHT // get_weight(lab.opening), 1))


def check_size(lab: Lab) -> None:
    if len(lab.opening.formation.board.tiles) > LAB_TILES:
        raise DomainError("bad_lab", _("A lab has at most %(most)s tiles."), most=LAB_TILES)
    most = get_max_rounds(lab)
    if len(lab.closed) > most:
        raise DomainError("bad_lab", _("A lab has at most %(most)s rounds."), most=most)
    for orders in (*lab.closed, lab.orders):
        if len({seat for seat, _text in orders}) != len(orders):
            raise DomainError("bad_lab", _("A seat has one order in a round."))


def read_battle(parts: Mapping[str, str]) -> Battle:
    formation = compact.read(parts.get("b", ""))
    rules = Ruleset.of(read_rules(parts.get("r", "")))
    targets = {seat: frozenset(map(Tile.read, tiles.split("."))) for seat, tiles in parse_pairs(parts.get("t", ""))}
    if not all(tiles <= formation.board.tiles for tiles in targets.values()):
        raise DomainError("bad_lab", _("A target lies off the board."))
    fallen, number = parts.get("f", ""), parts.get("n", "1")
    if not (number.isascii() and number.isdigit() and 0 < int(number[:5]) < 10_000):
        raise DomainError("bad_lab", _("The round of this address is not a number."))
    if not set(fallen + "".join(targets)) <= set(SEATS):
        raise DomainError("bad_lab", _("The seats of a lab are letters."))
    return build_battle(formation, rules, targets, int(number), fallen)


def build_battle(
    formation: Formation, rules: Ruleset, targets: Mapping[str, frozenset[Tile]], number: int = 1, fallen: str = ""
) -> Battle:
    """Return a battle in which only the next round matters."""
    seats = tuple(sorted({*formation.seats, *fallen}))
    crowns = {seat: tile for seat in seats for tile in formation.emperors(seat)[:1]}
    ground = Formation(Board(formation.board.tiles, targets), formation.pieces, formation.items)
    return Battle(
        ground, remove_endings(rules), seats, targets, {}, number, fallen=dict.fromkeys(fallen, 0), crowns=crowns
    )


def remove_endings(rules: Ruleset) -> Ruleset:
    """Return the rules without those that end a battle."""
    plain = Ruleset()
    return replace(rules, **{name: getattr(plain, name) for name in UNUSED})


def parse_pairs(text: str) -> list[tuple[str, str]]:
    """Return the pairs of a text such as `a:1;b:2`."""
    found = [tuple(part.split(":", 1)) for part in text.split(";") if part]
    if not all(len(pair) == 2 for pair in found):
        raise DomainError("bad_lab", _("The rules or targets of this address cannot be read."))
    return [(pair[0], pair[1]) for pair in found]


def read_rules(text: str) -> dict[str, object]:
    return {name: {"true": True, "false": False}.get(value, value) for name, value in parse_pairs(text)}


def read_orders(text: str) -> Orders:
    found = [tuple(part.split(".", 1)) for part in text.split(",") if part]
    if not all(len(each) == 2 for each in found):
        raise DomainError("bad_lab", _("The orders of this address cannot be read."))
    return tuple((each[0], each[1]) for each in found)


def open_at(state: Battle) -> Lab:
    """Return a lab that opens on a position of a real battle."""
    fallen = "".join(state.fallen)
    return Lab(build_battle(state.formation, state.ruleset, state.targets, state.number, fallen))


def write_parts(lab: Lab) -> dict[str, str]:
    """Return the parts of the address: the inverse of `read`."""
    opening, plain = lab.opening, Ruleset().as_json()
    rules = {name: value for name, value in opening.ruleset.as_json().items() if value != plain[name]}
    orders = ";".join(",".join(f"{seat}.{text}" for seat, text in each) for each in (*lab.closed, lab.orders))
    found = {
        "b": compact.write(opening.formation),
        "r": ";".join(f"{name}:{as_text(value)}" for name, value in rules.items()),
        "t": ";".join(f"{seat}:{'.'.join(map(str, sorted(tiles)))}" for seat, tiles in sorted(opening.targets.items())),
        "n": str(opening.number) if opening.number > 1 else "",
        "f": "".join(sorted(opening.fallen)),
        "o": orders,
    }
    return {name: value for name, value in found.items() if value}


def write_query(lab: Lab) -> str:
    """Return the query string of the address."""
    return "&".join(f"{name}={quote(value, safe=SAFE)}" for name, value in write_parts(lab).items())


def give_order(lab: Lab, text: str) -> Lab:
    """Add an order, or replace the one of its seat; raise DomainError if it is illegal."""
    try:
        seat, order = find_owner(lab.now, text)
        written = str(battles.read_order(lab.now, seat, order))
    except IllegalOrder as error:
        raise game_errors.to_domain_error(error, error.refusal, error.sentence) from error
    others = tuple(each for each in lab.orders if each[0] != seat)
    return replace(lab, orders=(*others, (seat, written)))


def find_owner(state: Battle, text: str) -> GivenOrder:
    """Return the seat of an order and its text: as named in `a.C5-C2`, or by the piece that it moves."""
    named, point, order = text.strip().partition(".")
    if point:
        return named.lower(), order.strip().upper()
    order = text.strip().upper()
    origin = Order.read("", order).origin
    piece = state.formation.pieces.get(origin) if origin else None
    if piece is None:
        raise IllegalOrder(Refusal.NOT_YOURS, "", order)
    return piece.seat, order


def close_round(lab: Lab) -> Lab:
    """Return the lab with the open round played; seats without an order hold."""
    if len(lab.closed) >= get_max_rounds(lab):
        raise DomainError("bad_lab", _("A lab plays %(most)s rounds. Go on from the last position."),
                      most=len(lab.closed))  # fmt: skip
    return Lab(lab.opening, (*lab.closed, lab.orders))


def undo(lab: Lab) -> Lab:
    """Return the lab without its last order; where there is none, with the last round open again."""
    if lab.orders:
        return replace(lab, orders=lab.orders[:-1])
    return Lab(lab.opening, lab.closed[:-1], lab.closed[-1]) if lab.closed else lab


def restart_here(lab: Lab) -> Lab:
    """Return a lab that opens on the present position."""
    return open_at(lab.now)
