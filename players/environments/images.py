"""A battle as a picture made of numbers: rows of pixels, each of red, green and blue. numpy alone draws it."""

from typing import Any

import numpy as np

from battlefield import Battle
from battlefield.pieces import SEATS
from battlefield.tiles import Tile

TILE = 48
EMPTY, STONES, RIM, GOLD = (47, 17, 16), ((233, 220, 191), (220, 203, 167)), (42, 23, 16), (217, 178, 92)
COLOURS = dict(zip(SEATS, (
    (158, 42, 43), (27, 94, 138), (224, 168, 42), (46, 125, 82), (214, 196, 226), (94, 53, 119), (140, 214, 205),
    (92, 64, 51), (240, 150, 120), (60, 60, 70), (170, 200, 90), (200, 70, 130), (120, 170, 230), (120, 110, 40),
    (235, 225, 120), (20, 120, 120), (190, 60, 30), (70, 90, 170), (200, 140, 20), (80, 150, 60), (230, 170, 210),
    (130, 70, 150), (110, 190, 170),
), strict=True))  # fmt: skip
"""By seat. Its letter stands on every piece, so that nobody has to tell 23 colours apart."""
GLYPHS = dict(zip("abcdefghijklmnopqrstuvw0123456789", [
    "25755", "65656", "34443", "65556", "74647", "74644", "34553", "55755", "72227", "11152", "55655", "44447",
    "57755", "75555", "25552", "65644", "25563", "65655", "34216", "72222", "55557", "55552", "55775",
    "75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717",
], strict=True))  # fmt: skip
"""Each letter and figure as five rows of three dots, a row as an octal digit."""
CROWN = ((1, 0, 0, 1, 0, 0, 1), (1, 1, 0, 1, 0, 1, 1), (1, 1, 1, 1, 1, 1, 1))
ACROSS, DOWN = np.meshgrid(np.arange(TILE) - (TILE - 1) / 2, np.arange(TILE) - (TILE - 1) / 2)
"""How far each pixel of a tile lies from its middle."""


def draw(battle: Battle) -> Any:
    """Return the board as an array of height, width and three colours of 8 bits."""
    board = battle.formation.board
    canvas = np.full((board.rows * TILE, board.columns * TILE, 3), EMPTY, np.uint8)
    for tile in board.tiles:
        top, left = tile.row * TILE, tile.column * TILE
        _draw_tile(canvas[top : top + TILE, left : left + TILE], battle, tile)
    return canvas


def _draw_tile(square: Any, battle: Battle, tile: Tile) -> None:
    """Draw a tile from the ground up: stone, targets, treasure, piece."""
    square[1:-1, 1:-1] = STONES[(tile.row + tile.column) % 2]
    edge = np.maximum(abs(ACROSS), abs(DOWN))
    for turn, seat in enumerate(seat for seat in battle.seats if tile in battle.targets.get(seat, ())):
        square[(edge < 22 - 3 * turn) & (edge > 19.5 - 3 * turn)] = COLOURS[seat]
    if tile in battle.formation.items:
        slope = abs(ACROSS) + abs(DOWN)
        square[slope < 21], square[slope < 18] = RIM, GOLD
    if tile in battle.formation.pieces:
        _draw_piece(square, battle, tile)


def _draw_piece(square: Any, battle: Battle, tile: Tile) -> None:
    """Draw a disc with the letter of its seat and its experience; an Emperor has a golden rim and a crown."""
    piece, colour = battle.formation.pieces[tile], COLOURS[battle.formation.pieces[tile].seat]
    far, size = np.hypot(ACROSS, DOWN), 20 if piece.is_emperor else 17
    square[far < size], square[far < size - 1] = RIM, GOLD if piece.is_emperor else RIM
    square[far < size - 3] = colour
    ink = RIM if sum(colour) > 420 else (255, 255, 255)
    _stamp(square, _dots(piece.seat), (18 if piece.is_emperor else 16, 20), 3, ink)
    if piece.is_emperor:
        _stamp(square, np.array(CROWN, bool), (9, 17), 2, GOLD if sum(colour) < 420 else RIM)
    worth = np.hstack([np.pad(_dots(digit), ((0, 0), (0, 1))) for digit in str(battle.formation.experience(tile))])
    left = TILE - 3 - 2 * worth.shape[1]
    square[TILE - 15 : TILE - 1, left - 2 : TILE - 1] = RIM
    _stamp(square, worth, (TILE - 13, left), 2, (253, 238, 200))


def _dots(letter: str) -> Any:
    rows = [[int(row) >> shift & 1 for shift in (2, 1, 0)] for row in GLYPHS[letter]]
    return np.array(rows, bool)


def _stamp(square: Any, dots: Any, at: tuple[int, int], scale: int, ink: tuple[int, int, int]) -> None:
    """Put dots of this size and colour on the square, from this row and column on."""
    large = np.kron(dots, np.ones((scale, scale), bool))
    part = square[at[0] : at[0] + large.shape[0], at[1] : at[1] + large.shape[1]]
    part[large] = ink
