"""{% bell %}: the way to the notices, with how many are unread."""

from typing import Any

from django import template

from dynasty.selectors import notifications

register = template.Library()


@register.inclusion_tag("dynasty/bell.html", takes_context=True)
def bell(context: template.Context) -> dict[str, Any]:
    """Nothing for who is not logged in."""
    user = getattr(context.get("request"), "user", None)
    return {"unread": notifications.count_unread(user) if user else None}
