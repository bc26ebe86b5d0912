"""{% emblem dynasty 48 %}: a dynasty's emblem, drawn in the page."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from dynasty import emblems

register = template.Library()


@register.simple_tag
def emblem(of: Any, size: int = 48, label: bool = False) -> SafeString:
    """The emblem of a dynasty (or an emblem's parts), `size` pixels wide; with `label` it says what it shows."""
    parts = of if isinstance(of, dict) else of.emblem
    hidden = format_html(' class="emblem" width="{}" height="{}"', size, size * 9 // 8)
    if not label:
        return emblems.drawing(parts, hidden + ' aria-hidden="true" focusable="false"')
    words = _("Emblem: %(blazon)s") % {"blazon": emblems.blazon(parts)}
    return emblems.drawing(parts, hidden + format_html(' role="img" aria-label="{}"', words))
