"""Read the case file: numbered cases in Markdown, each with one fenced block (docs/research/cases.md).

The files are the tests' own; the site shows what they hold, so that every case can be played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HEADING = re.compile(r"^### (\d\d?\.\d\d) (.+)$", re.M)
FIELD = re.compile(
    r"(rules|items|items after|targets|throne|orders|round \d+|rounds \d+ to \d+|takes|fallen|error|result|by|trace)"
    r":(.*)"
)
GAP = 5


@dataclass(frozen=True)
class Case:
    """One case: what is given, and what must come of it."""

    number: str
    title: str
    intent: str
    fields: dict[str, str]
    before: str
    after: str
    trace: tuple[str, ...] = field(default=())

    @property
    def rules(self) -> dict[str, Any]:
        return dict(map(read_setting, self.fields.get("rules", "").split()))

    @property
    def orders(self) -> list[list[str]]:
        return read_orders(self.fields.get("orders", ""))

    @property
    def rounds(self) -> list[str]:
        """The orders of each round of a battle, as text; `rounds 2 to 5` gives the same orders in each of them."""
        found: list[str] = []
        for name, text in self.fields.items():
            if name.startswith("round"):
                first, *last = map(int, re.findall(r"\d+", name))
                assert first == len(found) + 1, f"{self.number}: rounds are numbered from 1 and without gaps"
                found += [text] * ((last or [first])[0] - first + 1)
        return found

    @property
    def is_battle(self) -> bool:
        """Whether it is a battle, with a result or refused, rather than a single round."""
        return "orders" not in self.fields

    def things(self, name: str = "items") -> dict[str, str]:
        """Read `C3 treasure, D4 chest a` as a dictionary."""
        return dict(part.split(None, 1) for part in self.list_field(name))

    def list_field(self, name: str) -> list[str]:
        return [part.strip() for part in self.fields.get(name, "").split(",") if part.strip()]

    @property
    def scenario(self) -> dict[str, Any]:
        return {"formation": self.before, "items": self.things(), "rules": self.rules, "orders": self.orders}


def read_setting(word: str) -> tuple[str, Any]:
    """Read `path=open` as a name and a value as JSON has it."""
    name, value = word.split("=")
    if name == "goals":
        return name, re.split(r",(?![^(]*\))", value)
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdigit() else value)


def read_orders(text: str) -> list[list[str]]:
    """Read `a C5-C4, b -` as seat and order, quickest first."""
    return [part.split(None, 1) for part in re.split(r",\s*", text) if part]


def read_block(block: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Return the fields of a block, its drawn lines, and its trace."""
    fields: dict[str, str] = {}
    drawn: list[str] = []
    trace: list[str] = []
    for line in block.splitlines():
        match = FIELD.fullmatch(line)
        if match:
            assert match[1] not in fields, f"{match[1]} is given twice"
            fields[match[1]] = match[2].strip()
        elif "trace" in fields:
            trace.append(line.strip())
        else:
            drawn.append(line)
    return fields, "\n".join(drawn).strip("\n").split("\n"), trace


def split_drawing(lines: list[str]) -> tuple[str, str]:
    """Return the drawings before and after the arrow; without an arrow only the first."""
    arrow = max(line.find("→") for line in lines)
    if arrow < 0:
        return "\n".join(lines), ""
    parts = [(line[:arrow].rstrip(), line[arrow + GAP :].rstrip()) for line in lines]
    return "\n".join(left for left, _ in parts), "\n".join(right for _, right in parts)


def read_cases(text: str) -> list[Case]:
    """Return every case of one file of the case file."""
    parts = HEADING.split(text)[1:]
    found = []
    for number, title, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        intent, block = re.fullmatch(r"\s*(.+?)\s*```text\n(.*?)```\s*", body, re.S).groups()  # type: ignore[union-attr]
        fields, drawn, trace = read_block(block)
        found.append(Case(number, title, intent, fields, *split_drawing(drawn), tuple(trace)))
    return found


def all_cases(folder: Path) -> list[Case]:
    """Return the whole case file, in the order of its numbers."""
    return [case for path in sorted(folder.glob("*.md")) for case in read_cases(path.read_text(encoding="utf-8"))]


def chapters(folder: Path) -> list[tuple[str, list[Case]]]:
    """Return each file's title and its cases."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))]
    return [(text.partition("\n")[0].lstrip("# ").strip(), read_cases(text)) for text in texts]
