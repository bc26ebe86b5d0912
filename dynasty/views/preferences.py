"""Views of a user's account: language, time zone, and links to its other settings."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django.views.i18n import set_language

from core import clock
from core.errors import DomainError
from dynasty.forms.fields import add_domain_error
from dynasty.forms.preferences import PreferencesForm
from dynasty.models import User
from dynasty.selectors import dynasties
from dynasty.services import preferences
from dynasty.views.context import get_user


@require_http_methods(["GET", "POST"])
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Choose the language and the time zone."""
    user = get_user(request)
    form = PreferencesForm(
        request.POST or None, initial={"language": user.language, "time_zone": get_zone_option(user.time_zone)}
    )
    if request.method == "POST" and form.is_valid() and save_preferences(user, form):
        return confirm_saved(request, form.cleaned_data["language"])
    context = {
        "dynasty": dynasties.find_dynasty_of(user),
        "form": form,
        "now": clock.now(),
        "zone": user.time_zone or "UTC",
    }
    return render(request, "dynasty/settings.html", context, status=422 if form.errors else 200)


def get_zone_option(name: str) -> str:
    """Return the select's option for a stored time zone."""
    return "" if name == "UTC" else name


def save_preferences(user: User, form: PreferencesForm) -> bool:
    try:
        preferences.update(user=user, **form.cleaned_data)
    except DomainError as error:
        add_domain_error(form, error)
        return False
    return True


def confirm_saved(request: HttpRequest, language: str) -> HttpResponse:
    """Say that it is kept, in the language that was chosen."""
    with translation.override(language or translation.get_language_from_request(request)):
        messages.success(request, _("Saved."))
    return redirect("settings")


def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Set the language in this browser and, for a logged-in user, in the account."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and translation.check_for_language(language):
        with suppress(DomainError):  # set_language redirects back for an unknown language
            preferences.set_language(user=get_user(request), language=language)
    return set_language(request)
