"""Asking the staff to look again at what it decided about oneself: once for each decision, in a sentence."""

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty, TakenName
from dynasty.selectors import taken_names
from dynasty.services import notifications
from tournaments.models import Message, PrivateMessage, Report, Study
from tournaments.selectors import studies
from tournaments.selectors.people import appeals
from tournaments.selectors.people.removed_texts import FIELDS, Text
from tournaments.services import chat
from tournaments.services.people.reports import get_context
from tournaments.services.studies.reports import describe_text


@service
def ask(*, dynasty: Dynasty, code: str, words: str) -> Report:
    """Ask the staff to look again at the removal of a text, at the dynasty's silence, or at a name that was taken."""
    cleaned = chat.clean_text(words)
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that it asks once
    decision = appeals.find_decision(dynasty, code)
    if decision is None:
        raise DomainError("no_such_decision", _("This decision of the staff does not stand any more."))
    if decision.appeal is not None:
        raise DomainError("asked_already", _("You have asked already. A decision is looked at again once."))
    text, former = decision.text, decision.former
    return Report.objects.create(
        **({FIELDS[type(text)]: text} if text else {}),
        named=taken_names.get_named(former).code if former else "",
        about=dynasty,
        reporter=dynasty,
        key=decision.key,
        reason=Report.APPEAL,
        title=former.name if former else get_title(text),
        context=[describe_taken(former)] if former else list_lines(text),
        words=cleaned,
        decided=decision.reason,
        at=clock.now(),
    )


def get_title(text: Text | None) -> str:
    """Return where a removed text stands, as reports of it name it."""
    if isinstance(text, Message):
        return text.tournament.title
    if isinstance(text, Study):
        return text.title
    return text.club.name if text is not None and text.club else ""


def list_lines(text: Text | None) -> list[dict[str, object]]:
    """Return a removed text with the lines around it."""
    if isinstance(text, Message):
        return [chat.describe_line(line, text) for line in chat.get_context(text)]
    if isinstance(text, PrivateMessage):
        return [chat.describe_line(line, text) for line in get_context(text)]
    return [describe_text(text, line) for line in studies.list_texts(text)] if text is not None else []


def describe_taken(row: TakenName) -> dict[str, object]:
    """Return a name that was taken as a line of a report."""
    return {
        "code": row.code,
        "dynasty": row.dynasty.code,
        "name": row.dynasty.name,
        "text": row.text,
        "at": row.at.isoformat(),
        "said": True,
    }


@service
def close_moot() -> int:
    """Close the appeals about what no longer stands, and tell those whose silence has lapsed; return how many.

    A silence ends by its time, and a removed text may be deleted, before the staff has answered.
    """
    found = [row for row in Report.objects.filter(closed_at=None, reason=Report.APPEAL) if appeals.is_moot(row)]
    closed = list(Report.objects.filter(pk__in=[row.pk for row in found], closed_at=None).select_for_update())
    Report.objects.filter(pk__in=[row.pk for row in closed]).update(closed_at=clock.now(), outcome="lapsed")
    for row in closed:
        if appeals.is_about_silence(row):
            facts = {"result": "lapsed", "on": row.at.isoformat()}
            notifications.notify(dynasty=row.about, kind="moderated", key=f"moderated:appeal:{row.code}", facts=facts)
    return len(closed)


def answer(reports: QuerySet[Report], outcome: str, why: str) -> int:
    """Close those of these reports that are open appeals; return how many. Runs in the transaction of the act.

    Where a decision is upheld its author is told; what else happens is told by the act itself.
    """
    found = list(reports.filter(closed_at=None, reason=Report.APPEAL).select_for_update(of=("self",)))
    Report.objects.filter(pk__in=[each.pk for each in found]).update(closed_at=clock.now(), outcome=outcome)
    for each in found if outcome == "dismissed" else ():
        facts = {"result": "upheld", "why": why, "on": each.at.isoformat()}
        notifications.notify(dynasty=each.about, kind="moderated", key=f"moderated:appeal:{each.code}", facts=facts)
    return len(found)
