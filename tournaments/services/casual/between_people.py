"""Casual battles of people who found or challenged each other, rated where all have a dynasty."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import emblems
from dynasty.models import Dynasty
from dynasty.services import notifications
from dynasty.services.notifications import Notification
from tournaments.domain.matchmaking import SEATS, Ground
from tournaments.models import Casual, CasualPlayer, CasualSeat, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.services import locks
from tournaments.services.casual import battles
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.battles import Setup


@dataclass(frozen=True)
class Person:
    """Somebody who plays: the hash of the key that gets the seat, and whose skill is at stake; None: a guest."""

    key: str
    dynasty: Dynasty | None = None
    name: str = ""
    """A guest's; blank: one is invented."""
    emblem: dict[str, str] | None = None
    """A guest's; None: one is chosen by luck."""


def begin_battle(*, people: Sequence[Person], setup: Setup, network: str) -> Tournament:
    """Create a battle of these people and begin it. Luck says who sits where; computers take what is left.

    The caller has a transaction, and has checked that they may meet. The first one counts as the host.
    """
    tournament = create_table(people[0], setup, network)
    letters = random.SystemRandom().sample(casual_seats.list_letters(tournament), len(people))
    for seat, person in zip(letters, people, strict=True):
        seat_person(tournament, seat, person)
    casual_seats.begin(tournament)
    tournament.refresh_from_db()
    return tournament


def open_table(*, host: Person, seat: str, setup: Setup, network: str) -> Tournament:
    """Create a battle that waits for others: the host sits on this seat, and nobody on the rest.

    The caller has a transaction, and says later who may sit down.
    """
    tournament = create_table(host, setup, network)
    for letter in casual_seats.list_letters(tournament):
        if letter == seat:
            seat_person(tournament, letter, host)
        else:
            emblem = emblems.pick_random(random.SystemRandom())
            CasualSeat.objects.create(tournament=tournament, seat=letter, emblem=emblem)
    tournament.refresh_from_db()
    return tournament


def build_setup(ground: Ground, preset: str, round_seconds: int, *, rated: bool) -> Setup:
    """Return the setup of a battle of two people on a ground."""
    return Setup(
        mode=Casual.Mode.LINK,
        game=ground.game,
        field=ground.field,
        preset=preset,
        people=SEATS,
        computers=0,
        round_seconds=round_seconds,
        rated=rated,
    )


def build_computer_setup(ground: Ground, preset: str, round_seconds: int, level: str) -> Setup:
    """Return the setup of a rated battle of one person and a computer player on a ground."""
    setup = build_setup(ground, preset, round_seconds, rated=True)
    return replace(setup, mode=Casual.Mode.ALONE, people=1, computers=SEATS - 1, level=level)


def notify_paired(tournament: Tournament, people: Sequence[Person]) -> None:
    """Notify the dynasties of two people who have an opponent now, wherever they are."""
    names = [person.dynasty.name if person.dynasty else "" for person in people]
    notifications.notify_all(
        Notification(
            person.dynasty,
            "paired",
            f"paired:{tournament.code}",
            {"other": other, "result": "" if other else "guest"},
            tournament.code,
        )
        for person, other in zip(people, reversed(names), strict=True)
        if person.dynasty
    )


def create_table(host: Person, setup: Setup, network: str) -> Tournament:
    """Create a battle between people, without anybody on its seats yet."""
    tournament = battles.create_tournament(battles.validate_setup(setup))
    Casual.objects.create(
        tournament=tournament,
        mode=setup.mode,
        host=host.key,
        people=setup.people,
        played_at=clock.now(),
        network=network,
        paired=True,
    )
    return tournament


def sit_down(*, tournament: Tournament, person: Person) -> None:
    """Give somebody the first free seat of a locked battle between people; the last one begins it."""
    casual_seats.check_no_seat(tournament, person.key)
    seat_person(tournament, table_of.list_free_seats(tournament)[0].seat, person)
    casual_seats.touch(tournament)
    casual_seats.begin_if_full(tournament)


def seat_person(tournament: Tournament, seat: str, person: Person) -> None:
    """Give somebody a seat: a dynasty's player under its name and arms, a guest under invented ones.

    Runs in the transaction that creates the battle.
    """
    dynasty = person.dynasty
    emblem = dynasty.emblem if dynasty else person.emblem or emblems.pick_random(random.SystemRandom())
    CasualSeat.objects.update_or_create(
        tournament=tournament, seat=seat, defaults={"key": person.key, "emblem": emblem}
    )
    casual_seats.create_entry(tournament, seat, dynasty.name if dynasty else person.name)
    if dynasty:
        CasualPlayer.objects.create(tournament=tournament, seat=seat, dynasty=dynasty)


@service
def move_seat(*, tournament: Tournament, dynasty: Dynasty, key: str) -> None:
    """Let a dynasty's player go on in another browser, that of this key; the one before holds the seat no longer."""
    locked = locks.lock(tournament.pk)
    seat = CasualPlayer.objects.filter(tournament=locked, dynasty=dynasty).values_list("seat", flat=True).first()
    if seat is None:
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    seats = CasualSeat.objects.filter(tournament=locked)
    if seats.filter(seat=seat, key=key).exists():
        return
    casual_seats.check_no_seat(locked, key)
    seats.filter(seat=seat).update(key=key)
    casual_seats.touch(locked)
