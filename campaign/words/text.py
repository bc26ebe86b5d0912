"""Orders as text: `attack gate dale dice 3 until 2`, and back."""

import re
from collections.abc import Mapping
from typing import Any

# The fields of each order in the order in which the text names them; a list takes three words.
GRAMMAR: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("claim", "capital", "guard"), ("at",)),
    **dict.fromkeys(("place", "reinforce", "colonize", "build"), ("at", "armies")),
    **dict.fromkeys(("move", "fortify"), ("from", "to", "armies")),
    **dict.fromkeys(("done", "nop", "resign", "flip"), ()),
    "attack": ("from", "to", "armies"),
    "trade": ("cards",),
    "truce": ("seat", "rounds"),
    "defend": ("dice",),
    "occupy": ("armies",),
}
# Fields that follow their own name, in any order.
NAMED = {"attack": ("dice", "until", "advance"), "trade": ("on",)}
# What may stand behind the number of an order: a word.
LAST = dict.fromkeys(("reinforce", "colonize", "move", "attack"), "unit")
# An attack in turns names no armies, one of the simultaneous games does.
OPEN = {"attack": "armies"}
NUMBERS = {"armies", "dice", "until", "advance", "rounds"}
# A field that no order has: a text that cannot be read is refused with `bad_field`.
UNREADABLE = "text"


def read(text: str) -> dict[str, Any]:
    """Return the JSON form of one order; what cannot be read keeps its text in a field no order has.

    Its words may be written in capitals; names of territories and cards stay as they are written.

    >>> read("Attack gate dale dice 3 until 2")
    {'do': 'attack', 'from': 'gate', 'to': 'dale', 'dice': 3, 'until': 2}
    """
    words = text.split()
    verb = words[0].lower() if words else ""
    broken = {"do": verb, UNREADABLE: text}
    if verb not in GRAMMAR:
        return {"do": verb}
    order: dict[str, Any] = {"do": verb}
    rest = words[1:]
    for field in GRAMMAR[verb]:
        count = 3 if field == "cards" else 1
        if OPEN.get(verb) == field and (not rest or rest[0].lower() in NAMED[verb]):
            continue
        if len(rest) < count:
            return broken
        order[field], rest = _value(field, rest[:count]), rest[count:]
    if verb in LAST and len(rest) == 1 and rest[0].isalpha():
        return order | {LAST[verb]: rest[0].lower()}
    while rest:
        field = rest[0].lower()
        if field not in NAMED.get(verb, ()) or field in order or len(rest) < 2:
            return broken
        order[field], rest = _value(field, rest[1:2]), rest[2:]
    return order


def _value(field: str, words: list[str]) -> Any:
    if field == "cards":
        return words
    if field in NUMBERS and re.fullmatch(r"-?[0-9]{1,18}", words[0]):
        return int(words[0])
    return words[0].lower() if field == "seat" else words[0]


def write(order: Mapping[str, Any]) -> str:
    """Return the text of an order in its JSON form.

    >>> write({"do": "fortify", "from": "gate", "to": "dale", "armies": 4})
    'fortify gate dale 4'
    """
    verb = str(order["do"])
    words = [verb]
    for field in GRAMMAR.get(verb, ()):
        if field in order:
            words += order[field] if field == "cards" else [str(order[field])]
    for field in NAMED.get(verb, ()):
        if field in order:
            words += [field, str(order[field])]
    if LAST.get(verb) in order:
        words.append(str(order[LAST[verb]]))
    return " ".join(words)


def read_sheet(text: str) -> list[dict[str, Any]]:
    """Return the orders of a sheet: one a line, or separated by semicolons.

    >>> read_sheet("place gate 3; done")
    [{'do': 'place', 'at': 'gate', 'armies': 3}, {'do': 'done'}]
    """
    return [read(line) for line in re.split(r"[\n;]", text) if line.strip()]


def write_sheet(sheet: list[Mapping[str, Any]]) -> str:
    """Return the text of a sheet, one order a line.

    >>> print(write_sheet([{"do": "guard", "at": "A1"}, {"do": "nop"}]))
    guard A1
    nop
    """
    return "\n".join(write(order) for order in sheet)
