"""Template tag that writes how the reader wants battles to be shown."""

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from dynasty.domain import display
from dynasty.models import User

register = template.Library()


@register.simple_tag(takes_context=True)
def display_options(context: Context) -> SafeString:
    """Write the options of the reader's account as attributes; nothing without an account: its browser knows them."""
    request: HttpRequest | None = context.get("request")
    user = request.user if request else None
    if not isinstance(user, User):
        return SafeString("")
    options = display.fill(user.display)
    attributes = {"account": reverse("display")} | {name: options[name] for name in display.CHOICES}
    return format_html_join("", ' data-{}="{}"', attributes.items())
