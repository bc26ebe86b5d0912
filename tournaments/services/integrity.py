"""The site looks at itself: whether the world is whole, and whether its battles come out the same again."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from django.db import connection, transaction

from core import clock
from core.transactions import service
from tournaments.models import Round, SelfCheck, Tournament
from tournaments.selectors import integrity, replays
from tournaments.selectors.replays import ReplayReport

log = logging.getLogger(__name__)
BATCH_SIZE = 50  # battles played again in one piece of work
MAX_FINDINGS = 100  # findings written down
ENDED_STATUSES = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def verify() -> list[str]:
    """Look whether the world is whole, and write down what is not: until nothing is found, wealth does not move."""
    began = time.monotonic()
    with read_snapshot():
        found = integrity.find_problems()
    record_check(SelfCheck.Kind.VERIFY, began, found[:MAX_FINDINGS], {})
    for each in found:
        log.error("verify: %s", each)
    return found


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read everything inside as it was at one moment, whatever others write meanwhile."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def is_wealth_frozen() -> bool:
    """Return whether everything that moves wealth is closed, since the last check found something."""
    return SelfCheck.objects.filter(kind=SelfCheck.Kind.VERIFY).exclude(findings=[]).exists()


def replay_next() -> ReplayReport:
    """Play the next battles that are over again, and add what came of them to what is known."""
    began, figures = time.monotonic(), get_figures()
    ended = Tournament.objects.filter(status__in=ENDED_STATUSES, pk__gt=figures.get("upto", 0), rounds__isnull=False)
    found = ReplayReport()
    for tournament in ended.distinct().order_by("pk")[:BATCH_SIZE]:
        found.add(replays.replay(tournament))
        figures["upto"] = tournament.pk
    if found.battles:
        sums = {name: figures.get(name, 0) + count_value(value) for name, value in asdict(found).items()}
        findings = (get_findings() + found.divergent + found.broken)[:MAX_FINDINGS]
        record_check(
            SelfCheck.Kind.REPLAY, began, findings, sums | {"upto": figures["upto"], "closed": count_closed_rounds()}
        )
    return found


def count_closed_rounds() -> int:
    """Count the closed rounds, stored since no page can wait for a count of millions."""
    return Round.objects.exclude(closed_at=None).count()


@service
def reset_replays() -> None:
    """Forget what was played again: the rules, or the way of checking, are others now."""
    SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).delete()


def count_value(value: int | list[str]) -> int:
    return len(value) if isinstance(value, list) else value


def get_figures() -> dict[str, int]:
    last = SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).first()
    return dict(last.figures) if last else {}


def get_findings() -> list[str]:
    last = SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).first()
    return list(last.findings) if last else []


@service
def record_check(kind: str, began: float, found: list[str], sums: dict[str, int]) -> None:
    """Write down what was found."""
    took = round((time.monotonic() - began) * 1000)
    fields = {"at": clock.now(), "milliseconds": took, "findings": found, "figures": sums}
    SelfCheck.objects.update_or_create(kind=kind, defaults=fields)
