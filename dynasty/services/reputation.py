"""Reputation: points between the treasury and an emperor, or between emperors; never below 0."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core import clock
from core.transactions import service
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Dynasty, Emperor, Event, Transfer
from dynasty.services import chronicle, standings, treasury


@dataclass(frozen=True)
class Award:
    """Points that an emperor wins or, negative, loses."""

    emperor: Emperor
    points: int
    cause: str
    place: str
    key: str
    uncut: int | None = None
    """The points by the table, where only fewer of them count."""


def award(*, emperor: Emperor, points: int, cause: str, place: str, key: str) -> Event | None:
    """Give or take points; the dynasty's standing, the log and the championship follow at once."""
    return award_all([Award(emperor, points, cause, place, key)])[0]


@service
def award_all(awards: Iterable[Award]) -> list[Event | None]:
    """Give and take points in this order, then sum up once, so that nobody is champion in between."""
    due = list(awards)
    standings.lock()
    events = [apply_award(one) for one in due]
    changes = [event for event in events if event and event.facts["points"]]
    if changes:
        standings.refresh(list_mentioned(changes), max(event.at for event in changes), changes[-1].place)
    return events


def list_mentioned(events: list[Event]) -> list[Dynasty]:
    """Return the dynasties that these events concern."""
    return list(Dynasty.objects.filter(mentions__event__in=events).distinct())


def apply_award(award: Award) -> Event | None:
    """Move the points, at most as many as there are, and log the reason; return None if there is nothing to log.

    A loss in a battle that finds nothing to take is logged too. The dead gain and lose nothing.
    """
    emperor = get_current(award.emperor)
    if emperor is None or emperor.died_at or Transfer.objects.filter(key=award.key).exists():
        return None
    own = treasury.get_reputation_account(emperor)
    points = max(award.points, -own.balance)
    if not points:
        return log_nothing_moved(emperor, award, own.balance)
    source, target = treasury.get_treasury(REPUTATION), own
    debit, credit = (source, target) if points > 0 else (target, source)
    moved = treasury.transfer(
        key=award.key,
        debit=debit,
        credit=credit,
        asset=REPUTATION,
        amount=abs(points),
        cause=award.cause,
        place=award.place,
    )
    uncut = award.points if award.uncut is None else award.uncut
    return log_change(emperor, points, own.balance + points, award.cause, moved, uncut=uncut)


def get_current(emperor: Emperor) -> Emperor | None:
    """Return the emperor with its current dynasty, read under the lock of standings; None if it is gone."""
    return Emperor.objects.select_related("dynasty").filter(pk=emperor.pk).first()


def log_nothing_moved(emperor: Emperor, award: Award, balance: int) -> Event | None:
    """Record in the log why an award moved no points: none count any more today, or a battle found none to take.

    Return None for a loss elsewhere that found nothing to take.
    """
    if not award.uncut and (award.points >= 0 or not award.place):
        return None
    reason = {"wanted": award.uncut or award.points, "result": "limited" if award.uncut else "none"}
    return chronicle.record(
        key=f"reputation:{award.key}:{emperor.code}",
        kind="reputation",
        public=True,
        at=clock.now(),
        mentions=[(emperor.dynasty, emperor)],
        facts=build_facts(emperor, 0, balance, award.cause) | reason,
        place=award.place,
    )


def build_facts(emperor: Emperor, points: int, balance: int, cause: str) -> dict[str, Any]:
    """Return what the log keeps of a change of reputation."""
    return {
        "emperor": emperor.name,
        "code": emperor.code,
        "points": points,
        "reputation": balance,
        "cause": cause,
    }


def log_change(
    emperor: Emperor, points: int, balance: int, cause: str, moved: Transfer, uncut: int | None = None
) -> Event | None:
    """Record a change of reputation in the log. `uncut`: the full change, if there was less to take or to count."""
    facts = build_facts(emperor, points, balance, cause)
    if uncut is not None and uncut != points:
        facts |= {"wanted": uncut, "result": "limited" if uncut > 0 else "part"}
    return chronicle.record(
        key=f"reputation:{moved.key}:{emperor.code}",
        kind="reputation",
        public=True,
        at=moved.at,
        mentions=[(emperor.dynasty, emperor)],
        facts=facts,
        place=moved.place,
    )


@service
def hand_over(
    *, victim: Emperor, heir: Emperor, points: int, place: str, key: str, gained: str = "killed",
    lost: str = "was_killed",
) -> Event | None:  # fmt: skip
    """Give points of one emperor to another, at most what it has. `gained` and `lost` are transfer reasons."""
    standings.lock()
    loser, winner = get_current(victim), get_current(heir)
    if loser is None or winner is None or Transfer.objects.filter(key=key).exists():
        return None
    source, target = treasury.get_reputation_account(loser), treasury.get_reputation_account(winner)
    amount = min(points, source.balance)
    if amount <= 0:
        return None
    moved = treasury.transfer(
        key=key, debit=source, credit=target, asset=REPUTATION, amount=amount, cause=gained, place=place
    )
    log_change(loser, -amount, source.balance - amount, lost, moved)
    event = log_change(winner, amount, target.balance + amount, gained, moved)
    standings.refresh([loser.dynasty, winner.dynasty], moved.at, place)
    return event
