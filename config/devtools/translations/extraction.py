"""Messages out of Python, templates and scripts, with Babel alone."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

from babel.messages.extract import extract
from django.utils.translation.template import templatize

from .sources import Source

ONE: Any = None
SEVERAL = (1, 2)
WITH_CONTEXT = ((1, "c"), 2)
SEVERAL_WITH_CONTEXT = ((1, "c"), 2, 3)
KEYWORDS: dict[str, Any] = {
    "_": ONE,
    "N_": ONE,
    "gettext": ONE,
    "gettext_lazy": ONE,
    "gettext_noop": ONE,
    "ngettext": SEVERAL,
    "ngettext_lazy": SEVERAL,
    "pgettext": WITH_CONTEXT,
    "pgettext_lazy": WITH_CONTEXT,
    "npgettext": SEVERAL_WITH_CONTEXT,
    "npgettext_lazy": SEVERAL_WITH_CONTEXT,
}
"""How many arguments of which function are messages, as Babel writes it."""

Found = tuple[str, str | tuple[str, ...], str | None]
"""Where, the message (or its singular and plural), its context."""
Reader = Callable[[Source], Iterator[Found]]


def from_python(source: Source) -> Iterator[Found]:
    return collected(source, "python", source[1].read_text(encoding="utf-8"))


def from_script(source: Source) -> Iterator[Found]:
    return collected(source, "javascript", source[1].read_text(encoding="utf-8"))


def from_template(source: Source) -> Iterator[Found]:
    """Django turns a template into calls that look like Python; only its calls count, so the rest is left out."""
    text = templatize(source[1].read_text(encoding="utf-8"), origin=source[0])
    return collected(source, "python", "\n".join(line.strip() for line in text.splitlines()))


def collected(source: Source, language: str, text: str) -> Iterator[Found]:
    for _, message, _, context in extract(language, BytesIO(text.encode()), KEYWORDS):
        yield source[0], message, context
