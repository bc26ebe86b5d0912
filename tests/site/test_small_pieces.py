"""Pieces at twenty-four pixels, without colour: any two of eight seats, a pawn and an Emperor, look different."""

import struct
import zlib
from itertools import combinations
from typing import Any

import pytest
import resvg_py

from tournaments.rendering import board_image

SIDE = 24
SEATS = "abcdefgh"
APART = 6.0
"""Of 255 steps of grey, on average over all pixels of a tile."""
Grey = list[list[float]]


def grey(png: bytes) -> Grey:
    """Return the picture as rows of luminance. Only what resvg writes is read: eight bits, RGBA."""
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if name == b"IHDR":
            width, height, depth, kind = struct.unpack(">IIBB", body[:10])
            assert (depth, kind) == (8, 6)
        data += body if name == b"IDAT" else b""
        at += 12 + length
    raw, above, rows = zlib.decompress(data), bytearray(4 * width), []
    for row in range(height):
        start = row * (4 * width + 1)
        line = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + 4 * width]), above)
        rows.append([0.2126 * line[i] + 0.7152 * line[i + 1] + 0.0722 * line[i + 2] for i in range(0, 4 * width, 4)])
        above = line
    return rows


def unfilter(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """Undo the filter of one row of a PNG."""
    for i in range(len(line)):
        left, corner = (line[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        line[i] = (line[i] + (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]) & 255
    return line


def paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda each: abs(guess - each))


def draw_pieces(pieces: list[tuple[str, str]]) -> list[Grey]:
    """Draw each piece on a tile of its own, in one kind of stone, twenty-four pixels wide."""
    found = []
    for seat, kind in pieces:
        view: dict[str, Any] = {"columns": 1, "rows": 1, "tiles": ["A1"], "items": {}, "targets": {},
                                "pieces": [{"tile": "A1", "seat": seat, "kind": kind, "experience": 1}]}  # fmt: skip
        whole = SIDE * (board_image.TILE + 2 * board_image.LIP) // board_image.TILE
        svg = board_image.render_svg(view).replace(
            f'width="{board_image.TILE + 2 * board_image.LIP}"', f'width="{whole}"', 1
        )
        svg = svg.replace(f'height="{board_image.TILE + 2 * board_image.LIP}"', f'height="{whole}"', 1)
        rows = grey(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)))
        assert len(rows) == len(rows[0]) == whole
        edge = (whole - SIDE) // 2
        found.append([row[edge : edge + SIDE] for row in rows[edge : edge + SIDE]])
    return found


def distance(one: Grey, other: Grey) -> float:
    pairs = [(a, b) for left, right in zip(one, other, strict=True) for a, b in zip(left, right, strict=True)]
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("kind", ["pawn", "emperor"])
def test_eight_seats_differ_at_twenty_four_pixels_without_colour(kind: str) -> None:
    looks = dict(zip(SEATS, draw_pieces([(seat, kind) for seat in SEATS]), strict=True))
    near = {one + other: round(distance(looks[one], looks[other]), 1) for one, other in combinations(SEATS, 2)}
    assert not {pair: far for pair, far in near.items() if far < APART}


def test_an_emperor_is_no_pawn_at_twenty_four_pixels() -> None:
    pawns, emperors = (draw_pieces([(seat, kind) for seat in SEATS]) for kind in ("pawn", "emperor"))
    for seat, pawn, emperor in zip(SEATS, pawns, emperors, strict=True):
        assert distance(pawn, emperor) >= APART, seat


def test_the_measure_sees_no_difference_where_there_is_none() -> None:
    one, again = draw_pieces([("a", "pawn"), ("a", "pawn")])
    assert distance(one, again) == 0
