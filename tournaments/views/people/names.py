"""Pages of names: reporting one, and choosing another one for what the staff took away."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import DomainError
from dynasty.forms.fields import add_domain_error
from dynasty.forms.names import NewNameForm
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import dynasties, taken_names
from dynasty.selectors.taken_names import Named
from dynasty.views.context import get_user
from dynasty.views.court import owner_required
from tournaments.selectors.people import reported_names
from tournaments.services.people import names
from tournaments.views.chat import list_reasons

ERROR_FIELDS = {"name_taken": "name", "name_refused": "name", "motto_refused": "motto"}
"""The form's field that shows a refusal, by error code."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Show a name and the reasons to report it, and to the staff how to take it away; a POST reports it.

    Whoever has no dynasty is sent to found one first, but for the staff, which decides without one.
    """
    named, dynasty = reported_names.find_named(code), dynasties.find_dynasty_of(request.user)
    if dynasty is None and (request.method == "POST" or not get_user(request).is_staff):
        return redirect("found")
    if named is None:
        raise Http404
    if dynasty is not None and request.method == "POST":
        return send_report(request, dynasty, named)
    author = reported_names.get_author(named)
    context = {
        "named": named,
        "author": author,
        "of_emperor": isinstance(named, Emperor),
        "reasons": list_reasons(),
        "reported": reported_names.find_own_report(dynasty, named) if dynasty else None,
        "reader": dynasty,
        "own": author == dynasty,
        "taken": author.house or taken_names.find_open(named) is not None,
    }
    return render(request, "people/name.html", context)


def send_report(request: HttpRequest, dynasty: Dynasty, named: Named) -> HttpResponse:
    """Report a name, and lead back to whose it is."""
    try:
        names.report(dynasty=dynasty, named=named, reason=request.POST.get("reason", ""))
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("report_name", named.code)
    messages.success(request, _("Thank you. The staff will look at it."))
    return redirect("emperor" if isinstance(named, Emperor) else "dynasty", named.code)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def choose(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the form of another name or motto for what the staff took; a POST writes what was chosen, once."""
    row = taken_names.find_taken(code)
    if row is None or row.dynasty_id != dynasty.pk:
        raise Http404
    if not taken_names.may_choose(row):
        messages.info(request, _("This decision of the staff does not stand any more."))
        return redirect("court")
    form = NewNameForm(request.POST or None, former=row)
    if request.method == "POST" and form.is_valid() and choose_from_form(request, dynasty, code, form):
        return redirect("emperor" if row.emperor else "dynasty", taken_names.get_named(row).code)
    context = {"form": form, "former": row, "named": taken_names.get_named(row)}
    return render(request, "people/new_name.html", context, status=422 if form.errors else 200)


def choose_from_form(request: HttpRequest, dynasty: Dynasty, code: str, form: forms.Form) -> bool:
    """Write what was chosen; a refusal is shown in the form."""
    filled = form.cleaned_data
    try:
        names.choose(dynasty=dynasty, code=code, name=filled.get("name", ""), motto=filled.get("motto", ""))
    except DomainError as error:
        add_domain_error(form, error, ERROR_FIELDS.get(error.code))
        return False
    messages.success(request, _("Saved. Everybody reads it from now on."))
    return True
