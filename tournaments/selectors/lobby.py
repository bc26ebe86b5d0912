"""The lists of the lobby: tournaments to enter, to watch and to bet on, and recent battles."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from typing import TYPE_CHECKING, TypedDict, cast

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT

from core import clock
from core.prepared_statements import PreparedQuery, Value
from dynasty.models import Dynasty, Follow
from tournaments.domain import games
from tournaments.models import Entry, FollowedBoard, Presence, Round, Tournament
from tournaments.selectors import listings

MAX_ROWS = 24
"""Of each list."""
Status = Tournament.Status


class SeatCounts(TypedDict):
    """What a list adds to a tournament: the seats that are taken, and those of them that people have."""

    taken: int
    people: int


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    ListedTournament = WithAnnotations[Tournament, SeatCounts]


@dataclass(frozen=True)
class LobbyFilter:
    """The lobby's filter; empty fields match everything."""

    type: str = ""
    field: str = ""


def annotate_people(tournaments: QuerySet[Tournament]) -> "QuerySet[ListedTournament]":
    """Annotate tournaments with `people`, the number of seats that no computer plays."""
    return cast("QuerySet[ListedTournament]", tournaments.annotate(people=listings.count_taken(player="")))


def query_filtered(choice: LobbyFilter) -> "QuerySet[ListedTournament]":
    """Return the query of the public tournaments that match the lobby's filter."""
    chosen = {"type": choice.type, "field": choice.field}
    return annotate_people(listings.query_tournaments()).filter(
        **{name: value for name, value in chosen.items() if value}
    )


def query_open_for_entry(choice: LobbyFilter, now: datetime) -> "QuerySet[ListedTournament]":
    """Return the query of announced tournaments, the next to start first."""
    return query_filtered(choice).filter(status=Status.ANNOUNCED, starts_at__gt=now).order_by("starts_at", "pk")


def query_open_for_bets(choice: LobbyFilter, now: datetime) -> "QuerySet[ListedTournament]":
    """Return the query of announced tournaments that allow bets, the next to start first."""
    return query_open_for_entry(choice, now).filter(terms__betting=True)


def query_running(choice: LobbyFilter) -> "QuerySet[ListedTournament]":
    """Return the query of running battles, those with the most people first, then the latest."""
    return query_filtered(choice).filter(listings.filter_under_way()).order_by("-people", "-started_at", "pk")


def query_finished(choice: LobbyFilter) -> "QuerySet[ListedTournament]":
    """Return the query of finished battles, the last one first, annotated with `winner`, the name of the first one."""
    seated = Entry.objects.filter(tournament=OuterRef("pk"), seat=OuterRef("first_seat")).values("name")
    over = query_filtered(choice).filter(status=Status.FINISHED).annotate(first_seat=KT("outcome__winners__0"))
    named = over.annotate(winner=Subquery(seated[:1])).order_by("-ended_at", "-pk")
    return cast("QuerySet[ListedTournament]", named)


class LobbyQuery:
    """A query of the lobby, prepared once for each length of the list and each combination of filters in use."""

    def __init__(self, make: "Callable[..., QuerySet[ListedTournament]]") -> None:
        self.make = make
        self.prepared: dict[tuple[int, bool, bool], PreparedQuery[Tournament]] = {}

    def __call__(self, choice: LobbyFilter, limit: int, *values: Value) -> list[Tournament]:
        kind = limit, bool(choice.type), bool(choice.field)
        if kind not in self.prepared:
            self.prepared[kind] = PreparedQuery(partial(self.build, *kind))
        return self.prepared[kind](*filter(None, (choice.type, choice.field)), *values)

    def build(self, limit: int, by_type: bool, by_field: bool, *values: Value) -> "QuerySet[ListedTournament]":
        """Return the query, given the filters in use and what else it says."""
        left = list(values)
        choice = LobbyFilter(str(left.pop(0)) if by_type else "", str(left.pop(0)) if by_field else "")
        return self.make(choice, *left)[:limit]


OPEN_FOR_ENTRY_QUERY, OPEN_FOR_BETS_QUERY = LobbyQuery(query_open_for_entry), LobbyQuery(query_open_for_bets)
RUNNING_QUERY, FINISHED_QUERY = LobbyQuery(query_running), LobbyQuery(query_finished)


def list_open_for_entry(choice: LobbyFilter = LobbyFilter(), limit: int = MAX_ROWS) -> list[Tournament]:
    """List announced tournaments with a free seat, the next to start first."""
    found = cast("list[ListedTournament]", OPEN_FOR_ENTRY_QUERY(choice, 2 * limit, clock.now()))
    free: list[Tournament] = [each for each in found if each.taken < each.seats]
    return free[:limit]


def list_open_for_bets(choice: LobbyFilter = LobbyFilter(), limit: int = MAX_ROWS) -> list[Tournament]:
    """List announced tournaments that allow bets, the next to start first."""
    return OPEN_FOR_BETS_QUERY(choice, limit, clock.now())


def list_running(choice: LobbyFilter = LobbyFilter(), limit: int = MAX_ROWS) -> list[Tournament]:
    """List running battles, those with the most people first, then the latest."""
    return RUNNING_QUERY(choice, limit)


def list_finished(choice: LobbyFilter = LobbyFilter(), limit: int = MAX_ROWS) -> list[Tournament]:
    """List finished battles, the last one first."""
    return FINISHED_QUERY(choice, limit)


def query_showpieces(status: str, *order: str) -> "QuerySet[ListedTournament]":
    """Return the query of the first battle on a board with a closed round, in this order."""
    moved = Round.objects.filter(tournament=OuterRef("pk")).exclude(closed_at=None)
    on_boards = [name for name, game in games.GAMES.items() if game.VIEW == "board"]
    shown = query_filtered(LobbyFilter()).filter(Exists(moved), game__in=on_boards, status=status)
    return shown.order_by(*order)[:1]


FOUGHT_SHOWPIECE_QUERY = PreparedQuery(lambda: query_showpieces(Status.RUNNING, "-people", "-taken", "-round_no"))
FINISHED_SHOWPIECE_QUERY = PreparedQuery(lambda: query_showpieces(Status.FINISHED, "-ended_at"))


def find_showpiece() -> Tournament | None:
    """Return the battle to show to visitors: on a board, with a closed round, running if possible; or None."""
    return FOUGHT_SHOWPIECE_QUERY.first() or FINISHED_SHOWPIECE_QUERY.first()


def query_followed(limit: int, follower_id: int, now: datetime) -> "QuerySet[ListedTournament]":
    """Return the query of announced tournaments whose organiser or battlefield a dynasty follows."""
    organisers = Follow.objects.filter(follower=follower_id).exclude(dynasty=None).values("dynasty")
    fields = FollowedBoard.objects.filter(follower=follower_id).values("field")
    found = query_filtered(LobbyFilter()).filter(status=Status.ANNOUNCED, starts_at__gt=now)
    found = found.filter(Q(organiser__in=organisers) | Q(field__in=fields)).exclude(organiser=follower_id)
    return found.order_by("starts_at", "pk")[:limit]


@cache
def prepare_followed(limit: int) -> PreparedQuery[Tournament]:
    """Return the prepared query of a list of this length."""
    return PreparedQuery(partial(query_followed, limit))


def list_followed(follower: Dynasty, limit: int) -> list[Tournament]:
    """List announced tournaments of organisers and on battlefields that a dynasty follows, the next to start first."""
    found = prepare_followed(2 * limit)(follower.pk, clock.now())
    return [each for each in found if listings.is_open_to_all(each)][:limit]


def query_own(dynasty_id: int) -> QuerySet[Tournament]:
    """Return the query of the tournaments that have not ended and in which a dynasty has a seat or a bet."""
    there = Entry.objects.filter(tournament=OuterRef("pk"), dynasty=dynasty_id)
    mine = Presence.objects.filter(dynasty=dynasty_id).values("tournament")
    found = listings.query_tournaments().filter(pk__in=mine, ended_at=None)
    return found.annotate(plays=Exists(there)).order_by("-status", "starts_at")


@cache
def prepare_own(limit: int) -> PreparedQuery[Tournament]:
    """Return the prepared query of a list of this length."""
    return PreparedQuery(lambda dynasty_id: query_own(dynasty_id)[:limit])


def list_own(dynasty_id: int, limit: int = MAX_ROWS) -> list[Tournament]:
    """List the tournaments that have not ended and in which a dynasty has a seat or a bet."""
    return prepare_own(limit)(dynasty_id)
