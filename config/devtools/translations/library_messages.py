"""Messages of libraries that players read, and which of them the libraries translate themselves."""

import gettext
from functools import cache
from pathlib import Path

import django
from django.apps import apps

from .extraction import Extracted
from .sources import get_root, list_languages


def is_untranslated(found: Extracted) -> bool:
    """Return whether a library leaves this message in English in any of our languages."""
    return any(get_key(found) not in list_translated_keys(language) for language in list_languages())


def get_key(found: Extracted) -> str:
    """Return the key of the message in a compiled catalogue."""
    _, message, context = found
    one = message if isinstance(message, str) else message[0]
    return f"{context}\x04{one}" if context else one


@cache
def list_translated_keys(language: str) -> frozenset[str]:
    """Return the keys of all that Django and the other libraries translate into the language."""
    return frozenset(each for path in find_catalogues(language) for each in read_keys(path))


def find_catalogues(language: str) -> list[Path]:
    folders = [Path(django.__file__).parent / "conf", *(Path(app.path) for app in apps.get_app_configs())]
    named = (folder / "locale" / language / "LC_MESSAGES" / "django.mo" for folder in folders)
    return [path for path in named if path.exists() and not path.is_relative_to(get_root() / "locale")]


def read_keys(path: Path) -> set[str]:
    with path.open("rb") as file:
        catalog = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {each if isinstance(each, str) else each[0] for each, translation in catalog.items() if translation}
