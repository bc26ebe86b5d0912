"""Selectors of ranks, reigns and reputation curves."""

from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Aggregate, Count, F, Q, QuerySet, Subquery, Sum, Value

from core import clock
from core.limits import CHART_DAYS, PAGE_SIZE
from dynasty.domain import ranking_buckets
from dynasty.models import Dynasty, Membership, Reign, Rung, Standing, StandingDay, Transfer


def get_rank(dynasty: Dynasty) -> int | None:
    """Return a dynasty's rank, from 1; None if it is not ranked."""
    own: Standing | None = getattr(dynasty, "standing", None)
    return None if own is None else compute_rank(own)


def compute_rank(own: Standing) -> int:
    """Compute the rank of a standing, from 1."""
    counted = Standing.objects.filter(pk=own.pk).values_list(count_higher(own), count_sooner(own)).first()
    return sum(each or 0 for each in counted or ()) + 1


def count_higher(own: Standing) -> Subquery:
    """Build the subquery that counts the dynasties at greater heights, from the ranking buckets."""
    above = (
        Q(level=level, place__gt=after) & (Q() if last is None else Q(place__lte=last))
        for level, after, last in ranking_buckets.list_ranges_ahead(
            ranking_buckets.get_height(own.reputation, own.reached_at)
        )
    )
    return Subquery(aggregate_all(Rung.objects.filter(reduce(or_, above)), Sum("dynasties")))


def count_sooner(own: Standing) -> Subquery:
    """Build the subquery that counts the dynasties that reached this standing's height before it."""
    equal = Standing.objects.filter(reputation=own.reputation, reached_at__lte=own.reached_at)
    if own.reputation == 0 and own.reached_at.astimezone(UTC).date() > ranking_buckets.FIRST_DAY:
        equal = equal.filter(reached_at__gte=clock.get_midnight(own.reached_at))
    return Subquery(
        aggregate_all(equal.exclude(reached_at=own.reached_at, dynasty_id__gte=own.dynasty_id), Count("pk"))
    )


def aggregate_all(rows: QuerySet[Any], total: Aggregate) -> QuerySet[Any]:
    """Build a query of one number, aggregated over all rows, for use as a subquery."""
    found: QuerySet[Any] = rows.order_by().annotate(all=Value(1)).values("all").annotate(total=total).values("total")
    return found


def get_champion() -> Reign | None:
    """Return the current champion's reign with its dynasty, if any."""
    return Reign.objects.filter(until=None).select_related("dynasty", "dynasty__standing").first()


def list_reigns(limit: int = PAGE_SIZE) -> list[Reign]:
    """Return the history of the championship, the latest reign first."""
    return list(Reign.objects.select_related("dynasty").order_by("-since", "-pk")[:limit])


Point = tuple[datetime, int]
"""A moment, and either a change or the value from then on."""


def get_chart_curve(dynasty: Dynasty) -> list[Point]:
    """Return the reputation curve for a chart: the end of each day if there are many, or else every moment."""
    stored = StandingDay.objects.filter(dynasty=dynasty).order_by("day")
    days = list(stored.values_list("day", "reputation"))
    if len(days) < CHART_DAYS or days[0][0] > dynasty.founded_at.astimezone(UTC).date():
        return get_reputation_curve(dynasty)
    now = clock.now()
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
