"""Votes of a battle's players on a draw, a pause or resuming; people who fight and are awake vote."""

from collections.abc import Callable, Collection

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from tournaments.domain import absence_policy
from tournaments.models import Entry, Round, Tournament, Vote
from tournaments.selectors import participation, time_rules
from tournaments.selectors.votes import get_needed
from tournaments.services import deadlines, locks, orders, round_statements, task_queue
from tournaments.services.events import publish_to_battle
from tournaments.services.settlement import endings as settlement


@service
def agree(*, tournament_id: int, round_no: int, dynasty: Dynasty, what: str) -> bool:
    """Agree to a draw, a pause or resuming; return True if that decided it. Agreeing twice counts once."""
    tournament = locks.lock(tournament_id)
    current, seat = get_voice(tournament, round_no, dynasty)
    check_vote(tournament, current, what)
    if add_vote(tournament, current, seat, what):
        able = participation.list_voters(tournament, current)
        entries = participation.get_people(tournament)
        notify_others(tournament, current, [each for each in entries if each.seat in able and each.seat != seat], what)
    return decide(tournament, current, what)


def add_vote(tournament: Tournament, current: Round, seat: str, what: str) -> bool:
    """Note that a seat agrees; return whether it has not done so before. The caller holds the tournament's lock."""
    now = clock.now()
    _vote, is_new = Vote.objects.get_or_create(
        tournament=tournament, round=current.number, seat=seat, what=what, defaults={"at": now}
    )
    if is_new:
        key = f"vote:{current.number}:{what}:{seat}:{now.isoformat()}"
        publish_to_battle(tournament, key, "vote", what=what, seat=seat)
    return is_new


def decide(tournament: Tournament, current: Round, what: str) -> bool:
    """Do what is voted on once enough seats agree; return whether they do. The caller holds the tournament's lock."""
    able = participation.list_voters(tournament, current)
    agreed = Vote.objects.filter(tournament=tournament, round=current.number, what=what, seat__in=able).count()
    is_decided = bool(able) and agreed >= get_needed(what, len(able), casual=tournament.casual)
    if is_decided:
        DECISIONS[what](tournament, current)
    return is_decided


@service
def take_back(*, tournament_id: int, round_no: int, dynasty: Dynasty, what: str) -> None:
    """Withdraw a vote that is not decided yet; does nothing if the seat has not agreed."""
    tournament = locks.lock(tournament_id)
    _current, seat = get_voice(tournament, round_no, dynasty)
    withdraw_vote(tournament, round_no, seat, what)


def withdraw_vote(tournament: Tournament, round_no: int, seat: str, what: str) -> None:
    """Delete a seat's vote, if there is one. The caller holds the tournament's lock."""
    gone, _rows = Vote.objects.filter(tournament=tournament, round=round_no, seat=seat, what=what).delete()
    if gone:
        publish_to_battle(
            tournament, f"vote:{round_no}:{what}:{seat}:back:{clock.now().isoformat()}", "vote", what=what, seat=seat
        )


def get_voice(tournament: Tournament, round_no: int, dynasty: Dynasty) -> tuple[Round, str]:
    """Return the open round and the seat with which this dynasty votes in it; raise DomainError if it cannot."""
    entry = participation.get_own_entry(tournament, dynasty)
    current = orders.find_round(tournament, round_no)
    check_voice(tournament, current, [entry.seat])
    return current, entry.seat


def check_voice(tournament: Tournament, current: Round, seats: Collection[str]) -> None:
    """Raise DomainError unless one of these seats can vote now."""
    if not set(seats) & set(participation.list_voters(tournament, current)):
        raise DomainError("no_voice", _("Only people who fight and are awake can vote: send an order first."))
    if clock.now() >= current.deadline:
        raise DomainError("late", _("The round is over: this came too late."))


def check_vote(tournament: Tournament, current: Round, what: str) -> None:
    """Raise DomainError if this cannot be voted on now."""
    if what not in CHECKS:
        raise DomainError("no_such_vote", _("There is no such vote."))
    CHECKS[what](tournament, current)


def check_draw(tournament: Tournament, current: Round) -> None:
    """Raise DomainError if a draw cannot be offered in this round."""
    if not time_rules.get_absence_policy(tournament).draws:
        raise DomainError("no_draws", _("There are no draws by vote in this tournament."))
    first = absence_policy.FIRST_DRAW_ROUND
    if current.game_round < first:
        raise DomainError("too_early", _("A draw can be offered from round %(round)s on."), round=first)
    if len(participation.list_voters(tournament, current)) < absence_policy.MIN_DRAW_VOTERS:
        raise DomainError("too_few_voices", _("A draw takes at least two people."))


def check_pause(tournament: Tournament, _current: Round) -> None:
    """Raise DomainError if the battle is paused, or has no pause left."""
    if is_paused(tournament):
        raise DomainError("paused", _("The battle is already paused."))
    most = time_rules.get_absence_policy(tournament).pauses
    if tournament.pauses >= most:
        raise DomainError("no_pauses_left", _("The pauses of this battle are used up (%(most)s)."), most=most)


def check_resume(tournament: Tournament, _current: Round) -> None:
    """Raise DomainError if the battle is not paused."""
    if not is_paused(tournament):
        raise DomainError("not_paused", _("The battle is not paused."))


def is_paused(tournament: Tournament) -> bool:
    return tournament.paused_until is not None and clock.now() < tournament.paused_until


def notify_others(tournament: Tournament, current: Round, others: list[Entry], what: str) -> None:
    """Notify the other voters that a seat has agreed."""
    for entry in sorted(others, key=lambda each: each.dynasty_id or 0):
        assert entry.dynasty is not None
        facts = {"title": tournament.title, "world": tournament.organiser_id is None, "result": what}
        notifications.notify(dynasty=entry.dynasty, kind="vote", facts=facts, place=tournament.code,
                     key=f"vote:{tournament.code}:{current.number}:{what}", until=current.deadline)  # fmt: skip


def end_in_draw(tournament: Tournament, current: Round) -> None:
    """End the battle as it stood when the round opened; orders for it are never opened.

    The caller holds the tournament's lock.
    """
    standing = list(participation.get_living(tournament, current, participation.get_entries(tournament)))
    ending = current.state
    current.delete()
    tournament.round_no -= 1
    last = Round.objects.filter(tournament=tournament, number=tournament.round_no).first()
    tournament.game_round = last.game_round if last else 0
    round_statements.UPDATE_COUNTERS.save(tournament)
    settlement.settle(tournament=tournament, ending=ending, outcome={"winners": standing, "draw": True, "by": "agreed"})


def pause(tournament: Tournament, current: Round) -> None:
    """Pause the battle: no round closes for a while, and the open round keeps its remaining time.

    The caller holds the tournament's lock.
    """
    now = clock.now()
    hours = time_rules.get_timetable(tournament)
    left = current.deadline - now
    tournament.paused_until, tournament.pauses = (
        now + time_rules.get_pause_length(tournament),
        tournament.pauses + 1,
    )
    tournament.save(update_fields=["paused_until", "pauses"])
    Vote.objects.filter(tournament=tournament, round=current.number, what="pause").delete()
    publish_to_battle(tournament, f"paused:{tournament.pauses}", "paused", until=tournament.paused_until.isoformat())
    deadlines.move_deadline(tournament, current, hours.get_resumed_close(tournament.paused_until, left))


def resume(tournament: Tournament, current: Round) -> None:
    """Resume the battle before its pause is over. The caller holds the tournament's lock."""
    assert tournament.paused_until is not None
    now = clock.now()
    left = current.deadline - tournament.paused_until
    tournament.paused_until = None
    tournament.save(update_fields=["paused_until"])
    Vote.objects.filter(tournament=tournament, round=current.number, what="resume").delete()
    publish_to_battle(tournament, f"going-on:{tournament.pauses}", "going_on")
    deadlines.move_deadline(tournament, current, time_rules.get_timetable(tournament).get_resumed_close(now, left))
    if current.ready_at is not None:
        task_queue.enqueue_on_commit("close_round", tournament_id=tournament.pk, round_no=current.number)


DECISIONS: dict[str, Callable[[Tournament, Round], None]] = {"draw": end_in_draw, "pause": pause, "resume": resume}
CHECKS: dict[str, Callable[[Tournament, Round], None]] = {
    "draw": check_draw,
    "pause": check_pause,
    "resume": check_resume,
}
