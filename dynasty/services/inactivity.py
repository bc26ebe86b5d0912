"""Idleness: an emperor that stays at court for long loses reputation, a little every week."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce

from core import clock
from core.transactions import service
from dynasty.models import Emperor
from dynasty.services import reputation, treasury

PATIENCE = timedelta(days=30)
EVERY = timedelta(days=7)
SHARE = 100  # one part in a hundred
SHOWN_AT_COURT = Q(engagement=None) | Q(engagement__public=False)
"""At court, as far as others are told: who trains is idle too, or a loss that is left out would tell of it."""


def idle(at: datetime) -> list[int]:
    """Emperors at court, with something to lose, whose last battle is too long ago and who were spared for a week."""
    quiet = Emperor.objects.annotate(last=Coalesce("fought_at", "raised_at")).filter(
        Q(whispered_at=None) | Q(whispered_at__lte=at - EVERY),
        SHOWN_AT_COURT,
        last__lte=at - PATIENCE,
        died_at=None,
        accounts__balance__gt=0,
    )
    return list(quiet.order_by("pk").values_list("pk", flat=True))


def whisper_due(*, limit: int = 200) -> int:
    """Take its week's loss from every idle emperor, each in a transaction of its own; returns how many."""
    return sum(whisper(emperor_id) for emperor_id in idle(clock.now())[:limit])


@service
def whisper(emperor_id: int) -> bool:
    """Take one emperor's loss, if it is still idle now that it is held."""
    emperor = Emperor.objects.select_for_update(no_key=True).filter(pk=emperor_id).first()
    at = clock.now()
    if emperor is None or emperor_id not in idle(at):
        return False
    loss = max(1, treasury.reputation(emperor).balance // SHARE)
    reputation.award(
        emperor=emperor, points=-loss, cause="whispers", place="", key=f"whispers:{emperor.code}:{at:%Y-%m-%dT%H:%M}"
    )
    Emperor.objects.filter(pk=emperor_id).update(whispered_at=at)
    return True
