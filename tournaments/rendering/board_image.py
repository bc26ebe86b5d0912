"""Images of a board for previews and embedding: SVG, and PNG made of it.

The figures are those of the pages (static/images/pieces.svg) with the colours of the style sheets inlined. Letters are
outlines, so that no font is needed. The input is a game's view.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from xml.sax.saxutils import quoteattr

from django.conf import settings

from battlefield.tiles import Tile
from tournaments.domain.games import Event, GameData

View = GameData
TILE, LIP = 100, 13
PREVIEW_SIZE = (1200, 630)
"""Width and height that previews of links use."""
MARGIN = 28
TILE_COLOURS = ("#e9dcbf", "#e2d3b2", "#efe4cb", "#dccba7")
TRAY, TRAY_LINE, PARCHMENT = "#2f1110", "#c79b45", "#e7dcc3"
SHARED_COLOURS = dict(zip("qrstuvw", "abcdefg", strict=True))
"""Seats that share a colour with an earlier one, and differ from it in shape."""
LIGHT_SEATS = "cegihkmo"
"""Seats whose colour is light, so that dark ink stands on it."""
SYMBOL = re.compile(r'<symbol id="([a-z-]+)".*?</symbol>', re.S)
SHAPE = re.compile(r'<path id="(shape-[a-p])"[^>]*/>')
OUTLINE = re.compile(r'<path id="([A-Z0-9])" data-width="(\d+)" d="([^"]+)"/>')
COLOUR = re.compile(r"--(seat-[a-z]+): (#[0-9a-f]{6});")
CONTENT_TYPES = {"svg": "image/svg+xml", "png": "image/png"}
FINAL_STEPS = ("fixed", "sprung", "home")


def render_svg(view: View, events: Sequence[Event] = ()) -> str:
    """Return the board of a view as SVG, with the moves of the round that led to it."""
    width, height = (size * TILE + 2 * LIP for size in (view["columns"], view["rows"]))
    size = f'width="{width}" height="{height}" viewBox="{-LIP} {-LIP} {width} {height}"'
    drawn = build_definitions(view) + draw_board(view, events)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{drawn}</svg>'


def render_png(view: View, events: Sequence[Event] = ()) -> bytes:
    """Return the board as PNG in the size of a preview."""
    width, height = (size * TILE + 2 * LIP for size in (view["columns"], view["rows"]))
    scale = min((PREVIEW_SIZE[0] - 2 * MARGIN) / width, (PREVIEW_SIZE[1] - 2 * MARGIN) / height)
    left, top = (
        (PREVIEW_SIZE[0] - width * scale) / 2 + LIP * scale,
        (PREVIEW_SIZE[1] - height * scale) / 2 + LIP * scale,
    )
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PREVIEW_SIZE[0]}" height="{PREVIEW_SIZE[1]}">'
        f"{build_definitions(view)}"
        f'<rect width="100%" height="100%" fill="{PARCHMENT}"/>'
        f'<rect width="100%" height="10" fill="{TRAY}"/><rect y="10" width="100%" height="3" fill="{TRAY_LINE}"/>'
        f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">{draw_board(view, events)}</g></svg>'
    )
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True))


def draw_board(view: View, events: Sequence[Event]) -> str:
    """Return tray, tiles, items, pieces and moves."""
    tiles = [Tile.read(name) for name in view["tiles"]]
    lips = ((LIP - 1, TRAY_LINE), (LIP - 4, TRAY))
    trays = (draw_square(tile, more, ink, 12) for more, ink in lips for tile in tiles)
    stones = (draw_square(tile, -2.5, TILE_COLOURS[(tile.column * 7 + tile.row * 13) % 4], 7) for tile in tiles)
    aims = (
        draw_figure(f"target-{seat}", name, 96) for seat, names in (view.get("targets") or {}).items() for name in names
    )
    throne = draw_figure("throne", view["throne"], 96) if view.get("throne") else ""
    things = (draw_item(name, what) for name, what in (view.get("items") or {}).items())
    pieces = (draw_piece(each) for each in view["pieces"])
    crosses = (draw_figure("taken", step["at"], 40, -31, 31) for step in events if step["kind"] == "took")
    return "".join([*trays, *stones, *aims, throne, *things, *draw_trails(events), *pieces, *crosses])


def draw_square(tile: Tile, more: float, colour: str, corner: int) -> str:
    size = TILE + 2 * more
    return (f'<rect x="{tile.column * TILE - more}" y="{tile.row * TILE - more}" width="{size}" height="{size}" '
            f'rx="{corner}" fill="{colour}"/>')  # fmt: skip


def get_centre(name: str) -> tuple[float, float]:
    tile = Tile.read(name)
    return tile.column * TILE + TILE / 2, tile.row * TILE + TILE / 2


def draw_figure(name: str, tile: str, size: float, right: float = 0, down: float = 0) -> str:
    x, y = get_centre(tile)
    return (f'<use href={quoteattr("#" + name)} x="{x + right - size / 2:g}" y="{y + down - size / 2:g}" '
            f'width="{size:g}" height="{size:g}"/>')  # fmt: skip


def draw_piece(each: Event) -> str:
    """Return a piece: its medallion, its figure, its seat's letter and its experience."""
    seat, tile, crowned = each["seat"], each["tile"], each["kind"] == "emperor"
    x, y = get_centre(tile)
    wide = 19 if each["experience"] > 9 else 15
    worth = (
        f'<rect x="{x + 31 - wide:g}" y="{y - 46:g}" width="{2 * wide}" height="30" rx="15" fill="#2a1710" '
        f'stroke="#d9b25c" stroke-width="2.6"/>{draw_text(str(each["experience"]), x + 31, y - 31, 17, "#fdeec8")}'
    )
    body = draw_figure(f"{'crowned' if crowned else 'seat'}-{seat}", tile, 93 if crowned else 91)
    letter = draw_text(seat.upper(), x, y + (23 if crowned else 19), 15, get_colour(seat))
    return body + draw_figure(f"{each['kind']}-{seat}", tile, 86 if crowned else 82) + letter + worth


def draw_item(tile: str, what: str) -> str:
    name, _, seat = what.partition(" ")
    return draw_figure(f"{name}-{seat}" if seat else name, tile, 84)


def draw_trails(events: Iterable[Event]) -> Iterable[str]:
    """Yield each piece's ordered way, solid, and its way back, dashed."""
    ends = {step["piece"]: step.get("at") or step["to"] for step in events if step["kind"] in FINAL_STEPS}
    for step in events:
        if step["kind"] == "ordered":
            yield draw_path(step["piece"], step["to"], get_colour(step["seat"]))
            if ends.get(step["piece"], step["to"]) != step["to"]:
                yield draw_path(step["to"], ends[step["piece"]], get_colour(step["seat"]), "2 11", 7)


def draw_path(start: str, end: str, ink: str, dashes: str = "", shift: int = 0) -> str:
    (x, y), (to_x, to_y) = get_centre(start), get_centre(end)
    line = f'd="M{x + shift:g} {y + shift:g}L{to_x + shift:g} {to_y + shift:g}" stroke-linecap="round" fill="none"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (f'<path {line}{dashed} stroke="#fff8e6" stroke-width="8" opacity=".6"/>'
            f'<path {line}{dashed} stroke="{ink}" stroke-width="4.5"/>')  # fmt: skip


def draw_text(text: str, x: float, y: float, size: float, ink: str) -> str:
    """Return capitals and figures as outlines, `size` units high, centred."""
    gap, scale = 8, size / 100
    widths = [load_outlines()[letter][0] for letter in text]
    left = -(sum(widths) + gap * (len(text) - 1)) / 2
    drawn = []
    for letter, width in zip(text, widths, strict=True):
        drawn.append(f'<path transform="translate({left + width / 2:g} 0)" d="{load_outlines()[letter][1]}"/>')
        left += width + gap
    return f'<g fill="{ink}" transform="translate({x:g} {y:g}) scale({scale:g})">{"".join(drawn)}</g>'


def build_definitions(view: View) -> str:
    """Return the symbols that this view needs, each in the colours of its seat."""
    seats = {each["seat"] for each in view["pieces"]} | set(view.get("targets") or {})
    seats |= {what.partition(" ")[2] for what in (view.get("items") or {}).values()} - {""}
    own = [colour_symbol(name, seat) for seat in sorted(seats)
           for name in (f"seat-{seat}", f"crowned-{seat}", "pawn", "emperor", "target", "chest")]  # fmt: skip
    common = [load_symbols()["taken"], load_symbols()["treasure"], load_symbols()["throne"]]
    return f"<defs>{load_sheen()}{''.join([*load_shapes(), *own, *common])}</defs>"


def colour_symbol(name: str, seat: str) -> str:
    """Return a symbol in the colours of a seat; one common to all seats gets the seat's letter."""
    own = name if name.endswith(f"-{seat}") else f"{name}-{seat}"
    ink = load_colours()["seat-dark" if SHARED_COLOURS.get(seat, seat) in LIGHT_SEATS else "seat-light"]
    drawn = load_symbols()[name].replace(f'id="{name}"', f'id="{own}"')
    return drawn.replace("var(--seat,#777)", get_colour(seat)).replace("var(--seat-ink,#fff)", ink)


def get_colour(seat: str) -> str:
    return load_colours()[f"seat-{SHARED_COLOURS.get(seat, seat)}"]


@cache
def load_symbols() -> dict[str, str]:
    """Return the symbols of the sprite by name, with the colours common to all seats."""
    text = re.sub(r"var\(--(?:rim|piece-gold),(#[0-9a-f]+)\)", r"\1", read_static("images/pieces.svg"))
    return {match[1]: match[0] for match in SYMBOL.finditer(text)}


@cache
def load_sheen() -> str:
    """Return the gradient of every medallion."""
    text = read_static("images/pieces.svg")
    return text[text.index("<linearGradient") : text.index("</linearGradient>") + len("</linearGradient>")]


@cache
def load_shapes() -> tuple[str, ...]:
    return tuple(match[0] for match in SHAPE.finditer(read_static("images/pieces.svg")))


@cache
def load_outlines() -> dict[str, tuple[int, str]]:
    """Return width and outline of each letter and figure."""
    return {name: (int(width), path) for name, width, path in OUTLINE.findall(read_static("images/letters.svg"))}


@cache
def load_colours() -> dict[str, str]:
    return dict(COLOUR.findall(read_static("css/tokens.css")))


def read_static(name: str) -> str:
    return (Path(settings.BASE_DIR) / "static" / name).read_text(encoding="utf-8")
