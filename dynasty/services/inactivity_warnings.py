"""A week before idleness costs an emperor reputation, its dynasty is told."""

from datetime import datetime, timedelta

from django.db.models.functions import Coalesce, Greatest

from core import clock
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Emperor
from dynasty.services import notifications
from dynasty.services.inactivity import PATIENCE, SHARE, SHOWN_AT_COURT
from dynasty.services.notifications import Word

AHEAD = timedelta(days=7)
AT_ONCE = 200


def preview_due() -> int:
    """Tell the dynasties of emperors that will be idle for too long within a week; each idle time once."""
    told, words = 0, [word(emperor) for emperor in soon_idle(clock.now())]
    for start in range(0, len(words), AT_ONCE):
        told += len(notifications.tell_all(words[start : start + AT_ONCE]))
    return told


def soon_idle(now: datetime) -> list[Emperor]:
    """Emperors at court, with something to lose, whose first loss is at most a week away."""
    quiet = Emperor.objects.annotate(last=Coalesce("fought_at", "raised_at")).filter(
        SHOWN_AT_COURT,
        last__gt=now - PATIENCE,
        last__lte=now - PATIENCE + AHEAD,
        died_at=None,
        dynasty__house=False,
        accounts__asset=REPUTATION,
        accounts__balance__gt=0,
    )
    rows = quiet.annotate(balance=Greatest("accounts__balance", 0)).select_related("dynasty__user")
    return list(rows.order_by("last"))


def word(emperor: Emperor) -> Word:
    last = emperor.fought_at or emperor.raised_at
    balance: int = emperor.balance  # type: ignore[attr-defined]
    facts = {
        "emperor": emperor.name,
        "points": max(1, balance // SHARE),
        "on": (last + PATIENCE).isoformat(),
    }
    return Word(emperor.dynasty, "whispers", f"whispers:{emperor.code}:{last:%Y-%m-%d}", facts)
