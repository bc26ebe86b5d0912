"""Invitations, waiting lists, recurring tournaments and the audit log of organisers."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.errors import ErrorFacts
from core.limits import PAGE_SIZE
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from dynasty.selectors.taken_names import Mask
from tournaments.domain import audit_actions
from tournaments.domain.terms import Terms
from tournaments.domain.tournament_types import is_serious
from tournaments.models import DirectorAct, Invitation, Recurrence, Tournament, Waiting
from tournaments.selectors import hidden_names


@dataclass(frozen=True)
class Act:
    """A line of the audit log."""

    at: datetime
    act: str
    by: str
    """The name of a dynasty; empty for the staff."""
    sentence: str


def list_acts(tournament: Tournament, limit: int = PAGE_SIZE) -> list[Act]:
    """List the audit log of a tournament, the last act first."""
    return describe_acts(query_acts(tournament)[:limit])


def get_cancellation_facts(tournament: Tournament) -> ErrorFacts | None:
    """Return who cancelled a tournament and why, or why it was cancelled; None where that was not written down."""
    if facts := audit_actions.build_cancellation_facts(tournament.why):
        return facts
    act = query_acts(tournament).filter(act__in=audit_actions.ENDINGS).first()
    by = act.dynasty.name if act and act.dynasty else ""
    return audit_actions.build_action_facts(act.act, by, act.facts) if act else None


def query_acts(tournament: Tournament) -> QuerySet[DirectorAct]:
    rows = DirectorAct.objects.filter(tournament=tournament).select_related("dynasty", "tournament")
    return rows.order_by("-pk")


def describe_acts(rows: Iterable[DirectorAct]) -> list[Act]:
    """Describe rows of the audit log in words."""
    mask = Mask()
    return [Act(each.at, each.act, by, audit_actions.describe_action(each.act, by, get_public_facts(each, mask)))
            for each in rows for by in [each.dynasty.name if each.dynasty else ""]]  # fmt: skip


def get_public_facts(act: DirectorAct, mask: Mask) -> dict[str, object]:
    """Return the facts of an act that everybody may know: where names are hidden, not whom it concerns."""
    is_hidden = hidden_names.is_discreet(act.tournament)
    facts: dict[str, object] = mask.cover(act.facts, act.at)
    return facts | {"dynasty": _("a dynasty")} if is_hidden and "dynasty" in facts else facts


def is_admitted(tournament: Tournament, terms: Terms, dynasty: Dynasty) -> bool:
    """Check whether a dynasty may enter as far as invitations go."""
    if (not terms.invited and not terms.link) or dynasty.code in terms.invited:
        return True
    return Invitation.objects.filter(tournament=tournament, dynasty=dynasty).exists()


def list_invited(tournament: Tournament) -> list[Invitation]:
    """List the invitations to a tournament: the organiser's own and those accepted through the link.

    Of an anonymous one its own alone: whoever takes the link enters in the same order.
    """
    found = Invitation.objects.filter(tournament=tournament).select_related("dynasty")
    found = found.filter(by_link=False) if hidden_names.is_anonymous(tournament) else found
    return list(found.order_by("pk")[:PAGE_SIZE])


def list_waiting(tournament: Tournament) -> list[Waiting]:
    """List the dynasties that wait for a seat, the first in line first."""
    return list(Waiting.objects.filter(tournament=tournament).select_related("dynasty", "emperor").order_by("pk"))


def can_host(dynasty: Dynasty, type: str) -> bool:
    """Check whether a dynasty may announce this type: training always, serious battles after having fought one."""
    return not is_serious(type) or dynasties.has_fought(dynasty)


def get_next(dynasty: Dynasty, code: str) -> Tournament | None:
    """Return the next one of what a dynasty lets recur, as a row that is not saved and has the recurrence's code."""
    row = Recurrence.objects.filter(code=code, organiser=dynasty).first()
    return build_next(row) if row else None


def build_next(row: Recurrence) -> Tournament:
    """Return what is announced next, as a row that is not saved and has the recurrence's code."""
    return Tournament(code=row.code, organiser_id=row.organiser_id, starts_at=row.next_at, **row.setup)


def query_recurrences(dynasty: Dynasty) -> QuerySet[Recurrence]:
    """Return the query of a dynasty's active recurring tournaments, the next to start first."""
    return Recurrence.objects.filter(organiser=dynasty, stopped_at=None).order_by("next_at", "pk")
