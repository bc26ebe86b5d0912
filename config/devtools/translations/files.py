"""The catalogues in locale/: read, updated, written and compiled.

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

from . import extraction, library_messages, sources
from .extraction import Extracted, Reader

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
    """A Babel catalogue with a constant header."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [*HEADERS[:1], ("Language", str(self.locale)), *HEADERS[1:]]


def get_path(language: str, domain: str, ending: str = "po") -> Path:
    return sources.get_root() / "locale" / language / "LC_MESSAGES" / f"{domain}.{ending}"


@cache
def find_messages(domain: str) -> tuple[Extracted, ...]:
    """Return every message in the sources of a domain, as often as it occurs."""
    if domain == "djangojs":
        return tuple(read_all(sources.find_scripts(), extraction.extract_script))
    own = chain(read_all(sources.find_python_files(), extraction.extract_python),
                read_all(sources.find_templates(), extraction.extract_template))  # fmt: skip
    lent = chain(read_all(sources.find_library_python_files(), extraction.extract_python),
                 read_all(sources.find_library_templates(), extraction.extract_template))  # fmt: skip
    return (*own, *filter(library_messages.is_untranslated, lent))


def read_all(files: Iterable[sources.Source], reader: Reader) -> Iterator[Extracted]:
    return chain.from_iterable(map(reader, files))


def collect(language: str, domain: str) -> Catalogue:
    """Return the messages of the sources, without translations."""
    catalogue = make_empty(language)
    for where, message, context in find_messages(domain):
        catalogue.add(message, locations=[(where, 0)], context=context)
    return catalogue


def make_empty(language: str) -> Catalogue:
    return Catalogue(locale=language, fuzzy=False, charset="utf-8", header_comment="")


def read(language: str, domain: str) -> Catalog:
    """Return the stored catalogue; an empty one where there is none yet."""
    path = get_path(language, domain)
    return read_po(BytesIO(path.read_bytes()), locale=language) if path.exists() else make_empty(language)


def update(language: str, domain: str) -> Catalogue:
    """Return the messages of the sources with the stored translations."""
    fresh, stored = collect(language, domain), read(language, domain)
    for message in list_messages(fresh):
        earlier = stored.get(message.id, message.context)
        message.string = earlier.string if earlier and is_reusable(earlier, message) else make_blank(message)
    return fresh


def is_reusable(earlier: Message, message: Message) -> bool:
    """Return whether a stored translation has the number of forms needed now and is not fuzzy."""
    return earlier.pluralizable == message.pluralizable and not earlier.fuzzy


def make_blank(message: Message) -> str | tuple[str, ...]:
    return ("",) * PLURALS if message.pluralizable else ""


def list_messages(catalogue: Catalog) -> list[Message]:
    """Return all entries but the header."""
    return [message for message in catalogue if message.id]


def write(catalogue: Catalogue, language: str, domain: str) -> None:
    """Write the catalogue, and compile it."""
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=WIDTH, sort_output=True, include_lineno=False, ignore_obsolete=True)
    write_mo(compiled, catalogue)
    get_path(language, domain).parent.mkdir(parents=True, exist_ok=True)
    get_path(language, domain).write_bytes(text.getvalue())
    get_path(language, domain, "mo").write_bytes(compiled.getvalue())


def read_compiled(language: str, domain: str) -> dict[object, str]:
    """Return the entries of the compiled catalogue without its header; empty where there is none."""
    path = get_path(language, domain, "mo")
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in catalog.items() if key}
