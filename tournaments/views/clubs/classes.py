"""The pages of classes: a teacher makes pupils' accounts, hands out what they log in with, and may delete them."""

from collections.abc import Callable, Sequence
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from dynasty.catalog.names import fold
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.selectors import classes as selected
from dynasty.selectors import clubs as selected_clubs
from dynasty.selectors import dynasties
from dynasty.services.clubs import classes
from dynasty.services.clubs.classes import FirstLogin
from dynasty.services.clubs.membership import MANAGERS
from dynasty.views.context import get_dynasty_or_404
from dynasty.views.court import owner_required
from tournaments.presenters import arenas
from tournaments.selectors import arenas as selected_arenas
from tournaments.services.clubs import pupils

Role = ClubMember.Role
View = Callable[..., HttpResponse]


def teacher_required(view: View) -> View:
    """Restrict a view to the teachers of the class whose code it gets, and pass it both; others get 404."""

    @owner_required
    @wraps(view)
    def guarded(request: HttpRequest, dynasty: Dynasty, code: str, **parts: str) -> HttpResponse:
        member = selected.find_class(code, dynasty)
        if member is None or member.role not in MANAGERS:
            raise Http404
        return view(request, dynasty, member.club, **parts)

    return guarded


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def all_classes(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """List the classes of the reader; a POST opens one."""
    error_text, status = "", 200
    if request.method == "POST":
        try:
            made = classes.found(teacher=dynasty, name=request.POST.get("name", "")[:80])
            return redirect("class", made.code)
        except DomainError as error:
            error_text, status = str(error), get_status(error.code)
    context = {"own": selected.list_classes(dynasty), "error": error_text}
    return render(request, "classes/all_classes.html", context, status=status)


@require_GET
@owner_required
def one_class(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show a class to its teacher and its pupils; to pupils without names and logins."""
    member = selected.find_class(code, dynasty)
    if member is None:
        raise Http404
    return render_class(request, member)


def render_class(request: HttpRequest, member: ClubMember, error: DomainError | None = None) -> HttpResponse:
    """Render the page of a class, with what is wrong with the names that its teacher wrote."""
    club, teaches = member.club, member.role in MANAGERS
    context = {
        "club": club,
        "dynasty": member.dynasty,
        "teaches": teaches,
        "owns": member.role == Role.OWNER,
        "teachers": selected.list_teachers(club),
        "pupils": selected.list_pupils(club) if teaches else [],
        "lines": [] if teaches else selected_clubs.build_table(club),
        "arenas": arenas.build_cards(selected_arenas.list_of_club(club)),
        "error": str(error) if error else "",
        "text": request.POST.get("names", ""),
    }
    return render(request, "classes/class.html", context, status=get_status(error.code) if error else 200)


@require_POST
@teacher_required
def add_pupils(request: HttpRequest, dynasty: Dynasty, club: Club) -> HttpResponse:
    """Make accounts for the names that were written, and show once what to hand out."""
    try:
        made = classes.add_pupils(club=club, by=dynasty, text=request.POST.get("names", ""))
    except DomainError as error:
        member = selected.find_class(club.code, dynasty)
        assert member is not None
        return render_class(request, member, error)
    return render_sheet(request, club, made)


def render_sheet(request: HttpRequest, club: Club, made: Sequence[FirstLogin]) -> HttpResponse:
    """Render the sheet with logins and first passwords, which no cache keeps."""
    context = {"club": club, "made": made, "site": request.get_host()}
    page = render(request, "classes/sheet.html", context)
    page["Cache-Control"] = "private, no-store"
    return page


@require_POST
@teacher_required
def act(request: HttpRequest, dynasty: Dynasty, club: Club) -> HttpResponse:
    """Do what a button says about the class: whether its pupils write, and who teaches it."""
    what = request.POST.get("act", "")
    try:
        if what == "link":
            classes.renew_invitation(club=club, by=dynasty)
        elif what == "remove":
            person = get_dynasty_or_404(request.POST.get("dynasty", ""))
            classes.remove_teacher(club=club, by=dynasty, dynasty=person)
        else:
            classes.allow_words(club=club, by=dynasty, allowed=what == "allow")
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("class", club.code)
    messages.success(request, _("Saved."))
    return redirect("class", club.code) if selected.find_class(club.code, dynasty) else redirect("all_classes")


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def by_link(request: HttpRequest, dynasty: Dynasty, invitation: str) -> HttpResponse:
    """Ask whether one wants to teach the class to which a link leads; a POST does so."""
    club = selected.find_by_invitation(invitation)
    if club is None:
        raise Http404
    if request.method != "POST":
        context = {"club": club, "teacher": selected.list_teachers(club)[0].dynasty}
        return render(request, "classes/by_link.html", context)
    try:
        classes.join_as_teacher(club=club, dynasty=dynasty, invitation=invitation)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("all_classes")
    return redirect("class", club.code)


@require_http_methods(["GET", "HEAD", "POST"])
@teacher_required
def one_pupil(request: HttpRequest, dynasty: Dynasty, club: Club, who: str) -> HttpResponse:
    """Show what the teacher can do about a pupil's account; a POST does it."""
    person = dynasties.find_dynasty(who)
    pupil = selected.find_pupil(club, person) if person else None
    if person is None or pupil is None:
        raise Http404
    try:
        if request.POST.get("act") == "reset":
            return render_sheet(request, club, [classes.reset_password(club=club, by=dynasty, dynasty=person)])
        if request.POST.get("act") == "delete":
            pupils.delete_pupil(club=club, by=dynasty, dynasty=person)
            messages.success(request, _("The account is deleted."))
            return redirect("class", club.code)
    except DomainError as error:
        messages.error(request, str(error))
    return render(request, "classes/pupil.html", {"club": club, "pupil": pupil, "person": person})


@require_http_methods(["GET", "HEAD", "POST"])
@teacher_required
def delete(request: HttpRequest, dynasty: Dynasty, club: Club) -> HttpResponse:
    """Ask for the name of a class; a POST with it deletes all accounts of its pupils, and the class."""
    error_text = ""
    if selected.list_teachers(club)[0].dynasty_id != dynasty.pk:
        raise Http404
    if request.method == "POST":
        try:
            if fold(request.POST.get("name", "")) != fold(club.name):
                raise DomainError("not_confirmed", _("This is not the name of the class."))
            for each in selected.list_pupils(club):
                pupils.delete_pupil(club=club, by=dynasty, dynasty=each.line.member.dynasty)
            classes.delete_empty(club=club, by=dynasty)
        except DomainError as error:
            error_text = str(error)
        else:
            messages.success(request, _("The class and all its accounts are deleted."))
            return redirect("all_classes")
    return render(
        request, "classes/delete.html", {"club": club, "error": error_text}, status=422 if error_text else 200
    )


@require_GET
@teacher_required
def export(request: HttpRequest, dynasty: Dynasty, club: Club) -> HttpResponse:
    """Send all that is stored of a class, as JSON: its pupils, what they won there, and its arenas."""
    data = {
        "class": {"name": club.name, "code": club.code, "since": club.founded_at, "pupils_write": club.pupils_write},
        "teachers": [
            {"dynasty": each.dynasty.code, "name": each.dynasty.name, "role": each.role, "since": each.since}
            for each in selected.list_teachers(club)
        ],
        "pupils": [
            {
                "name": each.pupil.name,
                "login": each.pupil.login,
                "made_at": each.pupil.made_at,
                "last_login": each.pupil.user.last_login,
                "dynasty": {"code": each.line.member.dynasty.code, "name": each.line.member.dynasty.name},
                "points": each.line.score.points,
                "battles": each.line.score.battles,
            }
            for each in selected.list_pupils(club)
        ],
        "arenas": selected_arenas.export_of_club(club),
    }
    headers = {
        "Content-Disposition": f'attachment; filename="class-{club.code}.json"',
        "Cache-Control": "private, no-store",
    }
    return JsonResponse(data, headers=headers, json_dumps_params={"ensure_ascii": False, "indent": 2})
