"""Password resets that take the same time whether or not the address is known: a worker looks it up.

Looking the address up before answering would show in the time of the answer (docs/engineering/reliability.md,
`tests/secrecy/timing.py`).
"""

from io import BytesIO
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.forms import ResetPasswordForm
from allauth.core import context
from celery import shared_task
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.utils import translation

from config.accounts import secret_storage
from config.accounts.forms import PlainForm
from core import background
from dynasty.services import mail


class DeferredResetForm(PlainForm, ResetPasswordForm):
    """The form of the page: it checks the address alone, and looks nothing up."""

    def clean_email(self) -> str:
        return str(get_adapter().clean_email(self.cleaned_data["email"].lower()))

    def save(self, request: HttpRequest, **_more: object) -> str:
        address = str(self.cleaned_data["email"])
        send_later(secret_storage.seal(address), translation.get_language())
        return address


def send_later(address: str, language: str) -> None:
    """Enqueue the mail; send it now where no worker can be asked."""
    if not background.enqueue(send.name, args=[address, language]):
        send(address, language)


@shared_task(name="config.accounts.resets.send")
def send(address: str, language: str) -> None:
    """Send the reset mail: with a link if somebody has the address, else saying that nobody has. It comes sealed."""
    request = build_site_request()
    with translation.override(language), context.request_context(request):
        form = ResetPasswordForm({"email": secret_storage.unseal(address)})
        if form.is_valid():
            form.save(request)


class SiteRequest(WSGIRequest):
    """A request for the site's own address, from which allauth makes links."""

    def get_host(self) -> str:
        return urlsplit(mail.get_site_url()).netloc


def build_site_request() -> HttpRequest:
    """Return a request for work outside of one."""
    scheme = urlsplit(mail.get_site_url()).scheme
    return SiteRequest({"REQUEST_METHOD": "GET", "PATH_INFO": "/", "wsgi.input": BytesIO(), "wsgi.url_scheme": scheme})
