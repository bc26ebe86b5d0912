"""Views of organisers and guests: cancel, invite, private links, waiting list, recurrences."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog.names import fold
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.forms import orders
from tournaments.models import Recurrence
from tournaments.presenters.context import get_battle_context
from tournaments.selectors import hosting
from tournaments.services import announcements, invitations, recurrences
from tournaments.services import waiting_list as line
from tournaments.views import responses
from tournaments.views.actions import confirm, get_emperor, require_dynasty
from tournaments.views.hosting import format_link_message


@responses.action
def call_off(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel one's own tournament with a reason, after a confirmation."""
    battle, dynasty = require_dynasty(request, code)
    sent = orders.read_body(request)
    if sent.get("sure") not in ("yes", True):
        if responses.wants_json(request):
            return responses.build_problem(409, "not_sure", _("Send sure: yes. There is no way back."))
        return render(request, "tournaments/call_off.html", {"battle": battle, "tournament": battle.tournament})
    announcements.cancel(tournament=battle.tournament, by=dynasty, reason=str(sent.get("reason", "")))
    return confirm(request, code, _("Cancelled: everything has been given back."))


@responses.action
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a dynasty by its name or its code."""
    battle, dynasty = require_dynasty(request, code)
    guest = get_dynasty_by_name(str(orders.read_body(request).get("dynasty", "")))
    invitations.invite(tournament=battle.tournament, by=dynasty, dynasty=guest)
    return confirm(request, code, fill(_("%(dynasty)s is invited."), {"dynasty": guest.name}), dynasty=guest.code)


def get_dynasty_by_name(text: str) -> Dynasty:
    """Return the dynasty with this name or code; raise DomainError if there is none."""
    name = text.strip()[:60]
    found = Dynasty.objects.filter(code=name).first() or Dynasty.objects.filter(folded_name=fold(name)).first()
    if found is None:
        raise DomainError("no_such_dynasty", _("There is no dynasty of the name “%(name)s”."), name=name)
    return found


@responses.action
def renew_link(request: HttpRequest, code: str) -> HttpResponse:
    """Replace the private link."""
    battle, dynasty = require_dynasty(request, code)
    token = invitations.create_link(tournament=battle.tournament, by=dynasty)
    return confirm(request, code, format_link_message(request, battle.tournament, token), token=token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Show the page of a private link."""
    battle = get_battle_context(request, code)
    if not invitations.is_link_secret(battle.tournament, token):
        return render(request, "tournaments/invitation_gone.html", status=404)
    if request.method != "POST":
        return render(request, "tournaments/invitation.html", {"battle": battle, "tournament": battle.tournament})
    if battle.dynasty is None:
        return redirect("found")
    try:
        invitations.accept(tournament=battle.tournament, dynasty=battle.dynasty, token=token)
        messages.success(request, _("You may enter now."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("tournament", code)


@responses.action
def wait(request: HttpRequest, code: str) -> HttpResponse:
    """Join the waiting list."""
    battle, dynasty = require_dynasty(request, code)
    sent = orders.read_body(request)
    emperor, chest = get_emperor(dynasty, str(sent.get("emperor", ""))[:10]), str(sent.get("chest") or 0)
    line.join(
        tournament=battle.tournament,
        dynasty=dynasty,
        emperor=emperor,
        chest=int(chest) if chest.isascii() and chest.isdigit() and len(chest) < 10 else 0,
    )
    return confirm(request, code, fill(_("%(emperor)s is on the waiting list."), {"emperor": emperor.name}))


@responses.action
def stop_waiting(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the waiting list."""
    battle, dynasty = require_dynasty(request, code)
    line.leave(tournament=battle.tournament, dynasty=dynasty)
    return confirm(request, code, _("You are no longer on the waiting list."))


@require_GET
def acts(request: HttpRequest, code: str) -> HttpResponse:
    """Show the log of a tournament's organisers."""
    battle = get_battle_context(request, code)
    context = {"battle": battle, "tournament": battle.tournament, "acts": hosting.list_acts(battle.tournament)}
    return render(request, "tournaments/audit_log.html", context)


@login_required
@require_GET
def recurring(request: HttpRequest) -> HttpResponse:
    """List the recurrences of one's dynasty."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    return render(request, "tournaments/recurring.html", {"recurrences": hosting.query_recurrences(dynasty)})


@login_required
@require_POST
def change_recurrence(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Stop a recurrence, or skip its next tournament."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None or what not in ("stop", "skip"):
        raise Http404
    found = get_object_or_404(Recurrence, code=code, organiser=dynasty)
    try:
        if what == "stop":
            recurrences.stop(recurrence=found, by=dynasty)
            messages.success(request, _("This tournament no longer repeats."))
        else:
            recurrences.skip(recurrence=found, by=dynasty)
            messages.success(request, _("The next one is skipped."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("recurring")
