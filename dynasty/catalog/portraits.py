"""Portraits of Emperors: parts that a player chose or that follow from a code, and what battles left, as SVG."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog.heraldry import TINCTURES
from dynasty.catalog.portrait_parts import (
    BACKDROPS,
    BEARDS,
    BROWS,
    CROWNS,
    FACE_SHAPES,
    FACES,
    HAIR_COLOURS,
    HAIRS,
    HEADS,
    ROBES,
    SKINS,
)

PARTS: dict[str, Mapping[str, Any]] = {
    "face": FACES,
    "skin": SKINS,
    "hair": HAIRS,
    "hair_colour": HAIR_COLOURS,
    "beard": BEARDS,
    "crown": CROWNS,
    "robe": ROBES,
    "backdrop": BACKDROPS,
}
"""The parts of a portrait and what each can be."""

INK, IVORY, GOLD, STEEL, SILVER_HAIR = "#2a1a16", "#f4ead2", "#e0ad3c", "#9aa3ab", ("#d9d4cb", "#f3f0ea")
FRAME = "#8c6f3e"
"""The colour of every portrait's rim, as of every shield's."""
EYES = {"black": "#2a1a16", "brown": "#4a2c17", "chestnut": "#5b4a1e", "red": "#3f5b3a", "fair": "#3d5f7a"}
AGES = ((40, 3), (15, 2), (5, 1))
"""From how many serious battles on a face is how old."""
GREY = (0.0, 0.18, 0.55, 0.94)
"""How grey the hair is at each age."""


@dataclass(frozen=True)
class Marks:
    """What a life left on a portrait: each follows from the log and the results."""

    battles: int = 0
    champion: bool = False
    """Whether it was there when a dynasty of its became champion of the world."""
    king_slayer: bool = False
    """Whether it captured an Emperor who died of it."""
    survivor: bool = False
    """Whether it outlived a battle of eight."""
    captured: bool = False
    """Whether it was captured and lived."""
    dead: bool = False

    @property
    def age(self) -> int:
        """Return how old the face is, from 0 to 3.

        >>> Marks(4).age, Marks(5).age, Marks(15).age, Marks(100).age
        (0, 1, 2, 3)
        """
        return next((age for battles, age in AGES if self.battles >= battles), 0)


NONE = Marks()

MARKS: dict[str, Promise] = {
    "champion": gettext_lazy("A golden halo: served a champion of the world."),
    "king_slayer": gettext_lazy("A scar over the eye: captured an Emperor who died of it."),
    "survivor": gettext_lazy("A star of eight points: survived a battle of eight."),
    "captured": gettext_lazy("A scar on the cheek: was captured, and lived."),
}


def build_choices(part: str) -> list[tuple[str, Promise]]:
    """Build the choices of a part, with their displayed names."""
    return [(word, option.name) for word, option in PARTS[part].items()]


def choose_default(code: str, gender: str) -> dict[str, str]:
    """Return the parts of an Emperor whose player chose none: always the same for the same code.

    >>> choose_default("abc", "w") == choose_default("abc", "w")
    True
    """
    luck = random.Random(f"portrait {code}")
    parts = {part: luck.choice(sorted(options)) for part, options in PARTS.items()}
    if gender == "w":
        parts["beard"] = "none"
    if gender == "m" and parts["hair"] in ("veil", "coils"):
        parts["hair"] = "topknot"
    return parts


def validate(portrait: Any) -> dict[str, str]:
    """Return the portrait with its parts and nothing else, or raise DomainError."""
    chosen = portrait if isinstance(portrait, Mapping) else {}
    parts = {part: str(chosen.get(part)) for part in PARTS}
    if any(parts[part] not in options for part, options in PARTS.items()):
        raise DomainError("unknown_portrait", _("Choose each part of the portrait from those that are offered."))
    return parts


def complete(chosen: Mapping[str, str], seed: str, gender: str) -> dict[str, str]:
    """Return all parts of a portrait of which some were chosen, or raise DomainError."""
    return validate(choose_default(seed, gender) | {part: value for part, value in chosen.items() if value})


def describe(parts: Mapping[str, str], marks: Marks = NONE) -> str:
    """Describe the portrait in words."""
    names = {part: options[parts[part]].name for part, options in PARTS.items()}
    words = [
        fill(_("Face: %(face)s. Skin: %(skin)s. Hair: %(hair)s, %(hair_colour)s. Beard: %(beard)s."), names),
        fill(_("Crown: %(crown)s. Clothes: %(robe)s. Behind it: %(backdrop)s."), names),
    ]
    return " ".join([*words, *(str(sentence) for sentence in list_marks(marks).values())])


def list_marks(marks: Marks) -> dict[str, Promise]:
    """Return the sentences about what a life left on a portrait, by name."""
    return {name: sentence for name, sentence in MARKS.items() if getattr(marks, name)}


def mix(one: str, other: str, share: float) -> str:
    """Mix two colours: `share` of the other one.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def is_dark(colour: str) -> bool:
    """Return whether a colour is nearer to black than to white.

    >>> is_dark("#5f3a28"), is_dark("#e9bf96")
    (True, False)
    """
    return sum(bytes.fromhex(colour[1:])) < 3 * 128


def choose_colours(parts: Mapping[str, str], emblem: Mapping[str, str], marks: Marks) -> dict[str, str]:
    """Return the colours by the words that the drawings use."""
    skin, hair, grey = SKINS[parts["skin"]], HAIR_COLOURS[parts["hair_colour"]], GREY[marks.age]
    field, second, tint = (TINCTURES[emblem[name]].colour for name in ("field", "second", "tint"))
    if second == field:
        second = mix(field, INK, 0.4)
    back = mix(second, IVORY if TINCTURES[emblem["second"]].dark else INK, 0.18)
    strands = mix(hair.light, SILVER_HAIR[0], grey)
    return {
        "skin": skin.light,
        "shade": skin.dark,
        "lip": mix(skin.light, "#a5382f", 0.5),
        "scar": mix(skin.light, "#ffffff" if is_dark(skin.light) else "#b0403a", 0.5),
        "cheek": mix(skin.light, "#c8452f", 0.5),
        "hair": strands,
        "strand": mix(hair.dark, SILVER_HAIR[1], grey),
        "brow": mix(mix(hair.light, INK, 0.35), SILVER_HAIR[0], grey * 0.8),
        "eye": EYES[parts["hair_colour"]],
        "robe": field,
        "trim": tint,
        "back": back,
        "glow": mix(back, IVORY if TINCTURES[emblem["second"]].dark else "#ffffff", 0.26),
        "gem": "#b3202c" if emblem["field"] not in ("lacquer", "vermilion") else "#1f6f8f",
        "gold": GOLD,
        "ivory": IVORY,
        "steel": STEEL,
        "ink": INK,
        "line": INK,
    }


CLASSES = {
    'class="l"': 'fill="none" stroke="{line}" stroke-width="1.5"',
    'class="s"': 'fill="none" stroke="{shade}" stroke-width="1.5"',
    'class="hl"': 'fill="none" stroke="{strand}" stroke-width="1.2"',
    'class="h"': 'fill="{hair}" stroke="{line}"',
    'class="g"': 'fill="{gold}" stroke="{line}"',
    'class="r"': 'fill="{robe}" stroke="{line}"',
    'class="t"': 'fill="{trim}" stroke="{line}"',
    'class="k"': 'fill="{ink}" stroke="{line}"',
}
"""What the short classes of the drawings stand for, so that a portrait needs no stylesheet."""

NECK = (
    '<path fill="{skin}" stroke="{line}" d="M49 80V100C49 108 54 114 60 116C66 114 71 108 71 100V80Z"/>'
    '<path fill="{shade}" opacity=".55" d="M49.6 86C55 96 65 96 70.4 86V94C66 102 54 102 49.6 94Z"/>'
)
LOBES = (
    '<path fill="{skin}" stroke="{line}" d="M40 57C35 54 33 59 35 64C36 68 39 70 41 69ZM80 57C85 54 87 59 85 64'
    'C84 68 81 70 79 69Z"/>'
)
CHEEKS = (
    '<g fill="{cheek}" opacity=".28"><circle cx="46.5" cy="70.5" r="4.6"/><circle cx="73.5" cy="70.5" r="4.6"/></g>'
)
SHADOW = (
    '<path fill="{shade}" opacity=".26" d="M72 34C80 40 82 50 81 59C80 75 72 88 62 91.5C67 84 71 78 73 70C76 58 '
    '77 44 72 34Z"/>'
    '<path fill="{shade}" opacity=".3" d="M40 52C43 40 77 40 80 52C76 46 70 44.5 60 44.5S44 46 40 52Z"/>'
)
WRINKLES = (
    "",
    "M44.5 65.6C46 66.8 48 67 50 66.6M75.5 65.6C74 66.8 72 67 70 66.6",
    "M44.5 65.6C46 67 48 67.2 51 66.6M75.5 65.6C74 67 72 67.2 69 66.6M52.5 73C50.5 75 49.5 77.5 49.5 80"
    "M67.5 73C69.5 75 70.5 77.5 70.5 80",
    "M44 65.6C46 67.4 48 67.6 52 66.6M76 65.6C74 67.4 72 67.6 68 66.6M52.5 73C50 75 49 78 49 81.5"
    "M67.5 73C70 75 71 78 71 81.5M42 57L39.5 55.5M42 59.5L39.5 59.5M78 57L80.5 55.5M78 59.5L80.5 59.5"
    "M53 47.5C57 46.5 63 46.5 67 47.5",
)


def locate(radius: float, turn: float) -> str:
    """Return the point of the halo at a turn, of which twelve are half a circle."""
    return f"{60 + radius * cos(turn * pi / 12):.1f} {60 + radius * sin(turn * pi / 12):.1f}"


RAYS = "".join(
    f"M{locate(46, turn - 0.2)}L{locate(58 if turn % 2 else 53, turn)}L{locate(46, turn + 0.2)}Z" for turn in range(24)
)
HALO = (
    f'<path fill="{{gold}}" d="{RAYS}"/>'
    f'<circle cx="60" cy="60" r="43.5" fill="none" stroke="{{gold}}" stroke-width="3"/>'
    '<circle cx="60" cy="60" r="40.5" fill="{glow}" stroke="{line}" stroke-width=".8"/>'
)
SLAYER = (
    '<path fill="none" stroke="{scar}" stroke-width="2.2" d="M73.5 45C71 52 74.5 60 70.5 71"/>'
    '<path fill="none" stroke="{shade}" stroke-width=".8" d="M75 45C72.6 52 76 60 72 71"/>'
)
CAPTIVE = (
    '<path fill="none" stroke="{scar}" stroke-width="2" d="M42 68L52 77.5"/>'
    '<path fill="none" stroke="{shade}" stroke-width="1" d="M43.5 72L46.5 69M46.5 75L49.5 72M49.5 78L52.5 75"/>'
)
STAR = (
    '<path fill="{gold}" stroke="{line}" stroke-width=".9" transform="translate(88 126)" d="M0 -9L2 -4.8'
    "L6.4 -6.4L4.8 -2L9 0"
    'L4.8 2L6.4 6.4L2 4.8L0 9L-2 4.8L-6.4 6.4L-4.8 2L-9 0L-4.8 -2L-6.4 -6.4L-2 -4.8Z"/>'
    '<circle cx="88" cy="126" r="2.4" fill="{gem}"/>'
)
RIBBON = (
    '<path fill="{ink}" d="M120 104V124L104 140H84Z"/>'
    '<path fill="none" stroke="{gold}" stroke-width=".8" d="M120 107L87 140M120 121L101 140"/>'
)
RIM = (
    f'<path fill="none" stroke="{FRAME}" stroke-width="5" d="M0 0H120V140H0Z"/>'
    '<path fill="none" stroke="{gold}" stroke-width=".9" stroke-linejoin="miter" opacity=".8" d="M4 4H116V136H4Z"/>'
)


def draw(parts: Mapping[str, str], emblem: Mapping[str, str], marks: Marks = NONE, attributes: str = "") -> SafeString:
    """Draw the portrait as an <svg> element; safe, since `attributes` and all parts come from our code."""
    layers = "".join(list_layers(parts, marks))
    for short, long in CLASSES.items():
        layers = layers.replace(short, long)
    colours = choose_colours(parts, emblem, marks)
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 140"{attributes}>'
        f'<g stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round">{layers.format_map(colours)}</g></svg>'
    )


def list_layers(parts: Mapping[str, str], marks: Marks) -> list[str]:
    """Return the drawings of a portrait from the back to the front."""
    head, brows = FACE_SHAPES[parts["face"]]
    hair, beard = HAIRS[parts["hair"]], BEARDS[parts["beard"]]
    return [
        '<path fill="{back}" d="M0 0H120V140H0Z"/>',
        BACKDROPS[parts["backdrop"]].front,
        HALO if marks.champion else "",
        hair.behind,
        NECK,
        ROBES[parts["robe"]].front,
        LOBES,
        f'<path fill="{{skin}}" stroke="{{line}}" d="{HEADS[head]}"/>',
        SHADOW,
        CHEEKS,
        f'<path fill="none" stroke="{{shade}}" opacity=".6" stroke-width="1" d="{WRINKLES[marks.age]}"/>'
        if marks.age
        else "",
        FACES[parts["face"]].front,
        f'<path fill="none" stroke="{{brow}}" stroke-width="2.4" d="{BROWS[brows]}"/>',
        CAPTIVE if marks.captured else "",
        beard.front,
        SLAYER if marks.king_slayer else "",
        hair.front,
        CROWNS[parts["crown"]].front,
        STAR if marks.survivor else "",
        RIBBON if marks.dead else "",
        RIM,
    ]
