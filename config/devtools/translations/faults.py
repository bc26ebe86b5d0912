"""Checks of a catalogue against the sources."""

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

from . import files

PLACEHOLDERS = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w+\}")
"""What is filled in later: by Python's % or format, or by a script."""


def find_faults(language: str, domain: str) -> Iterator[str]:
    """Yield everything that keeps the catalogue from being complete and in step with the sources."""
    where = f"{language} {domain}"
    collected, stored = files.collect(language, domain), files.read(language, domain)
    yield from (f"{where}: {text}" for text in find_differences(collected, stored))
    yield from (
        f"{where}: {text}: {quote(message)}"
        for message in files.list_messages(stored)
        for text in check_message(message)
    )
    if files.read_compiled(language, domain) != build_compiled(stored):
        yield f"{where}: the .mo is not what its .po compiles to"


def find_differences(collected: Catalog, stored: Catalog) -> Iterator[str]:
    in_sources, in_file = list_keys(collected), list_keys(stored)
    yield from (f"missing: {text!r}" for text, _ in sorted(in_sources - in_file, key=str))
    yield from (f"not in the sources any more: {text!r}" for text, _ in sorted(in_file - in_sources, key=str))
    yield from (f"obsolete: {text!r}" for text in stored.obsolete)


def list_keys(catalogue: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in files.list_messages(catalogue)}


def check_message(message: Message) -> Iterator[str]:
    """Yield what is wrong with one translation."""
    if message.fuzzy:
        yield "fuzzy"
    if len(list_forms(message.string)) != (files.PLURALS if message.pluralizable else 1):
        yield "not as many forms as the language has"
    if not all(list_forms(message.string)):
        yield "not translated"
    elif any(find_places(form) not in list_allowed_places(message) for form in list_forms(message.string)):
        yield "other places to fill"
    elif any(
        find_outer_spaces(form) != find_outer_spaces(list_forms(message.id)[-1]) for form in list_forms(message.string)
    ):
        yield "begins or ends with other white space"


def list_forms(text: object) -> tuple[str, ...]:
    return tuple(str(each) for each in text) if isinstance(text, tuple | list) else (str(text or ""),)


def list_allowed_places(message: Message) -> list[list[str]]:
    """Return the sets of placeholders that a translation may have: those of the message's singular or plural."""
    return [find_places(form) for form in list_forms(message.id)]


def find_places(text: str) -> list[str]:
    return sorted(set(PLACEHOLDERS.findall(text.replace("%%", ""))))


def find_outer_spaces(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def quote(message: Message) -> str:
    return repr(list_forms(message.id)[0])


def build_compiled(catalogue: Catalog) -> dict[object, str]:
    """Return what the catalogue's .mo must contain."""
    messages = (message for message in files.list_messages(catalogue) if message.string and not message.fuzzy)
    return dict(pair for message in messages for pair in list_entries(message))


def list_entries(message: Message) -> Iterator[tuple[object, str]]:
    """Yield the entries of one message; an untranslated form of a plural stays English."""
    key = list_forms(message.id)[0]
    key = f"{message.context}\x04{key}" if message.context else key
    if message.pluralizable:
        yield from (((key, form), text or message.id[form]) for form, text in enumerate(list_forms(message.string)))
    else:
        yield key, list_forms(message.string)[0]
