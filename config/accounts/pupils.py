"""Accounts of pupils: they log in by a name, change their first password, and have no address and second factor."""

from collections.abc import Callable
from typing import Any

from allauth.account.forms import LoginForm
from allauth.account.signals import password_changed
from django import forms
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.accounts.forms import PlainForm
from dynasty.domain import pupil_logins
from dynasty.models import User
from dynasty.selectors import classes as selected
from dynasty.services.clubs import classes

CHANGE, LOG_OUT = "account_change_password", "account_logout"
OPEN_VIEWS = {CHANGE, LOG_OUT, "set_language", "catalogue_js", "notices_count"}
"""What works before the first password is changed."""
CLOSED_PREFIXES = ("account_email", "mfa_", "account_set_password", "farewell")
"""The views that pupils have no use for: their teacher answers for the account."""
Handler = Callable[[HttpRequest], HttpResponse]


class PupilLoginForm(PlainForm, LoginForm):
    """The form of the page, which takes an address or the login of a pupil."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"})
        self.fields["login"] = forms.CharField(label=gettext_lazy("E-mail address"), max_length=254, widget=widget)
        self.order_fields(["login", "password", "remember"])

    def clean_login(self) -> str:
        """Return the address to log in with."""
        login = str(self.cleaned_data["login"]).strip()
        return login if "@" in login else pupil_logins.make_address(login)


def connect_signals() -> None:
    """Connect what happens when a password was changed; called once, at the start."""
    password_changed.connect(note_own_password, dispatch_uid="config.accounts.pupils")


def note_own_password(user: User, **_signal: Any) -> None:
    if pupil_logins.is_pupil_address(user.email):
        classes.note_own_password(user=user)


def guide_pupils(get_response: Handler) -> Handler:
    """Lead a pupil to the change of the first password, and away from what a pupil's account does not have."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_view(request: HttpRequest, *_view: object) -> HttpResponse | None:
        user = request.user if SESSION_KEY in request.session else None
        if not isinstance(user, User) or not pupil_logins.is_pupil_address(user.email):
            return None
        match = request.resolver_match
        name = match.view_name if match else ""
        if name.startswith(CLOSED_PREFIXES):
            messages.error(request, _("Your teacher takes care of this account."))
            return redirect("settings")
        if name not in OPEN_VIEWS and selected.has_first_password(user):
            messages.info(request, _("Choose a password of your own first."))
            return redirect(reverse(CHANGE))
        return None

    middleware.process_view = process_view  # type: ignore[attr-defined]
    return middleware
