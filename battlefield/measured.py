"""What was measured of battles of computer players on the boards that come with the game.

`benchmarks.battles` plays them and keeps the figures in `fields/measured.json`; board pages and documents read them.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from . import fields
from .records import targets_text
from .rulesets import Ruleset

PATH = Path(__file__).parent / "fields" / "measured.json"


@dataclass(frozen=True)
class Figures:
    """How battles between seats of one level went on a board with a preset, from its opening."""

    board: str
    preset: str
    level: str
    """Of the computer players on all seats."""
    seed: int
    on: str
    """The day, as 2026-11-22."""
    digest: str
    """Of the board and the rules; other digests are of other battles."""
    battles: int
    wins: Sequence[float]
    """By seat; those who win or draw together have equal parts."""
    draws: int
    limits: int
    """How many were decided by a limit of rounds."""
    rounds: Sequence[int]
    """A tenth of the battles were shorter, half of them, nine tenths."""
    first_take: int
    """The median of the rounds in which the first piece was taken."""
    still: int
    """Rounds in which all seats held, of `all_rounds`."""
    all_rounds: int
    stirred: int
    """How often, of `stirred_of` times, one seat of the level won while all others stood still to the end."""
    stirred_of: int

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victories and draws."""
        return [won / self.battles for won in self.wins]

    @property
    def intervals(self) -> list[tuple[float, float]]:
        """The interval of each seat's share in which the true one lies, as a whole at 95%."""
        return [compute_interval(won, self.battles, widen(len(self.wins))) for won in self.wins]


def widen(seats: int) -> float:
    """Return the standard errors of an interval such that those of all seats hold together at 95% (Bonferroni).

    >>> round(widen(2), 2), round(widen(8), 2)
    (2.24, 2.73)
    """
    precision, low, high = 0.05 / seats, 0.0, 10.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if math.erfc(middle / math.sqrt(2)) > precision else (low, middle)
    return low


def compute_interval(won: float, battles: int, errors: float) -> tuple[float, float]:
    """Return the interval of a share (Wilson 1927).

    >>> low, high = compute_interval(60, 100, 1.96)
    >>> round(low, 2), round(high, 2)
    (0.5, 0.69)
    """
    share, square = won / battles, errors * errors
    middle = (share + square / (2 * battles)) / (1 + square / battles)
    spread = errors / (1 + square / battles)
    spread *= math.sqrt(share * (1 - share) / battles + square / (4 * battles * battles))
    return max(0.0, middle - spread), min(1.0, middle + spread)


def compute_digest(board: str, rules: Ruleset) -> str:
    """Return a hash of all that a battle on the board depends on."""
    formation = fields.load(board)
    named = f"{targets_text(formation.board.targets)} {formation.board.throne or ''}".strip()
    items = sorted(f"{tile} {item}" for tile, item in formation.items.items())
    text = json.dumps([str(formation), named, items, str(rules)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def load_figures() -> tuple[Figures, ...]:
    """Return all figures that are kept, in the order of the boards."""
    return tuple(Figures(**row) for row in json.loads(PATH.read_text(encoding="utf-8"))) if PATH.exists() else ()


def find_figures(board: str) -> list[Figures]:
    """Return the figures of one board."""
    return [found for found in load_figures() if found.board == board]


def keep(figures: Figures) -> None:
    """Keep these figures in place of those of the same board, preset and level.

    Figures of presets that their board is no longer offered with are dropped.
    """
    load_figures.cache_clear()
    rows = {(each.board, each.preset, each.level): each for each in load_figures()}
    rows[figures.board, figures.preset, figures.level] = figures  # in the place of the one before
    boards = {name: number for number, name in enumerate(fields.FIELDS)}
    offered = [each for each in rows.values() if each.preset in fields.list_presets(each.board)]
    offered.sort(key=lambda each: boards.get(each.board, len(boards)))
    PATH.write_text("[\n" + ",\n".join(json.dumps(asdict(row)) for row in offered) + "\n]\n", encoding="utf-8")
    load_figures.cache_clear()


HEAD = (
    "| board | preset | level | battles | shares | draws | by a limit | rounds | first take "
    "| all still | beats stillness |\n|" + " --- |" * 11
)


def format_line(figures: Figures) -> str:
    """Return the figures as a line of a table."""
    shares = " ".join(f"{100 * share:.0f}" for share in figures.shares)
    return (
        f"| {figures.board} | {figures.preset} | {figures.level} | {figures.battles} | {shares} "
        f"| {figures.draws / figures.battles:.1%} | {figures.limits / figures.battles:.1%} "
        f"| {'–'.join(map(str, figures.rounds))} | {figures.first_take} "
        f"| {figures.still / figures.all_rounds:.1%} | {figures.stirred} of {figures.stirred_of} |"
    )


def format_table(figures: Iterable[Figures]) -> str:
    return "\n".join([HEAD, *map(format_line, figures)])
