"""Casual battles of people who found or challenged each other, rated where all have a dynasty."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.prepared_statements import PreparedInsert
from core.transactions import service
from dynasty.catalog import emblems
from dynasty.models import Dynasty
from dynasty.services import event_streams, notifications
from dynasty.services.notifications import Notification
from tournaments.domain.matchmaking import SEATS, Ground
from tournaments.models import Casual, CasualPlayer, CasualSeat, Entry, Round, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.selectors.participation import Seating
from tournaments.services import lifecycle, locks, round_statements
from tournaments.services.casual import battles
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.battles import Setup
from tournaments.services.closing import results
from tournaments.services.events import build_battle_event

TOGETHER = 50
"""Battles that begin in one transaction at most."""
INSERT_SEAT, INSERT_ENTRY = PreparedInsert(CasualSeat), PreparedInsert(Entry)


@dataclass(frozen=True)
class Person:
    """Somebody who plays: the hash of the key that gets the seat, and whose skill is at stake; None: a guest."""

    key: str
    dynasty: Dynasty | None = None
    name: str = ""
    """A guest's; blank: one is invented."""
    emblem: dict[str, str] | None = None
    """A guest's; None: one is chosen by luck."""


@dataclass(frozen=True)
class Table:
    """A battle that is to begin: who plays, the first one as its host, and how."""

    people: Sequence[Person]
    setup: Setup
    network: str


@dataclass(frozen=True)
class Begun:
    """The rows of a battle that begins, unsaved."""

    tournament: Tournament
    casual: Casual
    seats: list[CasualSeat]
    entries: list[Entry]
    players: list[CasualPlayer]
    round: Round

    def set_tournament(self) -> None:
        """Set the number of the tournament, which is known once it is saved, in the rows that belong to it."""
        rows: list[CasualSeat | Entry | Round] = [*self.seats, *self.entries, self.round]
        for row in rows:
            row.tournament_id = self.tournament.pk


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


def begin_all(tables: Sequence[Table]) -> list[Tournament]:
    """Begin the battles of these tables as `begin_battle` does, with a few statements for all of them.

    The caller has a transaction, and has checked that they may meet. Raise where one of them cannot begin; then none
    has.
    """
    now, checked = clock.now(), dict[tuple[object, ...], Tournament]()
    begun = [build_begun(table, find_checked(table.setup, checked), now) for table in tables]
    tournaments = [each.tournament for each in begun]
    Tournament.objects.bulk_create(tournaments)
    for each in begun:
        each.set_tournament()
    Casual.objects.bulk_create([each.casual for each in begun])
    INSERT_SEAT.create_all([seat for each in begun for seat in each.seats])
    INSERT_ENTRY.create_all([entry for each in begun for entry in each.entries])
    CasualPlayer.objects.bulk_create([player for each in begun for player in each.players])
    round_statements.INSERT_ROUND.create_all([each.round for each in begun])
    event_streams.open_all([build_battle_event(each, "started", "started", now) for each in tournaments])
    return tournaments


def find_checked(setup: Setup, checked: dict[tuple[object, ...], Tournament]) -> Tournament:
    """Return an unsaved battle of a setup, which is checked once for all that are alike."""
    kind = (setup.game, setup.field, setup.preset, setup.round_seconds, setup.rated)
    if kind in checked:
        return battles.build_another(checked[kind])
    checked[kind] = battles.build_tournament(battles.validate_setup(setup))
    return checked[kind]


def build_begun(table: Table, tournament: Tournament, now: datetime) -> Begun:
    """Return the unsaved rows of a battle that begins with a person on each of its seats, who sit by luck."""
    people, luck = table.people, random.SystemRandom()
    letters = casual_seats.list_letters(tournament)
    if len(letters) != len(people):
        raise ValueError("a battle with computer players begins alone")
    first = lifecycle.build_first_round(tournament, tuple(letters))
    lifecycle.mark_begun(tournament, now)
    seated = dict(sorted(zip(luck.sample(letters, len(people)), people, strict=True)))
    entries = list[Entry]()
    for seat, person in seated.items():
        named = person.dynasty.name if person.dynasty else person.name
        name = named or casual_seats.invent_name({each.name for each in entries})
        entries.append(Entry(tournament=tournament, seat=seat, name=name, player="", entered_at=now))
    return Begun(
        tournament,
        build_casual(tournament, people[0], table.setup, table.network, now),
        [
            CasualSeat(tournament=tournament, seat=seat, key=each.key, emblem=get_emblem(each, luck))
            for seat, each in seated.items()
        ],
        entries,
        [
            CasualPlayer(tournament=tournament, seat=seat, dynasty=each.dynasty)
            for seat, each in seated.items()
            if each.dynasty
        ],
        results.build_round(Seating(tournament, entries, []), first, now),
    )


def get_emblem(person: Person, luck: random.Random) -> dict[str, str]:
    """Return the arms under which somebody plays: a dynasty's, the own ones of a guest, or some by luck."""
    return person.dynasty.emblem if person.dynasty else person.emblem or emblems.pick_random(luck)


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
    notify_all_paired([(tournament, people)])


def notify_all_paired(begun: Iterable[tuple[Tournament, Sequence[Person]]]) -> None:
    """Notify the dynasties of many people who have an opponent now, two in each of these battles."""
    notifications.notify_all(word for tournament, people in begun for word in build_notifications(tournament, people))


def build_notifications(tournament: Tournament, people: Sequence[Person]) -> list[Notification]:
    """Return what the dynasties of two people are told."""
    names = [person.dynasty.name if person.dynasty else "" for person in people]
    return [
        Notification(
            person.dynasty,
            "paired",
            f"paired:{tournament.code}",
            {"other": other, "result": "" if other else "guest"},
            tournament.code,
        )
        for person, other in zip(people, reversed(names), strict=True)
        if person.dynasty
    ]


def create_table(host: Person, setup: Setup, network: str) -> Tournament:
    """Create a battle between people, without anybody on its seats yet."""
    tournament = battles.create_tournament(battles.validate_setup(setup))
    build_casual(tournament, host, setup, network, clock.now()).save(force_insert=True)
    return tournament


def build_casual(tournament: Tournament, host: Person, setup: Setup, network: str, now: datetime) -> Casual:
    """Return the unsaved row of what is casual in a battle between people."""
    return Casual(
        tournament=tournament,
        mode=setup.mode,
        host=host.key,
        people=setup.people,
        played_at=now,
        network=network,
        paired=True,
    )


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
    emblem = get_emblem(person, random.SystemRandom())
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
