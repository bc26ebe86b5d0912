"""Recurring tournaments: each is announced some time before it starts, a bounded number of times."""

import logging
from datetime import datetime, time, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from core import clock, time_zones
from core.errors import DomainError, ErrorFacts, to_facts
from core.json_types import Json
from core.limits import MISSED_RECURRENCES, RECURRENCES, RECURRING
from core.run_safely import run_safely
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from tournaments.domain import terms
from tournaments.domain.timetables import Timetable, get_zone
from tournaments.models import Occurrence, Recurrence, Tournament
from tournaments.services import announcements, audit_log
from tournaments.services.announcements import Announcement

log = logging.getLogger(__name__)
STEPS = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}
LEAD_TIMES = {"daily": timedelta(hours=20), "weekly": timedelta(days=4)}
"""How long before its start each is announced."""
SETUP_FIELDS = (
    "title",
    "type",
    "game",
    "field",
    "rules",
    "terms",
    "seats",
    "least_seats",
    "round_seconds",
    "timetable",
    "absence",
)
BATCH_SIZE = 50


def get_next_start(moment: datetime, every: str, hour: time, zone: str) -> datetime:
    """Return the start after this one, at the given hour by the clocks of the zone."""
    day = moment.astimezone(get_zone(zone)).date() + STEPS[every]
    return Timetable(0, zone=zone).instant(day, hour)


@service
def begin(*, tournament: Tournament, by: Dynasty, every: str, zone: str, times: int) -> Recurrence:
    """Make an announced tournament recur, `times` in all with this one; return its recurrence, new or existing."""
    if tournament.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can do that."))
    Dynasty.objects.select_for_update(no_key=True).get(pk=by.pk)
    begun = Occurrence.objects.filter(tournament=tournament).select_related("recurrence").first()
    if begun is not None:
        return begun.recurrence
    check_repetition(every, zone, times, least=2)
    if Recurrence.objects.filter(organiser=by, stopped_at=None).count() >= RECURRING:
        raise DomainError("too_many_recurring", _("You can have %(most)s recurring tournaments."), most=RECURRING)
    hour = get_hour(tournament.starts_at, zone)
    made = Recurrence.objects.create(
        organiser=by, setup=get_setup(tournament), every=every, hour=hour, zone=zone,
        next_at=get_next_start(tournament.starts_at, every, hour, zone), left=times - 1,
    )  # fmt: skip
    Occurrence.objects.create(tournament=tournament, recurrence=made)
    return made


def get_hour(moment: datetime, zone: str) -> time:
    """Return the local time of a time zone at a moment."""
    return moment.astimezone(get_zone(zone)).time().replace(tzinfo=None, microsecond=0)


def get_setup(tournament: Tournament) -> dict[str, object]:
    """Return the setup that is announced each time, taken from a tournament."""
    return {name: getattr(tournament, name) for name in SETUP_FIELDS}


def check_repetition(every: str, zone: str, times: int, *, least: int) -> None:
    """Raise unless it recurs daily or weekly, from `least` to the most times, by the clocks of a zone that there is."""
    if every not in Recurrence.Every.values or not least <= times <= RECURRENCES:
        sentence = _("It can repeat daily or weekly, from %(least)s to %(most)s times.")
        raise DomainError("bad_recurrence", sentence, least=least, most=RECURRENCES)
    if not time_zones.is_zone(zone):
        raise DomainError("unknown_zone", _("There is no such time zone."))


def lock_own(recurrence: Recurrence, by: Dynasty) -> Recurrence:
    """Lock and return the recurrence; raise DomainError unless `by` is its organiser and it is active."""
    row = Recurrence.objects.select_for_update(no_key=True).get(pk=recurrence.pk)
    if row.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can do that."))
    if row.stopped_at is not None:
        raise DomainError("has_stopped", _("This tournament no longer repeats."))
    return row


@service
def change(
    *, recurrence: Recurrence, by: Dynasty, announcement: Announcement, every: str, zone: str, left: int
) -> Recurrence:
    """Change what is announced from the next one on, or nothing; what is announced already stays as it is.

    `announcement`: what an announcement asks for, with the start of the next one; it opens when it is announced.
    """
    row = lock_own(recurrence, by)
    check_repetition(every, zone, left, least=1)
    check_not_announced(row, announcement["starts_at"])
    repeated = announcement.copy()
    repeated.pop("code", None)
    repeated.pop("opens_at", None)
    setup = try_announcement(row, repeated)
    row.setup, row.every, row.zone, row.left, row.missed = setup, every, zone, left, 0
    row.next_at = announcement["starts_at"].replace(microsecond=0)
    row.hour = get_hour(row.next_at, zone)
    row.save()
    return row


def check_not_announced(row: Recurrence, starts_at: datetime) -> None:
    """Raise DomainError if an occurrence at that start or later is announced already."""
    announced = Tournament.objects.filter(occurrence__recurrence=row).exclude(status=Tournament.Status.CANCELLED)
    if announced.filter(starts_at__gte=starts_at).exists():
        sentence = _("A tournament that starts then or later is already announced. Choose a later start.")
        raise DomainError("recurs_already", sentence)


def try_announcement(row: Recurrence, announcement: Announcement) -> dict[str, object]:
    """Return the setup as it would be announced now; raise what an announcement would raise. Writes nothing."""
    starts_at = get_trial_start(row, announcement["starts_at"])
    with transaction.atomic():
        trial: Announcement = {**announcement, "starts_at": starts_at}
        made = announcements.announce(organiser=row.organiser, **trial)
        transaction.set_rollback(True)
    return get_setup(made)


def list_objections(row: Recurrence, tournament: Tournament, agreed: terms.Terms) -> list[DomainError]:
    """Return the reasons known now why the next occurrence cannot be announced."""
    wanted_start = tournament.starts_at
    doubled = announcements.catch_domain_error(lambda: check_not_announced(row, wanted_start))
    tournament.starts_at = get_trial_start(row, wanted_start)
    found = announcements.list_objections(tournament, agreed)
    tournament.starts_at = wanted_start
    return [*([doubled] if doubled else []), *found]


def get_trial_start(row: Recurrence, starts_at: datetime) -> datetime:
    """Return a start that can be announced now in place of one that may be far off because it stands already."""
    return min(starts_at, clock.now() + announcements.LATEST_START) if starts_at <= row.next_at else starts_at


@service
def stop(*, recurrence: Recurrence, by: Dynasty) -> None:
    """Stop a recurrence; tournaments that are announced already take place."""
    row = lock_own(recurrence, by)
    row.stopped_at = clock.now()
    row.save(update_fields=["stopped_at"])


@service
def skip(*, recurrence: Recurrence, by: Dynasty) -> Recurrence:
    """Skip the next occurrence."""
    row = lock_own(recurrence, by)
    advance(row)
    return row


def advance(row: Recurrence) -> None:
    """Move to the next occurrence, or stop after the last one; the caller holds the row lock."""
    row.next_at = get_next_start(row.next_at, row.every, row.hour, row.zone)
    row.left -= 1
    if row.left <= 0 or row.missed >= MISSED_RECURRENCES:
        row.stopped_at = clock.now()
    row.save()


def announce_due() -> int:
    """Announce all recurring tournaments that are due; return how many were announced."""
    now = clock.now()
    due = [each.pk for each in Recurrence.objects.filter(
        stopped_at=None, next_at__lte=now + max(LEAD_TIMES.values())).order_by("next_at")[:BATCH_SIZE]
        if each.next_at <= now + LEAD_TIMES[each.every]]  # fmt: skip
    return sum(
        run_safely(partial(announce_next, pk), log, "the recurring tournament %s cannot be announced", pk) for pk in due
    )


@service
def announce_next(pk: int) -> bool:
    """Announce the next occurrence and advance, exactly once; if refused, notify the organiser of the reason."""
    row = Recurrence.objects.select_for_update(no_key=True).filter(pk=pk, stopped_at=None).first()
    now = clock.now()
    if row is None or row.next_at > now + LEAD_TIMES[row.every]:
        return False
    why = {} if row.next_at <= now else find_error(row)
    row.missed = row.missed + 1 if why else 0
    starts_at = row.next_at
    passed = row.next_at <= now
    advance(row)
    if why:
        notify_rejected(row, why, starts_at)
    return not why and not passed


def find_error(row: Recurrence) -> ErrorFacts:
    """Announce the occurrence; return the facts of a refusal, empty if it was announced."""
    try:
        with transaction.atomic():
            announce_occurrence(row)
    except DomainError as error:
        return to_facts(error)
    return {}


def announce_occurrence(row: Recurrence) -> Tournament:
    """Announce what the recurrence is set up to announce next. The caller holds its lock."""
    setup: Json = row.setup | {"terms": terms.read(row.setup["terms"])}
    made = announcements.announce(organiser=row.organiser, starts_at=row.next_at, **setup)
    Occurrence.objects.create(tournament=made, recurrence=row)
    audit_log.record(made, "recurred", row.organiser)
    return made


def notify_rejected(row: Recurrence, why: ErrorFacts, starts_at: datetime) -> None:
    facts = {"title": row.setup["title"], "why": why} | ({"result": "stopped"} if row.stopped_at else {})
    notifications.notify(dynasty=row.organiser, kind="recurring", key=f"recurring:{row.code}:{starts_at.timestamp()}",
                 facts=facts)  # fmt: skip
