"""Tournaments that recur: announced one after the other, each some time before it starts, a bounded number of times."""

import logging
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from dynasty import clock
from dynasty.atomic import atomic
from dynasty.errors import Refused
from dynasty.limits import MISSED_RECURRENCES, RECURRENCES, RECURRING
from dynasty.models import Dynasty
from dynasty.services import notices
from tournaments import terms
from tournaments.models import Occurrence, Recurrence, Tournament
from tournaments.services import announcing, directing
from tournaments.timetables import Timetable, zone_named

log = logging.getLogger(__name__)
STEP = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}
AHEAD = {"daily": timedelta(hours=20), "weekly": timedelta(days=4)}
"""How long before its start each is announced."""
SETUP = ("title", "type", "game", "field", "rules", "terms", "seats", "least_seats", "round_seconds", "timetable",
         "absence")
AT_ONCE = 50


def after(moment: datetime, every: str, hour: time, zone: str) -> datetime:
    """When the next one starts after the one that starts at this moment: the same hour by the clocks of the zone."""
    day = moment.astimezone(zone_named(zone)).date() + STEP[every]
    return Timetable(0, zone=zone).instant(day, hour)


@atomic
def begin(*, tournament: Tournament, by: Dynasty, every: str, zone: str, times: int) -> Recurrence:
    """Let an announced tournament recur at its hour: `times` in all, this one counted. It does already: that one."""
    if tournament.organiser_id != by.pk:
        raise Refused("not_yours", _("Only who announced a tournament can do that."))
    Dynasty.objects.select_for_update(no_key=True).get(pk=by.pk)
    begun = Occurrence.objects.filter(tournament=tournament).select_related("recurrence").first()
    if begun is not None:
        return begun.recurrence
    refuse_nonsense(every, zone, times)
    if Recurrence.objects.filter(organiser=by, stopped_at=None).count() >= RECURRING:
        raise Refused("too_many_recurring", _("A dynasty can let %(most)s tournaments recur."), most=RECURRING)
    hour = tournament.starts_at.astimezone(zone_named(zone)).time().replace(tzinfo=None, microsecond=0)
    made = Recurrence.objects.create(
        organiser=by, setup={name: getattr(tournament, name) for name in SETUP}, every=every, hour=hour, zone=zone,
        next_at=after(tournament.starts_at, every, hour, zone), left=times - 1,
    )  # fmt: skip
    Occurrence.objects.create(tournament=tournament, recurrence=made)
    return made


def refuse_nonsense(every: str, zone: str, times: int) -> None:
    if every not in Recurrence.Every.values or not 2 <= times <= RECURRENCES:
        raise Refused("bad_recurrence", _("It can recur daily or weekly, from 2 to %(most)s times."), most=RECURRENCES)
    try:
        zone_named(zone)
    except ValueError as error:
        raise Refused("unknown_zone", _("There is no such time zone.")) from error


def held(recurrence: Recurrence, by: Dynasty) -> Recurrence:
    """The row, locked; refused to all but who made it, and once it has stopped."""
    row = Recurrence.objects.select_for_update(no_key=True).get(pk=recurrence.pk)
    if row.organiser_id != by.pk:
        raise Refused("not_yours", _("Only who announced a tournament can do that."))
    if row.stopped_at is not None:
        raise Refused("has_stopped", _("It recurs no more."))
    return row


@atomic
def stop(*, recurrence: Recurrence, by: Dynasty) -> None:
    """Let it recur no more; what is announced already takes place."""
    row = held(recurrence, by)
    row.stopped_at = clock.now()
    row.save(update_fields=["stopped_at"])


@atomic
def skip(*, recurrence: Recurrence, by: Dynasty) -> Recurrence:
    """Leave the next one out."""
    row = held(recurrence, by)
    move_on(row)
    return row


def move_on(row: Recurrence) -> None:
    """On to the one after; the last one ends it."""
    row.next_at = after(row.next_at, row.every, row.hour, row.zone)
    row.left -= 1
    if row.left <= 0 or row.missed >= MISSED_RECURRENCES:
        row.stopped_at = clock.now()
    row.save()


def announce_due() -> int:
    """Announce all whose time has come; returns how many were."""
    now = clock.now()
    due = [each.pk for each in Recurrence.objects.filter(
        stopped_at=None, next_at__lte=now + max(AHEAD.values())).order_by("next_at")[:AT_ONCE]
        if each.next_at <= now + AHEAD[each.every]]  # fmt: skip
    return sum(quietly(pk) for pk in due)


def quietly(pk: int) -> bool:
    """One of them; where it fails the others still come."""
    try:
        return announce_next(pk)
    except Exception:
        log.exception("the recurring tournament %s cannot be announced", pk)
        return False


@atomic
def announce_next(pk: int) -> bool:
    """Announce the next one and move on, once, however many try; where it is refused its organiser hears why."""
    row = Recurrence.objects.select_for_update(no_key=True).filter(pk=pk, stopped_at=None).first()
    now = clock.now()
    if row is None or row.next_at > now + AHEAD[row.every]:
        return False
    why = "" if row.next_at <= now else refusal_of(row)
    row.missed = row.missed + 1 if why else 0
    starts_at = row.next_at
    passed = row.next_at <= now
    move_on(row)
    if why:
        tell(row, why, starts_at)
    return not why and not passed


def refusal_of(row: Recurrence) -> str:
    """Announce it; why it could not be, or nothing."""
    try:
        with transaction.atomic():
            announce(row)
    except Refused as refused:
        return str(refused)
    return ""


def announce(row: Recurrence) -> Tournament:
    setup: dict[str, Any] = row.setup | {"terms": terms.read(row.setup["terms"])}
    made = announcing.announce(organiser=row.organiser, starts_at=row.next_at, **setup)
    Occurrence.objects.create(tournament=made, recurrence=row)
    directing.write(made, "recurred", row.organiser)
    return made


def tell(row: Recurrence, why: str, starts_at: datetime) -> None:
    facts = {"title": row.setup["title"], "why": why} | ({"result": "stopped"} if row.stopped_at else {})
    notices.tell(dynasty=row.organiser, kind="recurring", key=f"recurring:{row.code}:{starts_at.timestamp()}",
                 facts=facts)  # fmt: skip
