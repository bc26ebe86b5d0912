"""What is reserved for the members of a club: who may enter, and which tournaments and series there are."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from dynasty.models import Club, ClubMember, Dynasty
from tournaments.domain.terms import Terms
from tournaments.models import Series, Tournament

SHOWN = 20
GOING_ON = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)


def find_club(code: str) -> Club | None:
    """Return the club that terms name, unless it is dissolved."""
    return Club.objects.filter(code=code, kind=Club.Kind.CLUB, dissolved_at=None).first()


def check(terms: Terms, dynasty: Dynasty) -> None:
    """Raise DomainError where terms let members of a club in alone, and a dynasty is none."""
    if terms.club and not ClubMember.objects.filter(club__code=terms.club, dynasty=dynasty).exists():
        raise DomainError("members_only", _("Only members of the club that it was announced for can enter."))


def find_objection(terms: Terms, dynasty: Dynasty | None) -> str:
    """Return why a dynasty may not enter for being no member, in the reader's language; empty if it may."""
    try:
        if dynasty is not None:
            check(terms, dynasty)
    except DomainError as error:
        return str(error)
    return ""


def list_tournaments(club: Club) -> list[Tournament]:
    """Return the tournaments of a club that are not over, the next to start first."""
    found = Tournament.objects.filter(status__in=GOING_ON, terms__club=club.code)
    return list(found.order_by("starts_at", "pk")[:SHOWN])


def list_series(club: Club) -> list[Series]:
    """Return the series of a club that are not over, the next to start first."""
    found = Series.objects.filter(ended_at=None, setup__terms__club=club.code)
    return list(found.order_by("starts_at", "pk")[:SHOWN])
