"""Positions: a battle that opens as another one stood when a round of it began."""

from collections.abc import Mapping

from .battles import Battle, UnfitBoard, begin
from .boards import Board
from .formations import Formation
from .goals import read_goal
from .marks import N_
from .records import board_text
from .tiles import Tile


def restart(battle: Battle) -> Battle:
    """Return a battle that opens as this one stands: the same pieces, rules, targets, throne and fallen seats.

    Its rounds count from 1, and so does what the rules count by rounds: a reign, quiet rounds, the limit. The chests of
    seats are left out. Raise UnfitBoard where the rules cannot be played by the seats that are left.

    >>> from battlefield.battles import play
    >>> from battlefield.compact import read, write
    >>> from battlefield.rulesets import Ruleset
    >>> later, _resolution = play(begin(read("Aa_/_bB"), Ruleset()), [("a", "B1-C1")])
    >>> again = restart(later)
    >>> write(again.formation), later.number, again.number
    ('A_a2/_bB', 2, 1)
    """
    formation = battle.formation
    if len(battle.fighting) < 2:
        raise UnfitBoard("too-few-seats", N_("A battle needs at least two seats."))
    if _has_goal(battle, "duel") and not any(battle.opposites.get(seat) in battle.fighting for seat in battle.fighting):
        raise UnfitBoard("no-opposite", N_("A duel of Emperors needs two seats that are opposite each other."))
    ground = Board(formation.board.tiles, _name_targets(battle), battle.throne or formation.board.throne)
    items = {tile: item for tile, item in formation.items.items() if not item.owner}
    position = Formation(ground, formation.pieces, items)
    return begin(position, battle.ruleset, fallen=tuple(battle.fallen), board_seats=battle.board_seats)


def write(battle: Battle) -> str:
    """Return the drawing of the battle that opens as this one stands; see `restart`.

    A throne that the board names is written also where the rules have none.
    """
    again = restart(battle)
    unused = None if again.throne else again.formation.board.throne
    return board_text(again) + (f"\nthrone: {unused}\n" if unused else "\n")


def _name_targets(battle: Battle) -> Mapping[str, frozenset[Tile]]:
    """Return the targets that the board has to name, since Emperors have left the tiles that would be taken else."""
    targets = battle.targets if _has_goal(battle, "cross") else battle.formation.board.targets
    return {seat: tiles for seat, tiles in targets.items() if seat in battle.formation.seats}


def _has_goal(battle: Battle, goal: str) -> bool:
    return any(read_goal(text)[0] == goal for text in battle.ruleset.goals)
