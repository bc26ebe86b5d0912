"""Template tags that draw emblems, as in {% emblem dynasty 48 %}."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from dynasty.catalog import emblems
from dynasty.catalog.heraldry import CHARGES, TINCTURES

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
    words = _("Emblem: %(blazon)s") % {"blazon": emblems.describe(parts)}
    return emblems.draw(parts, shape + format_html(' role="img" aria-label="{}"', words))


@register.filter
def charge_alone(charge: str) -> SafeString:
    """Draw a charge without a shield, for the composer."""
    return mark_safe(
        '<svg viewBox="-1 -1 42 42" width="36" height="36" aria-hidden="true" fill="currentColor" stroke="none">'
        + CHARGES[charge].svg.replace('class="line"', 'fill="var(--paper-raised)"')
        + "</svg>"
    )


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
