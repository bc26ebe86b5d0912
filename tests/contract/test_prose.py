"""Docstrings are plain: those of functions begin with a verb in the imperative, those of modules are one sentence."""

import ast
from collections.abc import Iterator

import pytest

from tests.contract.test_architecture import ROOT, sources
from tests.contract.test_names import list_tests

VERBS = frozenset((ROOT / "tests" / "contract" / "verbs.txt").read_text().split())
"""The verbs that docstrings begin with; a good one that is missing is added to the file."""
NOUNS = ("property", "cached_property", "setter")
"""Decorators of what is named by a noun: its docstring may be one."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_noun(node: Function) -> bool:
    """Return whether the function is used like an attribute."""
    names = [each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.decorator_list]
    return bool(set(names) & set(NOUNS))


def list_docstrings() -> Iterator[tuple[str, str]]:
    """Yield the place and the docstring of every function of ours that has one, in the tests too."""
    for path in (*sources(), *list_tests()):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, Function) and not is_noun(node) and (text := ast.get_docstring(node)):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", text


def begins_with_a_verb(text: str) -> bool:
    """Return whether the first word is a verb of the list."""
    return text.split()[0].strip(".,:;`").lower() in VERBS


@pytest.mark.parametrize(
    ("text", "is_plain"), [("Return it.", True), ("The one way out.", False), ("Who asks.", False)]
)
def test_what_counts_as_a_verb(text: str, is_plain: bool) -> None:
    assert begins_with_a_verb(text) == is_plain


def test_docstrings_of_functions_begin_with_a_verb() -> None:
    found = [f"{place}: {text.splitlines()[0]}" for place, text in list_docstrings() if not begins_with_a_verb(text)]
    assert not found


def test_modules_say_what_they_hold_in_one_line() -> None:
    texts = {str(path.relative_to(ROOT)): ast.get_docstring(ast.parse(path.read_text())) for path in sources()}
    assert not [name for name, text in texts.items() if text and not text.splitlines()[0].endswith(".")]
