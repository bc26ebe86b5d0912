"""Mails about accounts: their links lead to the configured address of the site, whatever the request's host was."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from config.form_sentences import ACCOUNT_SENTENCES, WAYS_TO_CONFIRM
from dynasty.domain import pupil_logins
from dynasty.services import mail


class AccountAdapter(DefaultAccountAdapter):
    """The allauth adapter that writes links to the site's own address."""

    error_messages = DefaultAccountAdapter.error_messages | ACCOUNT_SENTENCES

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to the site's own address; none to a pupil, who has no address."""
        if pupil_logins.is_pupil_address(email):
            return
        super().send_mail(template_prefix, email, get_site_context() | rewrite_links(context))

    def clean_email(self, email: str) -> str:
        """Refuse what stands in place of a pupil's address: accounts with it are made by teachers alone."""
        if pupil_logins.is_pupil_address(email):
            raise ValidationError(_("Ask your teacher for a new password."))
        return str(super().clean_email(email))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the ways to confirm that it is you, in the words of the site."""
        return [
            way | {"description": WAYS_TO_CONFIRM.get(way["id"], way["description"])}
            for way in super().get_reauthentication_methods(user)
        ]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Lead a pupil, who had to choose a password, to where one plays."""
        if pupil_logins.is_pupil_address(getattr(request.user, "email", "")):
            return reverse("play")
        return str(super().get_password_change_redirect_url(request))


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
