"""The examples in the docstrings run, and show what they print."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("battlefield", "campaign", "config", "core", "dynasty", "players", "tournaments")
MIN_EXAMPLES = 100


def modules_with_examples() -> list[str]:
    """Return the dotted names of all modules that hold an example."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    shown = [path.relative_to(ROOT) for path in paths if ">>> " in path.read_text()]
    return [".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in shown]


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_hold(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted and not found.failed, f"python -m doctest {name} says where"


def test_no_example_gets_lost() -> None:
    """Collect without running: removing the examples is no way to make them pass."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = [test for name in modules_with_examples() for test in finder.find(import_module(name))]
    assert sum(len(test.examples) for test in tests) >= MIN_EXAMPLES
