"""The page on which a dynasty reads what the staff decided about it, and asks to look at it again."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.views.court import owner_required
from tournaments.selectors.people import appeals as selected
from tournaments.services.people import appeals


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def appeal(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show a decision of the staff about the reader; a POST asks to look at it again."""
    error: DomainError | None = None
    if request.method == "POST":
        try:
            appeals.ask(dynasty=dynasty, code=code, words=request.POST.get("text", "")[:4000])
            messages.success(request, _("Thank you. The staff will look at it."))
            return redirect("appeal", code)
        except DomainError as refused:
            error = refused
    decision = selected.find_decision(dynasty, code)
    if decision is None:
        return lead_on(request, dynasty, code)
    context = {
        "decision": decision,
        "address": reverse("appeal", args=[code]),
        "text": request.POST.get("text", "")[:4000],
        "error": str(error) if error else "",
    }
    return render(request, "tournaments/appeal.html", context, status=get_status(error.code) if error else 200)


def lead_on(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Say that a decision has ended to the dynasty that it was about; raise Http404 for anybody else."""
    if not selected.has_ended(dynasty, code):
        raise Http404
    messages.info(request, _("This decision of the staff does not stand any more."))
    return redirect("notices")
