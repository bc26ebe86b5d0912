"""Views of a dynasty's webhooks: the list, a new one, and one with its log and its secret."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from core import clock
from core.error_status import get_status
from core.errors import DomainError
from dynasty.forms.fields import add_domain_error
from dynasty.forms.webhooks import KindsForm, SecretForm, WebhookForm
from dynasty.models import Dynasty, Webhook
from dynasty.selectors import webhooks as read
from dynasty.services.webhooks import registration
from dynasty.views.court import owner_required

FIELDS = {
    "bad_webhook_address": "address",
    "bad_webhook_kinds": "kinds",
    "webhook_name_length": "name",
    "name_without_letters": "name",
    "name_characters": "name",
}
"""Where a refusal is shown, by its code."""


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
@sensitive_variables("secret")
def webhook_list(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the webhooks; a POST creates one and shows its secret on this uncached page only."""
    form, made, secret, status = WebhookForm(request.POST or None), None, "", 200
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                made, secret = registration.create(dynasty=dynasty, **form.cleaned_data)
                form, status = WebhookForm(), 200
        except DomainError as error:
            add_domain_error(form, error, FIELDS.get(error.code))
            status = get_status(error.code)
    context = {
        "dynasty": dynasty,
        "form": form,
        "made": made,
        "secret": secret if made and made.format == Webhook.Format.JSON else "",
        "webhooks": [(each, read.list_names(each)) for each in read.list_webhooks(dynasty)],
    }
    return render(request, "dynasty/webhooks.html", context, status=status)


def get_webhook_or_404(dynasty: Dynasty, code: str) -> Webhook:
    """Return the webhook of this dynasty with this code; raise Http404 if there is none."""
    webhook = read.find_webhook(dynasty, code)
    if webhook is None:
        raise Http404
    return webhook


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def webhook(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show a webhook with its log; a POST changes what it is sent, or switches it on or off."""
    row, status = get_webhook_or_404(dynasty, code), 200
    form = KindsForm(request.POST or None, initial=read_choices(row))
    if request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                registration.change(dynasty=dynasty, code=code, **form.cleaned_data)
                messages.success(request, _("Saved."))
                return redirect("webhook", code)
        except DomainError as error:
            add_domain_error(form, error, FIELDS.get(error.code))
            status = get_status(error.code)
    signed_twice = row.former_until is not None and clock.now() < row.former_until
    context = {
        "dynasty": dynasty,
        "webhook": row,
        "form": form,
        "lines": read.list_log(row),
        "is_signed": row.format == Webhook.Format.JSON,
        "signed_twice_until": row.former_until if signed_twice else None,
    }
    return render(request, "dynasty/webhook.html", context, status=status)


def read_choices(row: Webhook) -> dict[str, Any]:
    """Return what its owner has chosen for a webhook, as the fields of the form."""
    return {"name": row.name, "kinds": row.kinds, "active": row.switched_off_at is None}


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
@sensitive_variables("secret")
def secret(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask once more, then give a webhook a new secret and show it on this uncached page only."""
    row = get_webhook_or_404(dynasty, code)
    if row.format != Webhook.Format.JSON:
        raise Http404
    form, status, secret = SecretForm(request.POST if request.method == "POST" else None), 200, ""
    if request.method == "POST":
        form.full_clean()
        try:
            row, secret = registration.renew_secret(dynasty=dynasty, code=code, **form.cleaned_data)
        except DomainError as error:
            add_domain_error(form, error)
            status = get_status(error.code)
    context = {"webhook": row, "form": form, "secret": secret}
    return render(request, "dynasty/webhook_secret.html", context, status=status)


@require_http_methods(["POST"])
@owner_required
def test(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Send a test to a webhook."""
    get_webhook_or_404(dynasty, code)
    try:
        registration.send_test(dynasty=dynasty, code=code)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A test is on its way. Look at the log in a moment."))
    return redirect("webhook", code)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def delete(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask once more, then delete a webhook with its log."""
    row = get_webhook_or_404(dynasty, code)
    if request.method != "POST":
        return render(request, "dynasty/webhook_delete.html", {"webhook": row})
    registration.delete(dynasty=dynasty, code=code)
    messages.success(request, _("The webhook is deleted."))
    return redirect("webhooks")
