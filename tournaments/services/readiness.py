"""The moment at which a round is ready to close before its deadline."""

from datetime import datetime, timedelta

from core import clock
from core.prepared_statements import PreparedUpdate
from tournaments.domain import games
from tournaments.models import Entry, Round, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import participation

PACE_SHARE = 3  # while only sleeping seats are left, at least this part of a round's time passes: 1/3
MIN_PACE = timedelta(seconds=10)
UPDATE_READY = PreparedUpdate(Round, "ready", "ready_at")


def mark_ready(tournament: Tournament, current: Round, seat: str) -> bool:
    """Record that a seat has ordered; return True if the round has just become ready to close.

    The caller holds the tournament's lock.
    """
    current.ready = sorted({*current.ready, seat})
    now, before = clock.now(), current.ready_at
    if not get_waited_for(tournament, current):
        ready_at = get_close_time(tournament, current, now)
        current.ready_at = ready_at if before is None else min(before, ready_at)
    UPDATE_READY.save(current)
    return current.ready_at != before and current.ready_at is not None and current.ready_at <= now


def wait_for_drafts(tournament: Tournament, current: Round) -> None:
    """Let a round that only kept the least pace wait again, where a seat woke with an order that is not final.

    The caller holds the tournament's lock.
    """
    if current.ready_at is not None and get_waited_for(tournament, current):
        current.ready_at = None
        UPDATE_READY.save(current)


def get_close_time(tournament: Tournament, current: Round, now: datetime) -> datetime:
    """Return when a round closes in which every seat that it waits for has now ordered.

    At once, unless people are asleep and no other person is left to order: then a third of its time passes, and ten
    seconds at least, so that whoever comes back finds a battle. Rounds that share a deadline share that time.
    """
    if not has_only_sleepers(tournament, current):
        return now
    same_turn = Round.objects.filter(tournament=tournament, deadline=current.deadline).order_by("number")
    opened_at = same_turn.values_list("opened_at", flat=True).first() or current.opened_at
    length = (current.scheduled or current.deadline) - opened_at
    return max(now, min(opened_at + max(length / PACE_SHARE, MIN_PACE), current.deadline))


def has_only_sleepers(tournament: Tournament, current: Round) -> bool:
    """Return whether people still fight here, and all of them are asleep, with no volunteer for any.

    Programs are no people, and a computer player that sits in is nobody who could come too late.
    """
    game = games.GAMES[tournament.game]
    seated = participation.get_entries(tournament)
    if not any(each.missed >= ASLEEP_AFTER for each in seated):
        return False
    fallen = game.list_fallen(game.read(current.state))
    volunteered = {seat for seat, each in participation.get_stand_ins(tournament).items() if not each.computer}
    people = [each for each in seated if is_person(each) and each.seat not in fallen]
    return bool(people) and all(each.missed >= ASLEEP_AFTER and each.seat not in volunteered for each in people)


def is_person(entry: Entry) -> bool:
    """Return whether somebody at a screen gives this seat's orders."""
    dynasty = entry.dynasty
    return not entry.player and (dynasty is None or not (dynasty.house or dynasty.program))


def mark_unready(current: Round, seat: str) -> None:
    """Record that a seat has withdrawn its order, so that the round waits for it again.

    The caller holds the tournament's lock.
    """
    current.ready = [each for each in current.ready if each != seat]
    current.ready_at = None
    UPDATE_READY.save(current)


def is_last(tournament: Tournament, current: Round, seat: str) -> bool:
    """Return whether the round waits for nobody but this seat, and computers, which need no time."""
    computers = {each.seat for each in participation.get_entries(tournament) if each.player}
    return seat not in current.ready and get_waited_for(tournament, current) - computers == {seat}


def get_waited_for(tournament: Tournament, current: Round) -> set[str]:
    """Return the seats that must order, are awake or led by a stand-in, and have not ordered."""
    game = games.GAMES[tournament.game]
    asleep = [each.seat for each in participation.get_entries(tournament) if each.missed >= ASLEEP_AFTER]
    sleeping = set(asleep) - set(participation.get_stand_ins(tournament) if asleep else ())
    return set(game.to_act(game.read(current.state))) - sleeping - set(current.ready)
