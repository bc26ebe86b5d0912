"""Emblems: a shield of two tinctures and a charge, chosen from lists and drawn as SVG."""

import random
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog import regalia
from dynasty.catalog.heraldry import CHARGES, DIVISIONS, SHIELD, TINCTURES

PARTS: dict[str, Mapping[str, Any]] = {
    "division": DIVISIONS,
    "field": TINCTURES,
    "second": TINCTURES,
    "charge": CHARGES,
    "tint": TINCTURES,
}
"""The parts of an emblem and what each can be."""

DEFAULT = {"division": "pale", "field": "lacquer", "second": "ink", "charge": "dragon", "tint": "gold"}

METAL = "#8c6f3e"
"""The colour of every shield's rim, visible on light and on dark pages."""


def build_choices(part: str) -> list[tuple[str, Promise]]:
    """Build the choices of a part, with their displayed names."""
    return [(word, option.name) for word, option in PARTS[part].items()]


def validate(emblem: Any) -> dict[str, str]:
    """Return the emblem with its five parts and nothing else, or raise DomainError."""
    chosen = emblem if isinstance(emblem, Mapping) else {}
    parts = {part: str(chosen.get(part)) for part in PARTS}
    if any(parts[part] not in options for part, options in PARTS.items()):
        raise DomainError("unknown_emblem", _("Choose each part of the emblem from those that are offered."))
    if parts["division"] != "plain" and parts["field"] == parts["second"]:
        raise DomainError("emblem_contrast", _("Choose two different colours for the two parts of the shield."))
    if parts["tint"] in get_background(parts):
        raise DomainError("emblem_contrast", _("Choose a symbol colour that is not on the shield."))
    return parts


def get_background(emblem: Mapping[str, str]) -> set[str]:
    """Return the tinctures that the charge may lie on."""
    return {emblem["field"]} if emblem["division"] == "plain" else {emblem["field"], emblem["second"]}


def pick_random(luck: random.Random) -> dict[str, str]:
    """Pick a random valid emblem."""
    field, second, tint = luck.sample(sorted(TINCTURES), 3)
    division, charge = luck.choice(sorted(DIVISIONS)), luck.choice(sorted(CHARGES))
    return {"division": division, "field": field, "second": second, "charge": charge, "tint": tint}


def describe(emblem: Mapping[str, Any]) -> str:
    """Describe the emblem in words, with its regalia."""
    titles = [str(regalia.REGALIA[name].title) for name in regalia.list_worn(emblem)]
    if titles:
        return fill(_("%(blazon)s. Regalia: %(pieces)s"), {"blazon": blazon(emblem), "pieces": ", ".join(titles)})
    return blazon(emblem)


def blazon(emblem: Mapping[str, Any]) -> str:
    """Describe the shield in words."""
    names = {part: options[emblem[part]].name for part, options in PARTS.items()}
    if emblem["division"] == "plain":
        return fill(_("%(field)s; on it, in %(tint)s: %(charge)s"), names)
    return fill(_("%(field)s and %(second)s, %(division)s; on it, in %(tint)s: %(charge)s"), names)


def draw(emblem: Mapping[str, Any], attributes: str = "") -> SafeString:
    """Draw the emblem with its regalia as an <svg> element; safe, since `attributes` and all parts are our code."""
    tint = TINCTURES[emblem["tint"]]
    outline = TINCTURES["ivory" if tint.dark else "ink"].colour
    charge = CHARGES[emblem["charge"]].svg.replace('class="line"', f'fill="{outline}" stroke="none"')
    return draw_shield(
        emblem,
        attributes,
        f'<g transform="translate(11 12.5) scale(1.05)" fill="{tint.colour}" stroke="{outline}"'
        f' stroke-width="1.3" stroke-linejoin="round">{charge}</g>',
    )


def draw_shield(emblem: Mapping[str, Any], attributes: str = "", charge: str = "") -> SafeString:
    """Draw the shield with its two tinctures, the charge on it, and the regalia around it."""
    field, second = TINCTURES[emblem["field"]].colour, TINCTURES[emblem["second"]].colour
    worn = regalia.list_worn(emblem)
    box = regalia.BOX if worn else "0 0 64 72"
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{attributes}>{regalia.draw_behind(worn)}'
        f'<path fill="{field}" d="{SHIELD}"/><g fill="{second}">{DIVISIONS[emblem["division"]].svg}</g>'
        f'<path fill="none" stroke="{METAL}" stroke-width="3" stroke-linejoin="round" d="{SHIELD}"/>'
        f"{charge}{regalia.draw_front(worn)}</svg>"
    )
