"""What is wrong with a catalogue, in words."""

import re
from collections.abc import Iterator

from babel.messages.catalog import Catalog, Message

from . import files

PLACES = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w+\}")
"""What is filled in later: by Python's % or format, or by a script."""


def faults(language: str, domain: str) -> Iterator[str]:
    """Everything that keeps the catalogue from being complete and in step with the sources."""
    where = f"{language} {domain}"
    wanted, kept = files.collected(language, domain), files.read(language, domain)
    yield from (f"{where}: {said}" for said in out_of_step(wanted, kept))
    yield from (f"{where}: {said}: {quoted(message)}" for message in files.messages(kept) for said in wrong(message))
    if files.compiled(language, domain) != spoken(kept):
        yield f"{where}: the .mo is not what its .po compiles to"


def out_of_step(wanted: Catalog, kept: Catalog) -> Iterator[str]:
    in_sources, in_file = keys(wanted), keys(kept)
    yield from (f"missing: {text!r}" for text, _ in sorted(in_sources - in_file, key=str))
    yield from (f"not in the sources any more: {text!r}" for text, _ in sorted(in_file - in_sources, key=str))
    yield from (f"obsolete: {text!r}" for text in kept.obsolete)


def keys(catalogue: Catalog) -> set[tuple[object, str | None]]:
    return {(message.id, message.context) for message in files.messages(catalogue)}


def wrong(message: Message) -> Iterator[str]:
    """What is wrong with one translation."""
    if message.fuzzy:
        yield "fuzzy"
    if len(forms(message.string)) != (files.PLURALS if message.pluralizable else 1):
        yield "not as many forms as the language has"
    if not all(forms(message.string)):
        yield "not translated"
    elif any(places(form) not in allowed(message) for form in forms(message.string)):
        yield "other places to fill"
    elif any(ends(form) != ends(forms(message.id)[-1]) for form in forms(message.string)):
        yield "begins or ends with other white space"


def forms(text: object) -> tuple[str, ...]:
    return tuple(str(each) for each in text) if isinstance(text, tuple | list) else (str(text or ""),)


def allowed(message: Message) -> list[list[str]]:
    """The sets of places that a translation may have: those of the message, of its singular or its plural."""
    return [places(form) for form in forms(message.id)]


def places(text: str) -> list[str]:
    return sorted(set(PLACES.findall(text.replace("%%", ""))))


def ends(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def quoted(message: Message) -> str:
    return repr(forms(message.id)[0])


def spoken(catalogue: Catalog) -> dict[object, str]:
    """What the catalogue's .mo must say."""
    said = (message for message in files.messages(catalogue) if message.string and not message.fuzzy)
    return dict(pair for message in said for pair in pairs(message))


def pairs(message: Message) -> Iterator[tuple[object, str]]:
    """The entries of one message; a form of a plural that is not translated is left in English."""
    key = forms(message.id)[0]
    key = f"{message.context}\x04{key}" if message.context else key
    if message.pluralizable:
        yield from (((key, form), said or message.id[form]) for form, said in enumerate(forms(message.string)))
    else:
        yield key, forms(message.string)[0]
