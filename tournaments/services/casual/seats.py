"""The seats of casual battles: people sit down and leave, computers take what is left, and it begins."""

import random

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import names
from tournaments.domain import casual_keys
from tournaments.domain import terms as terms_of
from tournaments.models import Casual, CasualSeat, Entry, Round, Tournament, Vote
from tournaments.selectors import casual_battles as table_of
from tournaments.selectors import positions
from tournaments.services import entries, house_players, lifecycle, locks, task_queue, votes
from tournaments.services.casual import retention as casual_retention
from tournaments.services.events import publish_to_battle

BEGUN = (Tournament.Status.RUNNING, Tournament.Status.HALTED)


def list_letters(tournament: Tournament) -> tuple[str, ...]:
    return entries.list_seats(tournament)


def find_next_seat(tournament: Tournament, seat: str) -> str:
    """Return the seat to which somebody on this one moves in a rematch: the next, and from the last the first.

    A position of another battle is played again with the same seat.
    """
    if positions.is_position(tournament.field):
        return seat
    letters = list_letters(tournament)
    return letters[(letters.index(seat) + 1) % len(letters)]


def seat_person(tournament: Tournament, seat: str, key: str, name: str) -> Entry:
    """Put a person's Emperor on a free seat of a locked battle that has not begun."""
    CasualSeat.objects.filter(tournament=tournament, seat=seat).update(key=key)
    entry = create_entry(tournament, seat, name)
    touch(tournament)
    publish_to_battle(tournament, f"entered:{entry.pk}", "entered", seat=seat)
    return entry


def create_entry(tournament: Tournament, seat: str, name: str, player: str = "") -> Entry:
    """Create an Emperor without a dynasty, by a name that nobody else has in this battle."""
    there = set(Entry.objects.filter(tournament=tournament).values_list("name", flat=True))
    if name in there:
        raise DomainError("same_names", _("Two Emperors in one battle need different names."))
    return Entry.objects.create(tournament=tournament, seat=seat, name=name or invent_name(there), player=player,
                                entered_at=clock.now())  # fmt: skip


def invent_name(there: set[str]) -> str:
    """Return a name that shares neither its whole nor its first word with one of these, so that none is confused."""
    luck, words = random.SystemRandom(), {name.split(" ")[0] for name in there}
    found = (house_players.invent_name(luck)[0] for _attempt in iter(int, 1))
    return next(name for name in found if name.split(" ")[0] not in words)


def touch(tournament: Tournament) -> None:
    """Note that a person has done something here."""
    Casual.objects.filter(tournament=tournament).update(played_at=clock.now())


@service
def accept_invitation(*, invitation: str, token: str, name: str) -> Entry:
    """Sit down where an invitation leads; the last one who was waited for starts the battle."""
    found = table_of.find_by_invitation(casual_keys.hash_token(invitation))
    tournament = locks.lock(found.tournament_id) if found else None
    seat = table_of.find_by_invitation(casual_keys.hash_token(invitation))  # once more, under the lock
    if tournament is None or seat is None:
        raise DomainError("no_such_invitation", _("This seat is taken, or the battle has begun without it."))
    check_no_seat(tournament, casual_keys.hash_token(token))
    entry = seat_person(
        tournament, seat.seat, casual_keys.hash_token(token), names.clean_emperor_name(name) if name.strip() else ""
    )
    begin_if_full(tournament)
    return entry


def check_no_seat(tournament: Tournament, key: str) -> None:
    if CasualSeat.objects.filter(tournament=tournament, key=key).exists():
        raise DomainError("one_seat", _("You have a seat in this battle: this link is for someone else."))


@service
def join(tournament: Tournament, key: str, before: CasualSeat) -> None:
    """Take the seat in a rematch that follows the one in the battle before, or the first free one."""
    if CasualSeat.objects.filter(tournament=tournament, key=key).exists():
        return
    locked = locks.lock_announced(tournament.pk)
    free = [each.seat for each in table_of.list_free_seats(locked)]
    if not free:
        raise DomainError("seat_taken", _("This seat is taken."))
    called = Entry.objects.filter(tournament=before.tournament_id, seat=before.seat).values_list("name", flat=True)
    next_seat = find_next_seat(locked, before.seat)
    seat = next_seat if next_seat in free else free[0]
    CasualSeat.objects.filter(tournament=locked, seat=seat).update(emblem=before.emblem)
    seat_person(locked, seat, key, called.first() or "")
    begin_if_full(locked)


def begin_if_full(tournament: Tournament) -> None:
    """Begin as soon as no seat for people is free."""
    if not table_of.list_free_seats(tournament):
        begin(tournament)


def begin(tournament: Tournament) -> None:
    """Give computers the free seats of a locked battle, and open the first round."""
    level, called = terms_of.read(tournament.terms).fill, list_earlier_computers(tournament)
    for seat in lifecycle.list_free_seats(tournament):
        create_entry(tournament, seat, called.get(seat, ""), player=level)
    lifecycle.start(tournament_id=tournament.pk)


def list_earlier_computers(tournament: Tournament) -> dict[str, str]:
    """Return the names of the computers of the battle before a rematch, by the seats to which they move."""
    before = Entry.objects.filter(tournament__casual_battle__rematch=tournament).exclude(player="")
    present = set(Entry.objects.filter(tournament=tournament).values_list("name", flat=True))
    return {find_next_seat(tournament, each.seat): each.name for each in before if each.name not in present}


@service
def start(*, tournament: Tournament, key: str) -> None:
    """Begin without those who have not come; only the host may."""
    locked = locks.lock_announced(tournament.pk)
    if not key or not Casual.objects.filter(tournament=locked, host=key).exists():
        raise DomainError("not_yours", _("Only the player who made this battle can start it."))
    if Casual.objects.filter(tournament=locked, paired=True).exists():
        raise DomainError("waits_for_somebody", _("This battle waits for the person for whom it was made."))
    begin(locked)
    touch(locked)


@service
def leave(*, tournament: Tournament, key: str) -> None:
    """Give one's seats up: free again before the start, a computer's after it. Without people it is forgotten."""
    locked = locks.lock(tournament.pk)
    mine = CasualSeat.objects.filter(tournament=locked, key=key) if key else CasualSeat.objects.none()
    seats = list(mine.values_list("seat", flat=True))
    if not seats:
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    if locked.status in BEGUN and Casual.objects.filter(tournament=locked, paired=True).exists():
        raise DomainError("resign_first", _("Somebody plays this battle with you. Resign to end it."))
    mine.update(key="")
    if not CasualSeat.objects.filter(tournament=locked).exclude(key="").exists() or has_lost_host(locked, key):
        casual_retention.end_and_forget(locked)
    else:
        release_seats(locked, seats)


def has_lost_host(tournament: Tournament, key: str) -> bool:
    """Return whether nothing can begin any more without the player who has just left."""
    return (tournament.status == Tournament.Status.ANNOUNCED
            and Casual.objects.filter(tournament=tournament, host=key).exists())  # fmt: skip


def decide_votes(tournament: Tournament) -> None:
    """Do what all those who are left have agreed to. The caller holds the tournament's lock."""
    current = table_of.get_open_round(tournament)
    what = "resume" if votes.is_paused(tournament) else "pause"
    if current and Vote.objects.filter(tournament=tournament, round=current.number, what=what).exists():
        votes.decide(tournament, current, what)


def release_seats(tournament: Tournament, seats: list[str]) -> None:
    """Release the seats that a person left: open again before the start, a computer's after it.

    The caller holds the tournament's lock.
    """
    mine = Entry.objects.filter(tournament=tournament, seat__in=seats)
    if tournament.status == Tournament.Status.ANNOUNCED:
        mine.delete()
    elif tournament.status == Tournament.Status.RUNNING:
        mine.update(player=terms_of.read(tournament.terms).fill)
        Round.objects.filter(tournament=tournament, closed_at=None).update(computers_at=clock.now())
        task_queue.enqueue_on_commit("play")
        decide_votes(tournament)
    for seat in seats:
        publish_to_battle(tournament, f"left:{seat}:{clock.now().timestamp()}", "left", seat=seat)
