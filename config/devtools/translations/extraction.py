"""Extraction of messages from Python, templates and scripts, with Babel alone."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

from babel.messages.extract import extract
from django.utils.translation.template import templatize

from .sources import Source

SINGULAR: Any = None
PLURAL = (1, 2)
WITH_CONTEXT = ((1, "c"), 2)
PLURAL_WITH_CONTEXT = ((1, "c"), 2, 3)
KEYWORDS: dict[str, Any] = {
    "_": SINGULAR,
    "N_": SINGULAR,
    "gettext": SINGULAR,
    "gettext_lazy": SINGULAR,
    "gettext_noop": SINGULAR,
    "ngettext": PLURAL,
    "ngettext_lazy": PLURAL,
    "pgettext": WITH_CONTEXT,
    "pgettext_lazy": WITH_CONTEXT,
    "npgettext": PLURAL_WITH_CONTEXT,
    "npgettext_lazy": PLURAL_WITH_CONTEXT,
}
"""How many arguments of which function are messages, as Babel writes it."""

Extracted = tuple[str, str | tuple[str, ...], str | None]
"""Where, the message (or its singular and plural), its context."""
Reader = Callable[[Source], Iterator[Extracted]]


def extract_python(source: Source) -> Iterator[Extracted]:
    return extract_messages(source, "python", source[1].read_text(encoding="utf-8"))


def extract_script(source: Source) -> Iterator[Extracted]:
    return extract_messages(source, "javascript", source[1].read_text(encoding="utf-8"))


def extract_template(source: Source) -> Iterator[Extracted]:
    """Extract from the calls that Django makes of a template; its other text is left out."""
    text = templatize(source[1].read_text(encoding="utf-8"), origin=source[0])
    return extract_messages(source, "python", "\n".join(line.strip() for line in text.splitlines()))


def extract_messages(source: Source, language: str, text: str) -> Iterator[Extracted]:
    for _, message, _, context in extract(language, BytesIO(text.encode()), KEYWORDS):
        yield source[0], message, context
