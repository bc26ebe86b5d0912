"""The statements that close rounds, prepared for one, and over many rows for many."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from core import clock
from core.id_lists import IsAmong, format_ids
from core.prepared_statements import PreparedInsert, PreparedQuery, PreparedUpdate
from tournaments.models import Leave, Round, StandIn, Tournament
from tournaments.services import queued_orders

UPDATE_CLOSED = PreparedUpdate(
    Round, "orders", "events", "closed_at", "computers_at", "tell_at", "stand_ins", "seals", "digest"
)
UPDATE_COUNTERS = PreparedUpdate(Tournament, "round_no", "game_round")
UPDATE_LEASE = PreparedUpdate(Round, "attempts", "try_at")
INSERT_ROUND = PreparedInsert(Round)


@dataclass(frozen=True)
class CloseFacts:
    """What closing a round needs besides its row. All but `now` and `before` change under the battle's lock alone."""

    before: str | None
    """The digest of the round before; None for the first."""
    now: datetime
    """The time of the database, with the lock held."""
    has_stand_ins: bool
    """Whether a seat has a stand-in."""
    has_leave: bool
    """Whether anybody is or will be on leave."""
    has_queued_orders: bool
    """Whether orders are queued for the next round."""


def query_open_round(tournament: int, number: int, before: int) -> QuerySet[Round]:
    """Return the query of the open round with this number, annotated with what closing it needs."""
    digest = Round.objects.filter(tournament=tournament, number=before).values("digest")
    return annotate_facts(Round.objects.filter(tournament=tournament, number=number, closed_at=None), Subquery(digest))


def annotate_facts(found: QuerySet[Round], digest: Subquery) -> QuerySet[Round]:
    """Annotate open rounds with what closing them needs. `digest`: the digest of the round before."""
    stand_ins = StandIn.objects.filter(tournament=OuterRef("tournament"), ended_at=None)
    leaves = Leave.objects.filter(dynasty__entries__tournament=OuterRef("tournament"), until__gt=OuterRef("opened_at"))
    return found.annotate(
        before=digest,
        now=clock.DatabaseNow(),
        has_stand_ins=Exists(stand_ins),
        has_leave=Exists(leaves),
        has_queued_orders=Exists(queued_orders.query_queued(OuterRef("tournament"))),
    )


OPEN_ROUND_QUERY = PreparedQuery(query_open_round)
get_close_facts = attrgetter(*(each.name for each in fields(CloseFacts)))
"""Read what the query annotates, in the order of the record."""


def find_open_round(tournament_id: int, number: int) -> tuple[Round, CloseFacts] | None:
    """Return the open round with this number and what closing it needs. The caller holds the tournament's lock."""
    found = OPEN_ROUND_QUERY.first(tournament_id, number, number - 1)
    if found is None:
        return None
    return found, CloseFacts(*get_close_facts(found))


def query_open_rounds(ids: str, tournaments: str) -> QuerySet[Round]:
    """Return the query that locks those of these rounds that are open, in these tournaments and free, with facts."""
    digest = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number") - 1).values("digest")
    found = Round.objects.filter(IsAmong(F("pk"), ids), IsAmong(F("tournament"), tournaments), closed_at=None)
    skip = connection.features.has_select_for_update_skip_locked
    free = found.select_for_update(no_key=True, skip_locked=skip, of=("self",)).order_by("pk")
    return annotate_facts(free, Subquery(digest))


OPEN_ROUNDS_QUERY = PreparedQuery(query_open_rounds)


def list_open_rounds(ids: Collection[int], tournaments: Collection[int]) -> Iterator[tuple[Round, CloseFacts]]:
    """Lock those of these rounds that are open, belong to these tournaments and are free; yield each with its facts.

    The caller holds the tournaments' locks.
    """
    for current in OPEN_ROUNDS_QUERY(format_ids(ids), format_ids(tournaments)):
        yield current, CloseFacts(*get_close_facts(current))


def query_leasable(ids: str) -> QuerySet[Round]:
    """Return the query that locks those of these rounds that are open, free and were never attempted."""
    skip = connection.features.has_select_for_update_skip_locked
    free = Round.objects.select_for_update(no_key=True, skip_locked=skip).filter(closed_at=None, attempts=0)
    return free.filter(IsAmong(F("pk"), ids)).only("pk")


LEASABLE_QUERY = PreparedQuery(query_leasable)
