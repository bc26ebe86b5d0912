"""Stand-ins: computers or volunteers who order for a seat while its player is away, until the player orders.

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
from tournaments.domain.tournament_types import allows_computers, is_serious
from tournaments.models import Entry, Presence, Round, StandIn, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import participation, time_rules
from tournaments.selectors.participation import Seating
from tournaments.services import locks, task_queue
from tournaments.services import notifications as tournament_notifications
from tournaments.services.events import publish_to_battle

DEFAULT_LEVEL = "greedy"
"""The computer player that a player may call where the announcement names none."""


def lock_running(tournament_id: int) -> tuple[Tournament, Round]:
    """Lock a battle and return it with its open round.

    Raises DomainError where it is not running or is casual.
    """
    tournament = locks.lock(tournament_id)
    current = participation.get_open_round(tournament)
    if current is None:
        raise DomainError("not_running", _("This battle is not running now."))
    if tournament.casual:
        raise DomainError("casual", _("Dynasties do not take part in casual battles."))
    return tournament, current


@service
def volunteer(*, tournament_id: int, dynasty: Dynasty, seat: str) -> StandIn:
    """Lead a sleeping seat until its player orders again; does nothing if the dynasty leads it already."""
    tournament, current = lock_running(tournament_id)
    standing = participation.get_stand_ins(tournament).get(seat)
    if standing is not None and standing.dynasty_id == dynasty.pk:
        return standing
    check_volunteer(tournament, dynasty)
    check_seat(tournament, current, seat, standing)
    stand_in = StandIn.objects.create(tournament=tournament, seat=seat, dynasty=dynasty, since=clock.now())
    notify_led(tournament, stand_in, "led")
    return stand_in


def check_volunteer(tournament: Tournament, dynasty: Dynasty) -> None:
    """Raise DomainError if a dynasty may not lead a seat of this battle."""
    if not time_rules.get_absence_policy(tournament).volunteers:
        raise DomainError("no_volunteers", _("In this tournament nobody can lead another player’s seat."))
    if dynasty.house or (dynasty.program and not terms.read(tournament.terms).programs):
        raise DomainError("no_programs", _("Programs may not enter this tournament."))
    if Presence.objects.filter(tournament=tournament, dynasty=dynasty).exists():
        raise DomainError("you_are_here", _("You cannot lead a seat in a tournament in which you play or bet."))
    leading = StandIn.objects.filter(dynasty=dynasty, ended_at=None)
    if leading.count() >= SUBSTITUTED_SEATS or leading.filter(tournament=tournament).exists():
        raise DomainError("too_many_led", _("A dynasty leads one seat of a battle, and %(most)s seats in all."),
                      most=SUBSTITUTED_SEATS)  # fmt: skip


def check_seat(tournament: Tournament, current: Round, seat: str, standing: StandIn | None) -> None:
    """Raise DomainError if a seat needs no volunteer."""
    entry = next((each for each in participation.get_people(tournament) if each.seat == seat), None)
    asleep = entry is not None and entry.missed >= ASLEEP_AFTER
    if not asleep or standing or seat in current.ready or seat not in participation.get_fighting(tournament, current):
        raise DomainError("not_wanted", _("This seat does not need a substitute."))


@service
def step_down(*, tournament_id: int, dynasty: Dynasty) -> None:
    """Stop leading another player's seat; does nothing if the dynasty leads none."""
    tournament = locks.lock(tournament_id)
    end_stand_ins(tournament, StandIn.objects.filter(tournament=tournament, dynasty=dynasty, ended_at=None))


@service
def call_computer(*, tournament_id: int, dynasty: Dynasty) -> StandIn:
    """Put a computer in for one's own seat from this round on; does nothing if one is there already."""
    tournament, current = lock_running(tournament_id)
    entry = participation.get_own_entry(tournament, dynasty)
    if not allows_computers(tournament.type):
        raise DomainError("no_computers_here", _("Computer players take part in training and prize tournaments only."))
    if entry.seat not in participation.get_fighting(tournament, current):
        raise DomainError("fallen", _("Your seat has fallen."))
    standing = participation.get_stand_ins(tournament).get(entry.seat)
    if standing is not None and standing.computer:
        return standing
    return seat_computer(tournament, entry, current)


def seat_computer(tournament: Tournament, entry: Entry, current: Round | None = None) -> StandIn:
    """Put a computer in for a seat, also in the open round if the seat has not ordered yet."""
    end_stand_ins(tournament, StandIn.objects.filter(tournament=tournament, seat=entry.seat, ended_at=None))
    level = time_rules.get_absence_policy(tournament).computer or terms.read(tournament.terms).fill or DEFAULT_LEVEL
    stand_in = StandIn.objects.create(tournament=tournament, seat=entry.seat, computer=level, since=clock.now())
    if current is not None and entry.seat not in current.ready:
        Round.objects.filter(pk=current.pk).update(computers_at=clock.now())
        task_queue.enqueue_on_commit("play")
    notify_led(tournament, stand_in, "computer")
    return stand_in


def fill_sleeping_seats(seating: Seating) -> None:
    """Give sleeping seats to computers before a round opens, where the announcement says so."""
    if not time_rules.get_absence_policy(seating.tournament).computer:
        return
    helped = seating.stand_ins
    for entry in seating.people:
        if entry.missed >= ASLEEP_AFTER and entry.seat not in helped:
            seating.standing.append(seat_computer(seating.tournament, entry))


def get_levels(tournament: Tournament) -> dict[str, str]:
    """Return the levels of the computer stand-ins by seat."""
    return {seat: each.computer for seat, each in participation.get_stand_ins(tournament).items() if each.computer}


def is_leading(tournament: Tournament, seat: str, dynasty: Dynasty) -> bool:
    """Check whether this dynasty leads that seat as a stand-in for its player."""
    return participation.get_led_seat(tournament, dynasty) == seat


def handle_order(tournament: Tournament, entry: Entry, dynasty: Dynasty | None) -> None:
    """Update the stand-ins after an order: the player takes its seat back, a volunteer's notice is settled."""
    if dynasty is None:
        return
    if dynasty.pk == entry.dynasty_id:
        end_stand_ins(tournament, StandIn.objects.filter(tournament=tournament, seat=entry.seat, ended_at=None))
    else:
        notifications_services.settle(place=tournament.code, kinds=("led",), dynasty_id=dynasty.pk)


def wake_seat(tournament: Tournament, entry: Entry, dynasty: Dynasty | None, number: int) -> None:
    """Wake a sleeping seat after its player's order: it can vote again, and the round waits for it.

    Orders of stand-ins do not wake the seat.
    The caller holds the tournament's lock.
    """
    of_others = entry.player or (dynasty is not None and dynasty.pk != entry.dynasty_id)
    if entry.missed < ASLEEP_AFTER or of_others or entry.seat in participation.get_stand_ins(tournament):
        return
    entry.missed = 0
    entry.save(update_fields=["missed"])
    publish_to_battle(tournament, f"awake:{number}:{entry.seat}", "table", seat=entry.seat)


def count_missed(seating: Seating, ordered: Collection[str], *, late: bool) -> None:
    """Count the deadlines that volunteers missed, and end a stand-in that missed too many in a row.

    The caller holds the tournament's lock.
    """
    volunteers = [each for each in seating.stand_ins.values() if not each.computer]
    for each in volunteers:
        missed = 0 if each.seat in ordered else each.missed + late
        if missed != each.missed:
            each.missed = missed
            each.save(update_fields=["missed"])
    if late:
        end_stand_ins(seating.tournament, [each for each in volunteers if each.missed >= ASLEEP_AFTER])


def end_stand_ins(tournament: Tournament, standing: Iterable[StandIn]) -> None:
    """End these stand-ins and publish that."""
    for each in list(standing):
        each.ended_at = clock.now()
        each.save(update_fields=["ended_at"])
        if each.dynasty_id:
            notifications_services.settle(place=tournament.code, kinds=("led",), dynasty_id=each.dynasty_id)
        publish_to_battle(tournament, f"stand-in:{each.pk}:ended", "table", seat=each.seat)


def end_all(tournament: Tournament) -> None:
    """End all stand-ins of a battle that has ended; delete those of a training battle."""
    standing = StandIn.objects.filter(tournament=tournament)
    standing.filter(ended_at=None).update(ended_at=clock.now())
    if not is_serious(tournament.type):
        standing.delete()


def notify_led(tournament: Tournament, stand_in: StandIn, result: str) -> None:
    """Publish who leads a seat now, and notify the seat's player."""
    publish_to_battle(tournament, f"stand-in:{stand_in.pk}", "table", seat=stand_in.seat)
    entry = Entry.objects.filter(tournament=tournament, seat=stand_in.seat).select_related("dynasty__user").first()
    if entry is None or entry.dynasty is None:
        return
    facts = {"title": tournament.title, "world": tournament.organiser_id is None, "emperor": entry.name,
             "dynasty": stand_in.dynasty.name if stand_in.dynasty else "–", "result": result}  # fmt: skip
    notifications_services.notify(dynasty=entry.dynasty, kind="stand_in", facts=facts, place=tournament.code,
                 key=f"stand_in:{tournament.code}:{stand_in.pk}")  # fmt: skip


def notify_volunteers(seating: Seating, current: Round, to_act: Collection[str]) -> None:
    """Notify the volunteers, when a round opens, that the seats that they lead need an order."""
    tournament, names = seating.tournament, {each.seat: each.name for each in seating.entries}
    for seat, each in seating.stand_ins.items():
        if each.dynasty is not None and seat in to_act:
            facts = {
                "title": tournament.title,
                "world": tournament.organiser_id is None,
                "emperor": names[seat],
                **tournament_notifications.build_round_facts(current, seat),
                "deadline": current.deadline.isoformat(),
            }
            notifications_services.notify(dynasty=each.dynasty, kind="led", facts=facts, place=tournament.code,
                         key=f"led:{tournament.code}:{current.number}", until=current.deadline)  # fmt: skip
