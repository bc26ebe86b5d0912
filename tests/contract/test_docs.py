"""The documentation's lines are short, its links lead somewhere, and the paths and names in it exist."""

import importlib
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WIDEST = 120
PACKAGES = ("battlefield", "campaign", "players", "core", "dynasty", "tournaments", "config", "benchmarks", "tests")
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|js|mjs|css|html|json|md|svg|toml|txt|yaml))(?:::\w+)?`")
FOLDER = re.compile(rf"`((?:{'|'.join((*PACKAGES, 'docs', 'static', 'templates', 'locale'))})/(?:[\w.-]+/)*)`")
NAME = re.compile(rf"`((?:{'|'.join(PACKAGES)})(?:\.\w+)+)(?:\([^`]*\))?`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@cache
def pages() -> tuple[Path, ...]:
    """Return every Markdown page of the repository."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    return tuple(ROOT / line for line in listed.stdout.split())


def documents() -> list[Path]:
    """Return the pages that describe the code as it is: all but the case files and the changelog."""
    return [page for page in pages() if "cases" not in page.parts and page.name != "CHANGELOG.md"]


def found(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield each page with each of its matches."""
    for page in documents():
        for match in pattern.findall(page.read_text("utf-8")):
            yield str(page.relative_to(ROOT)), match


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as web sites make them."""
    headings = HEADING.findall(FENCED.sub("", page.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def is_there(name: str) -> bool:
    """Tell whether a dotted name is a module, or an attribute in one."""
    module, *rest = name.split(".")
    value: object = importlib.import_module(module)
    for part in rest:
        module += f".{part}"
        if not hasattr(value, part):
            try:
                value = importlib.import_module(module)
            except ModuleNotFoundError:
                return False
        else:
            value = getattr(value, part)
    return True


def is_a_text(name: str) -> bool:
    """Tell whether a dotted name is a text of the code, such as the number of a system check."""
    quoted = ["git", "grep", "-qF", f'"{name}"', "--", *(f"{package}/*.py" for package in PACKAGES)]
    return subprocess.run(quoted, cwd=ROOT, check=False).returncode == 0


def test_no_line_is_too_long() -> None:
    long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in pages()
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert long == []


def test_every_link_leads_somewhere() -> None:
    broken = []
    for page in pages():
        for path, anchor in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {path}#{anchor}")
    assert broken == []


def test_every_page_is_linked_from_the_first_one() -> None:
    reached, new = set(), {ROOT / "docs/index.md", ROOT / "README.md"}
    while new:
        reached |= new
        links = {(page.parent / path).resolve() for page in new for path, _ in LINK.findall(page.read_text("utf-8"))}
        new = {page for page in links if page.suffix == ".md"} - reached
    assert [page for page in pages() if page.is_relative_to(ROOT / "docs") and page not in reached] == []


def test_every_file_that_is_named_exists() -> None:
    assert [each for each in found(FILE) if not (ROOT / each[1]).is_file()] == []
    assert [each for each in found(FOLDER) if not (ROOT / each[1]).is_dir()] == []


@pytest.mark.django_db
def test_every_name_of_the_code_that_is_named_exists() -> None:
    named = sorted(found(NAME))
    assert len(named) > 5
    assert [each for each in named if not is_there(each[1]) and not is_a_text(each[1])] == []
