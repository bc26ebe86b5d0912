"""Text that comes in from outside: what no database can keep and what no page can show safely is refused."""

import json
import math
import re
from typing import Any

UNSTORABLE = "\x00\ud800-\udfff"
"""NUL, which PostgreSQL cannot keep, and halves of surrogate pairs, which no encoding can write."""
BIDI = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates, which let a text look like another one."""
FORBIDDEN = re.compile(f"[{UNSTORABLE}{BIDI}]")
TURNING = re.compile(f"[{BIDI}]")


class BadText(ValueError):
    """Raised for text that holds a refused character; `character` names it, as in U+202E.

    `turns`: whether it is hidden and turns the direction of writing.
    """

    def __init__(self, text: str) -> None:
        found = FORBIDDEN.search(text)
        self.character = f"U+{ord(found[0]):04X}" if found else ""
        self.turns = bool(found and TURNING.match(found[0]))
        super().__init__(self.character)


def check_text(*texts: str) -> None:
    """Raise BadText where one of these holds a refused character."""
    for text in texts:
        if FORBIDDEN.search(text):
            raise BadText(text)


def drop_forbidden(text: str) -> str:
    """Return the text without the characters that are refused.

    >>> drop_forbidden("turned\\u202e around")
    'turned around'
    """
    return FORBIDDEN.sub("", text)


def check_data(data: Any) -> None:
    """Raise BadText for a text anywhere in data of JSON, and ValueError for a number that is not finite."""
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            check_text(part)
        elif isinstance(part, float) and not math.isfinite(part):
            raise ValueError("a number that is not finite")
        elif isinstance(part, dict):
            waiting += [*part, *part.values()]
        elif isinstance(part, list):
            waiting += part


def read_json(body: bytes | str) -> Any:
    """Return what a JSON body says; BadText or another ValueError for one that cannot be read or kept."""
    try:
        data = json.loads(body, parse_constant=reject_constant)
        check_data(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return data


def reject_constant(name: str) -> None:
    """Raise ValueError for NaN and the infinities, which are no JSON."""
    raise ValueError(name)
