"""Template tags that draw emblems, as in {% emblem dynasty 48 %}."""

from math import cos, pi, sin
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.sentences import fill
from dynasty.catalog import emblems
from dynasty.catalog.heraldry import CHARGES, TINCTURES
from dynasty.domain.achievements import Achievement
from dynasty.models import Emperor
from dynasty.selectors import portraits

register = template.Library()

SIZES = ((28, "tiny"), (36, "small"), (60, ""), (120, "large"))
"""The size classes of the stylesheet, each with the greatest width in pixels for which it is used."""


@register.simple_tag
def emblem(of: Any, size: str | int = "", label: bool = False) -> SafeString:
    """Draw the emblem of a dynasty, or of a dictionary of its parts; a `label` says what it shows.

    size: tiny, small, large or grand, or about how many pixels wide.
    """
    parts = of if isinstance(of, dict) else of.emblem
    size = next((name for most, name in SIZES if size <= most), "grand") if isinstance(size, int) else size
    shape = format_html(' class="emblem {}" width="40" height="45"', size)
    if not label:
        return emblems.draw(parts, shape + ' aria-hidden="true" focusable="false"')
    words = fill(_("Emblem: %(blazon)s"), {"blazon": emblems.describe(parts)})
    return emblems.draw(parts, shape + format_html(' role="img" aria-label="{}"', words))


@register.simple_tag
def portrait(of: Emperor, size: str = "", words: str = "") -> SafeString:
    """Show the portrait of an emperor; `words` say what it shows, where the name does not stand beside it.

    size: small, large, or the one in between.
    """
    return format_html(
        '<img class="portrait {}" src="{}" width="120" height="140" alt="{}" loading="lazy" decoding="async">',
        size,
        portrait_address(of),
        words,
    )


@register.simple_tag
def portrait_address(of: Emperor) -> str:
    """Return the address of an emperor's portrait as it is now."""
    return f"{reverse('emperor_portrait', args=[of.code])}?v={portraits.get_version(of)}"


@register.filter
def charge_alone(charge: str) -> SafeString:
    """Draw a charge without a shield, for the composer."""
    return mark_safe(
        '<svg viewBox="-1 -1 42 42" width="36" height="36" aria-hidden="true" fill="currentColor" stroke="none">'
        + CHARGES[charge].svg.replace('class="line"', 'fill="var(--paper-raised)"')
        + "</svg>"
    )


MEDAL = (
    '<svg class="medal {}" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">'
    '<path class="rim" d="{}"/><circle class="disc" cx="32" cy="32" r="22"/>'
    '<g class="charge" transform="translate(16 16) scale(0.800)">{}</g></svg>'
)


@register.simple_tag
def medal(achievement: Achievement) -> SafeString:
    """Draw the medal of an achievement: a ring of its metal, and a charge."""
    charge = CHARGES[achievement.charge].svg.replace('class="line"', 'class="line" stroke="none"')
    return format_html(MEDAL, achievement.metal, draw_ring(), mark_safe(charge))


def draw_ring() -> str:
    """Return the path of a scalloped ring: sixteen arcs around the disc."""
    corners = [(32 + 27 * cos(turn * pi / 8), 32 + 27 * sin(turn * pi / 8)) for turn in range(17)]
    (x, y), *rest = corners
    return f"M{x:.2f} {y:.2f}" + "".join(f"A5.700 5.700 0 0 1 {x:.2f} {y:.2f}" for x, y in rest) + "Z"


@register.filter
def division_alone(division: str) -> SafeString:
    """Draw a division of the shield in two plain tinctures, for the composer."""
    plain = {"division": division, "field": "ivory", "second": "ink"}
    return emblems.draw_shield(plain, ' width="32" height="36" aria-hidden="true"')


@register.filter
def swatch(tincture: str) -> SafeString:
    """Draw a tincture as a small square, for the composer."""
    return format_html(
        '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">'
        '<rect x="1" y="1" width="22" height="22" rx="4" fill="{}" stroke="{}" stroke-width="2"/></svg>',
        TINCTURES[tincture].colour,
        emblems.METAL,
    )
