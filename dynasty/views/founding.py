"""Views that found a dynasty."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import DomainError
from core.limits import EMPEROR_NAME_LENGTH, NAME_LENGTH
from core.sentences import fill
from dynasty.catalog import emblems
from dynasty.catalog.emblems import PARTS
from dynasty.forms.fields import add_domain_error
from dynasty.forms.founding import EmblemForm, FoundForm
from dynasty.selectors import dynasties
from dynasty.services import founding
from dynasty.views.context import get_user

ERROR_FIELDS = {"name_taken": "name", "emblem_contrast": "tint"}
"""The form's field that shows a refusal, by error code."""


@login_required
@require_http_methods(["GET", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Show the form and found the dynasty; the emblem's button only shows the form again with that emblem.

    The query string may give initial values: a name, parts of an emblem, and the first emperor's name.
    """
    if dynasties.find_dynasty_of(request.user):
        return redirect("court")
    form = FoundForm(request.POST or None, initial=read_initial(request))
    if "preview" in request.POST:
        form = FoundForm(initial={name: request.POST.get(name) for name in ("name", "motto", *PARTS)})
        return render_page(request, form, EmblemForm(request.POST).emblem())
    if request.method == "POST" and form.is_valid() and found_from_form(request, form):
        return redirect(build_court_url(request))
    shown = form if form.is_bound else EmblemForm(request.GET)
    return render_page(request, form, shown.emblem(), status=422 if form.errors else 200)


def read_initial(request: HttpRequest) -> dict[str, str]:
    """Read the form's initial values from the query string; leave out parts that are not valid."""
    emblem = {part: request.GET[part] for part, options in PARTS.items() if request.GET.get(part) in options}
    return {"name": request.GET.get("name", "")[: NAME_LENGTH[1]], **emblem}


def build_court_url(request: HttpRequest) -> str:
    """Build the court's URL, with the first emperor's name if the founder gave one."""
    name = request.POST.get("emperor", "")[: EMPEROR_NAME_LENGTH[1]]
    return reverse("court") + (f"?{urlencode({'emperor': name})}" if name else "")


def render_page(request: HttpRequest, form: FoundForm, emblem: dict[str, str], status: int = 200) -> HttpResponse:
    """Render the form with the emblem beside it."""
    emperor = request.POST.get("emperor") or request.GET.get("emperor", "")
    context = {"form": form, "emblem": emblem, "blazon": emblems.describe(emblem), "emperor": emperor}
    return render(request, "dynasty/founding.html", context, status=status)


def found_from_form(request: HttpRequest, form: FoundForm) -> bool:
    """Found it; a refusal is shown in the form."""
    filled: dict[str, Any] = form.cleaned_data
    emblem = {part: filled[part] for part in PARTS}
    try:
        dynasty = founding.found_dynasty(
            user=get_user(request), name=filled["name"], motto=filled["motto"], emblem=emblem
        )
    except DomainError as error:
        if error.code == "has_dynasty":
            return True
        add_domain_error(form, error, ERROR_FIELDS.get(error.code))
        return False
    messages.success(request, fill(_("%(name)s is founded. Now raise your first Emperor."), {"name": dynasty.name}))
    return True


@require_GET
def emblem(request: HttpRequest) -> HttpResponse:
    """Render the emblem as chosen so far, for the live preview."""
    chosen = EmblemForm(request.GET).emblem()
    return render(request, "dynasty/emblem_preview.html", {"emblem": chosen, "blazon": emblems.describe(chosen)})
