"""Idleness: an emperor that stays at court for long loses reputation, a little every week."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce

from core import clock
from core.transactions import service
from dynasty.models import Emperor, Engagement
from dynasty.services import reputation, treasury

IDLE_AFTER = timedelta(days=30)
LOSS_INTERVAL = timedelta(days=7)
LOSS_DIVISOR = 100  # one part in a hundred
VISIBLY_AT_COURT = Q(engagement=None) | Q(engagement__public=False)
"""States that others see as "at court".

Emperors in a training or an anonymous battle count: skipping the loss would tell that they are there.
"""


def list_idle(at: datetime) -> list[int]:
    """Return emperors at court with reputation whose last battle is too long ago and whose last loss is a week ago."""
    quiet = Emperor.objects.annotate(last=Coalesce("fought_at", "raised_at")).filter(
        Q(whispered_at=None) | Q(whispered_at__lte=at - LOSS_INTERVAL),
        VISIBLY_AT_COURT,
        last__lt=at - IDLE_AFTER,
        died_at=None,
        accounts__balance__gt=0,
    )
    return list(quiet.order_by("pk").values_list("pk", flat=True))


def get_no_stake(code: str) -> int:
    """Return what is staked where nothing is."""
    return 0


def charge_due(get_stake: Callable[[str], int] = get_no_stake, *, limit: int = 200) -> int:
    """Take the weekly loss from every idle emperor, each in its own transaction, and return how many lost.

    `get_stake`: what each emperor has staked in the tournament with a code, which it keeps for it.
    """
    return sum(charge(emperor_id, get_stake) for emperor_id in list_idle(clock.now())[:limit])


@service
def charge(emperor_id: int, get_stake: Callable[[str], int] = get_no_stake) -> bool:
    """Take one emperor's weekly loss, if it is still idle under the lock of its row; return whether it lost."""
    emperor = Emperor.objects.select_for_update(no_key=True).filter(pk=emperor_id).first()
    at = clock.now()
    if emperor is None or emperor_id not in list_idle(at):
        return False
    balance = treasury.get_reputation_account(emperor).balance
    battle = Engagement.objects.filter(emperor=emperor, kind=Engagement.Kind.ENTERED).first()
    loss = min(max(1, balance // LOSS_DIVISOR), balance - (get_stake(battle.place) if battle else 0))
    if loss > 0:
        key = f"whispers:{emperor.code}:{at:%Y-%m-%dT%H:%M}"
        reputation.award(emperor=emperor, points=-loss, cause="whispers", place="", key=key)
    Emperor.objects.filter(pk=emperor_id).update(whispered_at=at)
    return loss > 0
