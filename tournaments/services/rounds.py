"""The life of rounds: open them, close each exactly once, and sweep those that are due."""

import logging
import time
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from django.db import DatabaseError, DataError, IntegrityError, InterfaceError
from django.db.models import F

from core import clock, crash_points
from core.errors import BusyError
from core.id_lists import format_ids
from core.limits import CLOSE_ATTEMPTS
from core.transactions import service
from tournaments.models import Entry, Round, StandIn, Tournament
from tournaments.models.rounds import FAULT_LENGTH
from tournaments.selectors import participation
from tournaments.selectors.participation import Seating
from tournaments.selectors.sweeps import due_work
from tournaments.services import (
    audit_log,
    deadlines,
    leave,
    locks,
    notifications,
    orders,
    queued_orders,
    round_statements,
    stand_ins,
)
from tournaments.services.closing.results import (
    NextRound,
    RoundResult,
    build_round,
    fill_published,
    get_remaining_deadline,
    is_over,
    label_orders,
    resolve_orders,
)
from tournaments.services.closing.together import close_together
from tournaments.services.events import publish_to_battle, publish_to_players
from tournaments.services.settlement import endings as settlement

log = logging.getLogger(__name__)
BACKOFF = timedelta(seconds=1)  # grows with each attempt
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)  # between attempts at a halted battle
SWEEP_SECONDS = 8
HALTED_BATCH_SIZE = 20  # battles retried in one sweep
BATCH_SIZE = 200  # due rounds listed at once
TOGETHER = 50  # rounds closed in one transaction at most, so that no order waits long for it


def open_round(seating: Seating, opening: NextRound, now: datetime, until: datetime | None = None) -> Round:
    """Open a round of a locked tournament; its time begins now, or runs on `until` the deadline of its turn."""
    tournament, to_act = seating.tournament, opening.to_act
    stand_ins.fill_sleeping_seats(seating)
    opened = build_round(seating, opening, now, until)
    round_statements.UPDATE_COUNTERS.save(tournament)
    round_statements.INSERT_ROUND.create(opened)
    if opening.has_leave:
        leave.postpone_opened(seating, opened, to_act)
    if opening.number == 1:
        notifications.notify_started(seating, opened, to_act)
    stand_ins.notify_volunteers(seating, opened, to_act)
    if opening.has_queued_orders:
        queued_orders.give_queued(tournament, opened)
    return opened


@service
def close_round(*, tournament_id: int, round_no: int) -> bool:
    """Close a round that is due: resolve it, and open the next one or end the battle. This is atomic.

    Does nothing, and returns False, where the round is not the open one, or neither its deadline has passed nor all
    seats that it waits for have ordered, nor while the battle rests or waits for somebody on leave.
    """
    tournament = locks.lock(tournament_id)
    found = round_statements.find_open_round(tournament_id, round_no)
    if found is None or tournament.status != Tournament.Status.RUNNING:
        return False
    current, facts = found
    now = clock.resolve(facts.now)
    if not is_over(tournament, current, now) or is_waiting_for_absent(tournament, current, now):
        return False
    closing = resolve(tournament, current, now)
    crash_points.reach("rounds.close_round resolved")
    seating = participation.get_seating(tournament, has_stand_ins=facts.has_stand_ins)
    helpers = seating.stand_ins
    late = count_missed(closing, seating, helpers)
    publish_round(closing, seating, helpers, facts.before or tournament.contract)
    crash_points.reach("rounds.close_round published")
    publish_to_battle(tournament, f"round:{round_no}:closed", "round_closed", at=now, **current.called)
    if closing.outcome is None:
        has_leave = facts.has_leave or current.ready_at is None  # closing may have put a late player on automatic leave
        opening = NextRound(
            round_no + 1, closing.state, closing.then, closing.round_and_turn, has_leave, facts.has_queued_orders
        )
        opened = open_round(seating, opening, now, until=get_remaining_deadline(closing))
        notifications.notify_asleep(seating, opened, [each for each in late if each.seat in closing.then])
    else:
        settlement.settle(tournament=tournament, outcome=closing.outcome, ending=closing.state)
    return True


def is_waiting_for_absent(tournament: Tournament, current: Round, now: datetime) -> bool:
    """Check whether a round past its deadline waits for a player on leave.

    May start an automatic leave and postpone the deadline; the caller holds the tournament's row lock.
    """
    if current.ready_at is not None:
        return False
    return leave.postpone(tournament, current) or leave.take_automatic_leave(tournament, current, now)


def resolve(tournament: Tournament, current: Round, now: datetime) -> RoundResult:
    """Resolve a round from its sealed orders; writes nothing."""
    return resolve_orders(tournament, current, now, orders.list_counting(current.pk))


def count_missed(closing: RoundResult, seating: Seating, helpers: Collection[str]) -> list[Entry]:
    """Count the deadlines that were missed; who ordered is awake again. A round that closed early had none.

    Seats that somebody else leads are as their players left them. Returns those that have missed one more.
    """
    ordered = {order.seat for order in closing.sealed}
    late = closing.at >= closing.round.deadline
    stand_ins.count_missed(seating, ordered, late=late)
    leave.earn(seating, ordered.difference(helpers))
    own = [each for each in seating.entries if each.seat in closing.to_act and each.seat not in helpers]
    woken = [each for each in own if each.seat in ordered and each.missed]
    missing = [each for each in own if late and each.seat not in ordered]
    for each in woken:
        each.missed = 0
    for each in missing:
        each.missed, each.missed_in_all = each.missed + 1, each.missed_in_all + 1
    if woken or missing:
        Entry.objects.bulk_update([*woken, *missing], ["missed", "missed_in_all"])
    return missing


def publish_round(closing: RoundResult, seating: Seating, helpers: Mapping[str, StandIn], before: str) -> None:
    """Publish a closed round: its orders, its opened seals and its digest, which extends the chain.

    `before`: the digest of the round before; of the first one, the contract.
    The caller holds the tournament's lock.
    """
    fill_published(closing, label_orders(closing, seating, helpers), before)
    round_statements.UPDATE_CLOSED.save(closing.round)
    orders.DELETE_SEALED.delete(closing.round.pk)


def sweep() -> int:
    """Close the rounds that are due, many in one transaction where that is possible; return how many were closed.

    After `SWEEP_SECONDS` the rest is left to the next sweep, so that no limit of time ever strikes within a close.
    """
    end = time.monotonic() + SWEEP_SECONDS
    closed = 0
    while due := list_due(clock.now()):
        before = closed
        for first in range(0, len(due), TOGETHER):
            closed += attempt_all(due[first : first + TOGETHER], end)
            if time.monotonic() > end:
                return closed
        if len(due) < BATCH_SIZE or closed == before:
            break
    return closed


def list_due(now: datetime) -> list[Round]:
    """List open rounds that can close and whose next attempt is due; each kind has an index of its own."""
    late = due_work.query_late(now).order_by("deadline")[:BATCH_SIZE]
    ready = due_work.query_ready(now).order_by("ready_at")[:BATCH_SIZE]
    found = {one.pk: one for one in [*late, *ready]}
    return sorted(found.values(), key=lambda one: one.deadline)[:BATCH_SIZE]


def attempt_all(due: Sequence[Round], end: float) -> int:
    """Try to close these rounds until `end` of the monotonic clock; return how many were closed.

    First attempts are made together. What they leave is attempted alone, as is all of it after a failure or a process
    that died, so that a round that cannot be resolved harms no other.
    """
    fresh = [each for each in due if not each.attempts]
    leased = lease_all(fresh) if len(fresh) > 1 else []
    closed, left = try_together(leased)
    while left and time.monotonic() < end:
        closed += try_close(left.pop(0), close_round)
    if left:
        withdraw_attempts(left)
    for current in due if not leased else [each for each in due if each.attempts]:
        if closed and time.monotonic() > end:
            break
        closed += attempt_close(current)
    return closed


def try_together(leased: Sequence[Round]) -> tuple[int, list[Round]]:
    """Try to close leased rounds in one transaction; return how many were closed, and those to attempt alone."""
    if not leased:
        return 0, []
    try:
        closed = close_together(due=leased)
    except Exception as error:
        log.exception("%s rounds cannot be closed together", len(leased))
        if is_failed_resolution(error):
            return 0, list(leased)
        withdraw_attempts(leased)
        return 0, []
    return len(closed), [each for each in leased if each.pk not in closed]


def attempt_close(current: Round) -> bool:
    """Try to close one round; returns whether it was closed.

    The attempt is counted before, so that a resolution that kills its process counts, and taken back where the close
    failed for any other reason than its resolution.
    """
    if not lease(current):
        return False
    if current.attempts >= CLOSE_ATTEMPTS:
        halt(current)
        return False
    return try_close(current, close_round)


def try_close(current: Round, close: Callable[..., bool]) -> bool:
    """Call `close` for a leased round and record whether its resolution failed."""
    try:
        return close(tournament_id=current.tournament_id, round_no=current.number)
    except Exception as error:
        log.exception("round %s of tournament %s cannot be closed", current.number, current.tournament_id)
        counts = is_failed_resolution(error)
        try:
            record_failure(current, describe_error(error)) if counts else withdraw_attempt(current)
        except (BusyError, DatabaseError, InterfaceError):
            log.warning("the attempt at round %s of tournament %s stands", current.number, current.tournament_id)
        return False


def is_failed_resolution(error: Exception) -> bool:
    """Return whether a close failed by what it worked out, and not because the database or the machine failed it."""
    if isinstance(error, IntegrityError | DataError):
        return True
    return not isinstance(error, BusyError | DatabaseError | InterfaceError | OSError | MemoryError)


def describe_error(error: Exception) -> str:
    """Return the kind of an error and the line that raised it; its words may quote an order and are left out."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{where}"[:FAULT_LENGTH]


@service
def lease(current: Round, pause: timedelta | None = None) -> bool:
    """Take a lease on a round for an attempt; of several workers, only one gets it."""
    until = clock.now() + (pause or BACKOFF * (current.attempts + 1))
    mine = Round.objects.filter(pk=current.pk, closed_at=None, attempts=current.attempts)
    return bool(mine.update(attempts=F("attempts") + 1, try_at=until))


@service
def lease_all(due: Sequence[Round]) -> list[Round]:
    """Take leases on rounds for their first attempt; return those that this worker got, without waiting for others."""
    leased = {each.pk: each for each in round_statements.LEASABLE_QUERY(format_ids(each.pk for each in due))}
    if leased:
        until = clock.now() + BACKOFF
        for each in leased.values():
            each.attempts, each.try_at = 1, until
        round_statements.UPDATE_LEASE.save_all(list(leased.values()))
    return [each for each in due if each.pk in leased]


@service
def record_failure(current: Round, fault: str) -> None:
    """Record where the resolution of a leased round failed."""
    Round.objects.filter(pk=current.pk, closed_at=None).update(fault=fault)


@service
def withdraw_attempt(current: Round) -> None:
    """Withdraw the counted attempt at a leased round, whose resolution did not fail."""
    mine = Round.objects.filter(pk=current.pk, closed_at=None, attempts=current.attempts + 1)
    mine.update(attempts=current.attempts, try_at=clock.now() + BACKOFF)


@service
def withdraw_attempts(leased: Sequence[Round]) -> None:
    """Withdraw the counted first attempts at these rounds, which were not made."""
    mine = Round.objects.filter(pk__in=[each.pk for each in leased], closed_at=None, attempts=1)
    mine.update(attempts=0, try_at=clock.now() + BACKOFF)


@service
def halt(current: Round) -> None:
    """Halt a battle that cannot be resolved; its orders are kept and other battles go on.

    The sweep retries it after growing pauses.
    """
    tournament = locks.lock(current.tournament_id)
    if tournament.status != Tournament.Status.RUNNING or tournament.round_no != current.number:
        return
    tournament.status, tournament.why = Tournament.Status.HALTED, "unresolved"
    tournament.save(update_fields=["status", "why"])
    now = clock.now()
    Round.objects.filter(pk=current.pk).update(try_at=now + get_pause(CLOSE_ATTEMPTS))
    audit_log.record(tournament, "halted", round=current.game_round)
    publish_to_battle(tournament, f"halted:{current.number}:{now.timestamp()}", "halted", **current.called)
    publish_to_players(tournament, "halted", key=f"halted:{tournament.code}:{now.timestamp()}")
    notifications.notify_halted(tournament, now)


def get_pause(attempts: int) -> timedelta:
    """Return the pause after so many attempts: FIRST_PAUSE at first, doubled each time up to LONGEST_PAUSE."""
    doublings = min(max(attempts - CLOSE_ATTEMPTS, 0), 16)
    return min(FIRST_PAUSE * int(2**doublings), LONGEST_PAUSE)


def retry_halted() -> int:
    """Retry halted battles whose pause is over; return how many run again."""
    found = list(due_work.query_halted(clock.now()).order_by("try_at")[:HALTED_BATCH_SIZE])
    return sum(lease(each, get_pause(each.attempts)) and try_close(each, retry) for each in found)


@service
def retry(*, tournament_id: int, round_no: int) -> bool:
    """Close the round in which a battle halted by the orders that it has, and let it go on. This is atomic."""
    tournament = locks.lock(tournament_id)
    if tournament.status != Tournament.Status.HALTED or tournament.round_no != round_no:
        return False
    restart(tournament, "recovered")
    close_round(tournament_id=tournament_id, round_no=round_no)
    Round.objects.filter(tournament_id=tournament_id, closed_at=None, number=round_no).update(attempts=0, try_at=None)
    return True


def restart(tournament: Tournament, act: str) -> None:
    """Restart a halted battle and publish that; the caller holds the tournament's row lock."""
    tournament.status, tournament.why = Tournament.Status.RUNNING, ""
    tournament.save(update_fields=["status", "why"])
    now = clock.now()
    audit_log.record(tournament, act, round=tournament.game_round)
    publish_to_battle(
        tournament, f"resumed:{now.timestamp()}", "resumed", round=tournament.game_round, step=tournament.round_no
    )
    notifications.notify_halted(tournament, now, result="resumed")


@service
def resume(*, tournament_id: int) -> bool:
    """Resume a halted battle for the staff, once its error is fixed; its round gets its full time again."""
    tournament = locks.lock(tournament_id)
    if tournament.status != Tournament.Status.HALTED:
        return False
    restart(tournament, "resumed")
    deadline = deadlines.get_deadline(tournament, clock.now())
    opened = Round.objects.filter(tournament=tournament, closed_at=None)
    opened.update(attempts=0, try_at=None, deadline=deadline, fault="")
    return True
