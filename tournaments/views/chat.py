"""Views of the chat: read, write, mute an author, report a message."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import DomainError
from core.sentences import fill
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.models import Entry, Message
from tournaments.selectors import chat as heard
from tournaments.selectors import hidden_names, listings
from tournaments.services import chat
from tournaments.services.negotiation import letters
from tournaments.templatetags.talk import build_talk_context
from tournaments.views import responses


def require_dynasty(request: HttpRequest) -> Dynasty:
    """Return the user's dynasty; raise DomainError where there is none."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        raise DomainError("no_dynasty", _("Found your dynasty first: then you can take part."))
    return dynasty


@require_http_methods(["GET", "HEAD", "POST"])
def tournament_talk(request: HttpRequest, code: str) -> HttpResponse:
    """Return the lines of a tournament's chats; with POST, write a message."""
    if request.method == "POST":
        return post_message(request, code)
    tournament = listings.get_by_code(code)
    if tournament is None:
        raise Http404
    dynasty = dynasties.find_dynasty_of(request.user)
    entries = hidden_names.hide_names(tournament, Entry.objects.filter(tournament=tournament).order_by("seat"), dynasty)
    context = build_talk_context(request, tournament, dynasty, entries)
    return render(request, "tournaments/chat_rooms.html", context)


def post_message(request: HttpRequest, code: str) -> HttpResponse:
    """Write a message."""
    if not request.user.is_authenticated:
        return responses.ask_for_login(request, code)
    tournament = listings.get_by_code(code)
    if tournament is None:
        raise Http404
    try:
        dynasty, text = require_dynasty(request), request.POST.get("text", "")[:4000]
        room = request.POST.get("room", "")
        if room == Message.Room.PARLEY:
            letters.write(tournament=tournament, dynasty=dynasty, to=request.POST.getlist("to"), text=text)
        else:
            chat.post(tournament=tournament, dynasty=dynasty, room=room, text=text)
    except DomainError as error:
        return respond_to_error(request, error, code)
    if responses.wants_json(request):
        return JsonResponse({"done": True}, status=201)
    return redirect(f"/tournament/{code}/#talk")


def respond_to_error(request: HttpRequest, error: DomainError, code: str) -> HttpResponse:
    """Show an error beside the form, or return it as a problem document."""
    if responses.wants_json(request):
        return responses.build_error_problem(error)
    messages.error(request, str(error))
    return redirect(f"/tournament/{code}/#talk")


@login_required
@require_http_methods(["GET", "POST"])
def message_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a message with the choice to mute its author or report it."""
    dynasty, message = get_message_or_404(request, code)
    if request.method == "GET":
        context = {
            "message": hidden_names.hide_authors([message], dynasty)[0],
            "reasons": list_reasons(),
            "reported": heard.find_own_report(dynasty, code),
            "own": message.dynasty_id == dynasty.pk,
        }
        return render(request, "tournaments/chat_message.html", context)
    back = redirect(f"/tournament/{message.tournament.code}/#talk")
    try:
        if request.POST.get("do") == "mute":
            hidden_names.check_author_known(message, dynasty)
            chat.mute(dynasty=dynasty, author=message.dynasty)
            messages.success(
                request, fill(_("You will not see anything from %(name)s any more."), {"name": message.dynasty.name})
            )
            return back
        chat.report(dynasty=dynasty, message=message, reason=request.POST.get("reason", ""))
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("talk_message", code)
    messages.success(request, _("Thank you. The staff will look at it."))
    return back


def get_message_or_404(request: HttpRequest, code: str) -> tuple[Dynasty, Message]:
    """Return the reader's dynasty and the message; raise Http404 if it may not read it."""
    dynasty = dynasties.find_dynasty_of(request.user)
    message = heard.find_readable_message(dynasty, code) if dynasty else None
    if dynasty is None or message is None:
        raise Http404
    return dynasty, message


def list_reasons() -> list[tuple[str, str]]:
    """Return the reasons for a report, in words."""
    return [
        ("insult", _("It insults or threatens someone.")),
        ("spam", _("It is advertising or spam.")),
        ("cheating", _("It is about cheating.")),
        ("other", _("Something else.")),
    ]


@login_required
@require_safe
def muted(request: HttpRequest) -> HttpResponse:
    """List the dynasties that the reader muted."""
    dynasty = dynasties.find_dynasty_of(request.user)
    if dynasty is None:
        return redirect("found")
    return render(request, "tournaments/chat_muted.html", {"muted": heard.list_muted(dynasty)})


@login_required
@require_POST
def unmute(request: HttpRequest, code: str) -> HttpResponse:
    """Unmute a dynasty; with `do=mute`, mute it."""
    dynasty, author = dynasties.find_dynasty_of(request.user), dynasties.find_dynasty(code)
    if dynasty is None or author is None:
        raise Http404
    try:
        act = chat.mute if request.POST.get("do") == "mute" else chat.unmute
        act(dynasty=dynasty, author=author)
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("talk_muted")
