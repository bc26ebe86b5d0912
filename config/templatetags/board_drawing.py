"""A board as the browser will draw it, before its script runs: the same shapes and classes as `components/board`."""

from functools import lru_cache
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from battlefield.tiles import Tile, letters

register = template.Library()
TILE, MARGIN, RULER = 100, 13, 34
"""Units of the drawing, as in static/js/components/board/geometry.js."""
DEFINITIONS = SafeString(
    '<defs><rect id="rim" x="-12" y="-12" width="124" height="124" rx="12"/>'
    '<rect id="bed" x="-9" y="-9" width="118" height="118" rx="10"/>'
    '<g id="slab"><rect x="2.5" y="2.5" width="95" height="95" rx="7"/>'
    '<path class="bevel-light" d="M5.5 92V11Q5.5 5.5 11 5.5H92"/>'
    '<path class="bevel-dark" d="M8 95H89Q95 95 95 89V8"/></g></defs>'
)
USE = '<use href="{}" x="{}" y="{}"/>'
PIECE = '<g class="piece" data-seat="{}" data-kind="{}" transform="translate({} {})">{}</g>'
FIGURE = (
    '<use href="{sprite}#{ground}-{seat}" x="-{half}" y="-{half}" width="{size}" height="{size}"/>'
    '<use href="{sprite}#{kind}" x="-{figure_half}" y="-{figure_half}" width="{figure}" height="{figure}"/>'
    '<text class="letter" y="{line}">{letter}</text>'
    '<g class="worth" transform="translate(31 -31)">'
    '<rect x="-{worth_half}" y="-15" width="{worth}" height="30" rx="15"/><text y="8.2">{experience}</text></g>'
)


@register.simple_tag
def still_board(position: dict[str, Any]) -> SafeString:
    """Draw a position as SVG in the colours of the page; the script of the board replaces it."""
    start, rows, columns = -MARGIN - RULER, position["rows"], position["columns"]
    sprite = static("images/pieces.svg")
    box = f"{start} {start} {columns * TILE + MARGIN - start} {rows * TILE + MARGIN - start}"
    parts = [
        DEFINITIONS,
        draw_ground(tuple(position["tiles"])),
        *(
            draw_figure("target", name, 96, seat)
            for seat, names in (position.get("targets") or {}).items()
            for name in names
        ),
        *(draw_item(name, item) for name, item in (position.get("items") or {}).items()),
        *(
            place_piece(sprite, piece["seat"], piece["kind"], piece["experience"], piece["tile"])
            for piece in position["pieces"]
        ),
        draw_rulers(rows, columns),
    ]
    return format_html(
        '<div class="board-window board-still"><svg class="board" viewBox="{}" aria-hidden="true">{}</svg></div>',
        box,
        SafeString("".join(parts)),
    )


BASES = (("tray-line", "#rim"), ("tray", "#bed"))
"""The rim around the tiles: larger squares below them, so that it follows any shape."""


@lru_cache(maxsize=64)
def draw_ground(names: tuple[str, ...]) -> SafeString:
    """Draw the rim and the tiles of a battlefield; there are few battlefields, and each is shown often."""
    tiles = [Tile.read(name) for name in names]
    bases = format_html('<g class="layer-ground">{}{}</g>', *(draw_base(tiles, *base) for base in BASES))
    stones = format_html_join("", '<use href="#slab" class="stone-{}" x="{}" y="{}"/>', map(place_stone, tiles))
    return SafeString(bases + stones)


def draw_base(tiles: list[Tile], css: str, shape: str) -> SafeString:
    """Draw one of the two layers of the rim."""
    placed = ((shape, tile.column * TILE, tile.row * TILE) for tile in tiles)
    return format_html('<g class="{}">{}</g>', css, format_html_join("", USE, placed))


def place_stone(tile: Tile) -> tuple[int, int, int]:
    """Return the pattern of a tile, always the same one, and its place."""
    column, row = tile.column, tile.row
    pattern = 1 + (((column * 7 + row * 13 + ((column * row) % 5) * 3) ^ (column + row)) & 3)
    return pattern, column * TILE, row * TILE


def get_centre(name: str) -> tuple[int, int]:
    """Return x and y of the centre of a tile."""
    tile = Tile.read(name)
    return tile.column * TILE + TILE // 2, tile.row * TILE + TILE // 2


def draw_figure(figure: str, name: str, size: int, seat: str = "") -> SafeString:
    """Draw a figure of the sprite in the middle of a tile."""
    (x, y), half = get_centre(name), size // 2
    shape = '<g data-seat="{}"><use href="{}#{}" x="{}" y="{}" width="{}" height="{}"/></g>'
    return format_html(shape, seat, static("images/pieces.svg"), figure, x - half, y - half, size, size)


def draw_item(name: str, item: str) -> SafeString:
    """Draw a treasure, or a chest with the letter of its seat."""
    figure, _space, seat = item.partition(" ")
    drawn = draw_figure(figure, name, 84, seat)
    if not seat:
        return drawn
    x, y = get_centre(name)
    text = '{}<g class="item" data-seat="{}"><text class="letter" x="{}" y="{}">{}</text></g>'
    return format_html(text, drawn, seat, x, y + 8, seat.upper())


@lru_cache(maxsize=4_096)
def place_piece(sprite: str, seat: str, kind: str, experience: int, tile: str) -> SafeString:
    """Draw a piece with its letter and experience; most stand where they, or those of another battle, stood before."""
    return format_html(PIECE, seat, kind, *get_centre(tile), draw_worth(sprite, seat, kind, experience))


@lru_cache(maxsize=512)
def draw_worth(sprite: str, seat: str, kind: str, experience: int) -> SafeString:
    """Draw the figure of a piece with its letter and experience, around its centre."""
    is_emperor = kind == "emperor"
    size, figure = (93, 86) if is_emperor else (91, 82)
    worth = 38 if experience > 9 else 30
    return format_html(
        FIGURE,
        seat=seat,
        kind=kind,
        ground="crowned" if is_emperor else "seat",
        sprite=sprite,
        size=size,
        half=str(size / 2),
        figure=figure,
        figure_half=str(figure / 2),
        line="30.5" if is_emperor else "26.5",
        letter=seat.upper(),
        worth=worth,
        worth_half=str(worth / 2),
        experience=experience,
    )


@lru_cache(maxsize=64)
def draw_rulers(rows: int, columns: int) -> SafeString:
    """Draw letters above the columns, and numbers beside the rows."""
    middle = -MARGIN - RULER // 2
    above = ((index * TILE + TILE // 2, middle + 9, letters(index)) for index in range(columns))
    beside = ((middle, index * TILE + TILE // 2 + 9, index + 1) for index in range(rows))
    labels = format_html_join("", '<text x="{}" y="{}">{}</text>', [*above, *beside])
    return format_html('<g class="layer-rulers">{}</g>', labels)
