"""Views of notices and notification settings."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from core.incoming_text import read_json
from core.limits import PAGE_SIZE
from dynasty.domain import notification_links, push_keys, unsubscribe
from dynasty.domain.notification_types import CHANNELS, NOTIFICATION_TYPES
from dynasty.forms.fields import add_domain_error
from dynasty.forms.notifications import PushForm, RhythmForm, read_channels
from dynasty.models import Dynasty, User
from dynasty.selectors import notifications as inbox
from dynasty.services import notification_settings, notifications, social, web_push
from dynasty.views.court import owner_required


@require_GET
@owner_required
def notice_list(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the dynasty's notices, the latest first."""
    before = request.GET.get("before", "")
    lines = inbox.list_latest(
        dynasty, int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    )
    more = lines[-1].number if len(lines) == PAGE_SIZE else None
    context = {"dynasty": dynasty, "lines": lines, "more": more, "unread": any(not line.read for line in lines)}
    return render(request, "dynasty/notifications.html", context)


@require_GET
@owner_required
def notice(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Follow a notice to what it is about; it has been read then."""
    found = inbox.find_notice(dynasty, code)
    if found is None:
        raise Http404
    notifications.mark_read(dynasty=dynasty, code=code)
    return redirect(notification_links.get_path(found.kind, found.place, found.facts))


@require_POST
@owner_required
def read(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Mark all notices read."""
    notifications.mark_read(dynasty=dynasty)
    return redirect("notices")


@require_GET
def count(request: HttpRequest) -> HttpResponse:
    """Return the number of unread notices as JSON, for the bell; open pages ask for it once a minute."""
    if isinstance(request.user, User) and social.is_due(request.user):
        social.note_presence(user=request.user)
    return JsonResponse(
        {"unread": inbox.count_unread(request.user) or 0},
        headers={"Cache-Control": "private, no-store"},
    )


@require_http_methods(["GET", "POST"])
@owner_required
def notice_settings(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show and save the settings: channels, rhythm of mails, and quiet hours."""
    setting = inbox.get_setting(dynasty)
    form = RhythmForm(request.POST or None, initial=inbox.to_dict(setting))
    if request.method == "POST" and form.is_valid() and save_settings(request, dynasty, form):
        messages.success(request, _("Saved."))
        return redirect("notice_settings")
    secret = notification_settings.get_calendar_secret(dynasty=dynasty) if setting._state.adding else setting.calendar
    context = {
        "dynasty": dynasty,
        "channels": CHANNELS.items(),
        "grid": inbox.build_grid(setting),
        "form": form,
        "calendar": request.build_absolute_uri(f"/notices/calendar/{secret}.ics"),
        "browsers": inbox.list_browsers(dynasty),
        "push_key": push_keys.derive_public_key(settings.VAPID_PRIVATE_KEY),
    }
    return render(request, "dynasty/notification_settings.html", context, status=422 if form.errors else 200)


def save_settings(request: HttpRequest, dynasty: Dynasty, form: RhythmForm) -> bool:
    try:
        notification_settings.update(dynasty=dynasty, channels=read_channels(request.POST), **form.cleaned_data)
    except DomainError as error:
        add_domain_error(form, error)
        return False
    return True


@require_POST
@owner_required
def calendar(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Give the calendar a new secret address; the old one stops working."""
    notification_settings.get_calendar_secret(dynasty=dynasty, anew=True)
    messages.success(request, _("The calendar has a new address; the old one no longer shows anything."))
    return redirect("notice_settings")


@csrf_exempt
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails by the link in one, without a login: a GET only asks, since machines follow links; a POST stops."""
    meant = unsubscribe.parse_token(token)
    if meant is None:
        return render(request, "dynasty/unsubscribe.html", {"unknown": True}, status=404)
    done = request.method == "POST" and notification_settings.stop_mails(token=token)
    kind = NOTIFICATION_TYPES[meant[1]].name if meant[1] in NOTIFICATION_TYPES else None
    return render(request, "dynasty/unsubscribe.html", {"done": done, "kind": kind, "token": token})


@require_POST
@owner_required
def push(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Subscribe a browser to push messages, with what its push service gave it."""
    form = PushForm(read_fields(request))
    if not form.is_valid():
        return JsonResponse({"code": "unreadable_request", "title": _("This cannot be read.")}, status=422)
    try:
        web_push.subscribe(dynasty=dynasty, **form.cleaned_data)
    except DomainError as error:
        return JsonResponse({"code": error.code, "title": str(error)}, status=get_status(error.code))
    return JsonResponse({"done": _("This browser will get notifications from now on.")}, status=201)


def read_fields(request: HttpRequest) -> dict[str, Any]:
    """Read the fields of a JSON body; return none if it is not a readable object."""
    try:
        body = read_json(request.body)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


@require_POST
@owner_required
def push_forget(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Unsubscribe a browser from push messages."""
    web_push.unsubscribe(dynasty=dynasty, code=request.POST.get("browser", "")[:10] or "-")
    return redirect("notice_settings")


@require_POST
@owner_required
def push_test(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Send a test to the browsers of this dynasty."""
    try:
        web_push.send_test(dynasty=dynasty)
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("A test is on its way to your browsers."))
    return redirect("notice_settings")
