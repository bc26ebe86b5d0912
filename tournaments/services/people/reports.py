"""Showing the staff a message of two people or of a club."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import PrivateMessage, Report
from tournaments.selectors.people import club_talk, conversations
from tournaments.services import chat


@service
def report(*, dynasty: Dynasty, message: PrivateMessage, reason: str) -> Report:
    """Show a message to the staff, with the lines around it; reported already, the old report is returned."""
    key = f"{message.code}:{dynasty.code}"
    existing = Report.objects.filter(key=key).first()
    if existing:
        return existing
    if find_readable(dynasty, message.code) is None:
        raise DomainError("no_such_message", _("There is no such message."))
    chat.check_report(dynasty, message.dynasty, reason, clock.now())
    return Report.objects.create(
        private=message,
        about=message.dynasty,
        reporter=dynasty,
        key=key,
        reason=reason,
        title=message.club.name if message.club else "",
        context=[chat.describe_line(line, message) for line in get_context(message)],
        at=clock.now(),
    )


def find_readable(dynasty: Dynasty, code: str) -> PrivateMessage | None:
    """Return a message that a dynasty may read; None otherwise."""
    return conversations.find_readable(dynasty, code) or club_talk.find_readable(dynasty, code)


def get_context(message: PrivateMessage) -> Sequence[PrivateMessage]:
    """Return the message with the lines before and after it between the same people."""
    same = PrivateMessage.objects.filter(conversation=message.conversation_id, club=message.club_id)
    same = same.select_related("dynasty")
    before = list(same.filter(pk__lt=message.pk).order_by("-pk")[: chat.CONTEXT_LINES])[::-1]
    return [*before, message, *same.filter(pk__gt=message.pk).order_by("pk")[: chat.CONTEXT_LINES]]
