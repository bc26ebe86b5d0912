"""What people do with clubs: founding one, joining and leaving, and what its owner and officers do."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog import emblems
from dynasty.catalog.emblems import PARTS
from dynasty.forms.clubs import ClubForm, describe
from dynasty.forms.fields import add_domain_error
from dynasty.forms.founding import EmblemForm
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.selectors import clubs as selected
from dynasty.services.clubs import founding, membership
from dynasty.services.clubs.membership import MANAGERS
from dynasty.views.context import get_dynasty_or_404
from dynasty.views.court import owner_required
from tournaments.views.clubs.pages import get_club_or_404

ERROR_FIELDS = {"club_name_taken": "name", "name_length": "name", "club_words": "words", "emblem_contrast": "tint"}
"""The form's field that shows a refusal, by error code."""
Role = ClubMember.Role


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def found(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the form of a club; a POST founds it."""

    def save(form: ClubForm) -> Club:
        return founding.found(founder=dynasty, description=form.read_description())

    return handle_form(request, None, save, gettext_lazy("%(club)s is founded. Invite others by its link."))


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def change(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Show the form of the reader's own club; a POST changes it."""
    club = get_own_club(dynasty, code)

    def save(form: ClubForm) -> Club:
        return founding.change(club=club, by=dynasty, description=form.read_description())

    return handle_form(request, club, save, gettext_lazy("Saved."))


def get_own_club(dynasty: Dynasty, code: str) -> Club:
    """Return a club that belongs to a dynasty; raise Http404 for any other."""
    club = get_club_or_404(code)
    member = selected.find_member(club, dynasty)
    if member is None or member.role != Role.OWNER:
        raise Http404
    return club


def handle_form(
    request: HttpRequest, club: Club | None, save: Callable[[ClubForm], Club], sentence: Promise
) -> HttpResponse:
    """Show the form, or save what was sent; the emblem's button only shows the form again with that emblem."""
    initial = describe(club) if club else {}
    form, status = ClubForm(request.POST or None, initial=initial), 200
    if "preview" in request.POST:
        form = ClubForm(initial={name: request.POST.get(name) for name in ("name", "words", "entrance", *PARTS)})
    elif request.method == "POST":
        status = 422
        try:
            if form.is_valid():
                saved = save(form)
                messages.success(request, fill(str(sentence), {"club": saved.name}))
                return redirect("club", saved.code)
        except DomainError as error:
            add_domain_error(form, error, ERROR_FIELDS.get(error.code))
            status = get_status(error.code)
    emblem = EmblemForm(request.POST or {**emblems.DEFAULT, **(club.emblem if club else {})}).emblem()
    context = {"form": form, "club": club, "emblem": emblem, "blazon": emblems.describe(emblem)}
    return render(request, "clubs/club_form.html", context, status=status)


@require_POST
@owner_required
def act(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Do what the button on a club's page says."""
    club, what = get_club_or_404(code), request.POST.get("act", "")
    try:
        if what == "join":
            if membership.join(club=club, dynasty=dynasty) is None:
                messages.success(request, _("You asked to join. You are notified once you are accepted."))
            else:
                messages.success(request, fill(_("You are a member of %(club)s now."), {"club": club.name}))
        elif what == "withdraw":
            membership.withdraw(club=club, dynasty=dynasty)
        elif what in ("accept", "decline"):
            person = get_dynasty_or_404(request.POST.get("dynasty", ""))
            membership.answer(club=club, by=dynasty, dynasty=person, accept=what == "accept")
        elif what == "link":
            founding.renew_link(club=club, by=dynasty)
            messages.success(request, _("The club has a new link. The old one no longer works."))
    except DomainError as error:
        messages.error(request, str(error))
    return redirect("club", code)


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def leave(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask whether one wants to leave a club; a POST leaves it."""
    club = get_club_or_404(code)
    member = selected.find_member(club, dynasty)
    if member is None:
        return redirect("club", code)
    if request.method != "POST":
        return render(request, "clubs/leave.html", {"club": club, "owns": member.role == Role.OWNER})
    try:
        membership.leave(club=club, dynasty=dynasty)
    except DomainError as error:
        messages.error(request, str(error))
        return redirect("club", code)
    messages.success(request, fill(_("You left %(club)s."), {"club": club.name}))
    return redirect("all_clubs")


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def one_member(request: HttpRequest, dynasty: Dynasty, code: str, who: str) -> HttpResponse:
    """Show what the owner or an officer can do about a member; a POST does it."""
    club, person = get_club_or_404(code), get_dynasty_or_404(who)
    own, member = selected.find_member(club, dynasty), selected.find_member(club, person)
    if own is None or own.role not in MANAGERS or (member is None and request.method != "POST"):
        raise Http404
    if member is None:
        messages.error(request, _("There is no such member."))
    elif request.method != "POST":
        context = {
            "club": club,
            "member": member,
            "owns": own.role == Role.OWNER,
            "removable": member.role != Role.OWNER and (own.role == Role.OWNER or member.role == Role.MEMBER),
        }
        return render(request, "clubs/member.html", context)
    else:
        try:
            messages.success(request, change_member(club, dynasty, person, request.POST.get("act", "")))
        except DomainError as error:
            messages.error(request, str(error))
    return redirect("club", code)


def change_member(club: Club, by: Dynasty, person: Dynasty, what: str) -> str:
    """Do what a button says about a member; return what has changed, as a sentence."""
    if what == "remove":
        membership.remove(club=club, by=by, dynasty=person)
        sentence = _("%(dynasty)s is no longer a member.")
    elif what == "hand_over":
        membership.hand_over(club=club, by=by, dynasty=person)
        sentence = _("The club belongs to %(dynasty)s now.")
    else:
        membership.set_role(club=club, by=by, dynasty=person, role=what)
        is_officer = what == Role.OFFICER
        sentence = _("%(dynasty)s is an officer now.") if is_officer else _("%(dynasty)s is a plain member now.")
    return fill(sentence, {"dynasty": person.name})


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def dissolve(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
    """Ask for the name of a club of one's own; a POST with it dissolves the club for good."""
    club, error_text, status = get_own_club(dynasty, code), "", 200
    if request.method == "POST":
        try:
            founding.dissolve(club=club, by=dynasty, name=request.POST.get("name", "")[:80])
        except DomainError as error:
            error_text, status = str(error), get_status(error.code)
        else:
            messages.success(request, fill(_("%(club)s is dissolved."), {"club": club.name}))
            return redirect("all_clubs")
    return render(request, "clubs/dissolve.html", {"club": club, "error": error_text}, status=status)
