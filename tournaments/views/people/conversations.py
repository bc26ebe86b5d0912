"""Messages of two: the list, one conversation, and the page on which a message is reported."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.models import Dynasty
from dynasty.views.context import get_dynasty_or_404
from dynasty.views.court import owner_required
from tournaments.models import PrivateMessage
from tournaments.selectors.chat import find_own_report
from tournaments.selectors.people import conversations as selected
from tournaments.selectors.people.lab_rooms import find as find_room
from tournaments.services import chat
from tournaments.services.people import conversations, reports
from tournaments.views.chat import list_reasons

Answer = Callable[..., None]
ANSWERS: dict[str, Answer] = {
    "accept": conversations.accept,
    "decline": conversations.decline,
    "block": conversations.block,
}
"""What each button under a first message does, by the name it sends."""


@require_safe
@owner_required
def all_conversations(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """List the conversations of the reader, those first that wait for its answer."""
    return render(request, "people/conversations.html", {"conversations": selected.list_of(dynasty)})


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def one_conversation(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show what the reader and another dynasty wrote; a POST writes or answers."""
    other = get_dynasty_or_404(code)
    if other.pk == dynasty.pk or other.house:
        raise Http404
    error: DomainError | None = None
    if request.method == "POST":
        try:
            return act(request, dynasty, other)
        except DomainError as refused:
            error = refused
    return render_conversation(request, dynasty, other, error)


def act(request: HttpRequest, dynasty: Dynasty, other: Dynasty) -> HttpResponse:
    """Do what a button says, and lead on."""
    what = request.POST.get("act", "")
    answer = ANSWERS.get(what)
    if answer is None:
        conversations.write(dynasty=dynasty, to=other, text=request.POST.get("text", "")[:4000])
        return redirect("conversation", other.code)
    answer(dynasty=dynasty, other=other)
    if what == "accept":
        return redirect("conversation", other.code)
    if what == "block":
        messages.success(request, fill(_("You will not see anything from %(name)s any more."), {"name": other.name}))
    return redirect("conversations")


def render_conversation(
    request: HttpRequest, dynasty: Dynasty, other: Dynasty, error: DomainError | None
) -> HttpResponse:
    """Render a conversation, which is read now, or its messages alone."""
    view = selected.find_view(dynasty, other)
    if view is not None and view.unread:
        conversations.mark_read(dynasty=dynasty, other=other)
    context = {
        "dynasty": dynasty,
        "other": other,
        "view": view,
        "lines": selected.list_lines(dynasty, other),
        "error": str(error) if error else "",
        "text": request.POST.get("text", "")[:4000] if error else draft(request),
    }
    part = request.GET.get("part") == "lines"
    template = "people/_lines.html" if part else "people/conversation.html"
    return render(request, template, context, status=get_status(error.code) if error else 200)


def draft(request: HttpRequest) -> str:
    """Return the message that an address suggests: an invitation to a room of the lab, or nothing."""
    room = find_room(request.GET.get("room", ""))
    path = reverse("lab_room", args=[room.code]) if room else ""
    return fill(_("Look at this with me: %(path)s"), {"path": path}) if room else ""


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def report(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show a private message with the choice to mute its author or report it; a POST does one of them."""
    message = reports.find_readable(dynasty, code)
    if message is None:
        raise Http404
    if request.method == "POST":
        try:
            return judge(request, dynasty, message)
        except DomainError as error:
            messages.error(request, str(error))
            return redirect("private_message", code)
    context = {
        "message": message,
        "reasons": list_reasons(),
        "reported": find_own_report(dynasty, code),
        "own": message.dynasty_id == dynasty.pk,
    }
    return render(request, "people/message.html", context)


def judge(request: HttpRequest, dynasty: Dynasty, message: PrivateMessage) -> HttpResponse:
    """Mute the author of a message, or report it, and lead back."""
    author = message.dynasty
    if request.POST.get("do") == "mute":
        chat.mute(dynasty=dynasty, author=author)
        messages.success(request, fill(_("You will not see anything from %(name)s any more."), {"name": author.name}))
    else:
        reports.report(dynasty=dynasty, message=message, reason=request.POST.get("reason", ""))
        messages.success(request, _("Thank you. The staff will look at it."))
    return redirect("club", message.club.code) if message.club else redirect("conversations")
