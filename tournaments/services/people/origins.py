"""Noting from where dynasties enter and bet, so that the staff can see what may be one person with two accounts."""

from datetime import timedelta

from django.utils.crypto import salted_hmac

from core import clock
from core.limits import ORIGIN_DAYS
from core.rate_limits import hash_subscriber
from core.transactions import service
from dynasty.models import Dynasty, Pupil
from tournaments.domain.tournament_types import is_serious
from tournaments.models import OriginMark, Tournament

SALT = "emperors: origins"
BATCH_SIZE = 1_000
Kind = OriginMark.Kind


@service
def note(*, tournament: Tournament, dynasty: Dynasty, address: str, browser: str = "") -> int:
    """Note from where a dynasty takes part in a tournament with stakes; return how many marks are new.

    `browser`: the hash of its browser's casual key, if it has one. Pupils share the address of their school.
    """
    if not is_serious(tournament.type) or dynasty.house or Pupil.objects.filter(user=dynasty.user_id).exists():
        return 0
    marks = [(Kind.ADDRESS, hash_subscriber(address))] + ([(Kind.BROWSER, browser)] if browser else [])
    now, new = clock.now(), 0
    for kind, origin in marks:
        mark = salted_hmac(SALT, f"{tournament.code}:{origin}", algorithm="sha256").hexdigest()[:32]
        new += OriginMark.objects.get_or_create(
            tournament=tournament, dynasty=dynasty, kind=kind, mark=mark, defaults={"at": now}
        )[1]
    return new


@service
def forget_old() -> int:
    """Delete marks after some days; return how many went."""
    old = OriginMark.objects.filter(at__lt=clock.now() - timedelta(days=ORIGIN_DAYS)).order_by("pk")
    return OriginMark.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH_SIZE])).delete()[0]


def forget_dynasty(dynasty: Dynasty) -> None:
    """Delete the marks of a dynasty. Runs in the transaction that deletes its account."""
    OriginMark.objects.filter(dynasty=dynasty).delete()
