"""Pages of the staff, which ask for a recent second factor."""

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from core.limits import STAFF_HOURS

Handler = Callable[[HttpRequest], HttpResponse]
SECOND_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
STAFF_VIEWS = {"moderation"}
"""Pages for staff alone, besides those of Django's admin."""
OWN_APPS = {"dynasty", "tournaments"}


class StaffSite(admin.AdminSite):
    """Django's admin with our own models alone, all read-only; those of allauth have guarded pages."""

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        models = model_or_iterable if isinstance(model_or_iterable, list | tuple) else [model_or_iterable]
        for model in models:
            if model._meta.app_label in OWN_APPS:
                super().register(model, admin_class, **options)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:  # type: ignore[override]
        return redirect("account_change_password")


class StaffMiddleware:
    """The middleware that asks members of the staff for their second factor on staff pages."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Return a redirect to what the member of the staff must do first, or None to let the request pass."""
        match = request.resolver_match
        if match is None or (match.app_name != "admin" and match.view_name not in STAFF_VIEWS):
            return None
        if request.GET.get("_to_field") == "":
            raise Http404  # Django's admin looks for the field of that name
        if match.view_name == "admin:logout" or not getattr(request.user, "is_staff", False):
            return None
        return require_second_factor(request)


def require_second_factor(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to set up or show the second factor; None where neither is needed."""
    if not is_mfa_enabled(request.user, SECOND_FACTORS):
        messages.warning(request, _("Staff accounts need two-step login: set up one-time codes or a passkey first."))
        return redirect("mfa_index")
    if not has_recent_second_factor(request):
        there = reverse(f"mfa_reauthenticate{'' if is_mfa_enabled(request.user, SECOND_FACTORS[:1]) else '_webauthn'}")
        return redirect(f"{there}?{urlencode({'next': request.get_full_path()})}")
    return None


MAX_SKEW = (
    60  # seconds by which the clocks of two machines may differ; what lies farther ahead was shown by a wrong one
)


def has_recent_second_factor(request: HttpRequest) -> bool:
    """Return whether this session has seen the second factor within the last STAFF_HOURS hours."""
    now = time.time()
    shown = [each["at"] for each in get_authentication_records(request, request.user) if each["method"] == "mfa"]
    return any(-MAX_SKEW <= now - at < STAFF_HOURS * 3600 for at in shown)
