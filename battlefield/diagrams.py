"""Diagrams: cells of a lattice drawn as text, and read back.

A cell is three characters wide between two bars, so column c begins at character 4c, and row r is
drawn on line 2r + 1 between its two edges.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import accumulate
from string import ascii_letters, digits

from .errors import BadInput
from .marks import N_
from .tiles import Tile, neighbours

WALLS = "+-|#"
HOLE = "###"
CONTENT = ascii_letters + digits + "()[]"
"""The characters of pieces and items."""
WITHOUT_CONTENT = str.maketrans(CONTENT, " " * len(CONTENT))
CONTENT_ALONE = str.maketrans("", "", WALLS + " \n")


def draw(tiles: Collection[Tile], cells: Mapping[Tile, str]) -> str:
    """Draw these tiles as a diagram that shows the given cells (three characters each).

    >>> print(draw([Tile(0, 0), Tile(0, 1)], {Tile(0, 0): "(a)"}))
    +---+---+
    |(a)|   |
    +---+---+
    """
    empty, places = _lay_out(frozenset(tiles))
    canvas = list(empty)
    for tile, cell in cells.items():
        if tile in places:
            canvas[places[tile] : places[tile] + 3] = cell
    return "".join(canvas)


def read(text: str) -> dict[Tile, str]:
    """Return what the diagram shows in each tile, stripped. Raise ValueError where it is badly drawn.

    The first tile from the left is in column A, the first from the top in row 1.

    >>> read(draw([Tile(0, 0)], {Tile(0, 0): " a7"}))
    {Tile(row=0, column=0): 'a7'}
    """
    cells = {tile: text[at : at + 3].strip() for tile, at in _find_cells(text.translate(WITHOUT_CONTENT)).items()}
    is_complete = cells and "".join(cells.values()) == text.translate(CONTENT_ALONE)
    return cells if is_complete else _read_lines(text)


@lru_cache(maxsize=128)
def _find_cells(empty: str) -> Mapping[Tile, int]:
    """Return where in an empty board the cell of each tile begins; nothing where it is not drawn as `draw` does.

    A board stays the same from the first round to the last, so its walls are read once.
    """
    try:
        tiles = _read_lines(empty)
    except BadInput:
        return {}
    drawn, places = _lay_out(frozenset(tiles))
    return {tile: places[tile] for tile in tiles} if drawn == empty else {}


def _read_lines(text: str) -> dict[Tile, str]:
    """Return what the diagram shows in each tile, however it is drawn and however far to the right it stands."""
    lines = _trim(text)
    columns = max(map(len, lines)) // 4
    cells = {}
    for row in range(len(lines) // 2):
        for column in range(columns):
            if (cell := _cell(lines, row, column)) is not None and cell != HOLE:
                cells[Tile(row, column)] = cell.strip()
    _check_walls(lines, cells)
    return cells


def find_holes(tiles: Collection[Tile]) -> set[Tile]:
    """Return the holes that tiles enclose on all four sides.

    >>> find_holes([Tile(0, 1), Tile(1, 0), Tile(1, 2), Tile(2, 1)])
    {Tile(row=1, column=1)}
    """
    present = set(tiles)
    beside = {near for tile in present for near in neighbours(tile)} - present
    return {hole for hole in beside if all(near in present for near in neighbours(hole))}


@lru_cache(maxsize=256)
def _lay_out(tiles: frozenset[Tile]) -> tuple[str, Mapping[Tile, int]]:
    """Return an empty board, which stays the same from the first round to the last, and where each cell begins."""
    if not tiles:
        return "", {}
    rows = max(tile.row for tile in tiles) + 1
    columns = max(tile.column for tile in tiles) + 1
    canvas = [[" "] * (4 * columns + 1) for _ in range(2 * rows + 1)]
    for tile in tiles:
        _frame(canvas, tile)
    for hole in find_holes(tiles):
        _fill(canvas, hole, HOLE)
    lines = ["".join(line).rstrip() for line in canvas]
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    return "\n".join(lines), {tile: starts[2 * tile.row + 1] + 4 * tile.column + 1 for tile in tiles}


def _frame(canvas: list[list[str]], tile: Tile) -> None:
    top, left = 2 * tile.row, 4 * tile.column
    for line in (top, top + 2):
        canvas[line][left : left + 5] = "+---+"
    canvas[top + 1][left] = canvas[top + 1][left + 4] = "|"


def _fill(canvas: list[list[str]], tile: Tile, cell: str) -> None:
    left = 4 * tile.column + 1
    canvas[2 * tile.row + 1][left : left + 3] = cell


def _trim(text: str) -> list[str]:
    """Return the drawn lines, all moved to the left margin."""
    lines = [line.rstrip() for line in text.expandtabs().splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise BadInput("bad-diagram", N_("A drawing has at least one tile."))
    margin = min(len(line) - len(line.lstrip()) for line in lines if line)
    return [line[margin:] for line in lines]


def _cell(lines: list[str], row: int, column: int) -> str | None:
    """Return what stands between four drawn walls, or None where one is missing."""
    above, middle, below = lines[2 * row : 2 * row + 3] if 2 * row + 2 < len(lines) else ("", "", "")
    left = 4 * column
    edges = above[left : left + 5] == below[left : left + 5] == "+---+"
    if edges and len(middle) > left + 4 and middle[left] == middle[left + 4] == "|":
        return middle[left + 1 : left + 4]
    return None


def _empty(lines: list[str], cells: Mapping[Tile, str]) -> list[str]:
    """Return the diagram with nothing in its tiles."""
    canvas = [list(line) for line in lines]
    for tile in cells:
        _fill(canvas, tile, "   ")
    return ["".join(line).rstrip() for line in canvas]


def _check_walls(lines: list[str], cells: Mapping[Tile, str]) -> None:
    """Raise BadInput for a wall that belongs to no tile: redraw the tiles alone and compare."""
    redrawn = draw(cells, {}).splitlines()
    if _empty(lines, cells) == redrawn:
        return
    for number, line in enumerate(lines, 1):
        other = redrawn[number - 1] if number <= len(redrawn) else ""
        for at in range(max(len(line), len(other))):
            here, there = line[at : at + 1].strip(), other[at : at + 1].strip()
            inside = number % 2 == 0 and at % 4 and Tile(number // 2 - 1, at // 4) in cells
            if here != there and not inside:
                raise BadInput(
                    "bad-diagram",
                    N_("Line %(line)s of the drawing is badly drawn at character %(at)s."),
                    line=number,
                    at=at + 1,
                )
