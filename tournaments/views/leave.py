"""The pages of vacations and of seats that want a substitute."""

from datetime import date, datetime, time

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from core import clock, limits
from core.errors import DomainError
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.selectors import stand_ins
from tournaments.services import leave as leave_services


class LeaveForm(forms.Form):
    """The days of a vacation and its first day; without one, it begins now."""

    days = forms.IntegerField(min_value=1, max_value=limits.LEAVE_DAYS, label=gettext_lazy("Days"))
    since = forms.DateField(
        required=False,
        label=gettext_lazy("From"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=gettext_lazy("Leave empty to begin now."),
    )


@require_safe
def wanted_seats(request: HttpRequest) -> HttpResponse:
    """List the seats that want a substitute, and those that the reader plays as one."""
    dynasty = dynasties.find_dynasty_of(request.user)
    context = {
        "dynasty": dynasty,
        "wanted": stand_ins.list_wanted(dynasty),
        "led": stand_ins.list_led(dynasty) if dynasty else [],
        "most": limits.SUBSTITUTED_SEATS,
    }
    return render(request, "tournaments/seats.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def leave(request: HttpRequest) -> HttpResponse:
    """Show a dynasty's vacations; a POST takes or cancels one, or changes the choices."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    form = LeaveForm(request.POST if request.POST.get("action") == "take" else None)
    if request.method == "POST":
        try:
            if perform_action(request, dynasty, form):
                return redirect("leave")
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("leave")
    return render_leave(request, dynasty, form)


def perform_action(request: HttpRequest, dynasty: Dynasty, form: LeaveForm) -> bool:
    """Perform the action of the form; return False where the form must be shown again."""
    action = request.POST.get("action")
    if action == "take":
        if not form.is_valid():
            return False
        leave_services.take(
            dynasty=dynasty, days=form.cleaned_data["days"], since=get_start_of_day(form.cleaned_data["since"])
        )
        messages.success(request, _("Enjoy your vacation. Your battles wait for you as far as their rules allow."))
    elif action == "call_off":
        number = request.POST.get("leave", "")
        leave_services.cancel(dynasty=dynasty, leave_id=int(number) if number.isascii() and number.isdigit() else 0)
        messages.success(request, _("This vacation is cancelled."))
    elif action == "choose":
        leave_services.set_automatic(dynasty=dynasty, automatic=request.POST.get("automatic") == "on")
        messages.success(request, _("Saved."))
    return True


def get_start_of_day(day: date | None) -> datetime | None:
    """Return the first moment of a day in the reader's time zone; None, which means now, for today."""
    if day is None:
        return None
    first = timezone.make_aware(datetime.combine(day, time()))
    today = timezone.localtime(clock.now()).date()
    return None if day == today else first


def render_leave(request: HttpRequest, dynasty: Dynasty, form: LeaveForm) -> HttpResponse:
    """Render the page of vacations."""
    book, now = stand_ins.get_book(dynasty), clock.now()
    days, rounds = divmod(book.rounds, limits.LEAVE_ROUNDS_A_DAY)
    context = {
        "dynasty": dynasty,
        "form": form,
        "book": book,
        "days": days,
        "rounds": rounds,
        "limits": vars(limits),
        "leaves": [(each, each.since > now, each.since <= now < each.until) for each in stand_ins.list_leaves(dynasty)],
    }
    return render(request, "tournaments/leave.html", context)
