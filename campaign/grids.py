"""Grid maps, `gridWxH` with dead fields after a slash: `grid5x5/C3+D4`."""

import re
from typing import Any

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_ROWS = 26
STEP = 100


def build_grid(name: str) -> dict[str, Any] | None:
    """Return the data of a grid, or nothing if this is not the name of one.

    >>> build_grid("grid2x1")["routes"]
    [{'a': 'A1', 'b': 'B1', 'kind': 'land'}]
    >>> build_grid("archipelago") is None
    True
    """
    match = re.fullmatch(r"grid(\d{1,3})x(\d{1,3})(?:/([A-Z]\d{1,3}(?:\+[A-Z]\d{1,3})*))?", name)
    if not match:
        return None
    width, height = int(match[1]), int(match[2])
    dead = match[3].split("+") if match[3] else []
    if width > len(COLUMNS) or height > MAX_ROWS:
        return {}
    fields = [(column, row) for row in range(1, height + 1) for column in range(1, width + 1)]
    if len(set(dead)) != len(dead) or not set(dead) <= {_id(*field) for field in fields}:
        return {}
    alive = [field for field in fields if _id(*field) not in dead]
    return {
        "name": name,
        "layout": {"width": width * STEP, "height": height * STEP},
        "territories": [_field(*field) for field in alive],
        "routes": [route for field in alive for route in _routes(*field, set(alive))],
        "homes": _homes(width, height, set(alive)),
    }


def _id(column: int, row: int) -> str:
    return f"{COLUMNS[column - 1]}{row}"


def _field(column: int, row: int) -> dict[str, Any]:
    x, y = (column - 0.5) * STEP, (row - 0.5) * STEP
    return {"id": _id(column, row), "name": _id(column, row), "x": x, "y": y}


def _routes(column: int, row: int, alive: set[tuple[int, int]]) -> list[dict[str, str]]:
    near = [(column + 1, row), (column, row + 1)]
    return [{"a": _id(column, row), "b": _id(*field), "kind": "land"} for field in near if field in alive]


def _homes(width: int, height: int, alive: set[tuple[int, int]]) -> list[str]:
    corners = [(1, 1), (width, height), (width, 1), (1, height)]
    return [_id(*corner) for corner in dict.fromkeys(corners) if corner in alive]
