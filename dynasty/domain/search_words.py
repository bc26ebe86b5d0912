"""The words by which things are found, without case and accents, and facets.

A facet is a word that nobody types, such as that of all battles of a type. Words and facets hold letters and digits
alone, so that both databases take them as they are.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

FACET = "facet"
"""How every facet begins."""
MAX_WORDS = 8
"""Words of a query that count."""
MAX_LENGTH = 40
KINDS = ("dynasty", "emperor", "club", "board", "map", "series", "study", "battle")
"""What can be found."""
WORD = re.compile(r"[^\W_]+")
PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
"""Letters that are no accented ones, and are often typed like these."""


@dataclass(frozen=True)
class Word:
    """A word to be found: as it is, or as the beginning of a longer one."""

    text: str
    begins: bool = False


Query = tuple[tuple[Word, ...], ...]
"""Groups of words: something is found if it has a word of each group."""


def split_words(text: str) -> list[str]:
    """Return the words of a text, folded.

    >>> split_words("Élodie d’Àvila, the 2nd")
    ['elodie', 'd', 'avila', 'the', '2nd']
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(each for each in apart if not unicodedata.combining(each))
    return [word[:MAX_LENGTH] for word in WORD.findall(bare.casefold().translate(PLAIN))]


def make_facet(name: str, value: str) -> str:
    """Return the word of a facet.

    >>> make_facet("field", "grid5x5/C3")
    'facetfieldgrid5x5c3'
    """
    return FACET + name + "".join(WORD.findall(value)).casefold()


def parse_query(text: str) -> Query:
    """Return what somebody types as a query: all its words, each perhaps the beginning of a longer one.

    >>> parse_query("Ming Á")
    ((Word(text='ming', begins=True),), (Word(text='a', begins=True),))
    """
    words = [word for word in split_words(text) if not word.startswith(FACET)]
    return tuple((Word(word, begins=True),) for word in words[:MAX_WORDS])


def join_words(texts: Iterable[str], facets: Iterable[str]) -> str:
    """Return the line that is stored for a thing: each of its words and facets once."""
    words = (word for text in texts for word in split_words(text))
    return " ".join(dict.fromkeys((*words, *facets)))
