"""The names of those who join: a second Livia is called Livia II."""

from itertools import count

from core.limits import EMPEROR_NAME_LENGTH
from dynasty.catalog.names import fold
from dynasty.models import Dynasty

ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def format_roman(number: int) -> str:
    """Return a number from 1 to 399 in Roman numerals."""
    text = ""
    for value, digits in ROMAN:
        times, number = divmod(number, value)
        text += digits * times
    return text


def find_free_name(dynasty: Dynasty, name: str) -> str:
    """Return the name, with the first free numeral if a living emperor of the dynasty has it."""
    used = set(dynasty.emperors.filter(died_at=None).values_list("folded_name", flat=True))
    if fold(name) not in used:
        return name
    return next(numbered for numbered in (add_numeral(name, n) for n in count(2)) if fold(numbered) not in used)


def add_numeral(name: str, number: int) -> str:
    """Return the name with its numeral, within the length of a name."""
    numeral = f" {format_roman(number)}"
    return name[: EMPEROR_NAME_LENGTH[1] - len(numeral)].rstrip() + numeral
