"""Leaving for good: what a player was is forgotten, and what it did stays under another name."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import MAX_AMOUNT
from core.transactions import service
from dynasty.catalog import emblems
from dynasty.catalog.names import fold
from dynasty.domain.achievements import BETTING
from dynasty.models import (
    Account,
    ApiToken,
    AppGrant,
    Dynasty,
    Engagement,
    Event,
    Follow,
    KeptReply,
    Mention,
    Notice,
    NoticeSetting,
    Offer,
    PushSubscription,
    SocialSetting,
    ThirdPartyApp,
    Trophy,
    User,
    Webhook,
)
from dynasty.selectors.identities import query_identities
from dynasty.selectors.taken_names import list_former_names
from dynasty.services import chronicle, emperors, offers, ratings, search_index, standings, treasury
from dynasty.services.apps.ending import delete_apps, end_grants
from dynasty.services.clubs import founding as clubs
from dynasty.services.treasury import Payment

Purpose = Account.Purpose
PSEUDONYM = "Forgotten House {code}"
EMPERORS_AWAY = (
    "emperors_away",
    _("One of your Emperors is at a tournament. You can delete your account when all are back at court."),
)
"""Code and sentence of the error while an Emperor fights or bets somewhere."""


@service
def delete_account(*, user: User, address: str) -> None:
    """Delete an account; `address` is its own, typed once more. Deleted already, nothing happens."""
    row = User.objects.select_for_update().get(pk=user.pk)
    if not row.is_active:
        return
    if address.strip().lower() != row.email:
        raise DomainError("not_confirmed", _("This is not the e-mail address of your account."))
    check_not_staff(row)
    dynasty = Dynasty.objects.select_for_update(no_key=True).filter(user=row).first()
    if dynasty:
        end_dynasty(dynasty)
    anonymise_user(row)


def check_not_staff(user: User) -> None:
    """Raise DomainError for a member of the staff."""
    if user.is_staff:
        raise DomainError(
            "staff_stays", _("A staff account cannot be deleted by its owner. Ask another member of the staff.")
        )


def end_dynasty(dynasty: Dynasty) -> None:
    """End a dynasty whose row the caller has locked: emperors retire, wealth goes back, the name is replaced."""
    check_not_engaged(dynasty)
    lock_wealth(dynasty)
    for offer in Offer.objects.filter(giver=dynasty, status=Offer.Status.OPEN).order_by("pk"):
        offers.refund(offers.lock_offer(offer.pk), Offer.Status.WITHDRAWN, clock.now())
    for emperor in dynasty.emperors.filter(died_at=None).order_by("pk"):
        emperors.end_life(emperor=emperor, cause="retired")
    return_wealth(dynasty)
    standings.remove_dynasty(dynasty)
    ratings.forget(dynasty)
    Follow.objects.filter(Q(follower=dynasty) | Q(dynasty=dynasty) | Q(emperor__dynasty=dynasty)).delete()
    clubs.forget_dynasty(dynasty)
    for model in (Notice, NoticeSetting, PushSubscription, SocialSetting, Webhook):
        model.objects.filter(dynasty=dynasty).delete()
    delete_apps(ThirdPartyApp.objects.filter(dynasty=dynasty))
    Trophy.objects.filter(dynasty=dynasty, name__in=BETTING).delete()  # what proves them is erased
    erase_events(dynasty)
    search_index.remove_dynasty(dynasty)
    anonymise_dynasty(dynasty)


def check_not_engaged(dynasty: Dynasty) -> None:
    """Lock the living emperors; raise DomainError while one fights or bets somewhere."""
    living = list(dynasty.emperors.select_for_update(no_key=True).filter(died_at=None).order_by("pk"))
    if Engagement.objects.filter(emperor__in=living).exists():
        raise DomainError(*EMPERORS_AWAY)


def lock_wealth(dynasty: Dynasty) -> None:
    """Lock all accounts that will change in one statement, so that two deletions cannot deadlock."""
    wallets = list(Account.objects.filter(dynasty=dynasty, purpose=Purpose.WALLET))
    treasury.lock_accounts([*wallets, *(treasury.get_treasury(wallet.asset) for wallet in wallets)])


def return_wealth(dynasty: Dynasty) -> None:
    """Return all that a dynasty owns to the treasury."""
    wallets = Account.objects.filter(dynasty=dynasty, purpose=Purpose.WALLET, balance__gt=0).order_by("pk")
    treasury.move(
        Payment(
            f"farewell:{dynasty.code}:{wallet.asset}:{part}",
            wallet,
            treasury.get_treasury(wallet.asset),
            wallet.asset,
            min(MAX_AMOUNT, wallet.balance - part * MAX_AMOUNT),
            "farewell",
        )
        for wallet in wallets
        for part in range(-(-wallet.balance // MAX_AMOUNT))
    )


def erase_events(dynasty: Dynasty) -> None:
    """Delete events that concern this dynasty alone, if they are private or hold a name that it had."""
    shared = Mention.objects.exclude(dynasty=dynasty).filter(event__mentions__dynasty=dynasty)
    own = Event.objects.filter(mentions__dynasty=dynasty).exclude(pk__in=shared.values("event_id"))
    names = {dynasty.name, *list_former_names(dynasty)}
    forgotten = [
        event.pk for event in own.distinct() if not event.public or any(name in event.facts.values() for name in names)
    ]
    chronicle.erase_events(forgotten)


def anonymise_dynasty(dynasty: Dynasty) -> None:
    """Give a dynasty a name that says nothing about its player."""
    name = PSEUDONYM.format(code=dynasty.code)
    Dynasty.objects.filter(pk=dynasty.pk).update(
        name=name, folded_name=fold(name), motto="", emblem=emblems.DEFAULT, program=False
    )


def anonymise_user(user: User) -> None:
    """Remove everything personal from a user's row, and every way to log in."""
    end_grants(AppGrant.objects.filter(user=user))
    for model in (EmailAddress, Authenticator, UserSession, ApiToken, KeptReply):
        model.objects.filter(user=user).delete()
    identities = query_identities(user)
    if identities is not None:
        identities.delete()
    user.email = f"gone-{user.pk}@invalid"
    user.is_active = False
    user.language = user.time_zone = ""
    user.display = {}
    user.last_login = None
    user.set_unusable_password()
    user.save()
