"""Who gives a seat's orders while its player is away: a computer player, or a volunteer, until the player orders.

The entry stays whose it is, with its reputation, its wealth and the deadlines that it missed; a volunteer has nothing
at stake and gets nothing.
"""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import SUBSTITUTED_SEATS
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications as notifications_services
from tournaments.domain import terms
from tournaments.domain.tournament_types import allows_computers
from tournaments.models import Entry, Presence, Round, StandIn, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import participation, time_rules
from tournaments.selectors.participation import Seating
from tournaments.services import locks, task_queue
from tournaments.services import notifications as tournament_notifications
from tournaments.services.events import tell_battle

LEVEL = "greedy"
"""The computer player that sits in at a player's wish where no other is announced."""


def running(tournament_id: int) -> tuple[Tournament, Round]:
    """A locked battle and its open round; DomainError where it is not being fought, or by no dynasties."""
    tournament = locks.lock(tournament_id)
    current = participation.open_round(tournament)
    if current is None:
        raise DomainError("not_running", _("This battle is not running now."))
    if tournament.casual:
        raise DomainError("casual", _("Dynasties do not take part in casual battles."))
    return tournament, current


@service
def volunteer(*, tournament_id: int, dynasty: Dynasty, seat: str) -> StandIn:
    """Lead a sleeping seat until its player orders again. Leading it already changes nothing."""
    tournament, current = running(tournament_id)
    standing = participation.stand_ins(tournament).get(seat)
    if standing is not None and standing.dynasty_id == dynasty.pk:
        return standing
    refuse_volunteer(tournament, dynasty)
    refuse_seat(tournament, current, seat, standing)
    led = StandIn.objects.create(tournament=tournament, seat=seat, dynasty=dynasty, since=clock.now())
    tell(tournament, led, "led")
    return led


def refuse_volunteer(tournament: Tournament, dynasty: Dynasty) -> None:
    """Refuse a dynasty that may not lead a seat of this battle."""
    if not time_rules.absence_of(tournament).volunteers:
        raise DomainError("no_volunteers", _("In this tournament nobody can lead another player’s seat."))
    if dynasty.house or (dynasty.program and not terms.read(tournament.terms).programs):
        raise DomainError("no_programs", _("Programs may not enter this tournament."))
    if Presence.objects.filter(tournament=tournament, dynasty=dynasty).exists():
        raise DomainError("you_are_here", _("You cannot lead a seat in a tournament in which you play or bet."))
    leading = StandIn.objects.filter(dynasty=dynasty, ended_at=None)
    if leading.count() >= SUBSTITUTED_SEATS or leading.filter(tournament=tournament).exists():
        raise DomainError("too_many_led", _("A dynasty leads one seat of a battle, and %(most)s seats in all."),
                      most=SUBSTITUTED_SEATS)  # fmt: skip


def refuse_seat(tournament: Tournament, current: Round, seat: str, standing: StandIn | None) -> None:
    """Refuse a seat that nobody needs to lead."""
    entry = next((each for each in participation.people(tournament) if each.seat == seat), None)
    asleep = entry is not None and entry.missed >= ASLEEP_AFTER
    if not asleep or standing or seat in current.ready or seat not in participation.fighting(tournament, current):
        raise DomainError("not_wanted", _("This seat does not need a substitute."))


@service
def step_down(*, tournament_id: int, dynasty: Dynasty) -> None:
    """Lead the seat of another no more. Not leading any changes nothing."""
    tournament = locks.lock(tournament_id)
    end(tournament, StandIn.objects.filter(tournament=tournament, dynasty=dynasty, ended_at=None))


@service
def call_computer(*, tournament_id: int, dynasty: Dynasty) -> StandIn:
    """Let a computer player sit in for one's own seat, from this round on. It does already: nothing changes."""
    tournament, current = running(tournament_id)
    entry = Entry.objects.filter(tournament=tournament, dynasty=dynasty, player="").first()
    if entry is None:
        raise DomainError("not_your_seat", _("This seat is not yours."))
    if not allows_computers(tournament.type):
        raise DomainError("no_computers_here", _("Computer players take part in training and prize tournaments only."))
    if entry.seat not in participation.fighting(tournament, current):
        raise DomainError("fallen", _("Your seat has fallen."))
    standing = participation.stand_ins(tournament).get(entry.seat)
    if standing is not None and standing.computer:
        return standing
    return seat_computer(tournament, entry, current)


def seat_computer(tournament: Tournament, entry: Entry, current: Round | None = None) -> StandIn:
    """Put a computer player in for a seat; in the open round too, if the seat has no order yet."""
    end(tournament, StandIn.objects.filter(tournament=tournament, seat=entry.seat, ended_at=None))
    level = time_rules.absence_of(tournament).computer or terms.read(tournament.terms).fill or LEVEL
    led = StandIn.objects.create(tournament=tournament, seat=entry.seat, computer=level, since=clock.now())
    if current is not None and entry.seat not in current.ready:
        Round.objects.filter(pk=current.pk).update(computers_at=clock.now())
        task_queue.soon("play")
    tell(tournament, led, "computer")
    return led


def opening(seating: Seating) -> None:
    """A round is about to open: where it was announced, computers take over the seats that have fallen asleep."""
    if not time_rules.absence_of(seating.tournament).computer:
        return
    led = seating.led
    for entry in seating.people:
        if entry.missed >= ASLEEP_AFTER and entry.seat not in led:
            seating.standing.append(seat_computer(seating.tournament, entry))


def levels(tournament: Tournament) -> dict[str, str]:
    """The computer players that sit in, by seat."""
    return {seat: each.computer for seat, each in participation.stand_ins(tournament).items() if each.computer}


def leads(tournament: Tournament, seat: str, dynasty: Dynasty) -> bool:
    """Whether this dynasty may give the orders of that seat for its player."""
    return participation.led_by(tournament, dynasty) == seat


def ordered(tournament: Tournament, entry: Entry, dynasty: Dynasty | None) -> None:
    """An order has come in: from the player, whose seat it is again, or from a volunteer, who need not be asked."""
    if dynasty is None:
        return
    if dynasty.pk == entry.dynasty_id:
        end(tournament, StandIn.objects.filter(tournament=tournament, seat=entry.seat, ended_at=None))
    else:
        notifications_services.settle(place=tournament.code, kinds=("led",), dynasty_id=dynasty.pk)


def wake(tournament: Tournament, entry: Entry, dynasty: Dynasty | None, number: int) -> None:
    """Let a sleeping seat be awake from its player's order on: it has a voice, and the round waits for it.

    Orders of volunteers and of computers that sit in leave the seat as its player left it.
    """
    of_others = entry.player or (dynasty is not None and dynasty.pk != entry.dynasty_id)
    if entry.missed < ASLEEP_AFTER or of_others or entry.seat in participation.stand_ins(tournament):
        return
    entry.missed = 0
    entry.save(update_fields=["missed"])
    tell_battle(tournament, f"awake:{number}:{entry.seat}", "table", seat=entry.seat)


def note_missed(seating: Seating, ordered: Collection[str], *, late: bool) -> None:
    """Count the deadlines that volunteers missed; who misses too many in a row leads no more."""
    volunteers = [each for each in seating.led.values() if not each.computer]
    for each in volunteers:
        missed = 0 if each.seat in ordered else each.missed + late
        if missed != each.missed:
            each.missed = missed
            each.save(update_fields=["missed"])
    if late:
        end(seating.tournament, [each for each in volunteers if each.missed >= ASLEEP_AFTER])


def end(tournament: Tournament, standing: Iterable[StandIn]) -> None:
    """These give no orders any more."""
    for each in list(standing):
        each.ended_at = clock.now()
        each.save(update_fields=["ended_at"])
        if each.dynasty_id:
            notifications_services.settle(place=tournament.code, kinds=("led",), dynasty_id=each.dynasty_id)
        tell_battle(tournament, f"stand-in:{each.pk}:ended", "table", seat=each.seat)


def over(tournament: Tournament) -> None:
    """The battle has ended: nobody leads anything; of a training no trace remains."""
    standing = StandIn.objects.filter(tournament=tournament)
    standing.filter(ended_at=None).update(ended_at=clock.now())
    if tournament.type == Tournament.Type.TRAINING:
        standing.delete()


def tell(tournament: Tournament, led: StandIn, result: str) -> None:
    """Tell the table who leads a seat now, and the player whose seat it is."""
    tell_battle(tournament, f"stand-in:{led.pk}", "table", seat=led.seat)
    entry = Entry.objects.filter(tournament=tournament, seat=led.seat).select_related("dynasty__user").first()
    if entry is None or entry.dynasty is None:
        return
    facts = {"title": tournament.title, "world": tournament.organiser_id is None, "emperor": entry.name,
             "dynasty": led.dynasty.name if led.dynasty else "–", "result": result}  # fmt: skip
    notifications_services.tell(dynasty=entry.dynasty, kind="stand_in", facts=facts, place=tournament.code,
                 key=f"stand_in:{tournament.code}:{led.pk}")  # fmt: skip


def ask(seating: Seating, current: Round, to_act: Collection[str]) -> None:
    """A round is open: tell the volunteers that the seats that they lead need an order."""
    tournament, names = seating.tournament, {each.seat: each.name for each in seating.entries}
    for seat, each in seating.led.items():
        if each.dynasty is not None and seat in to_act:
            facts = {
                "title": tournament.title,
                "world": tournament.organiser_id is None,
                "emperor": names[seat],
                **tournament_notifications.when(current, seat),
                "deadline": current.deadline.isoformat(),
            }
            notifications_services.tell(dynasty=each.dynasty, kind="led", facts=facts, place=tournament.code,
                         key=f"led:{tournament.code}:{current.number}", until=current.deadline)  # fmt: skip
