"""Sentences with places: filling them in as the active language wants it.

Catalan elides *de* before a vowel (*d’Ana*, *d’11*, *d’F3*) and joins *a, de, per* with an article that begins a value
(*pel lloc A*); Spanish writes *e* and *u* for *y* and *o* before the same sound, and joins *a, de* with the article.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Any, Protocol

from django.utils.translation import get_language

from core.numbers import format_number

PLACE = r"%\((\w+)\)s"
BEFORE = rf"((?:<[^<>]*>)*)(?={PLACE})"
"""Tags between a word and the place after it."""
PARTICLE = re.compile(rf"\b([Dd])e {BEFORE}")
AND_OR = re.compile(rf"\b([yYoO]) {BEFORE}")
JOINED = {
    "ca": re.compile(rf"\b([Aa]|[Dd]e|[Pp]er) {PLACE}"),
    "es": re.compile(rf"\b([Aa]|[Dd]e) {PLACE}"),
}
"""Prepositions that join with the article *el*."""
ARTICLE = re.compile(r"el(s?) ")
"""In lower case: the article of a name, as in *El Cid*, stays."""
JOINS = {"a": "al", "A": "Al", "de": "del", "De": "Del", "per": "pel", "Per": "Pel"}
ARTICLES = re.compile(rf"\b([Ee]l|[Dd]el|[Aa]l|[Pp]el) (?={PLACE})")
ELIDED = {
    "el": "l’",
    "del": "de l’",
    "al": "a l’",
    "pel": "per l’",
    "El": "L’",
    "Del": "De l’",
    "Al": "A l’",
    "Pel": "Per l’",
}
VOWEL = re.compile(r"h?[aeiou]")
GLIDE = re.compile(r"h?[iu][aeiou]")
"""An i or u that is no vowel, as in *Iolanda* or *Hiera*."""
SPELLED = re.compile(r"[FHLMNRSXY]\d*(?![\w’'.])")
"""A letter whose name begins with a vowel, alone or as part of a tile's name."""
ONE_OR_ELEVEN = re.compile(r"1(?![\d.])|11(?!\d)|1\.\d{3}\.\d{3}(?![\d.])")
"""Numbers whose name begins with a vowel: *un*, *onze*, *onze mil*, *un milió*."""
SOUND_OF_I = re.compile(r"h?i(?![aeiou])")
SOUND_OF_O = re.compile(r"h?o|8|11(?!\d)")


class Fields(Protocol):
    """What fills the places of a sentence, by their names."""

    def __getitem__(self, name: str, /) -> Any: ...


class Grouped:
    """Fields whose whole numbers are grouped; what the fields say of a missing one holds here, too."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields

    def __getitem__(self, name: str) -> Any:
        value = self.fields[name]
        return format_number(value) if type(value) is int else value


def fill(message: str, fields: Fields) -> str:
    """Return a translated message with its places filled, and the words before them as the language wants them.

    Whole numbers are grouped. A message without places, or with no fields for them, is returned as it is.
    """
    if "%(" not in message or (type(fields) is dict and not fields):
        return message
    fields = Grouped(fields)
    adapt = LANGUAGES.get((get_language() or "")[:2])
    return (adapt(message, fields) if adapt else message) % fields


def adapt_catalan(message: str, fields: Fields) -> str:
    message = JOINED["ca"].sub(lambda found: join_article(found, fields), message)
    message = ARTICLES.sub(lambda found: elide_article(found, fields), message)
    return PARTICLE.sub(lambda found: elide(found, fields), message)


def adapt_spanish(message: str, fields: Fields) -> str:
    message = AND_OR.sub(lambda found: avoid_same_sound(found, fields), message)
    return JOINED["es"].sub(lambda found: join_article(found, fields), message)


LANGUAGES: dict[str, Callable[[str, Fields], str]] = {"ca": adapt_catalan, "es": adapt_spanish}


def elide(found: re.Match[str], fields: Fields) -> str:
    """Return what stands before a place: `d’` where its value begins with a vowel, else `de `."""
    return f"{found[1]}’{found[2]}" if begins_with_vowel(str(fields[found[3]])) else found[0]


def elide_article(found: re.Match[str], fields: Fields) -> str:
    """Return an article before a number as it is said: `l’1 de maig`, `fins a l’11`."""
    return ELIDED[found[1]] if ONE_OR_ELEVEN.match(str(fields[found[2]])) else found[0]


def join_article(found: re.Match[str], fields: Fields) -> str:
    """Return a preposition and its place; both written out as one where the value begins with the article."""
    value = str(fields[found[2]])
    article = ARTICLE.match(value)
    if not article:
        return found[0]
    return f"{JOINS[found[1]]}{article[1]} {value[article.end() :].replace('%', '%%')}"


def avoid_same_sound(found: re.Match[str], fields: Fields) -> str:
    """Return `e` for *y* before the sound of i, `u` for *o* before that of o."""
    word, tags, place = found.groups()
    sound, other = (SOUND_OF_I, "e") if word in "yY" else (SOUND_OF_O, "u")
    if not sound.match(simplify(str(fields[place]))):
        return found[0]
    return f"{other if word.islower() else other.upper()} {tags}"


def begins_with_vowel(text: str) -> bool:
    """Return whether a Catalan speaker elides before this text. Quotation marks before it do not count.

    >>> [begins_with_vowel(name) for name in ("Ana", "Èlia", "Honorat", "“Orió”", "A3", "F3", "H", "1", "11")]
    [True, True, True, True, True, True, True, True, True]
    >>> [begins_with_vowel(name) for name in ("Bo", "Iolanda", "Fidel", "3 peces", "1.000", "12", "")]
    [False, False, False, False, False, False, False]
    """
    if SPELLED.match(text) or ONE_OR_ELEVEN.match(text):
        return True
    plain = simplify(text)
    return bool(VOWEL.match(plain)) and not GLIDE.match(plain)


def simplify(text: str) -> str:
    """Return the text in lower case, without accents and without quotation marks before it."""
    plain = unicodedata.normalize("NFD", text.lstrip("“”«»\"'‘’ ")).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))
