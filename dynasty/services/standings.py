"""How dynasties stand, and who is champion. Whoever changes reputation holds the lock of this module."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from dynasty.catalog.assets import REPUTATION
from dynasty.domain import ranking_buckets as ranking_heights
from dynasty.domain.seasons import get_season_at
from dynasty.models import Account, Dynasty, Reign, SeasonStanding, Standing, StandingDay
from dynasty.services import chronicle, notifications, ranking_buckets, treasury


class Change(NamedTuple):
    """Dynasties whose reputation changed, when, and the code of the tournament in which it did."""

    dynasties: list[Dynasty]
    at: datetime
    place: str


changes_to_sum_up: ContextVar[list[Change] | None] = ContextVar("changes_to_sum_up", default=None)
"""What `summing_up_once` collects; None outside of it."""


def lock() -> None:
    """Lock all standings until this transaction ends.

    The treasury's account of reputation is the lock: it stands for all standings and for the championship. It is
    taken after emperors and accounts of wealth, before accounts of reputation.
    """
    treasury.lock_accounts([treasury.get_treasury(REPUTATION)])


def add_dynasty(dynasty: Dynasty) -> None:
    """Rank a new dynasty, without reputation."""
    lock()
    standing = Standing.objects.create(dynasty=dynasty, reputation=0, reached_at=dynasty.founded_at)
    ranking_buckets.move_standings([(None, get_height(standing))])
    record_days([standing], dynasty.founded_at)


def remove_dynasty(dynasty: Dynasty) -> None:
    """Remove a dynasty from the ranking."""
    lock()
    for standing in Standing.objects.filter(dynasty=dynasty):
        ranking_buckets.move_standings([(get_height(standing), None)])
        standing.delete()


def get_height(standing: Standing) -> int:
    return ranking_heights.get_height(standing.reputation, standing.reached_at)


@contextmanager
def summing_up_once() -> Iterator[None]:
    """Let `refresh` wait until the end of this block, so that no dynasty is champion between two steps of it.

    The block holds `lock` before its first `refresh`, in one transaction. Nothing in it may read standings.
    """
    changes: list[Change] = []
    token = changes_to_sum_up.set(changes)
    try:
        yield
    finally:
        changes_to_sum_up.reset(token)
    if changes:
        dynasties = [dynasty for change in changes for dynasty in change.dynasties]
        refresh(dynasties, max(change.at for change in changes), changes[-1].place)


def refresh(dynasties: Iterable[Dynasty], at: datetime, place: str = "") -> None:
    """Recompute the standings of these dynasties, then the champion. The caller holds `lock`."""
    waiting = changes_to_sum_up.get()
    if waiting is not None:
        waiting.append(Change(list(dynasties), at, place))
        return
    changed, steps, before = [], [], {}
    for standing in Standing.objects.filter(dynasty__in={dynasty.pk for dynasty in dynasties}).order_by("pk"):
        reputation = sum_reputation(standing.dynasty_id)
        if reputation != standing.reputation:
            since, before[standing.dynasty_id] = get_height(standing), standing.reputation
            standing.reputation, standing.reached_at = reputation, at
            changed.append(standing)
            steps.append((since, get_height(standing)))
    Standing.objects.bulk_update(changed, ["reputation", "reached_at"])
    ranking_buckets.move_standings(steps)
    record_days(changed, at)
    record_season(changed, before, at)
    update_champion(at, place)


def record_days(standings: Iterable[Standing], at: datetime) -> None:
    """Store today's reputation of these dynasties, in place of an earlier value of the day."""
    day = at.astimezone(UTC).date()
    StandingDay.objects.bulk_create(
        [StandingDay(dynasty_id=each.dynasty_id, day=day, reputation=each.reputation) for each in standings],
        update_conflicts=True, unique_fields=["dynasty", "day"], update_fields=["reputation"],
    )  # fmt: skip


def record_season(standings: Iterable[Standing], before: Mapping[int, int], at: datetime) -> None:
    """Store the reputation of these dynasties in this season; `before`: what each had, for its first change in it."""
    begins = get_season_at(at).begins
    SeasonStanding.objects.bulk_create(
        [
            SeasonStanding(
                dynasty_id=each.dynasty_id, begins=begins, base=before[each.dynasty_id], reputation=each.reputation
            )
            for each in standings
        ],
        update_conflicts=True,
        unique_fields=["dynasty", "begins"],
        update_fields=["reputation"],
    )


def begin_season_with(dynasty: Dynasty, reputation: int, at: datetime) -> None:
    """Let a dynasty begin this season with so much more, so that what came now is no gain. The caller holds `lock`."""
    row = SeasonStanding.objects.filter(dynasty=dynasty, begins=get_season_at(at).begins)
    row.update(base=F("base") + reputation)


def sum_reputation(dynasty_id: int) -> int:
    """Return the sum over a dynasty's living emperors."""
    living = Account.objects.filter(
        purpose=Account.Purpose.REPUTATION, emperor__dynasty=dynasty_id, emperor__died_at=None
    )
    return int(living.aggregate(sum=Coalesce(Sum("balance"), 0))["sum"])


def find_first() -> Standing | None:
    """Return the highest standing, the earlier one of equals; None while all are at 0."""
    ranking = Standing.objects.filter(reputation__gt=0).order_by("-reputation", "reached_at", "dynasty_id")
    return ranking.select_related("dynasty").first()


def update_champion(at: datetime, place: str) -> None:
    """End the reign of a champion that is no longer first, and start the next one's."""
    best = find_first()
    reign = Reign.objects.filter(until=None).select_related("dynasty").first()
    if (best and best.dynasty_id) == (reign and reign.dynasty_id):
        return
    if reign:
        reign.until = at
        reign.save(update_fields=["until"])
        announce_reign_end(reign, best, at, place)
    if best:
        announce_reign_start(Reign.objects.create(dynasty=best.dynasty, since=at), best, at, place)


def announce_reign_end(reign: Reign, best: Standing | None, at: datetime, place: str) -> None:
    facts = {"dynasty": reign.dynasty.name, "other": best.dynasty.name if best else "", "since": str(reign.since)}
    chronicle.record(
        key=f"championship_lost:{reign.pk}",
        kind="championship_lost",
        public=True,
        at=at,
        mentions=[(reign.dynasty, None)],
        facts=facts if best else {**facts, "result": "nobody"},
        place=place,
    )
    key, result = f"championship:{reign.pk}:lost", "lost" if best else "nobody"
    notifications.notify(dynasty=reign.dynasty, kind="championship", facts={**facts, "result": result}, key=key)


def announce_reign_start(reign: Reign, best: Standing, at: datetime, place: str) -> None:
    facts = {"dynasty": best.dynasty.name, "reputation": best.reputation}
    chronicle.record(
        key=f"championship_won:{reign.pk}",
        kind="championship_won",
        public=True,
        at=at,
        mentions=[(best.dynasty, None)],
        facts=facts,
        place=place,
    )
    notifications.notify(dynasty=best.dynasty, kind="championship", facts=facts, key=f"championship:{reign.pk}:won")
