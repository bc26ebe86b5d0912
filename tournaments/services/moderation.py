"""What the staff does about the talk, and for who is locked out: each act is written down with it, with its reason."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import median

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Club, ClubMember, Dynasty, StaffAct, User
from dynasty.services import notifications
from dynasty.services.clubs import founding as clubs
from tournaments.models import (
    Message,
    OriginMark,
    PrivateMessage,
    Recurrence,
    Report,
    Series,
    Silence,
    Study,
    Tournament,
)
from tournaments.selectors import studies
from tournaments.selectors.people.appeals import SILENCE
from tournaments.selectors.people.removed_texts import FIELDS, get_word
from tournaments.services import announcements, audit_log, chat, rounds, search_index, series
from tournaments.services.people import appeals

REASON_LENGTH = (3, 200)
"""Characters; at most what the public log of a tournament takes."""
SILENCE_DAYS = (1, 365)
SAME_CLICK = timedelta(minutes=1)
QUOTED = 80
"""Characters of a removed message in the notice to its author."""
FIGURE_DAYS = timedelta(days=30)
"""How far back the time to a first look is counted."""


@service
def remove_message(*, user: User, message: Message, reason: str) -> bool:
    """Hide a message from everybody and tell its author why; its reports are answered. Return whether it was there."""
    why = check_reason(user, reason)
    locked = Message.objects.select_for_update(no_key=True).get(pk=message.pk)
    if locked.removed_at is None:
        Message.objects.filter(pk=locked.pk).update(removed_at=clock.now())
        if locked.room != Message.Room.PARLEY:  # which may be secret: that there was one stays among its readers
            audit_log.record(locked.tournament, "message_removed", dynasty=locked.dynasty.name, reason=why)
        record_act(
            user, "removed", f"message:{locked.code}", {"text": locked.text, "dynasty": locked.dynasty.code}, {}, why
        )
        chat.publish_message(locked, "removed", f":{clock.now().isoformat()}")
        notify_author(locked, why, "message")
    return close_reports(Report.objects.filter(message=message), "removed") > 0 or locked.removed_at is None


@service
def remove_private(*, user: User, message: PrivateMessage, reason: str) -> bool:
    """Hide a reported message of two people or of a club, as `remove_message` does."""
    why = check_reason(user, reason)
    locked = PrivateMessage.objects.select_for_update(no_key=True, of=("self",)).get(pk=message.pk)
    if locked.removed_at is None:
        PrivateMessage.objects.filter(pk=locked.pk).update(removed_at=clock.now())
        before = {"text": locked.text, "dynasty": message.dynasty.code}
        record_act(user, "removed", f"message:{locked.code}", before, {}, why)
        notify_author(locked, why, "message")
    return close_reports(Report.objects.filter(private=message), "removed") > 0 or locked.removed_at is None


def notify_author(text: Message | PrivateMessage | Study, why: str, result: str) -> None:
    """Tell the author of a text what was decided about it, which can happen more than once."""
    quoted = {"title": text.title} if isinstance(text, Study) else {"text": Truncator(text.text).chars(QUOTED)}
    place = "" if result.endswith("_back") else text.code
    notify(text.dynasty, f"{result}:{text.code}:{clock.now().isoformat()}", why, place, result=result, **quoted)


@service
def remove_study(*, user: User, study: Study, reason: str) -> bool:
    """Hide a study from everybody but its owner and the staff, and notify its owner; its reports are answered.

    Return whether it was there.
    """
    why = check_reason(user, reason)
    locked = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    if locked.removed_at is None:
        Study.objects.filter(pk=locked.pk).update(removed_at=clock.now())
        search_index.put_study(locked)
        before = {"texts": studies.list_texts(locked), "dynasty": study.dynasty.code}
        record_act(user, "study_removed", f"study:{locked.code}", before, {}, why)
        notify_author(locked, why, "study")
    return close_reports(Report.objects.filter(study=study), "removed") > 0 or locked.removed_at is None


@service
def put_back(*, user: User, text: Message | PrivateMessage | Study, reason: str) -> bool:
    """Show a removed message or study again, and notify its author and those whose reports removed it.

    Return whether it was hidden.
    """
    why = check_reason(user, reason)
    locked = type(text)._default_manager.select_for_update(no_key=True, of=("self",)).get(pk=text.pk)
    if locked.removed_at is None:
        return False
    type(text)._default_manager.filter(pk=text.pk).update(removed_at=None)
    word, reports = get_word(locked), Report.objects.filter(**{FIELDS[type(locked)]: locked})
    if isinstance(locked, Study):
        search_index.put_study(locked)
    elif isinstance(locked, Message):
        if locked.room != Message.Room.PARLEY:
            audit_log.record(locked.tournament, "message_put_back", dynasty=locked.dynasty.name, reason=why)
        chat.publish_message(locked, "said", f":{clock.now().isoformat()}")
    record_act(user, "put_back", f"{word}:{locked.code}", {"removed": True}, {"removed": False}, why)
    appeals.answer(reports, "granted", why)
    notify_author(locked, why, f"{word}_back")
    revert_reports(reports)
    return True


def revert_reports(reports: QuerySet[Report]) -> None:
    """Note of those of these reports that led to a removal that it was undone, and tell who made them.

    Runs in the transaction of the act.
    """
    for each in reports.filter(outcome="removed").select_for_update(of=("self",)).select_related("reporter"):
        Report.objects.filter(pk=each.pk).update(outcome="put_back")
        notify_reporter(each, "put_back")


@service
def silence(*, user: User, dynasty: Dynasty, reason: str, days: int | None = None) -> bool:
    """Silence a dynasty in all chats, for some days or until the staff ends it, and notify it of the reason.

    One that is silenced already is silenced until the new end. Reports about what it said are closed, those about its
    names are not. Return whether anything was done: a second click on the same button does nothing.
    """
    why, now = check_reason(user, reason), clock.now()
    if days is not None and not SILENCE_DAYS[0] <= days <= SILENCE_DAYS[1]:
        raise DomainError("bad_silence", _("A dynasty is silenced for 1 to 365 days, or until you end it."))
    Silence.objects.filter(dynasty=dynasty, until__lte=now).delete()
    until = now + timedelta(days=days) if days else None
    row, new = Silence.objects.get_or_create(
        dynasty=dynasty, defaults={"by": user, "reason": why, "since": now, "until": until}
    )
    changes = new or not ends_alike(row.until, until)
    if changes:
        Silence.objects.filter(pk=row.pk).update(by=user, reason=why, until=until)
        after = {"silenced": True} | ({"days": days} if days else {})
        record_act(user, "silenced", f"dynasty:{dynasty.code}", {"silenced": not new}, after, why)
        facts = {"result": "silenced", "deadline": until.isoformat()} if until else {"result": "silenced_for_good"}
        notify(dynasty, f"silenced:{now.isoformat()}", why, place=SILENCE, **facts)
    return close_reports(Report.objects.filter(about=dynasty, named=""), "silenced") > 0 or changes


def ends_alike(one: datetime | None, other: datetime | None) -> bool:
    """Return whether two silences end at the same time, but for a moment between two clicks."""
    return one is other if one is None or other is None else abs(one - other) < SAME_CLICK


@service
def end_silence(*, user: User, dynasty: Dynasty, reason: str) -> bool:
    """Let a dynasty be heard again; return whether it was silenced."""
    why = check_reason(user, reason)
    if not Silence.objects.filter(dynasty=dynasty).delete()[0]:
        return False
    record_act(user, "heard", f"dynasty:{dynasty.code}", {"silenced": True}, {"silenced": False}, why)
    appeals.answer(Report.objects.filter(about=dynasty, key__endswith=f":{dynasty.code}"), "granted", why)
    notify(dynasty, f"heard:{clock.now().isoformat()}", why, result="heard")
    return True


@service
def take_down(*, user: User, tournament: Tournament, reason: str) -> None:
    """Call off an announced tournament, refund everything, and notify all of the reason.

    It does not recur any more. A battle of a series is played again.
    """
    why = check_reason(user, reason)
    announcements.cancel(tournament=tournament, by=None, reason=why)
    Recurrence.objects.filter(occurrences__tournament=tournament, stopped_at=None).update(stopped_at=clock.now())
    record_act(
        user, "taken_down", f"tournament:{tournament.code}", {"status": "announced"}, {"status": "cancelled"}, why
    )
    notify_organiser(tournament, why)


@service
def take_down_series(*, user: User, row: Series, reason: str) -> None:
    """Call off a series that has not begun; its organiser and all who joined are notified of the reason."""
    why = check_reason(user, reason)
    series.take_down(series=row, why=why)
    record_act(user, "taken_down", f"series:{row.code}", {"status": "announced"}, {"status": "cancelled"}, why)
    notify_organiser(row, why)


def notify_organiser(announced: Tournament | Series, why: str) -> None:
    if announced.organiser is not None:
        notify(announced.organiser, f"taken_down:{announced.code}", why, title=announced.title)


def notify(dynasty: Dynasty, key: str, why: str, place: str = "", **facts: str) -> None:
    """Tell a dynasty what the staff has decided about it, and why. `place`: of what it can ask to look at again."""
    reasons = {"why": why} | facts
    notifications.notify(dynasty=dynasty, kind="moderated", key=f"moderated:{key}", facts=reasons, place=place)


@service
def rename_club(*, user: User, club: Club, reason: str) -> None:
    """Take the name and the words from a club, and notify its owner of the reason."""
    why, name = check_reason(user, reason), club.name
    clubs.take_name(club)
    record_act(user, "club_renamed", f"club:{club.code}", {"name": name, "words": club.words}, {}, why)
    owner = ClubMember.objects.select_related("dynasty").get(club=club, role=ClubMember.Role.OWNER)
    notify(owner.dynasty, f"club:{club.code}:{clock.now().isoformat()}", why, title=name, result="club")


@service
def note_look(*, reports: Sequence[Report]) -> int:
    """Note that the staff has these reports before it; return how many it had not seen."""
    unseen = Report.objects.filter(pk__in=[each.pk for each in reports], looked_at=None)
    return unseen.update(looked_at=clock.now())


def get_first_looks() -> int | None:
    """Return how many seconds reports of the last days waited until the staff first looked: the median."""
    lately = Report.objects.filter(at__gte=clock.now() - FIGURE_DAYS, looked_at__isnull=False)
    waits = [(looked - at).total_seconds() for at, looked in lately.values_list("at", "looked_at") if looked]
    return round(median(waits)) if waits else None


@service
def dismiss_hint(*, user: User, tournament: Tournament, reason: str) -> bool:
    """Forget that dynasties of a tournament share an address or a browser; return whether they did."""
    why = check_reason(user, reason)
    if not OriginMark.objects.filter(tournament=tournament).delete()[0]:
        return False
    record_act(user, "hint_dismissed", f"tournament:{tournament.code}", {}, {}, why)
    return True


@service
def dismiss_report(*, user: User, report: Report, reason: str) -> bool:
    """Dismiss a report: nothing follows from it; or an appeal: the decision stands. Return whether it was open."""
    why, found = check_reason(user, reason), Report.objects.filter(pk=report.pk)
    if appeals.answer(found, "dismissed", why):
        record_act(user, "upheld", f"report:{report.code}", {"words": report.words}, {}, why)
        return True
    if not close_reports(found, "dismissed"):
        return False
    record_act(user, "dismissed", f"report:{report.code}", {"reason": report.reason}, {}, why)
    return True


@service
def remove_factors(*, user: User, owner: User, reason: str) -> int:
    """Take all second factors from an account whose owner has lost them; how many there were."""
    why = check_reason(user, reason)
    gone = int(Authenticator.objects.filter(user=owner).delete()[0])
    if gone:
        record_act(user, "factors_forgotten", f"user:{owner.pk}", {"factors": gone}, {}, why)
    return gone


@service
def resume_battle(*, user: User, tournament: Tournament, reason: str) -> None:
    """Let a halted battle go on, whose trouble is mended."""
    why = check_reason(user, reason)
    if not rounds.resume(tournament_id=tournament.pk):
        raise DomainError("not_halted", _("This tournament is not halted."))
    record_act(user, "resumed", f"tournament:{tournament.code}", {"status": "halted"}, {"status": "running"}, why)


@service
def cancel_halted(*, user: User, tournament: Tournament, reason: str) -> None:
    """Cancel a halted battle that cannot be mended; everything goes back."""
    why = check_reason(user, reason)
    announcements.cancel_halted(tournament=tournament)
    record_act(user, "given_up", f"tournament:{tournament.code}", {"status": "halted"}, {"status": "cancelled"}, why)


def check_reason(user: User, reason: str) -> str:
    """Return the reason as it is written down. Raise DomainError for none, or a user who is not of the staff."""
    if not user.is_staff or not user.is_active:
        raise DomainError("not_yours", _("Only the staff of this site can do that."))
    why = " ".join(reason.split())
    if not REASON_LENGTH[0] <= len(why) <= REASON_LENGTH[1]:
        raise DomainError("unknown_reason", _("Write why, in a few words."))
    return why


def close_reports(reports: QuerySet[Report], outcome: str) -> int:
    """Close those of these reports that are open and no appeals, and tell who made them; return how many.

    Runs in the transaction of the act. Whom they reported is not named: where names are hidden they do not know it.
    """
    reports = reports.filter(closed_at=None).exclude(reason=Report.APPEAL)
    found = list(reports.select_for_update(of=("self",)).select_related("reporter"))
    now = clock.now()
    Report.objects.filter(pk__in=[each.pk for each in found]).update(closed_at=now, outcome=outcome)
    for each in found:
        notify_reporter(each, outcome)
    return len(found)


def notify_reporter(report: Report, outcome: str) -> None:
    """Tell who reported something what became of it."""
    facts, key = {"result": f"report_{outcome}", "on": report.at.isoformat()}, f"moderated:report:{report.code}"
    if outcome == "put_back":
        key = f"{key}:{outcome}"
    notifications.notify(dynasty=report.reporter, kind="moderated", key=key, facts=facts)


def record_act(
    user: User, act: str, on: str, before: Mapping[str, object], after: Mapping[str, object], reason: str
) -> None:
    """Write an act down, for ever. Runs in the transaction of the act, which has checked the moderator's right."""
    StaffAct.objects.create(user=user, act=act, object=on, before=before, after=after, reason=reason, at=clock.now())
