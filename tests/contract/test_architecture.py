"""The style of the house, as far as a program can see it."""

import ast
import statistics
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

import battlefield.game
import campaign.game
from tournaments.domain.games import Outcome

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("core", "battlefield", "campaign", "players", "dynasty", "tournaments", "config")
LONGEST_FUNCTION = 40
LONGEST_FILE = 500
MAX_MODULES = 45
"""How many Python files a folder may have, its `__init__` included."""
MAX_BY_HAND = 595
"""Statements that `ruff format` leaves alone: tables of data, mostly in tests."""
SETTINGS_ARE_DATA = {"config/settings.py"}
SEES_SEALED_ORDERS = {"tournaments/services/orders.py", "tournaments/services/rounds.py"}


@cache
def sources() -> tuple[Path, ...]:
    """Return all of our own source files but the migrations, which Django writes."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return tuple(sorted(path for path in found if "migrations" not in path.parts))


def list_python_files() -> list[Path]:
    """Return every Python file of the repository: sources, migrations, tests and tools."""
    return [
        path for path in ROOT.rglob("*.py") if not {".venv", "var", "node_modules"} & set(path.relative_to(ROOT).parts)
    ]


def functions() -> Iterator[tuple[str, int]]:
    """Yield each function's place and how many lines it takes, its docstring not counted."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", lines(node)


def lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count the lines from `def` to the end, less the docstring."""
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    text = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (node.end_lineno or 0) - node.lineno + 1 - text


def passes(*command: str) -> None:
    """Run a tool of this environment on the checkout; what it says is the message of the failure."""
    tool = Path(sys.executable).parent / command[0]
    done = subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_no_function_is_long() -> None:
    long = [(place, length) for place, length in functions() if length > LONGEST_FUNCTION]
    assert not long


def test_most_functions_are_short() -> None:
    lengths = [length for _, length in functions()]
    assert statistics.median(lengths) <= 8
    assert sum(length <= 20 for length in lengths) / len(lengths) >= 0.9


def test_no_file_is_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in sources()}
    long = {name: length for name, length in lengths.items() if length > LONGEST_FILE}
    assert not {name: length for name, length in long.items() if name not in SETTINGS_ARE_DATA}


def test_no_folder_holds_too_many_modules() -> None:
    """Leave out migrations: they are told by their numbers, and each change of a table adds one for good."""
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in list_python_files())
    assert sizes.total() > 900
    sizes = Counter({folder: size for folder, size in sizes.items() if not folder.endswith("/migrations")})
    assert not {folder: size for folder, size in sizes.items() if size > MAX_MODULES}


def test_imports_keep_the_contracts() -> None:
    passes("lint-imports", "--no-cache")


@pytest.mark.parametrize("game", ["battlefield", "campaign"])
def test_a_game_never_imports_its_commands_or_app(game: str) -> None:
    inside = [path for path in sources() if path.relative_to(ROOT).parts[0] == game]
    games = [path for path in inside if "management" not in path.parts and path.name != "apps.py"]
    assert games
    assert not [path for path in games if "management" in list_imports(path) or "apps" in list_imports(path)]


def list_imports(path: Path) -> set[str]:
    """Return every part of every module name that the file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names.update(part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            names.update([*(node.module or "").split("."), *(alias.name for alias in node.names)])
    return names


def test_sealed_orders_are_seen_by_their_services_alone() -> None:
    outside = [path for path in sources() if "models" not in path.parts and "SealedOrder" in path.read_text()]
    assert {str(path.relative_to(ROOT)) for path in outside} <= SEES_SEALED_ORDERS


def test_no_drawer_for_everything() -> None:
    assert not [path for path in sources() if path.stem in {"utils", "helpers", "misc", "common", "signals"}]


def test_ruff() -> None:
    passes("ruff", "check", "--quiet", "--output-format", "concise", ".")


def test_everything_is_formatted() -> None:
    passes("ruff", "format", "--check", "--quiet", ".")


def test_fewer_and_fewer_lines_are_laid_out_by_hand() -> None:
    by_hand = sum(path.read_text().count("# fmt: " + "skip") for path in list_python_files())
    assert by_hand <= MAX_BY_HAND, "lower the number where there are fewer; never raise it"


def test_pages_are_waited_for_from_outside() -> None:
    call = "wait_for_" + "function("
    users = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py") if call in path.read_text()]
    assert not users, f"the security policy of the pages refuses it now and then: tests.waiting.wait_until ({users})"


def test_what_has_a_shape_is_typed() -> None:
    # On the way of a round from order to page, JSON goes by the names of core.json_types and of the games.
    layers = (
        "access",
        "domain",
        "lab",
        "models",
        "presenters",
        "realtime",
        "rendering",
        "selectors",
        "services",
        "views",
    )
    assert not [
        str(path.relative_to(ROOT))
        for path in sources()
        for parts in [path.relative_to(ROOT).parts]
        if parts[0] == "tournaments" and parts[1] in layers and parts[1:] != ("domain", "games.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Name) and node.id == "Any"
    ]


@pytest.mark.timeout(1800)
def test_mypy() -> None:
    passes("mypy", "--no-error-summary", *(package for package in PACKAGES))


@pytest.mark.parametrize("lock", ["play", "test"])
def test_locks_hold_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    assert "://" not in text
    assert text.count("--hash=sha256:") >= len(pins(lock)) > 0


def test_the_test_lock_holds_all_that_play_needs() -> None:
    assert set(pins("play").items()) <= set(pins("test").items())


def test_every_direct_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == [], "the games need nothing but Python"
    extras = project["optional-dependencies"]
    assert {name_of(wanted) for wanted in extras["site"]} <= set(pins("play"))
    assert {name_of(wanted) for wanted in [*extras["test"], *extras["compiled"], *extras["rl"]]} <= set(pins("test"))


def pins(lock: str) -> dict[str, str]:
    """Name and version of everything in a lock."""
    found = (line.split(";")[0] for line in (ROOT / "requirements" / f"{lock}.txt").read_text().splitlines())
    pairs = (line.rstrip(" \\").split("==") for line in found if "==" in line and line[0].isalnum())
    return {name.split("[")[0]: version for name, version in pairs}


def name_of(requirement: str) -> str:
    """Return the bare name: `Django>=5.2` → `django`."""
    name = requirement.split(";")[0]
    for mark in "[<>=~! ":
        name = name.split(mark)[0]
    return name.lower().replace("_", "-")


@pytest.mark.parametrize("game", [battlefield.game, campaign.game])
def test_the_games_copies_of_an_outcome_agree(game: ModuleType) -> None:
    assert get_type_hints(game.Ending, include_extras=True) == get_type_hints(Outcome, include_extras=True)
