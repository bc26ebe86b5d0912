"""How dynasties stand, and how they came to stand there."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from dynasty.assets import REPUTATION
from dynasty.limits import MOST_PAGES, PAGE
from dynasty.models import Account, Dynasty, Membership, Reign, Standing, Transfer


@dataclass(frozen=True)
class Ranked:
    rank: int
    dynasty: Dynasty
    reputation: int


@dataclass(frozen=True)
class RankingPage:
    number: int
    rows: list[Ranked]
    last: bool


def standings() -> QuerySet[Standing]:
    """All ranked dynasties, the first one first; of equals, who got there earlier."""
    return Standing.objects.select_related("dynasty").order_by("-reputation", "reached_at", "dynasty_id")


def ranking(page: int = 1) -> RankingPage:
    """One page of the ranking, from 1."""
    number = min(max(page, 1), MOST_PAGES)
    start = (number - 1) * PAGE
    found = list(standings()[start : start + PAGE + 1])
    rows = [
        Ranked(rank, standing.dynasty, standing.reputation)
        for rank, standing in enumerate(found[:PAGE], start=start + 1)
    ]
    return RankingPage(number, rows, last=len(found) <= PAGE or number == MOST_PAGES)


def rank(dynasty: Dynasty) -> int | None:
    """Where a dynasty stands, from 1; None where it is not ranked."""
    own: Standing | None = getattr(dynasty, "standing", None)
    if own is None:
        return None
    ahead = Q(reputation__gt=own.reputation) | Q(reputation=own.reputation, reached_at__lt=own.reached_at)
    ahead |= Q(reputation=own.reputation, reached_at=own.reached_at, dynasty_id__lt=own.dynasty_id)
    return Standing.objects.filter(ahead).count() + 1


def champion() -> Reign | None:
    """The reign that lasts, with its dynasty."""
    return Reign.objects.filter(until=None).select_related("dynasty", "dynasty__standing").first()


def reigns(limit: int = PAGE) -> list[Reign]:
    """The history of the championship, the last one first."""
    return list(Reign.objects.select_related("dynasty").order_by("-since", "-pk")[:limit])


Point = tuple[datetime, int]
"""When, and by how much something changed or what it was from then on."""


def reputation_curve(dynasty: Dynasty) -> list[Point]:
    """Each moment at which a dynasty's reputation changed, and what it was from then on.

    It is the sum over the members of each moment, worked out from transfers and memberships alone.
    """
    memberships = list(Membership.objects.filter(dynasty=dynasty).order_by("since", "pk"))
    changes = changes_of({membership.emperor_id for membership in memberships})
    steps = sorted(step for membership in memberships for step in steps_of(membership, changes))
    return running_sum([(dynasty.founded_at, 0), *steps])


def changes_of(emperors: set[int]) -> dict[int, list[Point]]:
    """All changes of these emperors' reputation, each one's in order."""
    accounts = dict(Account.objects.filter(emperor__in=emperors, asset=REPUTATION).values_list("pk", "emperor_id"))
    found: dict[int, list[Point]] = {emperor: [] for emperor in emperors}
    moved = Transfer.objects.filter(Q(debit__in=accounts) | Q(credit__in=accounts), asset=REPUTATION)
    for at, debit, credit, amount in moved.order_by("at").values_list("at", "debit_id", "credit_id", "amount"):
        for account, change in ((debit, -amount), (credit, amount)):
            if account in accounts:
                found[accounts[account]].append((at, change))
    return found


def steps_of(membership: Membership, changes: dict[int, list[Point]]) -> list[Point]:
    """What one membership adds to the dynasty's reputation, and when: what the emperor brought, won, and took away."""
    since, until = membership.since, membership.until
    own = changes[membership.emperor_id]
    brought = sum(change for at, change in own if at < since)
    within = [(at, change) for at, change in own if at >= since and (until is None or at < until)]
    taken = [(until, -brought - sum(change for _at, change in within))] if until else []
    return [(since, brought), *within, *taken]


def running_sum(steps: list[Point]) -> list[Point]:
    """The steps added up, one point for each moment."""
    points: dict[datetime, int] = {}
    total = 0
    for at, change in steps:
        total += change
        points[at] = total
    return list(points.items())
