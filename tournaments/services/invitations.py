"""Inviting dynasties by name, and private links."""

from collections.abc import Iterable
from hashlib import sha256
from secrets import token_urlsafe

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import INVITED
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from tournaments.domain import terms
from tournaments.models import Invitation, PrivateLink, Tournament
from tournaments.services import audit_log, locks


@service
def invite(*, tournament: Tournament, by: Dynasty, dynasty: Dynasty) -> Invitation:
    """Let a dynasty enter a tournament that is for the invited alone, and tell it. Invited already: nothing happens."""
    locked = locks.lock_announced(tournament.pk)
    check_organiser(locked, by)
    agreed = terms.read(locked.terms)
    if not agreed.invited and not agreed.link:
        raise DomainError("open_to_all", _("This tournament is open to everyone: nobody needs an invitation."))
    if dynasty.house:
        raise DomainError("house_dynasty", _("House dynasties cannot be invited."))
    if Invitation.objects.filter(tournament=locked, by_link=False).count() >= INVITED:
        raise DomainError("too_many_invited", _("%(most)s dynasties were invited already."), most=INVITED)
    return create_invitation(locked, by, dynasty)


def check_organiser(tournament: Tournament, by: Dynasty) -> None:
    if tournament.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can do that."))


def create_invitation(tournament: Tournament, by: Dynasty, dynasty: Dynasty) -> Invitation:
    """Write the invitation, tell the invited, and log it.

    Runs in the caller's transaction, which has checked who may invite.
    """
    made, new = Invitation.objects.get_or_create(tournament=tournament, dynasty=dynasty, defaults={"at": clock.now()})
    if new:
        audit_log.record(tournament, "invited", by, dynasty=dynasty.name, code=dynasty.code)
        facts = {"title": tournament.title, "dynasty": by.name, "deadline": tournament.starts_at.isoformat()}
        notifications.notify(
            dynasty=dynasty,
            kind="invited",
            key=f"invited:{tournament.code}:{dynasty.code}",
            facts=facts,
            place=tournament.code,
            until=tournament.starts_at,
        )
    return made


def invite_all(tournament: Tournament, by: Dynasty, codes: Iterable[str]) -> None:
    """Invite those whom the announcement names; the organiser itself is not notified."""
    for dynasty in Dynasty.objects.filter(code__in=list(codes), house=False).exclude(pk=by.pk).order_by("pk"):
        create_invitation(tournament, by, dynasty)


@service
def create_link(*, tournament: Tournament, by: Dynasty) -> str:
    """Create the secret of a private link and return it, this once; an earlier link opens no more."""
    locked = locks.lock_announced(tournament.pk)
    check_organiser(locked, by)
    if not terms.read(locked.terms).link:
        raise DomainError("no_link_here", _("This tournament was not announced with a private link."))
    token = token_urlsafe(24)
    PrivateLink.objects.update_or_create(tournament=locked, defaults={"hash": hash_token(token), "at": clock.now()})
    audit_log.record(locked, "linked", by)
    return token


def hash_token(token: str) -> str:
    return sha256(f"tournament:{token}".encode()).hexdigest()


def is_link_secret(tournament: Tournament, token: str) -> bool:
    """Return whether this is the secret of the tournament's link."""
    return PrivateLink.objects.filter(tournament=tournament, hash=hash_token(token)).exists()


@service
def accept(*, tournament: Tournament, dynasty: Dynasty, token: str) -> Invitation:
    """Come in by the private link: from now on the dynasty may enter."""
    locked = locks.lock_announced(tournament.pk)
    if not is_link_secret(locked, token):
        raise DomainError("no_such_invitation", _("This link does not work."))
    made, _new = Invitation.objects.get_or_create(
        tournament=locked, dynasty=dynasty, defaults={"at": clock.now(), "by_link": True}
    )
    return made
