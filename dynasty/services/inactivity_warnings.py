"""Warnings to dynasties a week before inactivity costs an emperor reputation."""

from datetime import datetime, timedelta

from django.db.models.functions import Coalesce, Greatest

from core import clock
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Emperor
from dynasty.services import notifications
from dynasty.services.inactivity import IDLE_AFTER, LOSS_DIVISOR, VISIBLY_AT_COURT
from dynasty.services.notifications import Notification

WARNING_PERIOD = timedelta(days=7)
BATCH_SIZE = 200


def warn_due() -> int:
    """Notify the dynasties of emperors that will lose reputation within a week, once for each idle period."""
    count, words = 0, [build_notification(emperor) for emperor in list_soon_idle(clock.now())]
    for start in range(0, len(words), BATCH_SIZE):
        count += len(notifications.notify_all(words[start : start + BATCH_SIZE]))
    return count


def list_soon_idle(now: datetime) -> list[Emperor]:
    """Return emperors at court with reputation whose first loss is at most a week away."""
    quiet = Emperor.objects.annotate(last=Coalesce("fought_at", "raised_at")).filter(
        VISIBLY_AT_COURT,
        last__gt=now - IDLE_AFTER,
        last__lte=now - IDLE_AFTER + WARNING_PERIOD,
        died_at=None,
        dynasty__house=False,
        accounts__asset=REPUTATION,
        accounts__balance__gt=0,
    )
    rows = quiet.annotate(balance=Greatest("accounts__balance", 0)).select_related("dynasty__user")
    return list(rows.order_by("last"))


def build_notification(emperor: Emperor) -> Notification:
    last = emperor.fought_at or emperor.raised_at
    balance: int = emperor.balance  # type: ignore[attr-defined]
    facts = {
        "emperor": emperor.name,
        "points": max(1, balance // LOSS_DIVISOR),
        "on": (last + IDLE_AFTER).isoformat(),
    }
    return Notification(emperor.dynasty, "whispers", f"whispers:{emperor.code}:{last:%Y-%m-%d}", facts)
