"""The files that hold what players read."""

from collections.abc import Iterator
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings

PACKAGES = ("battlefield", "campaign", "config", "core", "dynasty", "players", "tournaments")
DOMAINS = ("django", "djangojs")
PYTHON = ("*.py",)
TEMPLATES = ("*.html", "*.txt")
SCRIPTS = ("*.js",)
LIBRARY_APPS = ("account", "mfa", "usersessions")
"""The apps of allauth, whose pages players meet: what these leave untranslated is ours to translate."""
DJANGO_FILES = ("contrib/auth/password_validation.py", "core/validators.py", "forms/fields.py",
                  "forms/models.py", "utils/timesince.py")  # fmt: skip

Source = tuple[str, Path]
"""A file with the name under which catalogues mention it."""


def list_languages() -> list[str]:
    """Return the languages that need a catalogue."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def get_root() -> Path:
    return Path(settings.BASE_DIR)


def find_python_files() -> Iterator[Source]:
    for package in PACKAGES:
        yield from find_files(get_root() / package, PYTHON, package)


def find_templates() -> Iterator[Source]:
    yield from find_files(get_root() / "templates", TEMPLATES, "templates")
    for package in PACKAGES:
        yield from find_files(get_root() / package / "templates", TEMPLATES, f"{package}/templates")


def find_scripts() -> Iterator[Source]:
    yield from find_files(get_root() / "static" / "js", SCRIPTS, "static/js")


def find_library_python_files() -> Iterator[Source]:
    for app in LIBRARY_APPS:
        yield from find_files(Path(apps.get_app_config(app).path), PYTHON, f"allauth/{app}")
    for name in DJANGO_FILES:
        yield f"django/{name}", Path(django.__file__).parent / name


def find_library_templates() -> Iterator[Source]:
    """Yield allauth's templates that ours do not replace."""
    there = Path(apps.get_app_config("allauth").path) / "templates"
    for app in LIBRARY_APPS:
        for name, path in find_files(there / app, TEMPLATES, app):
            if not (get_root() / "templates" / name).exists():
                yield f"allauth/{name}", path


def find_files(folder: Path, patterns: tuple[str, ...], name: str) -> Iterator[Source]:
    """Yield the folder's files by name, without migrations, commands, tests and catalogues."""
    found = (path for pattern in patterns for path in folder.rglob(pattern))
    for path in sorted(found):
        parts = path.relative_to(folder).parts
        if not {"migrations", "management", "tests", "locale"} & set(parts):
            yield "/".join((name, *parts)), path
