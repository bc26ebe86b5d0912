"""The catalogues in locale/: read, brought up to date, written, compiled.

What is written depends on the messages alone: no dates, no line numbers, sorted, so that a change of the
sources changes only the lines it is about.
"""

import gettext
from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from . import extraction, lending, sources
from .extraction import Found, Reader

WIDTH = 110
PLURALS = 2
"""Forms of a plural in each of our languages: one, and any other number."""
HEADERS = [
    ("Project-Id-Version", "Emperors of the Dynasty"),
    ("MIME-Version", "1.0"),
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Transfer-Encoding", "8bit"),
    ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
]


class Catalogue(Catalog):
    """Babel's catalogue with a header that is always the same."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [*HEADERS[:1], ("Language", str(self.locale)), *HEADERS[1:]]


def path(language: str, domain: str, ending: str = "po") -> Path:
    return sources.root() / "locale" / language / "LC_MESSAGES" / f"{domain}.{ending}"


@cache
def found(domain: str) -> tuple[Found, ...]:
    """Every message in the sources of a domain, as often as it stands there."""
    if domain == "djangojs":
        return tuple(read_all(sources.scripts(), extraction.from_script))
    own = chain(read_all(sources.python_files(), extraction.from_python),
                read_all(sources.templates(), extraction.from_template))  # fmt: skip
    lent = chain(read_all(sources.lent_python_files(), extraction.from_python),
                 read_all(sources.lent_templates(), extraction.from_template))  # fmt: skip
    return (*own, *filter(lending.untranslated, lent))


def read_all(files: Iterable[sources.Source], reader: Reader) -> Iterator[Found]:
    return chain.from_iterable(map(reader, files))


def collected(language: str, domain: str) -> Catalogue:
    """The messages of the sources, without translations."""
    catalogue = empty(language)
    for where, message, context in found(domain):
        catalogue.add(message, locations=[(where, 0)], context=context)
    return catalogue


def empty(language: str) -> Catalogue:
    return Catalogue(locale=language, fuzzy=False, charset="utf-8", header_comment="")


def read(language: str, domain: str) -> Catalog:
    """The catalogue as it is kept; empty where there is none yet."""
    kept = path(language, domain)
    return read_po(BytesIO(kept.read_bytes()), locale=language) if kept.exists() else empty(language)


def updated(language: str, domain: str) -> Catalogue:
    """The messages of the sources with the translations that are kept for them."""
    fresh, kept = collected(language, domain), read(language, domain)
    for message in messages(fresh):
        known = kept.get(message.id, message.context)
        message.string = known.string if known and same_shape(known, message) else untranslated(message)
    return fresh


def same_shape(known: Message, message: Message) -> bool:
    """Has a kept translation as many forms as are wanted now, and did a person give it?"""
    return known.pluralizable == message.pluralizable and not known.fuzzy


def untranslated(message: Message) -> str | tuple[str, ...]:
    return ("",) * PLURALS if message.pluralizable else ""


def messages(catalogue: Catalog) -> list[Message]:
    """All but the header."""
    return [message for message in catalogue if message.id]


def write(catalogue: Catalogue, language: str, domain: str) -> None:
    """Write the catalogue, and compile it."""
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=WIDTH, sort_output=True, include_lineno=False, ignore_obsolete=True)
    write_mo(compiled, catalogue)
    path(language, domain).parent.mkdir(parents=True, exist_ok=True)
    path(language, domain).write_bytes(text.getvalue())
    path(language, domain, "mo").write_bytes(compiled.getvalue())


def compiled(language: str, domain: str) -> dict[object, str]:
    """What the compiled catalogue says, by its keys and without its header; nothing where there is none."""
    kept = path(language, domain, "mo")
    if not kept.exists():
        return {}
    with kept.open("rb") as file:
        known = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {key: said for key, said in known.items() if key}
