"""Template tags for the small parts of pages; their look is in static/css, their pictures in static/images."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.paginator import Page
from django.template import Context
from django.template.base import Parser, Token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config import storage
from core import clock as site_clock
from core import numbers
from core.sentences import fill
from tournaments.domain.tournament_types import TOURNAMENT_TYPES

register = template.Library()
NOTICE_ICONS = {"success": "circle-check", "warning": "triangle-alert", "error": "circle-alert"}


DRAWING = '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>'
SEAT = (
    '<span class="seat {size}" data-seat="{seat}"><svg viewBox="-54 -54 108 108" aria-hidden="true">'
    '<use href="{sprite}#plain-{seat}" x="-50" y="-50" width="100" height="100"/></svg><b>{seat}</b></span>'
)
PIECE = (
    '<svg class="piece-mark" data-seat="{seat}" viewBox="-60 -60 120 120" aria-hidden="true">'
    '<use href="{sprite}#{ground}-{seat}" x="-56" y="-56" width="112" height="112"/>'
    '<use href="{sprite}#{kind}" x="-50" y="-50" width="100" height="100"/></svg>'
)


@lru_cache(maxsize=512)
def fill_mark(template: str, *values: str, **named: str) -> SafeString:
    """Return a mark; a page shows the same few of them dozens of times."""
    return format_html(template, *values, **named)


@register.simple_tag
def stylesheets(bundle: str) -> SafeString:
    """Link the style sheets of a bundle of `storage.BUNDLES`."""
    addresses = ((staticfiles_storage.url(name),) for name in storage.list_stylesheets(bundle))
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', addresses)


@register.inclusion_tag("account/_sign_on.html", takes_context=True)
def sign_on(context: Context) -> dict[str, Any]:
    """Render the button of the provider of log-ins, if the settings name one."""
    if not settings.OIDC_URL:
        return {"name": ""}
    address = reverse("openid_connect_login", kwargs={"provider_id": "site"})
    following = context["request"].GET.get("next", "")
    return {"name": settings.OIDC_NAME, "address": address, "next": following, "csrf_token": context["csrf_token"]}


@register.simple_tag
def icon(name: str) -> SafeString:
    """Render an icon of the sprite; screen readers skip it."""
    return fill_mark(DRAWING, "icon", staticfiles_storage.url("vendor/icons.svg"), name)


class IconNode(template.Node):
    """An icon that a template names itself; a page holds fifty of them."""

    def __init__(self, name: str) -> None:
        self.name = name

    def render(self, context: Context) -> SafeString:
        return icon(self.name)


read_icon = register.tags["icon"]


@register.tag("icon")
def do_icon(parser: Parser, token: Token) -> template.Node:
    """Read the tag as Django reads simple ones."""
    node: Any = read_icon(parser, token)
    named = node.args[0].var if len(node.args) == 1 and not (node.kwargs or node.target_var) else None
    return IconNode(str(named)) if isinstance(named, str) else node


@register.simple_tag
def ornament(name: str = "divider") -> SafeString:
    """Render a drawn line between two parts of a page: divider or small-divider."""
    return drawing(name, "ornament small" if name.startswith("small") else "ornament")


@register.simple_tag
def drawing(name: str, css: str = "") -> SafeString:
    """Render one of the site's ornaments, such as crest or lotus."""
    return fill_mark(DRAWING, css, staticfiles_storage.url("images/ornaments.svg"), name)


@register.simple_tag
def seat(letter: str, size: str = "") -> SafeString:
    """Render a seat's colour, shape and letter; size: small or large."""
    return fill_mark(SEAT, seat=letter, size=size, sprite=staticfiles_storage.url("images/pieces.svg"))


@register.simple_tag
def piece(letter: str, kind: str = "pawn") -> SafeString:
    """Render a pawn or an Emperor of a seat as on the board."""
    ground = "crowned" if kind == "emperor" else "seat"
    return fill_mark(PIECE, seat=letter, kind=kind, ground=ground, sprite=staticfiles_storage.url("images/pieces.svg"))


@register.simple_tag(takes_context=True)
def here(context: template.Context, url: str) -> SafeString:
    """Return `aria-current` for a link to the page, or to the part of the site, that is shown."""
    path = getattr(context.get("request"), "path", "")
    if path == url:
        return SafeString(' aria-current="page"')
    return SafeString(' aria-current="true"' if url != "/" and path.startswith(url) else "")


@register.simple_tag
def clock(deadline: datetime | str, words: str = "", size: str = "") -> SafeString:
    """Render the time left until a moment; without a script, the moment itself."""
    moment = deadline if isinstance(deadline, str) else deadline.isoformat()
    shown = {"moment": moment, "deadline": deadline, "words": words, "size": size}
    return SafeString(render_to_string("components/clock.html", shown).lstrip())


@register.simple_tag
def progress(value: float, most: float, label: str, letter: str = "") -> SafeString:
    """Render a bar, in the colour of a seat where one is named."""
    colour = format_html(' data-seat="{}"', letter) if letter else ""
    bar = '<progress class="bar" value="{}" max="{}" aria-label="{}"{}></progress>'
    return format_html(bar, value, most, label, colour)


@register.simple_tag
def iframe(address: str, number: int | str) -> str:
    """Return the code that shows a round of a battle in another site's page, as text."""
    return f'<iframe src="{address}{number}" width="600" height="1000" loading="lazy"></iframe>'


@register.simple_block_tag(end_name="endcard")
def card(content: str, title: str = "", css: str = "") -> str:
    return render_to_string("components/card.html", {"content": content, "title": title, "css": css})


@register.simple_block_tag(end_name="endnotice")
def notice(content: str, level: str = "info") -> str:
    """Render a message on the page; level: info, success, warning or error."""
    shown = {"content": content, "level": level, "icon": NOTICE_ICONS.get(level, "info")}
    return render_to_string("components/notice.html", shown)


@register.simple_block_tag(end_name="endempty")
def empty(content: str, title: str = "") -> str:
    """Render the text of an empty list."""
    return render_to_string("components/empty.html", {"content": content, "title": title})


@register.simple_block_tag(end_name="enddialog")
def dialog(content: str, name: str, title: str) -> str:
    """Render a dialog; any button with data-opens=name opens it."""
    return render_to_string("components/dialog.html", {"content": content, "name": name, "title": title})


@register.inclusion_tag("components/pages.html", takes_context=True)
def pages(context: template.Context, page: Page[Any], parameter: str = "page") -> dict[str, Any]:
    """Render links to the other pages of a list, with the rest of the address kept."""
    query = context["request"].GET.copy()
    query.pop(parameter, None)
    numbers = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {"page": page, "numbers": list(numbers), "kept": query.urlencode(), "parameter": parameter}


@register.inclusion_tag("components/breadcrumbs.html")
def trail(*steps: str) -> dict[str, Any]:
    """Render the breadcrumbs: url, words, url, words, … and the words of the page itself."""
    pairs = list(zip(steps[:-1:2], steps[1::2], strict=False))
    return {"links": pairs, "last": steps[-1], "label": _("You are here")}


@register.simple_tag
def type_seal(name: str, size: str = "small") -> SafeString:
    """Return the seal of a type of tournament."""
    kind = TOURNAMENT_TYPES.get(name)
    return format_html('<span class="seal {} {}">{}</span>', name, size, icon(kind.icon if kind else "swords"))


@register.filter
def grouped(number: int | None) -> str:
    """Return a whole number with the thousands separator of the reader's language; blank where there is none."""
    return "" if number is None else numbers.format_number(number)


@register.filter
def percentage(number: float | str) -> str:
    """Return a number of per cent as the reader's language writes it."""
    return fill(_("%(number)s%%"), {"number": number})


@register.filter
def signed_number(number: int) -> str:
    """Return a gain or a loss with its sign."""
    return numbers.format_signed(number)


def get_now() -> datetime:
    """Return the present moment by this machine's clock, without a query."""
    return site_clock.resolve(timezone.now())


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago a moment was; of less than a minute, and of what is still to come, "just now"."""
    now = get_now()
    if now - moment < timedelta(minutes=1):
        return _("just now")
    return fill(_("%(time)s ago"), {"time": timesince(moment, now)})


@register.filter
def within(moment: datetime) -> str:
    """Return how long it is until a moment, in words that follow "in"."""
    return lasted(get_now(), moment)


@register.filter
def lasted(since: datetime, until: datetime) -> str:
    """Return how long something lasted."""
    return _("less than a minute") if until - since < timedelta(minutes=1) else timesince(since, until)


@register.filter(expects_localtime=True)
def weekday(moment: datetime) -> str:
    """Return the day of the week as it stands in a sentence: of our languages English alone writes it in capitals."""
    name = date_format(moment, "l")
    return name if get_language() == "en" else name.lower()
