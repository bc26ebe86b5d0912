"""The prepared statements that close a round; only `rounds` uses them."""

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from core import clock
from core.prepared_statements import PreparedInsert, PreparedQuery, PreparedUpdate
from tournaments.models import Leave, Round, StandIn, Tournament
from tournaments.services import queued_orders

UPDATE_CLOSED = PreparedUpdate(
    Round, "orders", "events", "closed_at", "computers_at", "tell_at", "stand_ins", "seals", "digest"
)
UPDATE_COUNTERS = PreparedUpdate(Tournament, "round_no", "game_round")
INSERT_ROUND = PreparedInsert(Round)


def query_open_round(tournament: int, number: int, before: int) -> QuerySet[Round]:
    """Return the query of the open round with this number, annotated with what closing it needs.

    `now`: the time of the database, with the lock held. `led`: has stand-ins; `ahead`: has queued orders; `away`:
    whether anybody is or will be on leave. All three change under the battle's lock alone.
    """
    digest = Round.objects.filter(tournament=tournament, number=before).values("digest")
    led = StandIn.objects.filter(tournament=OuterRef("tournament"), ended_at=None)
    away = Leave.objects.filter(dynasty__entries__tournament=OuterRef("tournament"), until__gt=OuterRef("opened_at"))
    found = Round.objects.filter(tournament=tournament, number=number, closed_at=None)
    return found.annotate(before=Subquery(digest), now=clock.DatabaseNow(), led=Exists(led), away=Exists(away),
                          ahead=Exists(queued_orders.query_queued(OuterRef("tournament"))))  # fmt: skip


OPEN_ROUND_QUERY = PreparedQuery(query_open_round)
