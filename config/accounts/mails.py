"""Mails about accounts: their links lead to the configured address of the site, whatever the request's host was."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter

from dynasty.services import mail


class AccountAdapter(DefaultAccountAdapter):
    """The allauth adapter that writes links to the site's own address."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to the site's own address."""
        super().send_mail(template_prefix, email, get_site_context() | rewrite_links(context))


def get_site_context() -> dict[str, Any]:
    """Return the site as the library's templates name it."""
    host = urlsplit(mail.get_site_url()).netloc
    return {"current_site": SimpleNamespace(name=host, domain=host)}


def rewrite_links(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context with the origin of each whole address in it replaced by the site's own."""
    return {name: rewrite_origin(value) if isinstance(value, str) else value for name, value in context.items()}


def rewrite_origin(text: str) -> str:
    """Return a whole address at the site's own origin; any other text as it is."""
    parts = urlsplit(text) if text.startswith(("http://", "https://")) else None
    if parts is None:
        return text
    return mail.get_site_url() + parts._replace(scheme="", netloc="").geturl()
