"""Services of others that a site lacks although it runs: said at its start and on the staff's page."""

from django.conf import settings
from django.utils.translation import gettext as _

from core.sentences import fill


def list_missing_services() -> list[str]:
    """Return a sentence for each service that is not set up, with what to set."""
    return [sentence for is_missing, sentence in _list_services() if is_missing]


def _list_services() -> list[tuple[bool, str]]:
    mail = _(
        "No mail is sent: EMAIL_URL is not set. Each mail is written to a file in %(directory)s, also those that "
        "reset a password."
    )
    push = _("No push messages are sent: VAPID_PRIVATE_KEY is not set.")
    return [
        (not settings.EMAIL_URL, fill(mail, {"directory": settings.EMAIL_FILE_PATH})),
        (not settings.VAPID_PRIVATE_KEY, push),
    ]
