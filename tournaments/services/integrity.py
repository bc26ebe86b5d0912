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
from tournaments.selectors.replays import Replayed

log = logging.getLogger(__name__)
AT_ONCE = 50  # battles played again in one piece of work
KEPT = 100  # findings written down
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def verify() -> list[str]:
    """Look whether the world is whole, and write down what is not: until nothing is found, wealth does not move."""
    began = time.monotonic()
    with at_one_moment():
        found = integrity.findings()
    note(SelfCheck.Kind.VERIFY, began, found[:KEPT], {})
    for each in found:
        log.error("verify: %s", each)
    return found


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Everything that is read inside is read as it was at one moment, whatever others write meanwhile."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def shut() -> bool:
    """Whether the doors of wealth are shut, since the last look found something."""
    return SelfCheck.objects.filter(kind=SelfCheck.Kind.VERIFY).exclude(findings=[]).exists()


def replay_more() -> Replayed:
    """Play the next battles that are over again, and add what came of them to what is known."""
    began, known = time.monotonic(), figures()
    ended = Tournament.objects.filter(status__in=OVER, pk__gt=known.get("upto", 0), rounds__isnull=False)
    found = Replayed()
    for tournament in ended.distinct().order_by("pk")[:AT_ONCE]:
        found.add(replays.replay(tournament))
        known["upto"] = tournament.pk
    if found.battles:
        sums = {name: known.get(name, 0) + counted(value) for name, value in asdict(found).items()}
        told = (findings() + found.divergent + found.broken)[:KEPT]
        note(SelfCheck.Kind.REPLAY, began, told, sums | {"upto": known["upto"], "closed": closed_rounds()})
    return found


def closed_rounds() -> int:
    """How many there are: counted here, since no page can wait for it once there are millions."""
    return Round.objects.exclude(closed_at=None).count()


@service
def begin_again() -> None:
    """Forget what was played again: the rules, or the way of checking, are others now."""
    SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).delete()


def counted(value: int | list[str]) -> int:
    return len(value) if isinstance(value, list) else value


def figures() -> dict[str, int]:
    last = SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).first()
    return dict(last.figures) if last else {}


def findings() -> list[str]:
    last = SelfCheck.objects.filter(kind=SelfCheck.Kind.REPLAY).first()
    return list(last.findings) if last else []


@service
def note(kind: str, began: float, found: list[str], sums: dict[str, int]) -> None:
    """Write down what was found."""
    took = round((time.monotonic() - began) * 1000)
    fields = {"at": clock.now(), "milliseconds": took, "findings": found, "figures": sums}
    SelfCheck.objects.update_or_create(kind=kind, defaults=fields)
