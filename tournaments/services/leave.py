"""Leave: a dynasty earns it by giving orders, takes it beforehand, and its battles wait, up to what was announced."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F
from django.db.models.functions import Least
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import AUTOMATIC_LEAVE, LEAVE_AHEAD, LEAVE_CAP, LEAVE_DAYS, LEAVE_PER_BATTLE, LEAVE_ROUNDS_A_DAY
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Leave, LeaveBook, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import participation, time_rules
from tournaments.selectors.participation import Seating
from tournaments.services import deadlines, locks, standing_orders
from tournaments.services.events import publish_to_battle

PER_BATTLE = timedelta(days=LEAVE_PER_BATTLE)


def is_counted(tournament: Tournament) -> bool:
    """Return whether leave puts deadlines of this battle off."""
    return not tournament.casual and time_rules.get_absence_policy(tournament).leave


def lock_book(dynasty: Dynasty) -> LeaveBook:
    """Lock a dynasty's book of leave and return it."""
    LeaveBook.objects.get_or_create(dynasty=dynasty)
    return LeaveBook.objects.select_for_update(no_key=True).get(dynasty=dynasty)


@service
def set_automatic(*, dynasty: Dynasty, automatic: bool) -> None:
    """Set whether leave is taken for this dynasty when it is late."""
    book = lock_book(dynasty)
    book.automatic = automatic
    book.save(update_fields=["automatic"])


@service
def take(*, dynasty: Dynasty, days: int, since: datetime | None = None) -> Leave:
    """Take leave for so many days, from now or later; deadlines that fall into it are put off at once."""
    battles = lock_battles(dynasty)
    book, now = lock_book(dynasty), clock.now()
    begins = since or now
    check_leave(book, days, begins, now)
    leave = record_leave(book, begins, days, now)
    for tournament in battles:
        current = participation.get_open_round(tournament)
        if current is not None:
            publish_to_battle(tournament, f"leave:{leave.pk}", "table")
            postpone(tournament, current)
    return leave


def lock_battles(dynasty: Dynasty) -> list[Tournament]:
    """Lock the battles that this dynasty fights and that count leave, in their order, and return them."""
    fought = Tournament.objects.filter(status=Tournament.Status.RUNNING, entries__dynasty=dynasty, entries__player="")
    locked = [locks.lock(pk) for pk in fought.order_by("pk").values_list("pk", flat=True)]
    return [tournament for tournament in locked if is_counted(tournament)]


def check_leave(book: LeaveBook, days: int, begins: datetime, now: datetime) -> None:
    """Refuse a leave that is too long, too early or too late, not earned, or taken twice."""
    if not 1 <= days <= LEAVE_DAYS:
        raise DomainError("bad_leave", _("A vacation lasts from 1 to %(most)s days."), most=LEAVE_DAYS)
    if not now <= begins <= now + timedelta(days=LEAVE_AHEAD):
        raise DomainError("bad_leave_time", _("A vacation begins now, or within %(most)s days."), most=LEAVE_AHEAD)
    if book.rounds < days * LEAVE_ROUNDS_A_DAY:
        raise DomainError("too_little_leave", _("You do not have that much vacation. Days earned: %(days)s."),
                      days=book.rounds // LEAVE_ROUNDS_A_DAY)  # fmt: skip
    until = begins + timedelta(days=days)
    if Leave.objects.filter(dynasty=book.dynasty_id, since__lt=until, until__gt=begins).exists():
        raise DomainError("on_leave", _("Your dynasty is already on vacation then."))


def record_leave(book: LeaveBook, begins: datetime, days: int, now: datetime, *, automatic: bool = False) -> Leave:
    """Write a leave down, and what it costs. The caller holds the lock of the book of leave."""
    book.rounds -= days * LEAVE_ROUNDS_A_DAY
    book.save(update_fields=["rounds"])
    return Leave.objects.create(dynasty_id=book.dynasty_id, since=begins, until=begins + timedelta(days=days),
                                taken_at=now, automatic=automatic)  # fmt: skip


@service
def cancel(*, dynasty: Dynasty, leave_id: int) -> None:
    """Forget a leave that has not begun and for which nobody waits yet; its days come back."""
    lock_battles(dynasty)
    book, now = lock_book(dynasty), clock.now()
    leave = Leave.objects.filter(dynasty=dynasty, pk=leave_id).first()
    if leave is None:
        raise DomainError("no_such_leave", _("There is no such vacation."))
    waited = Tournament.objects.filter(code__in=leave.battles, status=Tournament.Status.RUNNING).exists()
    if leave.since <= now or waited:
        raise DomainError("leave_has_begun", _("This vacation has begun, or a battle already waits for it."))
    book.rounds += (leave.until - leave.since).days * LEAVE_ROUNDS_A_DAY
    book.save(update_fields=["rounds"])
    leave.delete()


def postpone_opened(seating: Seating, opened: Round, to_act: Collection[str]) -> None:
    """Put off the deadline of a round that has just opened, where it falls into the leave of a seat it waits for."""
    waited = set(to_act) - set(seating.stand_ins)
    awake = [each for each in seating.people if each.seat in waited and each.missed < ASLEEP_AFTER]
    if awake and is_counted(seating.tournament) and participation.get_leaves(awake, opened.deadline):
        postpone(seating.tournament, opened)


def postpone(tournament: Tournament, current: Round, moment: datetime | None = None) -> bool:
    """Put the deadline of a round off while it falls into the leave of a seat that it waits for; True if it did.

    `moment`: to be taken for the deadline, where that has passed.
    """
    if not is_counted(tournament):
        return False
    moved = False
    while seat := find_waited_for(tournament, current, moment or current.deadline):
        end = get_postponed_deadline(tournament, current, seat, moment or current.deadline)
        if end is None:
            break
        seconds = round((end - max(current.deadline, moment or current.deadline)).total_seconds())
        record_battle(find_leave(tournament, seat, moment or current.deadline), tournament)
        deadlines.postpone(tournament, current, end, seat, "leave", seconds)
        moved, moment = True, None
    return moved


def list_absent(tournament: Tournament, current: Round) -> list[Entry]:
    """Return the seats of people who are awake and whose orders are missing."""
    missing = (
        set(participation.get_fighting(tournament, current))
        - set(current.ready)
        - set(participation.get_stand_ins(tournament))
    )
    return [
        each for each in participation.get_people(tournament) if each.seat in missing and each.missed < ASLEEP_AFTER
    ]


def find_waited_for(tournament: Tournament, current: Round, moment: datetime) -> str | None:
    """Find a seat on leave at this moment that may still have the battle wait for it."""
    leaves = participation.get_leaves(list_absent(tournament, current), moment)
    return next((seat for seat in leaves if get_postponed_deadline(tournament, current, seat, moment)), None)


def get_postponed_deadline(tournament: Tournament, current: Round, seat: str, moment: datetime) -> datetime | None:
    """Return when the round closes for the sake of this seat's leave; None where it has no more time to ask for."""
    leave = find_leave(tournament, seat, moment)
    if leave is None:
        return None
    limit = moment + PER_BATTLE - deadlines.sum_delays(tournament, "leave", seat=seat)
    hours = time_rules.get_timetable(tournament)
    end = hours.at_or_after(leave.until)
    end = end if end <= limit else hours.last_by(limit)
    return end if end > moment else None


def find_leave(tournament: Tournament, seat: str, moment: datetime) -> Leave | None:
    """Return the leave that the player of a seat is on at this moment."""
    entry = Entry.objects.filter(tournament=tournament, seat=seat)
    return Leave.objects.filter(dynasty__in=entry.values("dynasty"), since__lte=moment, until__gt=moment).first()


def record_battle(leave: Leave | None, tournament: Tournament) -> None:
    """Write down that a battle waits for this very leave: from now on it cannot be called off while that is fought."""
    if leave is not None and tournament.code not in leave.battles:
        leave.battles = [*leave.battles, tournament.code]
        leave.save(update_fields=["battles"])


def take_automatic_leave(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Take leave for the late players who chose automatic leave; return whether the round waits for them."""
    if not is_counted(tournament):
        return False
    late = [
        entry for entry in list_absent(tournament, current) if not standing_orders.has_orders(tournament, entry.seat)
    ]
    automatic = LeaveBook.objects.filter(dynasty__in=[entry.dynasty_id for entry in late], automatic=True,
                                      rounds__gte=LEAVE_ROUNDS_A_DAY)  # fmt: skip
    dynasties = set(automatic.values_list("dynasty", flat=True))
    for entry in sorted(late, key=lambda each: each.dynasty_id or 0):
        if entry.dynasty_id in dynasties:
            take_leave_for(tournament, current, entry, now)
    return postpone(tournament, current, now)


def take_leave_for(tournament: Tournament, current: Round, entry: Entry, now: datetime) -> None:
    """Begin a short leave for who is late, and say so, if the battle has time for it.

    The caller holds the tournament's lock.
    """
    assert entry.dynasty is not None
    book = lock_book(entry.dynasty)
    days = min(AUTOMATIC_LEAVE, book.rounds // LEAVE_ROUNDS_A_DAY)
    until = now + timedelta(days=days)
    is_away = Leave.objects.filter(dynasty=entry.dynasty, since__lt=until, until__gt=now).exists()
    if not days or is_away or deadlines.sum_delays(tournament, "leave", seat=entry.seat) >= PER_BATTLE:
        return
    leave = record_leave(book, now, days, now, automatic=True)
    publish_to_battle(tournament, f"leave:{leave.pk}", "table")
    facts = {"title": tournament.title, "world": tournament.organiser_id is None, "emperor": entry.name,
             "deadline": leave.until.isoformat()}  # fmt: skip
    notifications.notify(dynasty=entry.dynasty, kind="leave", facts=facts, place=tournament.code,
                 key=f"leave:{tournament.code}:{current.number}")  # fmt: skip


def earn(seating: Seating, seats: Collection[str]) -> None:
    """Credit the players of these seats with a part of a day of leave for an order of their own.

    The caller holds the tournament's lock.
    """
    if not is_serious(seating.tournament.type) or not is_counted(seating.tournament):
        return
    more = Least(F("rounds") + 1, LEAVE_CAP * LEAVE_ROUNDS_A_DAY)
    for dynasty_id in sorted(entry.dynasty_id or 0 for entry in seating.people if entry.seat in seats):
        book = LeaveBook.objects.filter(dynasty=dynasty_id)
        if not book.update(rounds=more):
            LeaveBook.objects.get_or_create(dynasty_id=dynasty_id)
            book.update(rounds=more)
