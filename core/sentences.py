"""Sentences with places: filling them in as the active language wants it."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language

PARTICLE = re.compile(r"\b([Dd])e (?=%\((\w+)\)s)")
"""The Catalan *de* before a place."""
VOWEL = re.compile(r"h?[aeiou]")
GLIDE = re.compile(r"h?[iu][aeiou]")
"""An i or u that is no vowel, as in *Iolanda* or *Hiera*."""


def fill(message: str, fields: Mapping[str, Any]) -> str:
    """Return a translated message with its places filled; in Catalan *de* loses its vowel before another one.

    A message without places, or with no fields for them, is returned as it is.
    """
    if "%(" not in message or (type(fields) is dict and not fields):
        return message
    if (get_language() or "").startswith("ca"):
        message = PARTICLE.sub(lambda found: elide(found, fields), message)
    return message % fields


def elide(found: re.Match[str], fields: Mapping[str, Any]) -> str:
    """Return what stands before a place: `d’` where its value begins with a vowel, else `de `."""
    return f"{found[1]}’" if begins_with_vowel(str(fields[found[2]])) else found[0]


def begins_with_vowel(text: str) -> bool:
    """Return whether a Catalan speaker elides before this text. Quotation marks before it do not count.

    >>> [begins_with_vowel(name) for name in ("Ana", "Èlia", "Honorat", "“Orió”", "A3")]
    [True, True, True, True, True]
    >>> [begins_with_vowel(name) for name in ("Bo", "Iolanda", "3 peces", "")]
    [False, False, False, False]
    """
    plain = unicodedata.normalize("NFD", text.lstrip("“”«»\"'‘’ ")).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bool(VOWEL.match(plain)) and not GLIDE.match(plain)
