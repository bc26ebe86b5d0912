"""Views of a user's account: language, time zone, the display of battles, and links to its other settings."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from core import clock
from core.error_status import get_status
from core.errors import DomainError
from dynasty.domain import display
from dynasty.forms.fields import add_domain_error
from dynasty.forms.preferences import PreferencesForm
from dynasty.models import User
from dynasty.selectors import dynasties
from dynasty.services import preferences
from dynasty.views.context import get_user


@require_http_methods(["GET", "POST"])
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """Choose the language, the time zone, and how battles are shown."""
    user = get_user(request)
    reading = {"language": user.language, "time_zone": get_zone_option(user.time_zone)}
    form = PreferencesForm(request.POST or None, initial=reading | display.fill(user.display))
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
        reading = {name: form.cleaned_data[name] for name in ("language", "time_zone")}
        preferences.update(user=user, **reading, shown=form.pick_display())
    except DomainError as error:
        add_domain_error(form, error)
        return False
    return True


def confirm_saved(request: HttpRequest, language: str) -> HttpResponse:
    """Say that it is kept, in the language that was chosen."""
    with translation.override(language or translation.get_language_from_request(request)):
        messages.success(request, _("Saved."))
    return redirect("settings")


@require_POST
@login_required
def choose_display(request: HttpRequest) -> HttpResponse:
    """Store one or more options of the display, as a page with a battle sends them when they change."""
    chosen = {name: request.POST[name] for name in display.NAMES if name in request.POST}
    try:
        return JsonResponse(preferences.choose_display(user=get_user(request), chosen=chosen))
    except DomainError as error:
        return JsonResponse({"code": error.code, "error": str(error)}, status=get_status(error.code))


def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Set the language in this browser and, for a logged-in user, in the account."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and translation.check_for_language(language):
        with suppress(DomainError):  # set_language redirects back for an unknown language
            preferences.set_language(user=get_user(request), language=language)
    return set_language(request)
