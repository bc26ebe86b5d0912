"""Names are the field's terms: no private word is a name, a key of a template or a word of a comment."""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.contract.test_architecture import ROOT, list_python_files, sources

PRIVATE = {
    "wish": "action, input or request", "wishes": "actions", "wished": "wanted", "door": "endpoint, view",
    "doors": "endpoints", "booth": "betting", "summons": "notifications", "hub": "broadcaster", "ears": "listener",
    "turnstile": "rate limit middleware", "rung": "bucket", "rungs": "buckets", "whisper": "inactivity",
    "whispers": "inactivity", "farewell": "account deletion", "farewells": "account deletion",
    "openly": "by the API", "turnsheets": "turn plans", "anyhow": "random player", "melees": "multi player",
}  # fmt: skip
"""Words that once had a meaning of their own here, and what to say instead."""
PRIVATE_NAMES = PRIVATE | {
    "told": "events, sentences, found", "said": "text, values", "seen": "battle, visited, found",
    "weighing": "preview, weights", "watching": "listener, snapshot", "duels": "two player",
}  # fmt: skip
"""Words that are plain English in a sentence, but say nothing as a name."""
PRIVATE_VARIABLES = {
    "asked": "what it is: a delay, the price, the parameters", "led": "stand_in, stand_ins",
    "given": "fields, filled, orders, options", "held": "holding, amount, accounts", "kept": "stored, saved, owned",
    "known": "existing, cached, choices", "wanted": "fields, chosen, names", "taken": "occupied, captured, used",
}  # fmt: skip
"""Words that are plain inside a name, but say nothing as the whole of one."""
PUBLISHED = {
    *("campaign/events.py", "dynasty/models/programs.py", "tournaments/models/puzzles.py"),
    *("dynasty/api/market_serializers.py", "dynasty/selectors/treasury.py", "tournaments/api/reviews.py"),
    *("tournaments/api/serializers.py", "tournaments/selectors/lobby.py", "tournaments/api/battle_shapes.py"),
    *("battlefield/outlook.py", "battlefield/resolver.py", "battlefield/takes.py", "tournaments/domain/settlement.py"),
}
"""Files in which a column or a published field has such a name; in the last ones *taken* is the rules' word."""
PRIVATE_FUNCTIONS = PRIVATE_NAMES | {"refuse": "check", "refused": "domain error", "tell": "narrate, notify, publish"}
PROMISED = {
    "Rung": "a model; its table is part of every backup",
    "DUELS": "a field of a log, of who fell to whom",
    "SEEN": "a constant of compiled code",
    "whispers": "a code of the ledger",
    "farewell": "an address",
    "compiled": "a decorator",
}
"""Names that stay, since data or addresses hold them."""
PARTICIPLES = frozenset(
    {
        *("asked", "broken", "built", "chosen", "done", "drawn", "fallen", "fought", "given", "gone", "held", "kept"),
        *("known", "left", "lost", "made", "met", "paid", "seen", "sent", "shown", "spent", "taken", "thrown", "told"),
        *("won", "written"),
    }
)
"""Past participles that do not end in -ed: what was done, where a function says what it does."""
VERBS_IN_ED = frozenset({"embed", "exceed", "feed", "proceed", "seed"})
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'|“[^”]*”")


def list_tests() -> list[Path]:
    """Return the files of the tests, their helpers included."""
    return [path for path in list_python_files() if path.relative_to(ROOT).parts[0] == "tests"]


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file; several tests walk through all of them."""
    return tuple(ast.walk(parse(path)))


def list_names(path: Path) -> Iterator[str]:
    """Yield the module's own name and those of its classes and functions."""
    yield path.stem
    for node in list_nodes(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def list_variables(path: Path) -> Iterator[str]:
    """Yield the names of variables, parameters, attributes and helpers that a file gives."""
    for node in list_nodes(path):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if not name.startswith("test_"):
                yield name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield name


def list_prose(path: Path) -> Iterator[str]:
    """Yield the comments and docstrings of a file, line by line, without what they quote."""
    source = path.read_text()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield QUOTED.sub("", token.string)
    for node in list_nodes(path):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from (QUOTED.sub("", line) for line in node.value.value.splitlines())


def list_template_names(text: str) -> Iterator[str]:
    """Yield the names in the tags of a template: no quoted texts, and no fields of a state, which are promised."""
    for tag in re.findall(r"\{\{.*?\}\}|\{%.*?%\}", text, re.DOTALL):
        yield from re.findall(r"(?<![\w.])[A-Za-z_]\w*", QUOTED.sub("", tag))


def list_script_names(text: str) -> Iterator[str]:
    """Yield the names and the words of comments in a script, but not its strings."""
    yield from re.findall(r"[A-Za-z_]\w*", re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", text))


def list_selectors(text: str) -> Iterator[str]:
    """Yield the classes and ids in a style sheet."""
    yield from re.findall(r"[.#]([a-z][\w-]*)", text)


@cache
def split_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in lower case: `refuse_x` and `RefuseX` both begin with `refuse`."""
    return tuple(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name))


def is_participle(name: str) -> bool:
    """Return whether the name of a function begins with a past participle."""
    first = name.lstrip("_").split("_")[0]
    return first in PARTICIPLES or (first.endswith("ed") and first not in VERBS_IN_ED)


def list_plain_functions(path: Path) -> Iterator[str]:
    """Yield the functions of a module and the methods of its classes; decorated ones are named by what uses them."""
    tree = parse(path)
    for holder in (tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))):
        for node in holder.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.decorator_list:
                yield node.name


def find_private(words: dict[str, str], place: str, names: Iterator[str]) -> list[str]:
    """Return a message for each of these names that holds a private word."""
    return [
        f"{place} {name}: say {words[word]}"
        for name in names
        if name not in PROMISED
        for word in words.keys() & set(split_words(name))
    ]


@pytest.mark.parametrize("name", ["refuse_x", "FoundWish", "_told"])
def test_words_are_found_in_names_of_every_form(name: str) -> None:
    assert find_private(PRIVATE_FUNCTIONS, "here", iter([name]))


def test_no_module_class_or_function_is_a_private_word() -> None:
    assert not [
        message
        for path in sources()
        for message in find_private(PRIVATE_FUNCTIONS, str(path.relative_to(ROOT)), list_names(path))
    ]


def test_no_variable_parameter_or_attribute_is_a_private_word() -> None:
    promised = (
        "migrations",
        "battle_types.py",
        "battle_shapes.py",
    )  # whose names are those of stored and published fields
    files = [path for path in list_python_files() if not set(promised) & set(path.parts)]
    assert len(files) > 800
    assert not [
        message
        for path in files
        for message in find_private(
            PRIVATE_NAMES if path in sources() else PRIVATE, str(path.relative_to(ROOT)), list_variables(path)
        )
    ]


def test_no_variable_is_a_bare_participle() -> None:
    assert not [
        f"{path.relative_to(ROOT)} {name}: say {PRIVATE_VARIABLES[name]}"
        for path in sources()
        for name in list_variables(path)
        if name in PRIVATE_VARIABLES and str(path.relative_to(ROOT)) not in PUBLISHED
    ]


def test_limits_are_called_max() -> None:
    assert not [
        f"{path.relative_to(ROOT)} {name}: say MAX"
        for path in list_python_files()
        if "migrations" not in path.parts
        for name in list_variables(path)
        if name.isupper() and "MOST" in name.split("_")
    ]


@pytest.mark.parametrize(
    ("name", "is_one"), [("shown", True), ("_settled_seats", True), ("seed_world", False), ("show", False)]
)
def test_what_counts_as_a_participle(name: str, is_one: bool) -> None:
    assert is_participle(name) == is_one


def test_functions_are_named_by_what_they_do() -> None:
    assert not [
        f"{path.relative_to(ROOT)} {name}"
        for path in (*sources(), *list_tests())
        for name in list_plain_functions(path)
        if is_participle(name) and name not in PROMISED
    ]


def test_no_test_is_named_by_a_private_word() -> None:
    assert not [
        message
        for path in list_tests()
        for message in find_private(PRIVATE, str(path.relative_to(ROOT)), list_names(path))
    ]


def test_no_comment_or_docstring_uses_a_private_word() -> None:
    files = [path for path in list_python_files() if "migrations" not in path.parts]
    assert not [
        message for path in files for message in find_private(PRIVATE, str(path.relative_to(ROOT)), list_prose(path))
    ]


@pytest.mark.parametrize(
    ("folder", "suffix", "words", "reader"),
    [
        ("templates", ".html", PRIVATE_NAMES, list_template_names),
        ("static/js", ".js", PRIVATE, list_script_names),
        ("static/css", ".css", PRIVATE_NAMES, list_selectors),
    ],
)
def test_nothing_in_the_pages_is_named_by_a_private_word(
    folder: str, suffix: str, words: dict[str, str], reader: Callable[[str], Iterator[str]]
) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    read = [path for path in files if path.suffix == suffix]
    assert read
    assert not [str(path.relative_to(ROOT)) for path in files if PRIVATE.keys() & set(split_words(path.stem))]
    assert not [
        message
        for path in read
        for message in find_private(words, str(path.relative_to(ROOT)), reader(path.read_text()))
    ]
