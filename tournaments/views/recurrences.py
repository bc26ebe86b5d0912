"""The page on which a recurrence is changed, in the steps of an announcement."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from dynasty.selectors import dynasties
from tournaments.forms import announcement_defaults
from tournaments.forms.announcement_plans import CONFIRM, Plan
from tournaments.models import Recurrence
from tournaments.services import recurrences
from tournaments.views.hosting import render_next_step, render_step


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Change the next tournaments of a recurrence step by step, and save them at the last one."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    row = get_object_or_404(Recurrence, code=code, organiser=dynasty)
    if row.stopped_at is not None:
        messages.error(request, _("This tournament no longer repeats."))
        return redirect("recurring")
    if request.method != "POST":
        return render_step(
            request,
            Plan(dynasty, announcement_defaults.build_form_data(announcement_defaults.get_recurrence_values(row)), row),
            "battle",
        )
    plan = Plan(dynasty, request.POST, row)
    if request.POST.get("go") == "announce":
        return save_changes(request, plan, row)
    step = request.POST.get("step", "")
    return render_next_step(request, plan.settle(step), step, request.POST.get("go", "next"))


def save_changes(request: HttpRequest, plan: Plan, row: Recurrence) -> HttpResponse:
    """Save the changes; an error is shown above the contract."""
    repeat = plan.repeat
    try:
        if plan.objections or repeat is None:
            return render_step(request, plan, CONFIRM, status=409)
        recurrences.change(
            recurrence=row,
            by=plan.dynasty,
            announcement=plan.announcement,
            every=repeat.every,
            zone=repeat.zone,
            left=repeat.times,
        )
    except DomainError as error:
        messages.error(request, str(error))
        return render_step(request, plan, CONFIRM, status=get_status(error.code))
    messages.success(request, _("Your changes are saved. They take effect from the next announcement on."))
    return redirect("recurring")
