"""The template tag {% bell %}: a link to the notices, with the unread count."""

from typing import Any

from django import template

from dynasty.selectors import notifications

register = template.Library()


@register.inclusion_tag("dynasty/_notification_bell.html", takes_context=True)
def bell(context: template.Context) -> dict[str, Any]:
    """Return the bell's context: the number of unread notices, None if nobody is logged in."""
    user = getattr(context.get("request"), "user", None)
    return {"unread": notifications.count_unread(user) if user else None}
