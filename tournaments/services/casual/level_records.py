"""Records against the levels of the computer players: whose they are, counting a result, forgetting old ones."""

from datetime import timedelta

from django.db.models import F

from core import clock
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import casual_keys, terms
from tournaments.models import Casual, CasualSeat, LevelRecord, Tournament

KEPT_FOR = timedelta(days=90)
"""How long the record of a browser stays after its last battle."""


def record_result(tournament: Tournament) -> None:
    """Count a casual battle that has just ended in the record of its player, if it counts at all.

    The caller holds the tournament's row lock.
    """
    casual = Casual.objects.filter(tournament=tournament).exclude(holder="").first()
    outcome = tournament.outcome or {}
    if casual is None or outcome.get("void"):
        return
    seat = CasualSeat.objects.filter(tournament=tournament, key=casual.host).first()
    if seat is None:
        return
    level = terms.read(tournament.terms).fill
    record, _new = LevelRecord.objects.get_or_create(
        holder=casual.holder, level=level, defaults={"played_at": clock.now()}
    )
    column = "lost" if seat.seat not in outcome["winners"] else "drawn" if outcome["draw"] else "won"
    LevelRecord.objects.filter(pk=record.pk).update(played_at=clock.now(), **{column: F(column) + 1})


def delete_records(dynasty: Dynasty) -> None:
    """Delete the records of a dynasty whose player leaves. Runs in the transaction of the deletion."""
    LevelRecord.objects.filter(holder=casual_keys.get_holder("", dynasty.code)).delete()


@service
def forget_old() -> int:
    """Delete the records of browsers that have not played for so long; return how many there were."""
    old = LevelRecord.objects.filter(played_at__lt=clock.now() - KEPT_FOR).exclude(
        holder__startswith=casual_keys.OF_DYNASTY
    )
    return old.delete()[0]
