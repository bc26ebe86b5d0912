"""Lists of tournaments: announced, running and finished."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.limits import PAGE_SIZE
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from tournaments.domain import terms
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Entry, Tournament

Status = Tournament.Status
CODE_QUERY = PreparedQuery(
    lambda code: Tournament.objects.select_related("organiser", "series_table__series").filter(code=code)
)


def query_tournaments() -> QuerySet[Tournament]:
    """Return the query of all public tournaments, annotated with `taken`, the number of taken seats."""
    return Tournament.objects.filter(casual=False).select_related("organiser").annotate(taken=count_taken())


def is_open_to_all(tournament: Tournament) -> bool:
    """Return whether anybody may enter, not only those who are invited or have its link."""
    agreed = terms.read(tournament.terms)
    return not (agreed.invited or agreed.link)


def count_taken(**of: object) -> Coalesce:
    """Count the taken seats as a subquery, so that only the rows that are shown are counted."""
    rows = Entry.objects.filter(tournament=OuterRef("pk"), **of).order_by().values("tournament")
    return Coalesce(Subquery(rows.annotate(number=Count("pk")).values("number")), 0)


def list_announced(limit: int | None = PAGE_SIZE) -> QuerySet[Tournament]:
    """List the tournaments that have not started, the next to start first."""
    return query_tournaments().filter(status=Status.ANNOUNCED).order_by("starts_at", "pk")[:limit]


def list_running(limit: int | None = PAGE_SIZE) -> QuerySet[Tournament]:
    """List the battles in progress, those with players before those among houses, the latest first."""
    people = Entry.objects.filter(tournament=OuterRef("pk"), player="")
    found = query_tournaments().filter(filter_under_way()).annotate(played=Exists(people))
    return found.order_by("-played", "-started_at", "-pk")[:limit]


def filter_under_way() -> Q:
    """Return the filter for running battles; `ended_at=None` is implied, but lets the database use its index."""
    return Q(status__in=[Status.RUNNING, Status.HALTED], ended_at=None)


def list_finished(limit: int | None = PAGE_SIZE, before: datetime | None = None) -> QuerySet[Tournament]:
    """List finished serious battles, the latest first; with `before`, only those that ended earlier."""
    over = query_tournaments().filter(status=Status.FINISHED).exclude(type__in=list_free_types())
    return (over.filter(ended_at__lt=before) if before else over).order_by("-ended_at", "-pk")[:limit]


def list_of_dynasty(dynasty: Dynasty) -> QuerySet[Tournament]:
    """List the tournaments in which a dynasty is a player and that have not ended, by their start."""
    going_on = [Status.ANNOUNCED, Status.RUNNING, Status.HALTED]
    return query_tournaments().filter(status__in=going_on, presences__dynasty=dynasty,
                                presences__role="player").order_by("starts_at", "pk")  # fmt: skip


def get_by_code(code: str) -> Tournament | None:
    """Return the tournament with this public code; None if there is none."""
    return CODE_QUERY.first(code)


def build_card(tournament: Tournament) -> dict[str, object]:
    """Build the data of a tournament in a list."""
    agreed = terms.read(tournament.terms)
    plain = ("code", "title", "type", "status", "game", "field", "seats", "least_seats", "round_seconds")
    times = ("opens_at", "starts_at", "started_at", "ended_at")
    return {name: getattr(tournament, name) for name in (*plain, *times, "outcome", "contract")} | {
        "round_no": tournament.game_round,
        "organiser": tournament.organiser.code if tournament.organiser else None,
        "taken": count_seats(tournament),
        "programs": agreed.programs,
        "fates": terms.get_fates(tournament.type, agreed)._asdict(),
    }


def count_seats(tournament: Tournament) -> int:
    """Return how many of its seats are taken; they are counted now where the query has not."""
    number: int | None = getattr(tournament, "taken", None)
    return Entry.objects.filter(tournament=tournament).count() if number is None else number


def list_kept_codes(codes: Sequence[str]) -> set[str]:
    """Return those of these codes whose tournaments are still kept."""
    return set(Tournament.objects.filter(code__in=codes).values_list("code", flat=True)) if codes else set()
