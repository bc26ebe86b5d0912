"""The drawings that portraits are made of: heads, faces, hair, beards, crowns and clothes. Data only.

A portrait stands in a box of 120 by 140, with the eyes at a height of 61. Words in braces are colours, which
`dynasty.catalog.portraits` fills in: of the skin and its shades, of the hair, and of the dynasty.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class Colour:
    """A colour of a skin or of hair, with the darker one of its shades and lines."""

    name: Promise
    light: str
    dark: str


@dataclass(frozen=True)
class Part:
    """A part in up to two layers: one behind the head, and one before it."""

    name: Promise
    front: str = ""
    behind: str = ""


SKINS = {
    "ivory": Colour(pgettext_lazy("skin", "ivory"), "#f6dcc2", "#c88f6c"),
    "sand": Colour(pgettext_lazy("skin", "sand"), "#e9bf96", "#b27748"),
    "honey": Colour(pgettext_lazy("skin", "honey"), "#d79f6c", "#98592f"),
    "bronze": Colour(pgettext_lazy("skin", "bronze"), "#b5784a", "#74401f"),
    "umber": Colour(pgettext_lazy("skin", "umber"), "#8a5433", "#522c16"),
    "ebony": Colour(pgettext_lazy("skin", "ebony"), "#5f3a28", "#321a10"),
}

HAIR_COLOURS = {
    "black": Colour(pgettext_lazy("hair", "black"), "#2b2426", "#4d4146"),
    "brown": Colour(pgettext_lazy("hair", "brown"), "#553524", "#7a5137"),
    "chestnut": Colour(pgettext_lazy("hair", "chestnut"), "#7c3f20", "#a25b31"),
    "red": Colour(pgettext_lazy("hair", "red"), "#a8451f", "#c9683a"),
    "fair": Colour(pgettext_lazy("hair", "fair"), "#c79a54", "#e0bd80"),
}

HEADS = {
    "oval": "M39 57C39 39 47 31 60 31S81 39 81 57C81 75 72 91 60 91S39 75 39 57Z",
    "long": "M40 55C40 38 47 30 60 30S80 38 80 55C80 77 71 95 60 95S40 77 40 55Z",
    "broad": "M37.5 57C37.5 39 46 31 60 31S82.5 39 82.5 57C82.5 70 80 79 74 85C69 90 51 90 46 85"
    "C40 79 37.5 70 37.5 57Z",
    "pointed": "M38.5 56C38.5 39 47 31 60 31S81.5 39 81.5 56C81.5 70 74 80 63 92C61 94 59 94 57 92"
    "C46 80 38.5 70 38.5 56Z",
}

BROWS = {
    "calm": "M44 53.5C47 51 52 50.8 55.5 52.6M76 53.5C73 51 68 50.8 64.5 52.6",
    "stern": "M43.5 50.5C48 50 52.5 51.5 56 55M76.5 50.5C72 50 67.5 51.5 64 55",
    "raised": "M44 52C46.5 47.8 52 47.2 55.5 49.8M76 52C73.5 47.8 68 47.2 64.5 49.8",
    "sad": "M44 55C47 53.4 52 51 55.5 50M76 55C73 53.4 68 51 64.5 50",
}

EYE = (
    '<path fill="#fffaf0" d="M{0} 61C{1} 57.4 {2} 57.4 {3} 61.4C{2} 64.4 {1} 64.4 {0} 61Z"/>'
    '<circle cx="{4}" cy="61" r="2.7" fill="{{eye}}"/><circle cx="{5}" cy="60.1" r=".8" fill="#fff"/>'
    '<path class="l" d="M{0} 61C{1} 57.2 {2} 57.2 {3} 61.4"/>'
)
NARROW = (
    '<path fill="#fffaf0" d="M{0} 61.5C{1} 59 {2} 58.8 {3} 61C{2} 63.6 {1} 63.6 {0} 61.5Z"/>'
    '<circle cx="{4}" cy="61.2" r="2.2" fill="{{eye}}"/>'
    '<path class="l" d="M{0} 61.5C{1} 58.8 {2} 58.6 {3} 60.4"/>'
)
LEFT, RIGHT = (43.5, 46.5, 53, 56, 50.2, 51), (76.5, 73.5, 67, 64, 69.8, 70.6)
WIDE_EYES = EYE.format(*LEFT) + EYE.format(*RIGHT)
NARROW_EYES = NARROW.format(*LEFT) + NARROW.format(*RIGHT)

NOSE = '<path class="s" d="M61.5 58C62.5 65 65.5 69 65 71.5C64 74 58.5 74 56 72.5"/>'
HOOKED = '<path class="s" d="M61 56C65 61 66.5 68 66 71.5C64 74.5 59 73 56.5 74"/>'
SMALL = '<path class="s" d="M57 71.5C58.5 73.5 62 73.5 63.5 71.5"/>'

FACES = {
    "calm": Part(
        pgettext_lazy("face", "calm"),
        WIDE_EYES + NOSE + '<path fill="{lip}" d="M53 80C56 78.4 58.5 78.6 60 79.4C61.5 78.6 64 78.4 67 80'
        'C64 84.4 56 84.4 53 80Z"/><path class="s" d="M53 80C57 81 63 81 67 80"/>',
    ),
    "stern": Part(
        pgettext_lazy("face", "stern"),
        NARROW_EYES + HOOKED + '<path fill="{lip}" d="M53.5 81C57 79 63 79 66.5 81C63 83.2 57 83.2 53.5 81Z"/>'
        '<path class="s" d="M52.5 82C56 80.6 64 80.6 67.5 82"/>',
    ),
    "smiling": Part(
        pgettext_lazy("face", "smiling"),
        WIDE_EYES + SMALL + '<path fill="{lip}" d="M52 78.5C57 80.5 63 80.5 68 78.5C66 85.5 54 85.5 52 78.5Z"/>'
        '<path class="s" d="M51 77.6C56 81.6 64 81.6 69 77.6"/>',
    ),
    "proud": Part(
        pgettext_lazy("face", "proud"),
        NARROW_EYES + NOSE + '<path fill="{lip}" d="M54 80.6C57 78.6 63 78.2 67 79.4C65 83.4 57 83.8 54 80.6Z"/>'
        '<path class="s" d="M53.5 81C58 81 64 80.6 68.5 78"/>',
    ),
    "gentle": Part(
        pgettext_lazy("face", "gentle"),
        WIDE_EYES + SMALL + '<path fill="{lip}" d="M54.5 80C57 78.4 59 78.6 60 79.4C61 78.6 63 78.4 65.5 80'
        'C63.5 84 56.5 84 54.5 80Z"/><path class="s" d="M54.5 80C58 80.8 62 80.8 65.5 80"/>',
    ),
    "sharp": Part(
        pgettext_lazy("face", "sharp"),
        NARROW_EYES + HOOKED + '<path fill="{lip}" d="M54 80.5C57 79 63 79.4 66 80.5C63 82.8 57 82.8 54 80.5Z"/>'
        '<path class="s" d="M53 79.6C56 81.6 64 81.2 67.5 80"/>',
    ),
}
"""Each is drawn on the head and with the brows that FACE_SHAPES says."""

FACE_SHAPES = {
    "calm": ("oval", "calm"),
    "stern": ("broad", "stern"),
    "smiling": ("oval", "raised"),
    "proud": ("long", "calm"),
    "gentle": ("pointed", "sad"),
    "sharp": ("pointed", "stern"),
}

HAIRS = {
    "cropped": Part(
        pgettext_lazy("hair style", "cropped"),
        '<path class="h" d="M38 60C35 36 46 26 60 26S85 36 82 60C80.5 57 80 52 77.5 47C70 41 50 41 42.5 47'
        'C40 52 39.5 57 38 60Z"/>',
    ),
    "topknot": Part(
        pgettext_lazy("hair style", "topknot"),
        '<path class="h" d="M38.5 58C35 36 46 26.5 60 26.5S85 36 81.5 58C80 50 75 42 60 40C45 42 40 50 38.5 58Z"/>'
        '<path class="hl" d="M60 28V39M51 30C50 34 48 38 45 42M69 30C70 34 72 38 75 42"/>',
        '<path class="h" d="M60 31C48 31 47 13 60 12C73 13 72 31 60 31Z"/><path class="hl" d="M54 24C57 19 63 1'
        '9 66 24"/>',
    ),
    "long": Part(
        pgettext_lazy("hair style", "long"),
        '<path class="h" d="M60 29C52 36 44 44 42 60C41 71 42 84 38 96C32 84 31 62 35 46C39 31 49 25 60 25S81 3'
        "1 85 46"
        'C89 62 88 84 82 96C78 84 79 71 78 60C76 44 68 36 60 29Z"/>'
        '<path class="hl" d="M54 31C46 38 39 48 38 66M66 31C74 38 81 48 82 66"/>',
        '<path class="h" d="M60 25C38 25 31 46 31 66C31 88 27 102 22 114H98C93 102 89 88 89 66C89 46 82 25 60 25Z"/>',
    ),
    "waves": Part(
        pgettext_lazy("hair style", "wavy"),
        '<path class="h" d="M71 29C58 40 46 42 42 58C40 66 43 74 39 82C31 80 31 71 34 66C29 60 33 52 36 48'
        "C37 34 47 25 60 25S83 34 84 48C87 52 91 60 86 66C89 71 89 80 81 82C77 74 80 66 78 58"
        'C77 46 76 36 71 29Z"/><path class="hl" d="M68 31C55 37 44 42 39 56M36 67C38 70 38 75 37 78"/>',
        '<path class="h" d="M60 25C37 25 33 44 33 60C27 70 34 78 31 88C36 98 47 96 60 96S84 98 89 88'
        'C86 78 93 70 87 60C87 44 83 25 60 25Z"/>',
    ),
    "braids": Part(
        pgettext_lazy("hair style", "braided"),
        '<path class="h" d="M60 29C52 33 43 42 40 60C36 54 35 46 38 40C42 30 50 25 60 25S78 30 82 40C85 46 84 5'
        "4 80 60"
        'C77 42 68 33 60 29Z"/><path class="hl" d="M60 26V29M53 30C47 35 42 42 40 50M67 30C73 35 78 42 80 50"/>'
        '<path class="h" d="M36 66C42 70 42 76 37 79C42 83 42 89 36 92C41 96 41 102 35 105C39 109 38 116 34 122'
        "C29 117 28 110 31 105C26 101 26 96 31 92C26 88 27 82 32 79C28 75 29 69 36 66Z"
        "M84 66C78 70 78 76 83 79C78 83 78 89 84 92C79 96 79 102 85 105C81 109 82 116 86 122"
        'C91 117 92 110 89 105C94 101 94 96 89 92C94 88 93 82 88 79C92 75 91 69 84 66Z"/>'
        '<path fill="{gold}" stroke="{line}" d="M30 116H38V120H30ZM82 116H90V120H82Z"/>',
        '<path class="h" d="M60 25C40 25 34 42 35 58L37 72H83L85 58C86 42 80 25 60 25Z"/>',
    ),
    "curls": Part(
        pgettext_lazy("hair style", "curly"),
        '<path class="h" d="M39 59C33 57 34 50 38 48C35 41 41 35 46 37C48 29 57 29 60 33C63 29 72 29 74 37C79 3'
        "5 85 41 82 48"
        "C86 50 87 57 81 59C81 53 79 48 76 46C73 49 68 46 67 43C63 47 57 47 53 43C52 46 47 49 44 46C41 48 39 53 "
        '39 59Z"/>',
        '<path class="h" d="M60 19C52 14 43 19 43 24C34 24 30 33 33 38C26 42 26 52 31 56C26 62 29 72 36 73'
        "C37 80 46 82 50 78H70C74 82 83 80 84 73C91 72 94 62 89 56C94 52 94 42 87 38C90 33 86 24 77 24"
        'C77 19 68 14 60 19Z"/>',
    ),
    "coils": Part(
        pgettext_lazy("hair style", "coiled up"),
        '<path class="h" d="M39 60C35 38 46 27 60 27S85 38 81 60C79 48 72 40 60 39C48 40 41 48 39 60Z"/>'
        '<path class="hl" d="M46 35C50 33 54 36 54 39M74 35C70 33 66 36 66 39"/>',
        '<path class="h" d="M60 30C50 34 38 30 37 22C36 13 47 11 51 16C51 7 69 7 69 16C73 11 84 13 83 22C82 30 7'
        '0 34 60 30Z"/>'
        '<path class="hl" d="M51 16C51 22 55 26 60 26S69 22 69 16M42 21C43 24 46 25 49 24M78 21C77 24 74 25 71 24"/>'
        '<path fill="none" stroke="{gold}" d="M28 14L48 24M92 14L72 24"/>'
        '<circle cx="28" cy="14" r="2.6" fill="{gold}"/>'
        '<circle cx="92" cy="14" r="2.6" fill="{gold}"/>',
    ),
    "veil": Part(
        pgettext_lazy("hair style", "under a veil"),
        '<path fill="{trim}" stroke="{line}" d="M60 24C42 24 33 38 34 56C35 76 33 90 26 104C34 106 42 102 47 95'
        "C41 84 39 70 40 58C41 44 49 38 60 38S79 44 80 58C81 70 79 84 73 95C78 102 86 106 94 104"
        'C87 90 85 76 86 56C87 38 78 24 60 24Z"/>'
        '<path fill="none" stroke="{line}" opacity=".35" d="M39 42C36 60 39 80 34 98M81 42C84 60 81 80 86 98"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.6" d="M47 95C41 84 39 70 40 58C41 44 49 38 60 38'
        'S79 44 80 58C81 70 79 84 73 95"/>',
        '<path fill="{trim}" d="M60 24C38 24 32 46 33 66L28 108H92L87 66C88 46 82 24 60 24Z"/>',
    ),
    "shaved": Part(
        pgettext_lazy("hair style", "shaved"),
        '<path fill="{hair}" opacity=".22" d="M39 56C38 38 47 31 60 31S82 38 81 56C79 50 77 47 73 45C66 42 54 4'
        "2 47 45"
        'C43 47 41 50 39 56Z"/>',
    ),
}

BEARDS = {
    "none": Part(pgettext_lazy("beard", "none")),
    "moustache": Part(
        pgettext_lazy("beard", "moustache"),
        '<path class="h" d="M60 75.5C55 73.5 50 76 45 82C50 80.8 56 80 60 77.6C64 80 70 80.8 75 82'
        'C70 76 65 73.5 60 75.5Z"/>',
    ),
    "goatee": Part(
        pgettext_lazy("beard", "pointed"),
        '<path class="h" d="M60 75.5C56 73.8 52 75.5 49.5 79.5C53 78.6 57 78.6 60 77.2C63 78.6 67 78.6 70.5 79.5'
        'C68 75.5 64 73.8 60 75.5Z"/><path class="h" d="M53.5 86C57 85 63 85 66.5 86C66 96 63 103 60 107'
        'C57 103 54 96 53.5 86Z"/>',
    ),
    "full": Part(
        pgettext_lazy("beard", "full"),
        '<path class="h" d="M38.5 60C41 68 44 73 48 74.5C52 72.5 57 73 60 75.5C63 73 68 72.5 72 74.5C76 73 79 6'
        "8 81.5 60"
        "C84 78 79 99 60 102C41 99 36 78 38.5 60ZM53 80C55 83.5 65 83.5 67 80C64 78.2 56 78.2 53 80Z"
        '" fill-rule="evenodd"/><path class="hl" d="M52 88C54 93 56 96 58 98M68 88C66 93 64 96 62 98M46 82C47 8'
        '8 49 92 51 95"/>',
    ),
    "long": Part(
        pgettext_lazy("beard", "long"),
        '<path class="h" d="M60 75.5C55 73 50 75 45 82C42 90 43 102 42 108C46 105 47 98 48.5 90C50 88 52 86.5 54 86'
        "C52 100 55 116 60 128C65 116 68 100 66 86C68 86.5 70 88 71.5 90C73 98 74 105 78 108"
        'C77 102 78 90 75 82C70 75 65 73 60 75.5ZM53 80C56 79 58 79 60 78.4C62 79 64 79 67 80C65 83.5 55 83.5 53 80Z"'
        ' fill-rule="evenodd"/><path class="hl" d="M57 90C57 100 58 110 60 118M63 90C63 98 62.5 104 62 108"/>',
    ),
}

GEM = '<path fill="{gem}" stroke="{line}" stroke-width=".8" d="M60 {0}L63.6 {1}L60 {2}L56.4 {1}Z"/>'
CROWNS = {
    "circlet": Part(
        pgettext_lazy("crown", "circlet"),
        '<path class="g" d="M38 47C45 38 75 38 82 47L81 51.5C74 43.5 46 43.5 39 51.5Z"/>'
        '<path class="g" d="M60 33L66 43.5C62 46.5 58 46.5 54 43.5Z"/>'
        '<circle cx="60" cy="41" r="2.9" fill="{gem}" stroke="{line}" stroke-width=".8"/>',
    ),
    "points": Part(
        pgettext_lazy("crown", "crown of points"),
        '<path class="g" d="M37 44L33 17L46 29L60 11L74 29L87 17L83 44C75 36.5 45 36.5 37 44Z"/>'
        '<path class="g" d="M37 44C45 36.5 75 36.5 83 44L82.5 50C74 43 46 43 37.5 50Z"/>'
        '<circle class="g" cx="33" cy="16" r="2.8"/><circle class="g" cx="60" cy="10" r="3"/>'
        '<circle class="g" cx="87" cy="16" r="2.8"/>'
        '<circle cx="60" cy="27" r="3.4" fill="{gem}" stroke="{line}" stroke-width=".8"/>'
        '<circle cx="45" cy="36" r="2.2" fill="{gem}"/><circle cx="75" cy="36" r="2.2" fill="{gem}"/>',
    ),
    "beads": Part(
        pgettext_lazy("crown", "crown with strings of beads"),
        '<path class="r" d="M40 43C44 36 47 22 48 18H72C73 22 76 36 80 43C72 38 48 38 40 43Z"/>'
        '<path class="g" d="M39 44C47 37.5 73 37.5 81 44V49C73 42.5 47 42.5 39 49Z"/>'
        '<path class="k" d="M22 13L28 9H92L98 13V18H22Z"/><path class="g" d="M22 17H98V20H22Z"/>'
        '<path fill="none" stroke="{ivory}" stroke-width="2.4" stroke-linecap="round" stroke-dasharray="0 4"'
        ' d="M26 23V50M34 23V46M86 23V46M94 23V50"/>'
        '<circle cx="60" cy="29" r="4" fill="{gem}" stroke="{line}" stroke-width=".8"/>',
    ),
    "rays": Part(
        pgettext_lazy("crown", "crown of rays"),
        '<path class="g" d="M38 47C38 42 39 38 41 35L24 24L44 29L37 9L51 25L60 3L69 25L83 9L76 29L96 24L79 35C8'
        "1 38 82 42 82 47"
        'C74 39 46 39 38 47Z"/><path class="g" d="M38 47C46 39 74 39 82 47L81.5 51C73 44 47 44 38.5 51Z"/>'
        '<circle cx="60" cy="33" r="3.2" fill="{gem}" stroke="{line}" stroke-width=".8"/>',
    ),
    "turban": Part(
        pgettext_lazy("crown", "turban with a feather"),
        '<path fill="{ivory}" stroke="{line}" d="M34 48C28 30 42 14 60 14S92 30 86 48C76 41 66 38 56 38C48 39 4'
        '0 42 34 48Z"/>'
        '<path fill="none" stroke="{line}" opacity=".55" d="M35 44C46 34 62 26 82 27M40 27C54 26 74 32 86 44M4'
        '7 19C60 20 76 24 83 32"/>'
        '<path fill="{trim}" stroke="{line}" d="M62 24C58 14 62 4 72 0C76 8 72 18 66 24Z"/>'
        '<path fill="none" stroke="{line}" d="M64 23C65 15 68 8 71 3"/>'
        '<circle class="g" cx="63" cy="27" r="5"/><circle cx="63" cy="27" r="2.7" fill="{gem}"/>',
    ),
    "wings": Part(
        pgettext_lazy("crown", "winged cap"),
        '<path class="k" d="M39 47C38 30 44 20 60 20S82 30 81 47C73 39.5 47 39.5 39 47Z"/>'
        '<path class="k" d="M45 28C45 18 52 12 60 12S75 18 75 28C68 24 52 24 45 28Z"/>'
        '<path class="g" d="M39 44C47 37 73 37 81 44V49C73 42 47 42 39 49Z"/>'
        '<path class="g" d="M40 36C28 38 14 34 6 26C20 26 32 28 42 31ZM80 36C92 38 106 34 114 26C100 26 88 28 7'
        '8 31Z"/>'
        '<circle cx="60" cy="29" r="4" fill="{gem}" stroke="{line}" stroke-width=".8"/>',
    ),
    "wreath": Part(
        pgettext_lazy("crown", "wreath of leaves"),
        '<path fill="none" stroke="{gold}" stroke-width="2" d="M38 52C36 42 44 33 58 32M82 52C84 42 76 33 62 32"/>'
        + "".join(
            f'<path class="g" transform="translate({x} {y}) rotate({turn})" d="M0 0C2 -5 2 -9 0 -13C-5 -9 -4 -4 '
            f'0 0Z"/>'
            f'<path class="g" transform="translate({120 - x} {y}) scale(-1 1) rotate({turn})" d="M0 0C2 -5 2 -9 '
            f'0 -13C-5 -9 -4 -4 0 0Z"/>'
            for x, y, turn in ((38, 53, -25), (37.5, 47, 15), (40, 42, -10), (42, 38, 38), (46, 36, 10), (50, 33, 60))
        )
        + '<circle cx="60" cy="33" r="3.4" fill="{gem}" stroke="{line}" stroke-width=".8"/>',
    ),
}

ROBES = {
    "crossed": Part(
        pgettext_lazy("clothes", "crossed robe"),
        '<path class="r" d="M8 142C9 120 20 110 46 101L60 114L74 101C100 110 111 120 112 142Z"/>'
        '<path fill="{ivory}" stroke="{line}" d="M48 98L60 112L70 99L76 103L52 142H40L56 117L44 102Z"/>'
        '<path class="t" d="M44 100L58 118L72 142H62L38 104ZM76 100L82 104L50 142H40L62 118Z"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.2" d="M40 104L67 142M80 104L46 142"/>',
    ),
    "ermine": Part(
        pgettext_lazy("clothes", "cloak of fur"),
        '<path class="r" d="M6 142C8 118 22 108 48 99H72C98 108 112 118 114 142Z"/>'
        '<path fill="{ivory}" stroke="{line}" d="M46 97C30 102 18 108 13 118C22 128 44 134 60 130C76 134 98 128 '
        "107 118"
        'C102 108 90 102 74 97C71 104 66 108 60 108S49 104 46 97Z"/>'
        '<path fill="{ink}" d="M28 113l2 6-4 0ZM42 119l2 6-4 0ZM38 106l2 6-4 0ZM78 119l2 6-4 0ZM92 113l2 6-4 0Z'
        'M82 106l2 6-4 0ZM60 118l2 6-4 0Z"/>'
        '<circle class="g" cx="60" cy="112" r="5"/><circle cx="60" cy="112" r="2.6" fill="{gem}"/>',
    ),
    "armour": Part(
        pgettext_lazy("clothes", "armour"),
        '<path class="r" d="M24 142C26 118 36 106 48 100L60 106L72 100C84 106 94 118 96 142Z"/>'
        '<path fill="{steel}" stroke="{line}" d="M47 99L60 110L73 99L84 104C86 118 86 130 84 142H36C34 130 34 11'
        '8 36 104Z"/>'
        '<path fill="none" stroke="{line}" stroke-width="1.2" d="M60 110V142M37 120C48 126 72 126 83 120M36 131'
        'C48 137 72 137 84 131"/>'
        '<path class="g" d="M47 98L60 109L73 98L76 101L60 115L44 101Z"/>'
        '<path class="t" d="M38 102C22 103 9 112 6 130C16 128 22 130 28 136C30 122 34 112 38 102ZM82 102C98 103 '
        "111 112 114 130"
        'C104 128 98 130 92 136C90 122 86 112 82 102Z"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.6" d="M34 110C22 111 13 117 9 127M86 110C98 111 107 1'
        '17 111 127"/>',
    ),
    "collar": Part(
        pgettext_lazy("clothes", "high collar"),
        '<path class="r" d="M8 142C10 120 24 111 44 104L60 112L76 104C96 111 110 120 112 142Z"/>'
        '<path class="t" d="M42 84C40 92 41 100 45 108L60 122L75 108C79 100 80 92 78 84C76 94 70 101 60 106C50 1'
        '01 44 94 42 84Z"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.4" d="M42 84C44 94 50 101 60 106C70 101 76 94 78 84"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.4" d="M60 122V142"/>'
        '<circle class="g" cx="60" cy="127" r="2.2"/><circle class="g" cx="60" cy="135" r="2.2"/>'
        '<path fill="none" stroke="{gold}" stroke-width="1.2" opacity=".8" d="M22 128c4-6 10-6 12 0s8 6 10 0M9'
        '8 128c-4-6-10-6-12 0s-8 6-10 0"/>',
    ),
    "drape": Part(
        pgettext_lazy("clothes", "draped cloth"),
        '<path class="t" d="M10 142C12 120 26 110 47 102L60 110L73 102C94 110 108 120 110 142Z"/>'
        '<path class="r" d="M8 142C8 120 18 108 42 102C62 110 88 120 100 142Z"/>'
        '<path fill="none" stroke="{line}" stroke-width="1.1" opacity=".6" d="M20 116C40 118 66 128 78 142M1'
        '4 126C32 126 52 132 62 142M30 108C54 114 78 124 90 142"/>'
        '<path fill="none" stroke="{gold}" stroke-width="2" d="M42 102C62 110 88 120 100 142"/>'
        '<circle class="g" cx="34" cy="109" r="5"/><circle cx="34" cy="109" r="2.4" fill="{gem}"/>',
    ),
    "beads": Part(
        pgettext_lazy("clothes", "necklaces"),
        '<path class="r" d="M10 142C12 120 26 112 44 106C50 118 70 118 76 106C94 112 108 120 110 142Z"/>'
        '<path class="g" d="M40 105C44 122 76 122 80 105L90 109C84 138 36 138 30 109Z"/>'
        '<path fill="none" stroke="{trim}" stroke-width="5" d="M36 110C44 131 76 131 84 110"/>'
        '<path fill="none" stroke="{line}" stroke-width=".9" d="M40 105C44 122 76 122 80 105M38 108C45 127 75 12'
        '7 82 108M33 111C42 135 78 135 87 111"/>'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="1.7" fill="{{gem}}"/>'
            for x, y in ((40, 115), (46, 121.5), (53, 125), (60, 126), (67, 125), (74, 121.5), (80, 115))
        ),
    ),
}

BACKDROPS = {
    "plain": Part(pgettext_lazy("backdrop", "plain"), '<circle cx="60" cy="60" r="47" fill="{glow}"/>'),
    "sun": Part(
        pgettext_lazy("backdrop", "rising sun"),
        '<path fill="{glow}" d="'
        + "".join(
            f"M60 66L{60 + x} {66 + y}L{60 + u} {66 + v}Z"
            for x, y, u, v in (
                (-100, 18, -100, -8),
                (-100, -36, -100, -66),
                (-84, -100, -54, -100),
                (-30, -100, -8, -100),
                (8, -100, 30, -100),
                (54, -100, 84, -100),
                (100, -66, 100, -36),
                (100, -8, 100, 18),
            )
        )
        + '"/><circle cx="60" cy="62" r="38" fill="{glow}"/>',
    ),
    "waves": Part(
        pgettext_lazy("backdrop", "waves"),
        '<g fill="none" stroke="{glow}" stroke-width="2.2">'
        + "".join(
            f'<path d="M{x} {y}a14 14 0 0 1 28 0m-23 0a9 9 0 0 1 18 0m-13 0a4 4 0 0 1 8 0"/>'
            for row, y in enumerate(range(14, 140, 14))
            for x in range(-14 * (row % 2), 120, 28)
        )
        + "</g>",
    ),
    "clouds": Part(
        pgettext_lazy("backdrop", "clouds"),
        '<path fill="{glow}" d="M-4 40C2 26 16 26 20 34C26 28 36 32 35 40C40 42 40 48 34 48H-4ZM124 62C118 48 10'
        "4 48 100 56"
        "C94 50 84 54 85 62C80 64 80 70 86 70H124ZM-4 92C4 80 14 82 17 88C24 84 30 90 28 95H-4Z"
        'M124 24C116 12 106 14 103 20C96 16 90 22 92 27H124Z"/>',
    ),
    "lattice": Part(
        pgettext_lazy("backdrop", "lattice"),
        '<path fill="none" stroke="{glow}" stroke-width="2" d="M-20 60L60 -20L140 60M-20 84L84 -20M-20 108L10'
        "8 -20M36 -20L140 84M12 -20L140 108"
        "M-20 36L90 146M-20 12L114 146M140 36L30 146M140 12L6 146M-20 60L66 146M140 60L54 146M-20 132L132 -20M-1"
        '2 -20L140 132"/>',
    ),
    "columns": Part(
        pgettext_lazy("backdrop", "hall of columns"),
        '<path fill="{glow}" d="M6 20H26V142H6ZM94 20H114V142H94ZM2 12H30V20H2ZM90 12H118V20H90ZM30 30C34 4 86 '
        '4 90 30V18C86 -4 34 -4 30 18Z"/>'
        '<path fill="none" stroke="{back}" stroke-width="1.6" d="M13 20V142M19 20V142M101 20V142M107 20V142"/>',
    ),
}
