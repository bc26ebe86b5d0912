"""Selectors of ranks, reigns and reputation curves."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Aggregate, Count, F, Q, QuerySet, Subquery, Sum, Value

from core import clock
from core.limits import CHART_DAYS, PAGE_SIZE
from core.prepared_statements import PreparedQuery
from dynasty.domain import ranking_buckets
from dynasty.models import Dynasty, Membership, Reign, Rung, Standing, StandingDay, Transfer


def get_rank(dynasty: Dynasty) -> int | None:
    """Return a dynasty's rank, from 1; None if it is not ranked."""
    own: Standing | None = getattr(dynasty, "standing", None)
    return None if own is None else compute_rank(own)


def compute_rank(own: Standing) -> int:
    """Compute the rank of a standing, from 1."""
    height = ranking_buckets.get_height(own.reputation, own.reached_at)
    places = [
        place for _level, *ends in ranking_buckets.list_ranges_ahead(height) for place in ends if place is not None
    ]
    equal = own.reputation, own.reached_at, own.dynasty_id
    if own.reputation == 0 and own.reached_at.astimezone(UTC).date() > ranking_buckets.FIRST_DAY:
        found: Any = RANK_OF_DAY_QUERY.first(own.pk, *equal, clock.get_midnight(own.reached_at), *places)
    else:
        found = RANK_QUERY.first(own.pk, *equal, *places)
    return sum((found.higher or 0, found.sooner or 0), start=1) if found else 1


def query_rank(
    pk: int, reputation: int, reached_at: datetime, dynasty: int, since: datetime | None, *places: int
) -> QuerySet[Standing]:
    """Return the query of a standing with how many are higher and how many were sooner; `since`: of those alone."""
    counted = {"higher": count_higher(places), "sooner": count_sooner(reputation, reached_at, dynasty, since)}
    return Standing.objects.filter(pk=pk).only("pk").annotate(**counted)


RANK_OF_DAY_QUERY = PreparedQuery(query_rank)
RANK_QUERY = PreparedQuery(
    lambda pk, reputation, at, dynasty, *places: query_rank(pk, reputation, at, dynasty, None, *places)
)


def count_higher(places: Sequence[int]) -> Subquery:
    """Build the subquery that counts the dynasties at greater heights, from the ends of the buckets' ranges."""
    ends = iter(places)
    above = [
        Q(level=level, place__gt=next(ends))
        & (Q() if level == ranking_buckets.LEVELS - 1 else Q(place__lte=next(ends)))
        for level in range(ranking_buckets.LEVELS)
    ]
    return Subquery(aggregate_all(Rung.objects.filter(reduce(or_, above)), Sum("dynasties")))


def count_sooner(reputation: int, reached_at: datetime, dynasty: int, since: datetime | None) -> Subquery:
    """Build the subquery that counts the dynasties that reached this standing's height before it."""
    equal = Standing.objects.filter(reputation=reputation, reached_at__lte=reached_at)
    if since is not None:
        equal = equal.filter(reached_at__gte=since)
    return Subquery(aggregate_all(equal.exclude(reached_at=reached_at, dynasty_id__gte=dynasty), Count("pk")))


def aggregate_all(rows: QuerySet[Any], total: Aggregate) -> QuerySet[Any]:
    """Build a query of one number, aggregated over all rows, for use as a subquery."""
    found: QuerySet[Any] = rows.order_by().annotate(all=Value(1)).values("all").annotate(total=total).values("total")
    return found


CHAMPION_QUERY = PreparedQuery(
    lambda: Reign.objects.filter(until=None).select_related("dynasty", "dynasty__standing").order_by("pk")[:1]
)


def get_champion() -> Reign | None:
    """Return the current champion's reign with its dynasty, if any."""
    return CHAMPION_QUERY.first()


def list_reigns(limit: int = PAGE_SIZE) -> list[Reign]:
    """Return the history of the championship, the latest reign first."""
    return list(Reign.objects.select_related("dynasty").order_by("-since", "-pk")[:limit])


Point = tuple[datetime, int]
"""A moment, and either a change or the value from then on."""


def get_chart_curve(dynasty: Dynasty, now: datetime) -> list[Point]:
    """Return the reputation curve for a chart: the end of each day if there are many, or else every moment."""
    if now - dynasty.founded_at < timedelta(days=CHART_DAYS - 1):
        return get_reputation_curve(dynasty)
    stored = StandingDay.objects.filter(dynasty=dynasty).order_by("day")
    days = list(stored.values_list("day", "reputation"))
    if len(days) < CHART_DAYS or days[0][0] > dynasty.founded_at.astimezone(UTC).date():
        return get_reputation_curve(dynasty)
    ends = [min(clock.begin_day(day + timedelta(days=1)), now) for day, _reputation in days]
    return [(dynasty.founded_at, 0), *zip(ends, (reputation for _day, reputation in days), strict=True)]


def get_reputation_curve(dynasty: Dynasty) -> list[Point]:
    """Return each moment at which a dynasty's reputation changed, and what it was from then on.

    The reputation is the sum over the members of each moment, computed from transfers and memberships alone.
    """
    found = Membership.objects.filter(dynasty=dynasty).order_by("since", "pk")
    memberships = list(found.annotate(account=F("emperor__accounts")))
    accounts = {each.account: each.emperor_id for each in memberships if each.account is not None}
    changes = list_changes(accounts)
    steps = sorted(step for membership in memberships for step in build_steps(membership, changes))
    return compute_running_sum([(dynasty.founded_at, 0), *steps])


def list_changes(accounts: dict[int, int]) -> dict[int, list[Point]]:
    """Return all changes of emperors' reputation by emperor, in order; `accounts`: emperor ids by account id.

    Losses and gains are two queries, each along its index: a single one would scan all transfers.
    """
    found: dict[int, list[Point]] = {emperor: [] for emperor in accounts.values()}
    lost = Transfer.objects.filter(debit__in=accounts).values_list("at", "debit", -F("amount"))
    won = Transfer.objects.filter(credit__in=accounts).values_list("at", "credit", "amount")
    for at, account, change in sorted(lost.union(won, all=True)):
        found[accounts[account]].append((at, change))
    return found


def build_steps(membership: Membership, changes: dict[int, list[Point]]) -> list[Point]:
    """Build what one membership adds to its dynasty's reputation, and when: brought, won, and taken away."""
    since, until = membership.since, membership.until
    own = changes.get(membership.emperor_id, [])
    brought = sum(change for at, change in own if at < since)
    within = [(at, change) for at, change in own if at >= since and (until is None or at < until)]
    start = [(until, -brought - sum(change for _at, change in within))] if until else []
    return [(since, brought), *within, *start]


def compute_running_sum(steps: list[Point]) -> list[Point]:
    """Compute the running sum of the steps, one point for each moment."""
    points: dict[datetime, int] = {}
    total = 0
    for at, change in steps:
        total += change
        points[at] = total
    return list(points.items())
