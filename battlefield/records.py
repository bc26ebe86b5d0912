"""Battle records: whole battles as plain text (rules §8)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .battles import VERSION, Battle, begin, play, prioritise
from .boards import Board
from .errors import BadInput
from .formations import Formation
from .marks import N_
from .orders import IllegalOrder
from .pieces import SEATS
from .resolver import Resolution
from .rulesets import Ruleset
from .tiles import Tile

HEADER = re.compile(r'\[\s*([A-Za-z_]\w*)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.ASCII)
NO_HEADER = re.compile(r"^\s*\[.*", re.MULTILINE)
ROUND = re.compile(r"(\d+)\.")
UNREADABLE_LINE = N_("The line “%(line)s” cannot be read.")
LISTED = ("items:", "targets:", "throne:", "fallen:", "seats:")


class BadRecord(ValueError):
    """A record that cannot be read, or does not come to the result that it claims."""

    def __init__(self, code: str, sentence: str, number: int | None = None, seat: str | None = None) -> None:
        self.code, self.number, self.seat = code, number, seat
        super().__init__(sentence)


@dataclass(frozen=True)
class Record:
    """A battle from its first formation: headers, and the orders of every round, quickest first."""

    headers: Mapping[str, str]
    opening: Battle
    rounds: tuple[tuple[tuple[str, str], ...], ...]
    result: str
    """`a`, `ac`, `draw ab`, or `*` while it goes on."""

    def __str__(self) -> str:
        return write(self)

    @classmethod
    def read(cls, text: str) -> "Record":
        return read(text)

    def replay(self) -> list[tuple[Battle, Resolution]]:
        """Play every round again: yield the battle after it, and how it went."""
        battle, played = self.opening, []
        for number, orders in enumerate(self.rounds, 1):
            if battle.outcome:
                raise BadRecord("after-the-end", f"round {number}: the battle was over", number)
            battle, resolution = _play(battle, orders, number)
            played.append((battle, resolution))
        return played


def write(record: Record) -> str:
    """Return the text of a record."""
    opening = record.opening
    version = {} if opening.version == VERSION else {"Version": str(opening.version)}
    headers = dict(record.headers) | version | {"Rules": str(opening.ruleset), "Result": record.result}
    parts = ["\n".join(f'[{name} "{_escape(value)}"]' for name, value in headers.items()), board_text(opening)]
    if record.rounds:
        parts.append("\n".join(_round_text(n, orders) for n, orders in enumerate(record.rounds, 1)))
    return "\n\n".join(parts) + "\n"


def read(text: str) -> Record:
    """Read a record. Raise BadRecord for bad writing, an illegal order, or a wrong result."""
    record = parse(text)
    verify(record)
    return record


def parse(text: str) -> Record:
    """Read a record without playing it; raise BadRecord for bad writing. `verify` says whether its orders are legal."""
    headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in HEADER.findall(text)}
    body = HEADER.sub("", text)
    try:
        if line := NO_HEADER.search(body):
            raise BadInput("bad-record", UNREADABLE_LINE, line=line[0].strip())
        ruleset = Ruleset.read(headers.get("Rules", ""))
        opening = begin(read_board(body), ruleset, fallen=read_fallen(body), board_seats=read_board_seats(body))
        opening = replace(opening, version=read_version(headers))
    except ValueError as error:
        raise BadRecord("bad-record", str(error)) from error
    return Record(headers, opening, _rounds(body), headers.get("Result", "*"))


def read_version(headers: Mapping[str, str]) -> int:
    """Return the version of the rules that a record was played by: the present one where it names none."""
    named = headers.get("Version", str(VERSION))
    if named not in map(str, range(1, VERSION + 1)):
        raise BadInput("bad-record", UNREADABLE_LINE, line=f'[Version "{named}"]')
    return int(named)


def verify(record: Record) -> None:
    """Replay the record; BadRecord where an order is illegal or the result is another."""
    played = record.replay()
    outcome = played[-1][0].outcome if played else None
    found = str(outcome) if outcome else "*"
    if found != record.result:
        raise BadRecord("wrong-result", f"the battle comes to {found}, not to {record.result}")


def of(headers: Mapping[str, str], opening: Battle, rounds: Sequence[Iterable[tuple[str, str]]], result: str) -> Record:
    """Make a record from what was played; orders in the order in which they arrived, sorted here by priority."""
    battle, sorted_rounds = opening, []
    for number, orders in enumerate(rounds, 1):
        sorted_rounds.append(tuple(prioritise(battle, list(orders))))
        battle, _ = _play(battle, sorted_rounds[-1], number)
    return Record(headers, opening, tuple(sorted_rounds), result)


def _play(battle: Battle, orders: Sequence[tuple[str, str]], number: int) -> tuple[Battle, Resolution]:
    if len({seat for seat, _ in orders}) != len(orders):
        raise BadRecord("two-orders", f"round {number}: a seat has two orders", number)
    try:
        return play(battle, orders)
    except IllegalOrder as error:
        raise BadRecord(error.refusal, f"round {number}: {error}", number, error.seat) from error


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)


def _round_text(number: int, orders: Iterable[tuple[str, str]]) -> str:
    return f"{number}. " + ", ".join(f"{seat} {text}" for seat, text in orders)


def board_text(battle: Battle) -> str:
    """Return the diagram with what it cannot show beside it, to be read by `read_board`."""
    lines = [str(battle.formation)]
    if covered := battle.formation.covered:
        lines.append("items: " + ", ".join(f"{tile} {item}" for tile, item in covered.items()))
    if named := find_named_targets(battle):
        lines.append("targets: " + targets_text(named))
    if battle.board_seats != battle.formation.seats:
        lines.append("seats: " + " ".join(battle.board_seats))
    if battle.throne:
        lines.append(f"throne: {battle.throne}")
    if fallen := [seat for seat in battle.fallen if seat in battle.formation.seats]:
        lines.append("fallen: " + " ".join(sorted(fallen)))
    return "\n".join(lines)


def find_named_targets(battle: Battle) -> dict[str, frozenset[Tile]]:
    """Return the targets that a reader would not find: those of the board, and where an absent seat would begin."""
    formation = battle.formation
    begun = {seat: frozenset(formation.emperors(battle.opposites.get(seat, ""))) for seat in formation.seats}
    absent = {seat: battle.targets[seat] for seat in begun if battle.targets.get(seat, begun[seat]) != begun[seat]}
    return {**formation.board.targets, **absent}


def targets_text(targets: Mapping[str, frozenset[Tile]]) -> str:
    """Return targets as text: `a C9 D9, b C1`."""
    return ", ".join(f"{seat} " + " ".join(map(str, sorted(tiles))) for seat, tiles in sorted(targets.items()))


def read_board(text: str) -> Formation:
    """Read a diagram with its lines `items:`, `targets:` and `throne:`; other lines are passed over."""
    lines = text.splitlines()
    formation = Formation.read(_join_drawing(lines), dict(_pairs(lines, "items:")))
    targets = {seat: frozenset(map(Tile.read, tiles.split())) for seat, tiles in _pairs(lines, "targets:")}
    board = Board(formation.board.tiles, targets, _read_throne(lines, formation.board))
    return Formation(board, formation.pieces, formation.items)


def _read_throne(lines: Iterable[str], board: Board) -> Tile | None:
    """Return the tile that the line `throne: D4` names; None where there is none."""
    named = [line.strip().removeprefix("throne:").strip() for line in lines if line.strip().startswith("throne:")]
    if not named:
        return None
    throne = Tile.read(named[-1])
    if throne not in board.tiles:
        raise BadInput("bad-diagram", UNREADABLE_LINE, line="throne:")
    return throne


def read_fallen(text: str) -> tuple[str, ...]:
    """Return the seats that the line `fallen: b c` names: they have pieces, and take part no more.

    >>> read_fallen("fallen: b c"), read_fallen("")
    (('b', 'c'), ())
    """
    return _read_seats(text, "fallen:")


def read_board_seats(text: str) -> tuple[str, ...]:
    """Return the seats of the board that the line `seats: a b c d` names; none where all of them have a piece."""
    return _read_seats(text, "seats:")


def _read_seats(text: str, label: str) -> tuple[str, ...]:
    """Return the seats that the lines with a label name."""
    lines = (line.strip() for line in text.splitlines())
    named = " ".join(line.removeprefix(label) for line in lines if line.startswith(label)).split()
    if not all(seat in SEATS for seat in named):
        raise BadInput("bad-diagram", UNREADABLE_LINE, line=label)
    return tuple(named)


def read_chests(text: str) -> dict[str, str]:
    """Return the tiles that a battlefield's line `chests: a B2, b F2` names, by seat; none where there is no line."""
    return dict(_pairs(text.splitlines(), "chests:"))


def _is_drawn(line: str) -> bool:
    return line.lstrip()[:1] in ("+", "|")


def _join_drawing(lines: Sequence[str]) -> str:
    """Return the diagram, with the empty lines between the parts of its board."""
    drawn = [number for number, line in enumerate(lines) if _is_drawn(line)]
    between = lines[drawn[0] : drawn[-1] + 1] if drawn else []
    return "\n".join(line for line in between if _is_drawn(line) or not line.strip())


def _pairs(lines: Iterable[str], label: str) -> list[tuple[str, str]]:
    """Read `items: C3 treasure, D4 chest a` as pairs of the first word and the rest."""
    found = [line.strip().removeprefix(label) for line in lines if line.strip().startswith(label)]
    entries = [entry.split(maxsplit=1) for line in found for entry in line.split(",")]
    if not all(len(entry) == 2 for entry in entries):
        raise BadInput("bad-diagram", UNREADABLE_LINE, line=label)
    return [(first, rest.strip()) for first, rest in entries]


def _rounds(body: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Return everything behind the board, numbered from 1."""
    lines = body.splitlines()
    drawn = [i for i, line in enumerate(lines) if _is_drawn(line) or line.strip().startswith(LISTED)]
    text = "\n".join(lines[drawn[-1] + 1 :] if drawn else lines)
    parts = ROUND.split(text)
    if parts[0].strip() or [int(n) for n in parts[1::2]] != list(range(1, len(parts) // 2 + 1)):
        raise BadRecord("bad-record", "the rounds are not numbered 1, 2, 3 …")
    return tuple(_orders(part, number) for number, part in enumerate(parts[2::2], 1))


def _orders(text: str, number: int) -> tuple[tuple[str, str], ...]:
    orders = []
    for entry in text.split(","):
        words = entry.split()
        if words:
            if len(words) < 2 or len(words[0]) != 1:
                raise BadRecord("bad-record", f"round {number}: {entry.strip()!r} is no order", number)
            orders.append((words[0], "".join(words[1:])))
    return tuple(orders)
