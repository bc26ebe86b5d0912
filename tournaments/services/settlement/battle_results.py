"""The results that careers are counted from: one for each emperor and serious battle, written when it is settled."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef

from core.transactions import service
from dynasty.models import BattleResult
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Round, Tournament
from tournaments.selectors import battle_results
from tournaments.selectors.closed_rounds import find_closed_rounds
from tournaments.services import locks

BATCH_SIZE = 200  # battles whose results are written in one run


def record_results(tournament: Tournament, rounds: Sequence[Round]) -> int:
    """Write the results of a finished serious battle; return how many there are. Written already, nothing happens."""
    rows = battle_results.build_results(tournament, rounds)
    BattleResult.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def record_missing() -> int:
    """Write the results of battles from before they were kept, the latest first; return how many battles.

    So the results reach back from now without a gap, which `manage.py verify` relies on.
    """
    own = BattleResult.objects.filter(place=OuterRef("code"))
    finished = Tournament.objects.filter(status=Tournament.Status.FINISHED, casual=False)
    missing = finished.filter(~Exists(own)).exclude(type__in=list_free_types()).order_by("-ended_at", "-pk")
    found = list(missing.values_list("pk", flat=True)[:BATCH_SIZE])
    for tournament_id in found:
        record_one(tournament_id=tournament_id)
    return len(found)


@service
def record_one(*, tournament_id: int) -> int:
    """Write the results of one battle from before they were kept; return how many there are."""
    tournament = locks.lock(tournament_id)
    return record_results(tournament, list(find_closed_rounds(tournament)))
