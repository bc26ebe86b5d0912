"""Names of dynasties and emperors: allowed characters, and which names look alike."""

import unicodedata
from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.limits import EMPEROR_NAME_LENGTH, MOTTO_LENGTH, NAME_LENGTH

Text = str | Promise

PUNCTUATION = set(" '’-.,·&!?:;()°ªº—–“”\"/")
"""The characters that names may hold besides letters, marks and digits."""

ALLOWED = ("L", "M", "N")  # Unicode's letters, marks and numbers

HIDDEN = ("C", "Z")  # control and format characters, marks of direction, and white space

MAX_MARKS = 2  # combining marks in a row; more pile up over other people's lines

# Letters that pass for Latin ones, pair by pair, before case is taken away: a Greek Nu is an N, its small form a v.
LOOK_ALIKE_LETTERS = "АВЕКМНОРСТУХІЈЅавекмнорстухіјѕԁһԛԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεηικνορτυχω"
LATIN = "ABEKMHOPCTYXIJSabekmhopctyxijsdhqwvlABEZHIKMNOPTYXabyenikvoptuxw"

# Digits, signs and Latin letters that pass for others, afterwards.
LOOK_ALIKE = str.maketrans(dict(zip("015$|!iıłøđħƒɡ", "olsslllllodhfg", strict=True)) | {"æ": "ae", "œ": "oe"})
TO_LATIN = str.maketrans(LOOK_ALIKE_LETTERS, LATIN)


def clean_dynasty_name(text: str) -> str:
    """Return a dynasty's name in normal form, or raise DomainError."""
    return clean_name(
        text, NAME_LENGTH, "name_length", _("A dynasty’s name has from %(least)s to %(most)s characters.")
    )


def clean_emperor_name(text: str) -> str:
    """Return an emperor's name in normal form, or raise DomainError."""
    return clean_name(
        text, EMPEROR_NAME_LENGTH, "name_length", _("An Emperor’s name has from %(least)s to %(most)s characters.")
    )


def clean_name(text: str, length: tuple[int, int], code: str, sentence: Text) -> str:
    """Return one line in normal form; raise DomainError for a wrong length or a disallowed character."""
    name = collapse_spaces(unicodedata.normalize("NFKC", text))
    least, most = length
    if not least <= len(name) <= most:
        raise DomainError(code, sentence, least=least, most=most)
    check_characters(name)
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise DomainError("name_without_letters", _("A name needs at least one letter."))
    return name


def clean_motto(text: str) -> str:
    """Return a motto in normal form, or raise DomainError; it may be empty."""
    motto = collapse_spaces(unicodedata.normalize("NFC", text))
    if len(motto) > MOTTO_LENGTH:
        raise DomainError("motto_length", _("A motto has at most %(most)s characters."), most=MOTTO_LENGTH)
    check_characters(motto)
    return motto


def collapse_spaces(text: str) -> str:
    """Strip spaces at the ends and collapse those in a row; other white space stays, to be refused."""
    return " ".join(word for word in text.split(" ") if word)


def check_characters(text: str) -> None:
    """Raise DomainError where a character is invisible, turns the text around, or is no writing."""
    for character in find_disallowed(text):
        if unicodedata.category(character)[0] in HIDDEN:
            raise DomainError(
                "name_characters", _("A hidden character cannot be used here. Type the text again, without pasting it.")
            )
        shown = f"◌{character}" if unicodedata.combining(character) else character
        raise DomainError("name_characters", _("This character cannot be used here: %(character)s"), character=shown)


def find_disallowed(text: str) -> Iterator[str]:
    """Yield the characters that may not stand in a name."""
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        fits = character in PUNCTUATION or unicodedata.category(character)[0] in ALLOWED
        if not fits or marks > MAX_MARKS:
            yield character


def fold(name: str) -> str:
    """Fold a name: drop case, accents, look-alike letters, spaces and signs; names that fold alike are one."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    alike = bare.translate(TO_LATIN).casefold().translate(LOOK_ALIKE)
    letters = "".join(character for character in alike if unicodedata.category(character)[0] in ALLOWED)
    return (letters or alike)[:80]
