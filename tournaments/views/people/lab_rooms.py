"""Rooms of the lab: opening one, and the page on which everybody in it sees and changes the same position."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from battlefield import fields
from core.error_status import get_status
from core.errors import DomainError
from core.incoming_text import BadText, check_text
from core.limits import LAB_ADDRESS, LAB_ROOM_HOURS, LAB_ROOM_PEOPLE
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from tournaments.access import viewers
from tournaments.lab import state
from tournaments.lab.state import Lab
from tournaments.models import LabRoom
from tournaments.presenters.context import parse_number
from tournaments.selectors.people import friends
from tournaments.selectors.people import lab_rooms as selected
from tournaments.services.people import lab_rooms
from tournaments.views import lab

MERGED = ("give", "set", "ask")
"""Actions that go together with what others do at the same time; all others need the latest version."""


@require_POST
def open_room(request: HttpRequest) -> HttpResponse:
    """Open a room on the lab that the form holds, and lead to it; for a friend, to the message that asks it to come."""
    query = request.POST.get("lab", "")
    try:
        room = lab_rooms.open_room(lab=read_query(query), address=viewers.get_client_address(request))
    except DomainError as error:
        return render_refusal(request, error, query if error.code != "bad_lab" else "")
    reader, friend = dynasties.find_dynasty_of(request.user), request.POST.get("friend", "")
    guest = friends.query_friends(reader).filter(code=friend).first() if reader and friend else None
    return redirect(get_invitation_url(guest, room) if guest else reverse("lab_room", args=[room.code]))


def read_query(query: str) -> Lab:
    """Return the lab of a query string; without one the usual board."""
    if len(query) > 2 * LAB_ADDRESS:  # some characters are longer in an address
        raise DomainError("bad_lab", _("This address is too long for a lab."))
    if not query:
        return lab.set_up(fields.load(lab.DEFAULT_FIELD))
    parts = dict(parse_qsl(query))
    try:
        check_text(*parts.values())
    except BadText as bad:
        raise DomainError("bad_lab", _("This address holds no board that can be set up.")) from bad
    return state.read(parts)


def get_invitation_url(friend: Dynasty, room: LabRoom) -> str:
    """Return the address of a conversation with a message in it that asks a friend to come."""
    return f"{reverse('conversation', args=[friend.code])}?room={room.code}"


@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, code: str) -> HttpResponse:
    """Show a room; a POST changes what is in it. The address of a lab leads out of the room, to that lab."""
    found = selected.find(code)
    if found is None:
        raise Http404
    if "b" in request.GET:
        return redirect(f"{reverse('lab')}?{request.GET.urlencode(safe=state.SAFE)}")
    if request.GET.get("part") == "version":
        return JsonResponse({"version": found.version})
    try:
        if request.method == "POST":
            change(code, request.POST)
            return redirect("lab_room", code)
        return render_room(request, found)
    except DomainError as error:
        return respond_to_error(request, code, error)


def change(code: str, parts: Mapping[str, str]) -> None:
    """Change what is in a room as a form says."""
    is_turn = not any(name in parts for name in MERGED)
    lab_rooms.change(
        code=code,
        base=parse_number(parts.get("version", "")) or 0,
        is_turn=is_turn,
        act=lambda found: act(found, parts),
    )


def act(found: Lab, parts: Mapping[str, str]) -> Lab:
    """Return the lab after the action of a form, which may be to set up another lab."""
    if "lab" in parts:
        return read_query(parts["lab"])
    return lab.read_action(parts, found) or found


def respond_to_error(request: HttpRequest, code: str, error: DomainError) -> HttpResponse:
    """Show an error in the room, or where its position cannot be shown, on a page of its own."""
    status, found = get_status(error.code), selected.find(code)
    if found is not None and error.code != "fought_over":
        try:
            return render_room(request, found, error_text=str(error), status=status)
        except DomainError as again:
            error = again
    return render_refusal(request, error)


def render_refusal(request: HttpRequest, error: DomainError, query: str = "") -> HttpResponse:
    """Render the page that says why there is no room, or why it is not shown; `query`: of the lab to go back to."""
    return render(request, "lab/no_room.html", {"sentence": str(error), "query": query}, status=get_status(error.code))


def render_room(request: HttpRequest, found: LabRoom, *, error_text: str = "", status: int = 200) -> HttpResponse:
    """Render a room: the page of the lab, with the people in it."""
    shown = selected.read_lab(found)
    reader = dynasties.find_dynasty_of(request.user)
    path = reverse("lab_room", args=[found.code])
    context = {
        "room": found,
        "room_link": request.build_absolute_uri(path),
        "room_people": LAB_ROOM_PEOPLE,
        "room_hours": LAB_ROOM_HOURS,
        "friends": [
            (each, get_invitation_url(each.dynasty, found)) for each in (friends.list_friends(reader) if reader else [])
        ],
    }
    return lab.render_lab(request, shown, error_text=error_text, status=status, more=context)
