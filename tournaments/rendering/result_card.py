"""The card of a finished battle for sharing, as a PNG: its last board, its title, and who came where.

It has no words of a language: a place, a seat and a name a line, and a crown for the winners.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rendering import board_image
from tournaments.rendering.board_image import LIP, PREVIEW_SIZE, TILE, TRAY, TRAY_LINE, View

INK, GOLD, IVORY = "#f6ead0", "#f1d694", "#e3cfa6"
BOARD_SIDE = 560
LEFT, RIGHT = 640, 36
GAP, SPACE = 8, 45
"""Units between two letters, and for a space; a letter is 100 high."""
TAILS = {"Q": 73}
"""How far a letter reaches below the next one, which stands over it."""
LIGATURES = str.maketrans({"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D", "Þ": "TH", "ẞ": "SS"})
"""Capitals that are no letter with an accent."""
LINES = 8


@dataclass(frozen=True)
class Row:
    """A seat with its place and the name of its Emperor."""

    place: int
    seat: str
    name: str
    won: bool


def render_card(view: View, title: str, rows: Sequence[Row]) -> bytes:
    """Return the card in the size of a preview."""
    width, height = (size * TILE + 2 * LIP for size in (view["columns"], view["rows"]))
    scale = BOARD_SIDE / max(width, height)
    left, top = (LEFT - 10 - width * scale) / 2 + LIP * scale, (PREVIEW_SIZE[1] - height * scale) / 2 + LIP * scale
    seats = {row.seat for row in rows}
    pieces = [*view["pieces"], *({"seat": seat} for seat in seats)]
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PREVIEW_SIZE[0]}" height="{PREVIEW_SIZE[1]}">'
        f"{board_image.build_definitions({**view, 'pieces': pieces})}"
        f'<rect width="100%" height="100%" fill="{TRAY}"/>'
        f'<rect x="8" y="8" width="{PREVIEW_SIZE[0] - 16}" height="{PREVIEW_SIZE[1] - 16}" fill="none" '
        f'stroke="{TRAY_LINE}" stroke-width="3"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">{board_image.draw_board(view, ())}</g>'
        f"{draw_line(title, LEFT, 96, 34, GOLD)}"
        f'<rect x="{LEFT}" y="130" width="{PREVIEW_SIZE[0] - LEFT - RIGHT}" height="2" fill="{TRAY_LINE}"/>'
        f"{''.join(draw_row(row, number, len(rows)) for number, row in enumerate(rows[:LINES]))}</svg>"
    )
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True))


def draw_row(row: Row, number: int, rows: int) -> str:
    """Draw a place, a seat and a name; winners larger, and with their Emperor's crown."""
    step = min(86, 450 // max(1, min(rows, LINES)))
    y, size = 150 + step * number + step / 2, min(28, step * 0.42)
    figure = f"crowned-{row.seat}" if row.won else f"seat-{row.seat}"
    kind = "emperor" if row.won else "pawn"
    side = min(76, step * 0.95)
    place = f'x="{LEFT + 48:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}"'
    return (
        draw_line(str(row.place), LEFT, y, size, IVORY)
        + f'<use href="#{figure}" {place}/><use href="#{kind}-{row.seat}" {place}/>'
        + draw_line(row.name, LEFT + 62 + side, y, size, GOLD if row.won else INK)
    )


def draw_line(text: str, x: float, y: float, size: float, ink: str) -> str:
    """Draw a line from its left end, as outlines; a line that is too long is made smaller."""
    letters, shown = board_image.load_outlines(), spell(text)
    total = sum(letters[letter][0] - TAILS.get(letter, 0) + GAP if letter != " " else SPACE for letter in shown)
    scale = min(size / 100, (PREVIEW_SIZE[0] - RIGHT - x) / max(1, total))
    at, drawn = 0.0, []
    for letter in shown:
        wide = letters[letter][0] - TAILS.get(letter, 0) + GAP if letter != " " else SPACE
        if letter != " ":
            drawn.append(f'<path transform="translate({at + letters[letter][0] / 2:g} 0)" d="{letters[letter][1]}"/>')
        at += wide
    return f'<g fill="{ink}" transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(drawn)}</g>'


def spell(text: str) -> str:
    """Return a text in the letters that there are outlines for: capitals without accents, figures and spaces.

    >>> spell("Æthel of Zürich 2")
    'AETHEL OF ZURICH 2'
    """
    plain = unicodedata.normalize("NFKD", text).upper().translate(LIGATURES)
    return " ".join("".join(each for each in plain if each == " " or each in board_image.load_outlines()).split())
