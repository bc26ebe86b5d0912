"""Captured emperors on the market: offered for a price, and bought back or bought."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import RANSOM_HOURS
from dynasty.models import Captive, Dynasty, Emperor, Engagement, Offer
from dynasty.services import emperors, standings, treasury


def find_captive(offer: Offer) -> Captive | None:
    """Return the emperor that an offer gives, with its dynasty of birth; None if it gives goods."""
    return Captive.objects.select_related("emperor__birthplace__user").filter(offer=offer).first()


def check_recipient(emperor: Emperor | None, to: Dynasty | None) -> None:
    """Raise DomainError if an emperor is offered to one dynasty that is not the one where it was born."""
    if emperor and to and to.pk != emperor.birthplace_id:
        raise DomainError("emperor_for_all", _("An Emperor is offered to everyone, or to the dynasty of birth."))


def lock_captured(emperor: Emperor, dynasty: Dynasty, offered: bool = False) -> Emperor:
    """Lock an emperor at court that this dynasty may sell, and return it; raise DomainError for any other."""
    row = emperors.lock_living(emperor)
    if row.dynasty_id != dynasty.pk:
        raise DomainError("not_your_emperor", _("This is not an Emperor of your dynasty."))
    if row.birthplace_id == dynasty.pk or row.fought_at is None:
        raise DomainError("not_captured", _("You can only offer an Emperor who was born to another dynasty."))
    if Engagement.objects.filter(emperor=row).exists():
        raise emperors.build_not_at_court_error(row)
    if not offered:
        emperors.check_not_offered(row)
    return row


def put_up(offer: Offer, emperor: Emperor) -> None:
    """Store that an offer gives an emperor; its dynasty of birth may buy it first, if somebody leads it."""
    user = emperor.birthplace.user
    first = offer.to_id is None and (emperor.birthplace.house or (user is not None and user.is_active))
    until = offer.made_at + timedelta(hours=RANSOM_HOURS) if first else None
    Captive.objects.create(offer=offer, emperor=emperor, reserved_until=until)


def check_turn(captive: Captive | None, dynasty: Dynasty, at: datetime) -> None:
    """Raise DomainError while an emperor is reserved for the dynasty where it was born, and this is another one."""
    if captive is None or captive.reserved_until is None or captive.emperor.birthplace_id == dynasty.pk:
        return
    if at < captive.reserved_until:
        raise DomainError(
            "birth_house_first",
            _("For the first %(hours)s hours only %(dynasty)s, where %(emperor)s was born, can accept this offer."),
            hours=RANSOM_HOURS,
            dynasty=captive.emperor.birthplace.name,
            emperor=captive.emperor.name,
        )


def end(offer: Offer) -> None:
    """Let the emperor of an offer that has ended go about its life again."""
    Captive.objects.filter(offer=offer, open=True).update(open=False)


def hand_over(captive: Captive, to: Dynasty) -> None:
    """Move an emperor that was paid for to its buyer.

    For any but its dynasty of birth it counts as if it had been there when the season began: nobody buys a season.
    """
    emperor = emperors.change_dynasty(emperor=captive.emperor, to=to, bought=True)
    if to.pk != emperor.birthplace_id:
        standings.begin_season_with(to, treasury.get_reputation_account(emperor).balance, clock.now())
