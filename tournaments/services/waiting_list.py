"""The waiting list of a full tournament: dynasties take seats that become free, first come, first served."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError, ErrorFacts, to_facts
from core.limits import MAX_WAITING
from core.transactions import service
from dynasty.models import Dynasty, Emperor
from dynasty.services import notifications
from tournaments.domain import terms
from tournaments.models import Presence, Tournament, Waiting
from tournaments.selectors.sweeps import due_work
from tournaments.services import entries, lifecycle, locks

BATCH_SIZE = 100


@service
def join(*, tournament: Tournament, dynasty: Dynasty, emperor: Emperor, chest: int = 0) -> Waiting:
    """Join the waiting list with an emperor, who stays free until its turn comes."""
    locked = locks.lock_announced(tournament.pk)
    request = entries.EntryRequest(locked, terms.read(locked.terms), dynasty, emperor, "", chest)
    entries.check_admission(request, clock.now())
    entries.check_chest(request)
    check_can_wait(locked, dynasty)
    return Waiting.objects.create(tournament=locked, dynasty=dynasty, emperor=emperor, chest=chest, since=clock.now())


def check_can_wait(tournament: Tournament, dynasty: Dynasty) -> None:
    """Raise DomainError where there is nothing to wait for, or the dynasty is here or in line already."""
    there = Presence.objects.filter(tournament=tournament, dynasty=dynasty).first()
    if there is not None and there.role == Presence.Role.BETTOR:
        raise DomainError("you_bet_here", _("A dynasty that bets in a tournament cannot fight in it."))
    if there is not None:
        raise DomainError("one_seat", _("A dynasty has one seat in a tournament."))
    line = Waiting.objects.filter(tournament=tournament)
    if line.filter(dynasty=dynasty).exists():
        raise DomainError("waits_already", _("Your dynasty is already on the waiting list."))
    if lifecycle.list_free_seats(tournament) and not line.exists():
        raise DomainError("seats_free", _("There is a free seat: take it."))
    if line.count() >= MAX_WAITING:
        raise DomainError("line_too_long", _("%(most)s dynasties are already on the waiting list."), most=MAX_WAITING)


@service
def leave(*, tournament: Tournament, dynasty: Dynasty) -> None:
    """Leave the waiting list."""
    locked = locks.lock_announced(tournament.pk)
    if not Waiting.objects.filter(tournament=locked, dynasty=dynasty).delete()[0]:
        raise DomainError("not_waiting", _("Your dynasty is not on the waiting list."))


def move_up_due() -> int:
    """Give free seats to waiting dynasties; return how many took one."""
    free = due_work.query_moving_up().values_list("pk", flat=True).distinct()
    return sum(move_up(tournament_id=pk) for pk in list(free[:BATCH_SIZE]))


def move_up(*, tournament_id: int) -> int:
    """Seat waiting dynasties of one tournament while seats are free, each in its own transaction."""
    moved = 0
    while (seated := seat_next(tournament_id=tournament_id)) is not None:
        moved += seated
    return moved


@service
def seat_next(*, tournament_id: int) -> bool | None:
    """Seat the first in line; return whether it could be seated, None if nobody waits or no seat is free.

    A dynasty that can no longer take it leaves the list and is notified of the reason.
    """
    locked = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if locked is None or locked.status != Tournament.Status.ANNOUNCED:
        return None
    line = Waiting.objects.filter(tournament=locked).select_related("dynasty__user", "emperor__dynasty")
    first, free = line.order_by("pk").first(), lifecycle.list_free_seats(locked)
    if first is None or not free:
        return None
    pk, why = first.pk, take_seat(locked, first, free[0])
    Waiting.objects.filter(pk=pk).delete()
    facts = {"title": locked.title, "emperor": first.emperor.name, "why": why, "result": "passed" if why else "moved"}
    notifications.notify(
        dynasty=first.dynasty, kind="seat", key=f"seat:{locked.code}:{pk}", facts=facts, place=locked.code
    )
    return not why


def take_seat(tournament: Tournament, waiting: Waiting, seat: str) -> ErrorFacts:
    """Take the seat for a waiting dynasty; return the facts of a refusal, empty if it was seated."""
    try:
        with transaction.atomic():
            entries.enter(tournament=tournament, dynasty=waiting.dynasty, emperor=waiting.emperor, seat=seat,
                          chest=waiting.chest)  # fmt: skip
    except DomainError as error:
        return to_facts(error)
    return {}
