"""The staff's page: halted battles, open reports, silenced dynasties, what was taken away, and past actions."""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial, wraps
from typing import NamedTuple

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import DomainError
from core.missing_services import list_missing_services
from dynasty.models import Dynasty, Emperor, StaffAct, TakenName, User
from dynasty.selectors import clubs, dynasties, taken_names
from tournaments.domain.durations import format_duration
from tournaments.models import Message, PrivateMessage, Report, Series, Study, Tournament
from tournaments.presenters.context import get_title, parse_number
from tournaments.selectors import chat, halted_battles
from tournaments.selectors.people import origins
from tournaments.selectors.people.removed_texts import Text, find_removed, list_removed
from tournaments.selectors.people.reported_names import find_named, list_taken
from tournaments.services import moderation
from tournaments.services.people import names
from tournaments.services.people.names import MOTTO, NAME

MAX_ACTS = 30
MIN_FOR_FILTERS = 5
"""From so many rows on a list can be filtered."""
REASON_WORDS: dict[str, Promise] = {
    "insult": gettext_lazy("Insult or threat"),
    "spam": gettext_lazy("Advertising or spam"),
    "cheating": gettext_lazy("Cheating"),
    "other": gettext_lazy("Something else"),
    Report.APPEAL: gettext_lazy("Against a decision"),
}
ACT_WORDS: dict[str, Promise] = {
    "removed": gettext_lazy("Removed a message"),
    "study_removed": gettext_lazy("Removed a study"),
    "put_back": gettext_lazy("Put back what was removed"),
    "upheld": gettext_lazy("Stood by a decision"),
    "silenced": gettext_lazy("Silenced a dynasty"),
    "heard": gettext_lazy("Let a dynasty speak again"),
    "dismissed": gettext_lazy("Dismissed a report"),
    "name_taken": gettext_lazy("Took a name or a motto away"),
    "name_back": gettext_lazy("Put a name or a motto back"),
    "club_renamed": gettext_lazy("Took the name from a club"),
    "taken_down": gettext_lazy("Cancelled an announcement"),
    "resumed": gettext_lazy("Resumed a halted battle"),
    "given_up": gettext_lazy("Cancelled a halted battle"),
    "hint_dismissed": gettext_lazy("Dismissed a hint of shared addresses"),
    "factors_forgotten": gettext_lazy("Removed the second factors of an account"),
}
PLACES = {"tournament": "tournament", "series": "series", "dynasty": "dynasty", "club": "club", "study": "study"}
"""By the word of what an act was done to: the page that shows it."""


Action = Callable[[User, str, str], bool | None]
"""Does something to what a code means, for a reason; returns None where nothing has this code, False where it was done
already."""


class Filter(NamedTuple):
    """One choice above a list."""

    value: str
    words: str
    number: int


class ActLine(NamedTuple):
    """One act of the staff, in words, with the address of what it was done to, where that has a page."""

    row: StaffAct
    words: str
    address: str


def staff_only(view: Callable[[HttpRequest, User], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view for staff only; everybody else gets 404."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not isinstance(request.user, User) or not request.user.is_staff:
            raise Http404
        return view(request, request.user)

    return guarded


@require_http_methods(["GET", "POST"])
@staff_only
def moderation_queue(request: HttpRequest, user: User) -> HttpResponse:
    """Show open reports, silenced dynasties and past actions; a POST performs an action."""
    if request.method == "POST":
        perform_action(request, user)
        return redirect(request.get_full_path())
    reports, acts = chat.list_open_reports(), StaffAct.objects.select_related("user").order_by("-at", "-pk")
    first_looks = moderation.get_first_looks()
    moderation.note_look(reports=reports)
    about, done = request.GET.get("about", ""), request.GET.get("act", "")
    shown = [row for row in reports if about not in REASON_WORDS or row.reason == about]
    context = {
        "reports": [(row, REASON_WORDS[row.reason]) for row in shown],
        "open": len(reports),
        "unseen": sum(row.looked_at is None for row in reports),
        "first_looks": None if first_looks is None else format_duration(max(1, first_looks)),
        "hints": origins.list_hints(),
        "about": about,
        "reasons": build_filters((row.reason for row in reports), REASON_WORDS),
        "silenced": chat.list_silenced(),
        "removed": list_removed(),
        "taken": list_taken(),
        "acts": [build_act_line(row) for row in (acts.filter(act=done) if done in ACT_WORDS else acts)[:MAX_ACTS]],
        "done": done,
        "kinds": build_filters(acts.order_by().values_list("act", flat=True), ACT_WORDS),
        "missing_services": list_missing_services(),
        "halted": [(each, get_title(each.tournament)) for each in halted_battles.list_halted()],
    }
    return render(request, "tournaments/moderation.html", context)


def build_filters(found: Iterable[str], words: dict[str, Promise]) -> list[Filter]:
    """Return a choice for each word that was found; none where the list is short anyway."""
    counts = Counter(found)
    return (
        [Filter(name, str(title), counts[name]) for name, title in words.items() if counts[name]]
        if counts.total() > MIN_FOR_FILTERS
        else []
    )


def build_act_line(row: StaffAct) -> ActLine:
    """Return an act of the staff in words."""
    what, _colon, code = row.object.partition(":")
    address = reverse(PLACES[what], args=[code]) if what in PLACES else ""
    return ActLine(row, str(ACT_WORDS.get(row.act, row.act)), address)


def perform_action(request: HttpRequest, user: User) -> None:
    """Perform the action of a button; an error is shown as a message."""
    reason, code = request.POST.get("reason", "")[:400], request.POST.get("on", "")[:10]
    doing = ACTIONS.get(request.POST.get("do", ""))
    if request.POST.get("do") == "silence":
        doing = partial(silence_dynasty, days=parse_number(request.POST.get("days", "")) or None)
    try:
        done = doing(user, code, reason) if doing else None
        if done is None:
            messages.error(request, _("There is nothing here."))
        elif done:
            messages.success(request, _("Done and recorded."))
        else:
            messages.warning(request, _("That was decided already: nothing was changed or recorded."))
    except DomainError as error:
        messages.error(request, str(error))


def remove_message(user: User, code: str, reason: str) -> bool | None:
    """Remove a message by its code, or a message or a study by the code of a report about it."""
    message = (
        Message.objects.select_related("dynasty", "tournament").filter(Q(code=code) | Q(reports__code=code)).first()
    )
    private = PrivateMessage.objects.select_related("dynasty").filter(reports__code=code).first()
    study = Study.objects.select_related("dynasty").filter(reports__code=code).first()
    if message:
        return moderation.remove_message(user=user, message=message, reason=reason)
    if private:
        return moderation.remove_private(user=user, message=private, reason=reason)
    return moderation.remove_study(user=user, study=study, reason=reason) if study else None


def find_dynasty(code: str) -> Dynasty | None:
    """Return the player's dynasty with this code; None if there is none, or a house dynasty."""
    found = dynasties.find_dynasty(code)
    return None if found is None or found.house else found


def take_name(user: User, code: str, reason: str, *, parts: tuple[str, ...]) -> bool | None:
    """Take these parts of a name away: of what has this code, or what the report with this code is about."""
    report = Report.objects.exclude(named="").filter(code=code).first()
    named = find_named(report.named if report else code)
    if named is None or (MOTTO in parts and isinstance(named, Emperor)):
        return None
    return names.take(user=user, named=named, parts=parts, reason=reason, report=report)


def find_taken(code: str) -> TakenName | None:
    """Return what was taken, by its code or by that of the report that asks for it; None if there is none."""
    report = Report.objects.exclude(named="").filter(code=code, reason=Report.APPEAL).first()
    return taken_names.find_taken(report.key.partition(":")[0] if report else code)


def silence_dynasty(user: User, code: str, reason: str, days: int | None = None) -> bool | None:
    """Silence a dynasty, named by its own code or by that of a report about it."""
    report = Report.objects.select_related("about").filter(code=code).first()
    dynasty = report.about if report else find_dynasty(code)
    return moderation.silence(user=user, dynasty=dynasty, reason=reason, days=days) if dynasty else None


def take_down(user: User, code: str, reason: str) -> bool | None:
    """Cancel the announced tournament or series with this code."""
    tournament = Tournament.objects.select_related("organiser__user").filter(code=code, casual=False).first()
    row = Series.objects.select_related("organiser__user").filter(code=code).first()
    if tournament:
        moderation.take_down(user=user, tournament=tournament, reason=reason)
    elif row:
        moderation.take_down_series(user=user, row=row, reason=reason)
    return True if tournament or row else None


def build_action(what: str, find: Callable[[str], object], do: Callable[..., bool | None]) -> Action:
    """Return the action of a button on what `find` returns for a code, passed to `do` as the keyword `what`."""

    def doing(user: User, code: str, reason: str) -> bool | None:
        found = find(code)
        return None if found is None else do(user=user, reason=reason, **{what: found}) is not False

    return doing


def find_report(code: str) -> Report | None:
    """Return the report with this code; None if there is none."""
    return Report.objects.filter(code=code).first()


def find_tournament(code: str) -> Tournament | None:
    """Return the tournament with this code; None if there is none."""
    return Tournament.objects.filter(code=code).first()


def find_hidden(code: str) -> Text | None:
    """Return the removed text with this code, or about which the report with this code is; None if there is none."""
    report = Report.objects.select_related("message", "private", "study").filter(code=code).first()
    text = (report.message or report.private or report.study) if report else None
    return find_removed(text.code if text else code)


def find_heard(code: str) -> Dynasty | None:
    """Return the dynasty with this code, or that asks by the report with this code to be heard; None if none does."""
    report = Report.objects.select_related("about").filter(code=code, reason=Report.APPEAL).first()
    return report.about if report else find_dynasty(code)


ACTIONS: dict[str, Action] = {
    "remove": remove_message,
    "silence": silence_dynasty,
    "take_down": take_down,
    "put_back": build_action("text", find_hidden, moderation.put_back),
    "take_name": partial(take_name, parts=(NAME,)),
    "take_motto": partial(take_name, parts=(MOTTO,)),
    "take_both": partial(take_name, parts=(NAME, MOTTO)),
    "put_name_back": build_action("row", find_taken, names.put_back),
    "hear": build_action("dynasty", find_heard, moderation.end_silence),
    "rename_club": build_action("club", clubs.find_club, moderation.rename_club),
    "dismiss_hint": build_action("tournament", find_tournament, moderation.dismiss_hint),
    "dismiss": build_action("report", find_report, moderation.dismiss_report),
    "resume": build_action("tournament", find_tournament, moderation.resume_battle),
    "give_up": build_action("tournament", find_tournament, moderation.cancel_halted),
}
"""What each button of the page does, by the name it sends."""
