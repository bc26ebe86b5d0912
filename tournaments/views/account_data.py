"""A user's own data: download and deletion."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import DomainError
from dynasty.forms.fields import add_domain_error
from dynasty.forms.preferences import DeleteAccountForm
from dynasty.models import Dynasty, User
from dynasty.selectors import dynasties
from dynasty.views.context import get_user
from tournaments.selectors import account_data
from tournaments.services import account_deletion


@require_GET
@login_required
def download(request: HttpRequest) -> HttpResponse:
    """Return everything about the user as a JSON file."""
    headers = {"Content-Disposition": 'attachment; filename="my-data.json"'}
    data = account_data.export_user(get_user(request))
    return JsonResponse(data, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_http_methods(["GET", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def delete_account(request: HttpRequest) -> HttpResponse:
    """Ask for the user's e-mail address, then delete the account."""
    user = get_user(request)
    form = DeleteAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and attempt_deletion(user, form):
        logout(request)
        messages.success(request, _("Your account is deleted. Farewell."))
        return redirect("home")
    dynasty = dynasties.find_dynasty_of(user)
    if "address" in form.errors:
        form.fields["address"].widget.attrs["autofocus"] = True  # or the page would open far above the error
    context = {"dynasty": dynasty, "form": form, "obstacle": find_obstacle(user, dynasty)}
    return render(request, "dynasty/account_deletion.html", context, status=422 if form.errors else 200)


def find_obstacle(user: User, dynasty: Dynasty | None) -> str:
    """Return why the account cannot be deleted now; blank where it can."""
    try:
        account_deletion.check_no_obstacle(user, dynasty)
    except DomainError as error:
        return str(error)
    return ""


def attempt_deletion(user: User, form: DeleteAccountForm) -> bool:
    """Delete the account and return True; on an error show it in the form and return False."""
    try:
        account_deletion.delete_account(user=user, **form.cleaned_data)
    except DomainError as error:
        add_domain_error(form, error, "address" if error.code == "not_confirmed" else None)
        return False
    return True
