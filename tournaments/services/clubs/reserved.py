"""Tournaments and series that are reserved for the members of a club."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.services import notifications
from dynasty.services.clubs import membership
from dynasty.services.notifications import Notification
from tournaments.domain.terms import Terms
from tournaments.selectors.clubs import reserved


def check_organiser(terms: Terms, organiser: Dynasty | None) -> None:
    """Raise DomainError where something is to be reserved for a club for which its organiser does not act."""
    if not terms.club:
        return
    club = reserved.find_club(terms.club)
    if club is None or organiser is None:
        raise DomainError("no_such_club", _("There is no such club."))
    membership.check_may_manage(club, organiser)


def notify_members(terms: Terms, organiser: Dynasty | None, what: str, title: str, place: str, at: datetime) -> None:
    """Write what was announced for a club into its news, and notify its members. `what`: tournament or series."""
    club = reserved.find_club(terms.club) if terms.club else None
    if club is None or organiser is None:
        return
    membership.record(club, what, organiser, title)
    facts = {"title": club.name, "name": title, "dynasty": organiser.name, "result": what, "deadline": at.isoformat()}
    notifications.notify_all(
        Notification(each.dynasty, "club", f"club:{what}:{place}", facts, place, at)
        for each in list_others(club, organiser)
    )


def list_others(club: Club, organiser: Dynasty) -> list[ClubMember]:
    """Return the members of a club but for the one who announces."""
    found = ClubMember.objects.filter(club=club).exclude(dynasty=organiser).select_related("dynasty")
    return list(found.order_by("pk"))
