"""The drawings that emblems are made of: tinctures, divisions of the shield, and charges. Data only.

The shield stands in a box of 64 by 72; a charge is drawn in a box of 40 by 40. Charges are silhouettes with a
contrasting outline, bold enough to be distinguished at 24 pixels. `line` marks what is drawn in the outline's colour.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Tincture:
    name: Promise
    colour: str
    dark: bool


@dataclass(frozen=True)
class Drawing:
    name: Promise
    svg: str


TINCTURES = {
    "lacquer": Tincture(pgettext_lazy("tincture", "lacquer red"), "#9b1c20", True),
    "vermilion": Tincture(pgettext_lazy("tincture", "vermilion"), "#de4b2b", True),
    "gold": Tincture(pgettext_lazy("tincture", "gold"), "#dba534", False),
    "ivory": Tincture(pgettext_lazy("tincture", "ivory"), "#f4ead2", False),
    "jade": Tincture(pgettext_lazy("tincture", "jade"), "#2c7a5a", True),
    "celadon": Tincture(pgettext_lazy("tincture", "celadon"), "#a9cdb2", False),
    "azure": Tincture(pgettext_lazy("tincture", "azure"), "#22639f", True),
    "plum": Tincture(pgettext_lazy("tincture", "plum"), "#61305f", True),
    "blossom": Tincture(pgettext_lazy("tincture", "blossom pink"), "#ecb2b5", False),
    "ink": Tincture(pgettext_lazy("tincture", "ink"), "#211d22", True),
}

SHIELD = "M4 4H60V36C60 54 46 64 32 69C18 64 4 54 4 36Z"

DIVISIONS = {
    "plain": Drawing(pgettext_lazy("division", "plain"), ""),
    "pale": Drawing(pgettext_lazy("division", "split down the middle"), '<path d="M32 4H60V36C60 54 46 64 32 69Z"/>'),
    "fess": Drawing(
        pgettext_lazy("division", "split across"), '<path d="M4 35H60V36C60 54 46 64 32 69C18 64 4 54 4 36Z"/>'
    ),
    "bend": Drawing(
        pgettext_lazy("division", "diagonal"),
        '<path d="M4 4L51.25 57.4C46 62.75 39 66.5 32 69C18 64 4 54 4 36Z"/>',
    ),
    "quarters": Drawing(
        pgettext_lazy("division", "quartered"), '<path d="M32 4H60V35H32Z M4 35H32V69C18 64 4 54 4 36Z"/>'
    ),
    "chief": Drawing(pgettext_lazy("division", "with a band on top"), '<path d="M4 4H60V19H4Z"/>'),
    "chevron": Drawing(
        pgettext_lazy("division", "chevron"),
        '<path d="M32 30L51.25 57.4C46 62.75 39 66.5 32 69C25 66.5 18 62.75 12.75 57.4Z"/>',
    ),
    "pile": Drawing(pgettext_lazy("division", "with a wedge"), '<path d="M6 4H58L32 67Z"/>'),
    "disc": Drawing(pgettext_lazy("division", "with a disc"), '<circle cx="32" cy="33" r="24"/>'),
    "border": Drawing(
        pgettext_lazy("division", "with a border"),
        '<path fill-rule="evenodd" d="M4 4H60V36C60 54 46 64 32 69C18 64 4 54 4 36Z M11 11V36'
        "C11 49.5 22 57.5 32 61.6"
        'C42 57.5 53 49.5 53 36V11Z"/>',
    ),
}

RAY = '<path transform="rotate({} 20 20)" d="M20 0L23.6 9H16.4Z"/>'
PETAL = '<path transform="rotate({} 20 33)" d="M20 3C27 12 27 24 20 33C13 24 13 12 20 3Z"/>'
MANE = '<path transform="rotate({} 20 20)" d="M20 0.5C25 3 26.5 8 25 13H15C13.5 8 15 3 20 0.5Z"/>'


def repeat_around(shape: str, *angles: float) -> str:
    """Repeat the shape once at each of these angles."""
    return "".join(shape.format(angle) for angle in angles)


CHARGES = {
    "lion": Drawing(
        pgettext_lazy("charge", "lion"),
        repeat_around(MANE, *range(0, 360, 45))
        + '<path d="M20 8C28 8 31.5 13 31 20C30.5 29 25 35.5 20 35.5C15 35.5 9.5 29 9 20C8.5 13 12 8 20 8Z"/>'
        '<path class="line" d="M12.5 17.5L18 19.2L17 21.8C14.8 21.8 13.2 20.2 12.5 17.5Z'
        "M27.5 17.5L22 19.2L23 21.8C25.2 21.8 26.8 20.2 27.5 17.5Z"
        'M16.5 24.5H23.5L21.2 27.5V29.5L25 30.8L24 32.5L20 31.2L16 32.5L15 30.8L18.8 29.5V27.5Z"/>',
    ),
    "dragon": Drawing(
        pgettext_lazy("charge", "dragon"),
        '<path d="M4 39C2 28 5 21 10 16L1.5 12L12 10.5L8 2L18 8.5C20 5.5 22 3 25.5 1C25 4 25.5 6 27 8.5'
        "C33 10 37 13 39.5 17.5C39.5 20 38 21.5 36 21.8L33.5 20.5L32.5 23L29 21.2L27.5 24L24 22.6"
        'C26 25.5 30 27 35 26.5C33 30.5 28 32.5 22.5 30.5C21.5 33.5 21.5 36 23 39Z"/>'
        '<path class="line" d="M22.5 12L28.5 14.3L25 16.6C23.3 15.8 22.5 14 22.5 12Z"/>',
    ),
    "crane": Drawing(
        pgettext_lazy("charge", "crane"),
        '<path d="M20.2 25.5H22.8V39H20.2Z M15.5 24.5L17.9 25.5L14.4 32.2L18 39H15L11.4 32.4Z"/>'
        '<path d="M36.5 25.5C30 29 18 29.5 13 24C9.5 20 10.5 15.5 14 11.5C16 9.2 15.8 6.8 13.8 6.2L3.5 9'
        "L12.5 2.2C17.5 0.5 21.5 4.5 19.8 10C18.6 13.5 16.5 15.5 17 17.5C21 12.5 28 12 32 16"
        'C34 18.5 35 22 36.5 25.5Z"/>'
        '<path class="line" d="M21.5 18.5C25.5 17.5 29 19 31 22.5C27.5 21.8 24.5 22 22.2 23.2'
        'C22.6 21.5 22.4 20 21.5 18.5Z"/>',
    ),
    "carp": Drawing(
        pgettext_lazy("charge", "carp"),
        '<path d="M20 1C28 5 31 12 28.5 20C27.5 24 25.5 27 23.5 29.5L31.5 39L20.5 35.5L9 39L16.5 29.5'
        'C9 22 8.5 8 20 1Z"/><path d="M28.8 13L36.5 19.5L27.8 23.5Z"/><path d="M10.8 13L3.5 19.5L12.4 23.5Z"/>'
        '<path class="line" d="M13 13.5L20 17L27 13.5L26.8 15.7L20 19.2L13.2 15.7Z M14 19.5L20 22.6'
        "L26 19.5L25.3 21.8L20 24.6"
        "L14.7 21.8Z M16 25L20 27.2L24 25L22.8 27.3L20 28.9L17.2 27.3Z"
        'M16.5 7.5A1.7 1.7 0 1 1 16.490 7.5Z M23.5 7.5A1.7 1.7 0 1 1 23.490 7.5Z"/>',
    ),
    "tortoise": Drawing(
        pgettext_lazy("charge", "tortoise"),
        '<path d="M20 0.5C23.5 0.5 25 4 24 8.5H16C15 4 16.5 0.5 20 0.5Z M18 34H22L20 39.8Z"/>'
        '<path d="M11 14L3 7.5C0.8 10 2 14.5 8 18.5Z M29 14L37 7.5C39.2 10 38 14.5 32 18.5Z'
        'M10.5 28L3.5 36C7 39 11.5 37 14 32Z M29.5 28L36.5 36C33 39 28.5 37 26 32Z"/>'
        '<ellipse cx="20" cy="21.5" rx="13" ry="14.5"/>'
        '<path class="line" d="M20 12.5L26.5 17V25.5L20 30L13.5 25.5V17Z M20 15.5L16 18.3V24.2L20 27'
        'L24 24.2V18.3Z"'
        ' fill-rule="evenodd"/>'
        '<path class="line" d="M19.2 7.5H20.8V13H19.2Z M19.2 30H20.8V35.5H19.2Z M13.9 16.4L9 13.6'
        "L8.3 15.1L13 17.8Z"
        "M26.1 16.4L31 13.6L31.7 15.1L27 17.8Z M13.9 26L9 29L9.8 30.3L14.7 27.3Z M26.1 26L31"
        ' 29L30.2 30.3L25.3 27.3Z"/>',
    ),
    "lotus": Drawing(
        pgettext_lazy("charge", "lotus"),
        '<g transform="translate(3 1) scale(0.85)">'
        + repeat_around(PETAL, -74, 74, -48, 48, -24, 24, 0)
        + '<path d="M4 33.5C14 31 26 31 36 33.5C30 40 10 40 4 33.5Z"/></g>',
    ),
    "peony": Drawing(
        pgettext_lazy("charge", "peony"),
        repeat_around('<circle transform="rotate({} 20 20)" cx="20" cy="8.5" r="7.8"/>', *range(0, 360, 60))
        + repeat_around('<circle transform="rotate({} 20 20)" cx="20" cy="14" r="5.6"/>', *range(30, 390, 72))
        + '<circle class="line" cx="20" cy="20" r="4.2"/>',
    ),
    "mountain": Drawing(
        pgettext_lazy("charge", "mountain"),
        '<path d="M0.5 38L10 19L15 26L24.5 3L39.5 38Z"/>'
        '<path class="line" d="M24.5 5L29.4 16.5L26.6 14.6L24.4 18.4L21.6 15.2L19.6 16.6Z"/>',
    ),
    "wave": Drawing(
        pgettext_lazy("charge", "wave"),
        '<path d="M1 38.5C0 20 9 4.5 25 4C32.5 4 37.5 8 38.5 13.5C35 10.5 31.5 10.3 28.5 11.5'
        'L31.5 15.5L26 14.5L27 19.5L22.5 17C18.5 21 20.5 29 28 30.5C32.5 31.2 36.5 29.8 39.5 27V38.5Z"/>'
        '<path class="line" d="M6 36C6 25 10 16 17 11.5C11.5 19 11.5 28.5 18 36H15.5'
        "C10.5 30.5 9.5 25.5 10.5 20.5"
        'C8.8 25 8.3 30.5 8.8 36Z"/>',
    ),
    "sun": Drawing(
        pgettext_lazy("charge", "sun"), repeat_around(RAY, *range(0, 360, 30)) + '<circle cx="20" cy="20" r="10.5"/>'
    ),
    "moon": Drawing(
        pgettext_lazy("charge", "moon"),
        '<path d="M23.5 1.5A19 19 0 1 0 37.5 29A16 16 0 1 1 23.5 1.5Z"/>'
        '<path d="M29 9.5L30.9 14.1L35.8 14.5L32.1 17.7L33.2 22.5L29 19.9L24.8 22.5L25.9 17.7L22.2 14.5'
        'L27.1 14.1Z"/>',
    ),
    "tower": Drawing(
        pgettext_lazy("charge", "tower"),
        '<path fill-rule="evenodd" d="M6 2H12V6.5H17V2H23V6.5H28V2H34V15H30.5V32H34V39H23.5V32'
        "A3.5 3.5 0 0 0 16.5 32V39H6V32H9.5V15H6Z"
        'M18 17.5H22V23.5H18Z"/>',
    ),
    "key": Drawing(
        pgettext_lazy("charge", "key"),
        '<path fill-rule="evenodd" d="M20 0.5A9 9 0 0 1 22.8 18V22H30V28H26.5V32H30V38.5H17.2V18'
        "A9 9 0 0 1 20 0.5Z"
        'M20 5.3A4.2 4.2 0 1 0 20.010 5.3Z"/>',
    ),
    "sword": Drawing(
        pgettext_lazy("charge", "sword"),
        '<path d="M20 -1L25.5 6V26H14.5V6Z"/><path d="M5.5 24.5H34.5V30.5H5.5Z"/><path d="M16.8 30.5'
        'H23.2V36H16.8Z"/>'
        '<circle cx="20" cy="37.2" r="3.8"/><path class="line" d="M19.2 6H20.8V24H19.2Z"/>',
    ),
    "fan": Drawing(
        pgettext_lazy("charge", "fan"),
        '<path d="M20 37L1 14C12 3.5 28 3.5 39 14Z"/>'
        '<path class="line" d="M20 34L7 11.5L8.6 10.6Z M20 34L14.5 8.2L16.4 7.8Z M20 34L23.6 7.8'
        'L25.5 8.2Z M20 34L31.4 10.6L33 11.5Z"/>'
        '<circle cx="20" cy="36" r="3.2"/>',
    ),
    "crown": Drawing(
        pgettext_lazy("charge", "crown"),
        '<path d="M4 30L1 10L11.5 19L20 4L28.5 19L39 10L36 30Z"/><path d="M4.5 31.5H35.5V37H4.5Z"/>'
        '<circle class="line" cx="20" cy="24.5" r="2.8"/><circle class="line" cx="11" cy="25.5" r="1.9"/>'
        '<circle class="line" cx="29" cy="25.5" r="1.9"/>',
    ),
}
