"""Leaving for good, as far as tournaments are concerned; the rest is the dynasty's."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Account, Dynasty, Engagement, User
from dynasty.selectors import dynasties
from dynasty.services import account_deletion, treasury
from tournaments.models import (
    FollowedBoard,
    Invitation,
    Leave,
    LeaveBook,
    Mute,
    Presence,
    Recurrence,
    RuleTemplate,
    Tournament,
    Waiting,
)
from tournaments.models.absence import StandIn
from tournaments.services import announcements, entries, locks, series
from tournaments.services.arenas import players as arena_players
from tournaments.services.casual import level_records
from tournaments.services.clubs import matches
from tournaments.services.order_puzzles import solving
from tournaments.services.pairing import challenges, seeks
from tournaments.services.people import conversations, origins
from tournaments.services.studies import editing as studies

Status = Tournament.Status


@service
def delete_account(*, user: User, address: str) -> None:
    """Delete an account, with what it still has to do in tournaments; deleted already, nothing happens."""
    dynasty = dynasties.find_dynasty_of(user) if user.is_active else None
    if dynasty:
        check_can_leave(dynasty)
        lock_affected(dynasty)
        end_commitments(dynasty)
    account_deletion.delete_account(user=user, address=address)


def check_can_leave(dynasty: Dynasty) -> None:
    """Raise DomainError while others count on this dynasty."""
    if StandIn.objects.filter(dynasty=dynasty, ended_at=None).exists():
        raise DomainError("leads_a_seat", _("You lead another player’s seat. Stop leading it first."))


def check_no_obstacle(user: User, dynasty: Dynasty | None) -> None:
    """Raise DomainError where the account cannot be deleted now, before anything is filled in or locked.

    Seats in tournaments that have not begun are given up, and the dynasty's own are cancelled; bets stay elsewhere.
    """
    account_deletion.check_not_staff(user)
    if dynasty is None:
        return
    check_can_leave(dynasty)
    away = Engagement.objects.filter(emperor__dynasty=dynasty, emperor__died_at=None)
    announced = Tournament.objects.filter(code__in=away.values("place"), status=Status.ANNOUNCED)
    cancelled = Q(place__in=announced.filter(organiser=dynasty).values("code"))
    given_up = Q(kind=Engagement.Kind.ENTERED, place__in=announced.values("code"))
    if away.exclude(cancelled | given_up).exists():
        raise DomainError(*account_deletion.EMPERORS_AWAY)


def lock_affected(dynasty: Dynasty) -> None:
    """Lock what will be given back and given up, in the order of all locks: tournaments, emperors, accounts."""
    concerned = Q(organiser=dynasty, series_table=None) | Q(entries__dynasty=dynasty)
    concerned |= Q(challenge__challenger=dynasty) | Q(challenge__challenged=dynasty)
    announced = Tournament.objects.filter(concerned, status=Status.ANNOUNCED)
    ids = sorted(set(announced.values_list("pk", flat=True)))
    for pk in ids:
        locks.lock(pk)
    list(dynasty.emperors.select_for_update(no_key=True).filter(died_at=None).order_by("pk"))
    there = Presence.objects.filter(tournament__in=ids).values("dynasty")
    owners = Q(dynasty=dynasty) | Q(dynasty__in=there)
    wallets = list(Account.objects.filter(owners, purpose=Account.Purpose.WALLET))
    treasury.lock_accounts(
        [*wallets, *(treasury.get_treasury(asset) for asset in sorted({each.asset for each in wallets}))]
    )


def end_commitments(dynasty: Dynasty) -> None:
    """End what would go on without its player, and tell everybody who counted on it.

    Runs in the transaction of the deletion.
    """
    series.abandon(dynasty=dynasty)
    announced = Tournament.objects.filter(organiser=dynasty, status=Status.ANNOUNCED, series_table=None)
    for tournament in announced.order_by("pk"):
        announcements.abandon(tournament=tournament)
    withdraw_from_tournaments(dynasty)
    Recurrence.objects.filter(organiser=dynasty, stopped_at=None).update(stopped_at=clock.now())
    for model in (Waiting, Invitation, Leave, LeaveBook, Mute, RuleTemplate):
        model.objects.filter(dynasty=dynasty).delete()
    FollowedBoard.objects.filter(follower=dynasty).delete()
    level_records.delete_records(dynasty)
    challenges.forget_dynasty(dynasty)
    arena_players.forget_dynasty(dynasty)
    matches.forget_dynasty(dynasty)
    seeks.forget_dynasty(dynasty)
    solving.forget(dynasty)
    conversations.forget_dynasty(dynasty)
    origins.forget_dynasty(dynasty)
    studies.forget_dynasty(dynasty)


def withdraw_from_tournaments(dynasty: Dynasty) -> None:
    """Give up its seats in what others announced; fee, key and chest go back, and bets on these seats too."""
    seated = Tournament.objects.filter(entries__dynasty=dynasty, status=Status.ANNOUNCED)
    for tournament in seated.order_by("pk"):
        entries.withdraw(tournament=tournament, dynasty=dynasty)
