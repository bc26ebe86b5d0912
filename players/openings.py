"""The first position of a battle from a board and rules, each given by name, as text or as a file."""

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from battlefield import Battle, Formation, begin, fields
from battlefield.battles import UnfitBoard
from battlefield.presets import PRESETS
from battlefield.records import read_board
from battlefield.rulesets import Ruleset

SMALL = {
    "tiny-2": """
+---+---+---+
|(a)| a |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   | b |(b)|
+---+---+---+
""",
    "small-2": """
+---+---+---+---+
| a |(a)| a |   |
+---+---+---+---+
|   | a |   |   |
+---+---+---+---+
|   |   | b |   |
+---+---+---+---+
|   | b |(b)| b |
+---+---+---+---+
""",
}
"""Boards small enough to solve, besides those of the game."""
LONGEST = 100_000
"""Files of more characters are refused: no board is that large."""
BoardSource = str | PathLike[str] | Formation
"""A name, a diagram, the path of a file that holds one, or the formation itself."""
RulesSource = str | PathLike[str] | Mapping[str, Any] | Ruleset
"""A preset's name, settings as text or JSON, the path of a file that holds them, or the rules as data."""


class BadOpening(ValueError):
    """A board or rules that cannot be played: a stable code, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)


def build_opening(board: BoardSource, rules: RulesSource = "classic") -> Battle:
    """Return the battle that opens on this board under these rules, without the chests of the seats.

    Raise BadOpening where either cannot be read, or where the rules do not fit the board.

    >>> build_opening("tiny-2").to_act
    ('a', 'b')
    """
    try:
        return begin(fields.without_chests(read_formation(board)), read_rules(rules))
    except UnfitBoard as error:
        raise BadOpening(error.code, f"These rules do not fit this board: {error}.") from error


def read_formation(board: BoardSource) -> Formation:
    """Return the formation that is given; raise BadOpening where there is none.

    >>> read_formation("tiny-2").seats
    ('a', 'b')
    """
    if isinstance(board, Formation):
        return board
    if isinstance(board, str) and board in SMALL:
        return Formation.read(SMALL[board])
    if isinstance(board, str) and fields.has_field(board):
        return fields.load(board)
    choices = (
        f"the boards are {', '.join([*SMALL, *fields.FIELDS])}; a diagram or a file that holds one will do as well"
    )
    text = board if isinstance(board, str) and _is_drawn(board) else _content(board, "board", choices)
    try:
        return read_board(text)
    except ValueError as error:
        raise BadOpening("bad-board", f"The board cannot be read: {error}.") from error


def read_rules(rules: RulesSource) -> Ruleset:
    """Return the rules that are given, complete; raise BadOpening where one is not known.

    >>> read_rules("path=clear goals=cross").goals
    ('cross',)
    """
    if isinstance(rules, Ruleset):
        return rules
    try:
        if isinstance(rules, Mapping):
            return Ruleset.of(rules)
        return _read_rules(rules)
    except BadOpening:
        raise
    except (ValueError, TypeError) as error:
        raise BadOpening("bad-rules", f"The rules cannot be read: {error}.") from error


def _read_rules(rules: str | PathLike[str]) -> Ruleset:
    if isinstance(rules, str) and rules in PRESETS:
        return PRESETS[rules][2]
    choices = (
        f"the rules are {', '.join(PRESETS)}; settings such as path=clear, JSON, or a file of these will do as well"
    )
    written = isinstance(rules, str) and ("=" in rules or rules.lstrip().startswith("{"))
    text = str(rules) if written and not _is_file(rules) else _content(rules, "rules", choices)
    if text.strip() in PRESETS:
        return PRESETS[text.strip()][2]
    return Ruleset.of(_json_object(text)) if text.lstrip().startswith("{") else Ruleset.read(text)


def _json_object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOpening("bad-rules", f"The rules are not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise BadOpening("bad-rules", "The rules are not a JSON object.")
    return found


def _is_drawn(text: str) -> bool:
    return "\n" in text or text.lstrip().startswith(("+", "|"))


def _is_file(path: str | PathLike[str]) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _content(path: str | PathLike[str], what: str, choices: str) -> str:
    """Return what a file holds; raise BadOpening, which says what is known instead, where there is no such file."""
    if not isinstance(path, str | PathLike) or not _is_file(path):
        raise BadOpening(f"no-such-{what}", f"There is no {what} {str(path)!r}: {choices}.")
    try:
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        raise BadOpening(f"bad-{what}", f"The file {path} cannot be read: {error}.") from error
    if len(text) > LONGEST:
        raise BadOpening(f"bad-{what}", f"The file {path} is too long to hold a {what}.")
    return text
