"""The card of an emperor's life for sharing, as a PNG: its portrait, its name and dynasty, its years and its deeds.

It has no words of a language: a crown stands for victories, crossed swords for captured Emperors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dynasty.catalog import emblems, portraits
from dynasty.catalog.portraits import Marks
from tournaments.rendering.board_image import PREVIEW_SIZE, TRAY, TRAY_LINE
from tournaments.rendering.result_card import GOLD, INK, IVORY, draw_line

LEFT = 500
MAX_HOUSES = 2
CROWN = "M2 8l5 4 5-8 5 8 5-4-2 12H4z"
SWORDS = "M4 4l14 14m-3 1l4-4M20 4L6 18m-1-3l4 4"
STAR = "M12 2l3 7 7 .6-5.3 4.8 1.6 7L12 17.6 5.700 21.400l1.600-7L2 9.600 9 9z"


@dataclass(frozen=True)
class LifeCard:
    name: str
    houses: Sequence[str]
    years: str
    won: int
    captures: int
    peak: int


def render_life(life: LifeCard, emblem: Mapping[str, str], portrait: Mapping[str, str], marks: Marks) -> bytes:
    """Return the card in the size of a preview."""
    width, height = PREVIEW_SIZE
    houses = life.houses[-MAX_HOUSES:]
    likeness = portraits.draw(portrait, emblem, marks, ' x="70" y="95" width="377" height="440"')
    shield = emblems.draw(emblem, ' x="38" y="452" width="112" height="126"')
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{TRAY}"/>'
        f'<rect x="8" y="8" width="{width - 16}" height="{height - 16}" fill="none" stroke="{TRAY_LINE}" '
        f'stroke-width="3"/>{likeness}{shield}'
        f"{draw_line(life.name, LEFT, 175, 64, GOLD)}"
        f"{''.join(draw_line(house, LEFT, 250 + 48 * line, 30, IVORY) for line, house in enumerate(houses))}"
        f"{draw_line(life.years, LEFT, 250 + 48 * len(houses), 26, INK)}"
        f'<rect x="{LEFT}" y="385" width="{width - LEFT - 60}" height="2" fill="{TRAY_LINE}"/>'
        f"{draw_figure(CROWN, life.won, 0)}{draw_figure(SWORDS, life.captures, 1)}"
        f"{draw_figure(STAR, life.peak, 2)}</svg>"
    )
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True))


def draw_figure(shape: str, number: int, place: int) -> str:
    """Draw a sign and a number beside it."""
    x = LEFT + 215 * place
    return (
        f'<path transform="translate({x} 435) scale(3)" d="{shape}" fill="{"none" if shape == SWORDS else GOLD}" '
        f'stroke="{GOLD}" stroke-width="2" stroke-linejoin="round"/>{draw_line(str(number), x + 92, 471, 46, INK)}'
    )
