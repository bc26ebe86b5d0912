"""Searches for an opponent: those that wait, and the reader's own."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from core import clock
from core.prepared_statements import PreparedQuery
from dynasty.domain import skill
from dynasty.models import Dynasty
from tournaments.domain.matchmaking import PACES, Apart, Searcher
from tournaments.models import Mute, Seek, Tournament

MAX_POOL = 1_000
"""Of one pool, those who have waited longest, that are looked at in one go."""
MAX_ROWS = 20
"""Shown to a reader."""
SHOWN = timedelta(minutes=10)
"""How long the page of whoever searched leads to the battle that came of it."""


def query_open(now: datetime | None = None) -> QuerySet[Seek]:
    """Return the query of the searches that go on."""
    return Seek.objects.filter(tournament=None, ends_at__gt=now or clock.now())


def query_of(key: str, dynasty: Dynasty | None) -> QuerySet[Seek]:
    """Return the query of what a browser and its dynasty look for, ended or not, that found nobody."""
    return Seek.objects.filter(_is_of(key, dynasty), tournament=None)


def _is_of(key: str, dynasty: Dynasty | None) -> Q:
    return Q(key=key) | Q(dynasty=dynasty) if dynasty else Q(key=key)


def list_pools() -> list[tuple[str, str]]:
    """Return family and pace of all searches that go on."""
    return sorted(set(query_open().values_list("family", "pace")))


def list_pool(family: str, pace: str) -> list[Searcher]:
    """Return those who wait in one pool, in the order of their waiting."""
    found = query_open().filter(family=family, pace=pace).order_by("sought_at", "pk")
    return [get_searcher(each) for each in found[:MAX_POOL]]


def build_apart(pool: Sequence[Searcher]) -> Apart:
    """Return the function that keeps two of these apart where one has muted the other."""
    ids = [each.dynasty for each in pool if each.dynasty]
    rows = Mute.objects.filter(dynasty__in=ids, muted__in=ids).values_list("dynasty", "muted") if ids else []
    pairs = {frozenset(row) for row in rows}
    return lambda one, other: frozenset((one.dynasty, other.dynasty)) in pairs


def get_searcher(seek: Seek) -> Searcher:
    """Return a search as a value for the pairing."""
    return Searcher(seek.pk, seek.rating, seek.sought_at, seek.field, seek.dynasty_id, seek.asks, seek.in_time)


def get_ladder_pace(pace: str) -> str:
    """Return the pace of the ladder of skill on which battles of a pace count."""
    return skill.get_pace(PACES[pace].round_seconds, daily=False)


def name_stream(seek: Seek) -> str:
    """Return the name of the stream that says when a search is over."""
    return f"seek:{seek.code}"


def query_own(now: datetime, key: str, dynasty: int | None) -> QuerySet[Seek]:
    """Return the query of what the reader looks for, or found a moment ago, the latest first."""
    of = Q(key=key) if dynasty is None else Q(key=key) | Q(dynasty=dynasty)
    own = Seek.objects.filter(of, ends_at__gt=now).select_related("tournament")
    shown = own.filter(Q(tournament=None) | Q(tournament__status=Tournament.Status.RUNNING))
    return shown.order_by("-sought_at", "-pk")


OWN_QUERY = PreparedQuery(lambda now, key, dynasty: query_own(now, key, dynasty)[:1])
GUESTS_QUERY = PreparedQuery(lambda now, key: query_own(now, key, None)[:1])


def find_own(key: str, dynasty: Dynasty | None) -> Seek | None:
    """Return what the reader looks for, or found a moment ago; None where the reader searches for nobody."""
    if not key and dynasty is None:
        return None
    return OWN_QUERY.first(clock.now(), key, dynasty.pk) if dynasty else GUESTS_QUERY.first(clock.now(), key)


def query_others(now: datetime) -> QuerySet[Seek]:
    """Return the query of the searches that a guest sees, in the order of their waiting."""
    return query_open(now).select_related("dynasty").order_by("sought_at", "pk")


def query_others_of(now: datetime, dynasty: int) -> QuerySet[Seek]:
    """Return the query of the searches that a dynasty sees: not of whom it has muted or who has muted it."""
    found = query_others(now).exclude(dynasty__in=Mute.objects.filter(muted=dynasty).values("dynasty"))
    return found.exclude(dynasty__in=Mute.objects.filter(dynasty=dynasty).values("muted"))


OTHERS_QUERY = PreparedQuery(lambda now: query_others(now)[: MAX_ROWS + 2])
OTHERS_OF_QUERY = PreparedQuery(lambda now, dynasty: query_others_of(now, dynasty)[: MAX_ROWS + 2])


def list_others(own: Seek | None, key: str, dynasty: Dynasty | None) -> list[Seek]:
    """Return the searches of others, in the order of their waiting; not between two of whom one has muted the other."""
    found = OTHERS_OF_QUERY(clock.now(), dynasty.pk) if dynasty else OTHERS_QUERY(clock.now())
    mine = {own.pk} if own else set()
    rows = [each for each in found if each.pk not in mine and (not key or each.key != key)]
    return rows[:MAX_ROWS]


def count_open() -> int:
    """Return how many people look for an opponent."""
    return query_open().count()
