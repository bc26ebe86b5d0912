"""A board as a picture, for previews and for other pages: SVG of its own, and PNG made of that.

The figures are those of the pages (static/images/pieces.svg); their colours, which there come from style sheets,
are written in. Letters are outlines, so that no font is needed. What is drawn is a view, as pages draw it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import resvg_py
from django.conf import settings

from battlefield.tiles import Tile

View = Mapping[str, Any]
TILE, LIP = 100, 13
FRAME = (1200, 630)
"""What the readers of previews ask for."""
MARGIN = 28
STONES = ("#e9dcbf", "#e2d3b2", "#efe4cb", "#dccba7")
TRAY, TRAY_LINE, PARCHMENT = "#2f1110", "#c79b45", "#e7dcc3"
ALIKE = dict(zip("qrstuvw", "abcdefg", strict=True))
"""Seats that share a colour with an earlier one, and differ from it in shape."""
DARK_INK = "cegihkmo"
"""Seats whose colour is light, so that dark ink stands on it."""
SYMBOL = re.compile(r'<symbol id="([a-z-]+)".*?</symbol>', re.S)
SHAPE = re.compile(r'<path id="(shape-[a-p])"[^>]*/>')
OUTLINE = re.compile(r'<path id="([A-Z0-9])" data-width="(\d+)" d="([^"]+)"/>')
COLOUR = re.compile(r"--(seat-[a-z]+): (#[0-9a-f]{6});")
TYPES = {"svg": "image/svg+xml", "png": "image/png"}
SETTLING = ("fixed", "sprung", "home")


def svg(view: View, events: Sequence[Mapping[str, Any]] = ()) -> str:
    """The board of a view, with the ways of the round that led to it."""
    width, height = (size * TILE + 2 * LIP for size in (view["columns"], view["rows"]))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{-LIP} {-LIP} {width} {height}">{definitions(view)}{board(view, events)}</svg>')  # fmt: skip


def png(view: View, events: Sequence[Mapping[str, Any]] = ()) -> bytes:
    """The same on parchment, in the size of a preview."""
    width, height = (size * TILE + 2 * LIP for size in (view["columns"], view["rows"]))
    scale = min((FRAME[0] - 2 * MARGIN) / width, (FRAME[1] - 2 * MARGIN) / height)
    left, top = (FRAME[0] - width * scale) / 2 + LIP * scale, (FRAME[1] - height * scale) / 2 + LIP * scale
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{FRAME[0]}" height="{FRAME[1]}">{definitions(view)}'
        f'<rect width="100%" height="100%" fill="{PARCHMENT}"/>'
        f'<rect width="100%" height="10" fill="{TRAY}"/><rect y="10" width="100%" height="3" fill="{TRAY_LINE}"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">{board(view, events)}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True))


def board(view: View, events: Sequence[Mapping[str, Any]]) -> str:
    """Tray, tiles, what lies and stands on them, and the ways."""
    tiles = [Tile.read(name) for name in view["tiles"]]
    lips = ((LIP - 1, TRAY_LINE), (LIP - 4, TRAY))
    trays = (square(tile, more, ink, 12) for more, ink in lips for tile in tiles)
    stones = (square(tile, -2.5, STONES[(tile.column * 7 + tile.row * 13) % 4], 7) for tile in tiles)
    aims = (figure(f"target-{seat}", name, 96) for seat, names in (view.get("targets") or {}).items() for name in names)
    things = (item(name, what) for name, what in (view.get("items") or {}).items())
    pieces = (piece(each) for each in view["pieces"])
    taken = (figure("taken", step["at"], 40, -31, 31) for step in events if step["kind"] == "took")
    return "".join([*trays, *stones, *aims, *things, *trails(events), *pieces, *taken])


def square(tile: Tile, more: float, colour: str, corner: int) -> str:
    size = TILE + 2 * more
    return (f'<rect x="{tile.column * TILE - more}" y="{tile.row * TILE - more}" width="{size}" height="{size}" '
            f'rx="{corner}" fill="{colour}"/>')  # fmt: skip


def centre(name: str) -> tuple[float, float]:
    tile = Tile.read(name)
    return tile.column * TILE + TILE / 2, tile.row * TILE + TILE / 2


def figure(name: str, tile: str, size: float, right: float = 0, down: float = 0) -> str:
    x, y = centre(tile)
    return (f'<use href={quoteattr("#" + name)} x="{x + right - size / 2:g}" y="{y + down - size / 2:g}" '
            f'width="{size:g}" height="{size:g}"/>')  # fmt: skip


def piece(each: Mapping[str, Any]) -> str:
    """Its medallion, its figure, the letter of its seat and how far it can go."""
    seat, tile, crowned = each["seat"], each["tile"], each["kind"] == "emperor"
    x, y = centre(tile)
    wide = 19 if each["experience"] > 9 else 15
    worth = (
        f'<rect x="{x + 31 - wide:g}" y="{y - 46:g}" width="{2 * wide}" height="30" rx="15" fill="#2a1710" '
        f'stroke="#d9b25c" stroke-width="2.6"/>{written(str(each["experience"]), x + 31, y - 31, 17, "#fdeec8")}'
    )
    body = figure(f"{'crowned' if crowned else 'seat'}-{seat}", tile, 93 if crowned else 91)
    letter = written(seat.upper(), x, y + (23 if crowned else 19), 15, colour(seat))
    return body + figure(f"{each['kind']}-{seat}", tile, 86 if crowned else 82) + letter + worth


def item(tile: str, what: str) -> str:
    name, _, seat = what.partition(" ")
    return figure(f"{name}-{seat}" if seat else name, tile, 84)


def trails(events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Where each piece was ordered, solid, and the way that it came back, dashed."""
    ends = {step["piece"]: step.get("at") or step["to"] for step in events if step["kind"] in SETTLING}
    for step in events:
        if step["kind"] == "ordered":
            yield way(step["piece"], step["to"], colour(step["seat"]))
            if ends.get(step["piece"], step["to"]) != step["to"]:
                yield way(step["to"], ends[step["piece"]], colour(step["seat"]), "2 11", 7)


def way(start: str, end: str, ink: str, dashes: str = "", shift: int = 0) -> str:
    (x, y), (to_x, to_y) = centre(start), centre(end)
    line = f'd="M{x + shift:g} {y + shift:g}L{to_x + shift:g} {to_y + shift:g}" stroke-linecap="round" fill="none"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (f'<path {line}{dashed} stroke="#fff8e6" stroke-width="8" opacity=".6"/>'
            f'<path {line}{dashed} stroke="{ink}" stroke-width="4.5"/>')  # fmt: skip


def written(text: str, x: float, y: float, size: float, ink: str) -> str:
    """Capitals and figures as outlines, `size` units high, about a middle."""
    gap, scale = 8, size / 100
    widths = [outlines()[letter][0] for letter in text]
    left = -(sum(widths) + gap * (len(text) - 1)) / 2
    drawn = []
    for letter, width in zip(text, widths, strict=True):
        drawn.append(f'<path transform="translate({left + width / 2:g} 0)" d="{outlines()[letter][1]}"/>')
        left += width + gap
    return f'<g fill="{ink}" transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(drawn)}</g>'


def definitions(view: View) -> str:
    """The figures that this view needs, each in the colours of its seat."""
    seats = {each["seat"] for each in view["pieces"]} | set(view.get("targets") or {})
    seats |= {what.partition(" ")[2] for what in (view.get("items") or {}).values()} - {""}
    own = [coloured(name, seat) for seat in sorted(seats)
           for name in (f"seat-{seat}", f"crowned-{seat}", "pawn", "emperor", "target", "chest")]  # fmt: skip
    return f"<defs>{sheen()}{''.join(shapes())}{''.join(own)}{symbols()['taken']}{symbols()['treasure']}</defs>"


def coloured(name: str, seat: str) -> str:
    """A figure with the colours of a seat; those that all seats have in common get its letter."""
    own = name if name.endswith(f"-{seat}") else f"{name}-{seat}"
    ink = colours()["seat-dark" if ALIKE.get(seat, seat) in DARK_INK else "seat-light"]
    drawn = symbols()[name].replace(f'id="{name}"', f'id="{own}"')
    return drawn.replace("var(--seat,#777)", colour(seat)).replace("var(--seat-ink,#fff)", ink)


def colour(seat: str) -> str:
    return colours()[f"seat-{ALIKE.get(seat, seat)}"]


@cache
def symbols() -> dict[str, str]:
    """The figures of the sprite, by name, with the colours that all seats share."""
    text = re.sub(r"var\(--(?:rim|piece-gold),(#[0-9a-f]+)\)", r"\1", static("images/pieces.svg"))
    return {match[1]: match[0] for match in SYMBOL.finditer(text)}


@cache
def sheen() -> str:
    """The light on every medallion."""
    text = static("images/pieces.svg")
    return text[text.index("<linearGradient") : text.index("</linearGradient>") + len("</linearGradient>")]


@cache
def shapes() -> tuple[str, ...]:
    return tuple(match[0] for match in SHAPE.finditer(static("images/pieces.svg")))


@cache
def outlines() -> dict[str, tuple[int, str]]:
    """Width and outline of each letter and figure."""
    return {name: (int(width), path) for name, width, path in OUTLINE.findall(static("images/letters.svg"))}


@cache
def colours() -> dict[str, str]:
    return dict(COLOUR.findall(static("css/tokens.css")))


def static(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")
