"""Names are the field's terms: no private word names a module, a class or a function (docs/glossary.md)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.test_architecture import ROOT, sources

PRIVATE = {
    "wish": "action, input or request", "wishes": "actions", "door": "entry point, view", "doors": "entry points",
    "told": "events, or a verb", "said": "text", "summons": "notifications", "hub": "broadcaster", "ears": "listener",
    "watching": "snapshot",
    "openly": "program access", "turnstile": "rate limit middleware", "rung": "ranking bucket",
    "rungs": "ranking buckets", "whisper": "inactivity", "whispers": "inactivity", "farewell": "account deletion",
    "farewells": "account deletion", "refuse": "check", "refused": "domain error", "turnsheets": "turn plans",
    "anyhow": "random player", "weighing": "order preview", "duels": "two player", "melees": "multi player",
}  # fmt: skip
"""Words that once had a meaning of their own here, and what to say instead."""
PROMISED = {"Rung": "a model; its table is part of every backup"}
"""Names that stay, since data or addresses hold them."""


def list_names(path: Path) -> Iterator[str]:
    """Yield the module's own name and those of its classes and functions."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def split_words(name: str) -> list[str]:
    """Return the words of a name in lower case: `refuse_x` and `RefuseX` both begin with `refuse`."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]


@pytest.mark.parametrize("name", ["refuse_x", "FoundWish", "_told"])
def test_words_are_found_in_names_of_every_form(name: str) -> None:
    assert PRIVATE.keys() & set(split_words(name))


def test_no_name_is_a_private_word() -> None:
    found = [
        f"{path.relative_to(ROOT)} {name}: say {PRIVATE[word]}"
        for path in sources()
        for name in list_names(path)
        for word in PRIVATE.keys() & set(split_words(name))
        if name not in PROMISED
    ]
    assert not sorted(found)


@pytest.mark.parametrize("folder", ["templates", "static/js"])
def test_no_file_of_the_pages_is_named_by_a_private_word(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    assert files
    assert not [str(path.relative_to(ROOT)) for path in files if PRIVATE.keys() & set(split_words(path.stem))]
