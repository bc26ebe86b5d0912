"""The participants of a battle: seats that fight, that vote, that are on leave or led by a stand-in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.id_lists import IsAmong, format_ids
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import Entry, Leave, Round, StandIn, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import time_rules

ENTRIES_QUERY = PreparedQuery(lambda pk: Entry.objects.filter(tournament=pk).select_related("dynasty").order_by("seat"))
ENTRIES_OF_ALL_QUERY = PreparedQuery(
    lambda pks: Entry.objects.filter(IsAmong(F("tournament"), pks)).select_related("dynasty").order_by("seat")
)
OPEN_ROUND_QUERY = PreparedQuery(lambda pk: Round.objects.filter(tournament=pk, closed_at=None))


@dataclass(frozen=True)
class Seating:
    """The entries and stand-ins of a locked tournament, read once; services that change them update it."""

    tournament: Tournament
    entries: list[Entry]
    """In the order of their seats, with their dynasties."""
    standing: list[StandIn]
    """Who stood in when it was read, or does so since."""

    @property
    def stand_ins(self) -> dict[str, StandIn]:
        """Return the stand-ins of now by the seats whose orders they give."""
        return {each.seat: each for each in self.standing if each.ended_at is None}

    @property
    def people(self) -> list[Entry]:
        return filter_people(self.entries)


def get_seating(tournament: Tournament, *, has_stand_ins: bool = True) -> Seating:
    """Return the seating of a tournament; the caller holds its row lock.

    `has_stand_ins`: False if no seat has a stand-in, which saves the query.
    """
    return Seating(
        tournament, get_entries(tournament), list(get_stand_ins(tournament).values()) if has_stand_ins else []
    )


def get_open_round(tournament: Tournament) -> Round | None:
    """Return the round that takes orders; None if the battle is not running."""
    running = tournament.status == Tournament.Status.RUNNING
    return OPEN_ROUND_QUERY.first(tournament.pk) if running else None


def get_fighting(tournament: Tournament, current: Round) -> tuple[str, ...]:
    """Return the letters of the seats that have an order to give."""
    game = games.GAMES[tournament.game]
    return game.to_act(game.read(current.state))


def get_living(tournament: Tournament, current: Round, entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the seats that have not fallen, whether it is their turn or not."""
    game = games.GAMES[tournament.game]
    fallen = game.list_fallen(game.read(current.state))
    return tuple(sorted(entry.seat for entry in entries if entry.seat not in fallen))


def get_entries(tournament: Tournament) -> list[Entry]:
    """Return all taken seats in their order, with their dynasties."""
    return ENTRIES_QUERY(tournament.pk)


def list_entries(tournaments: Iterable[int]) -> dict[int, list[Entry]]:
    """Return the taken seats of these tournaments by tournament, in their order, with their dynasties."""
    found: dict[int, list[Entry]] = {pk: [] for pk in tournaments}
    for entry in ENTRIES_OF_ALL_QUERY(format_ids(found)):
        found[entry.tournament_id].append(entry)
    return found


def get_own_entry(tournament: Tournament, dynasty: Dynasty) -> Entry:
    """Return the seat that a dynasty's own player has in a tournament; raise where it has none."""
    entry = Entry.objects.filter(tournament=tournament, dynasty=dynasty, player="").first()
    if entry is None:
        raise DomainError("not_your_seat", _("This seat is not yours."))
    return entry


def get_people(tournament: Tournament) -> list[Entry]:
    return [] if tournament.casual else filter_people(get_entries(tournament))


def filter_people(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of players that are no computers of the site.

    Empty in casual battles, whose seats have no dynasties.
    """
    return [each for each in entries if not each.player and each.dynasty is not None and not each.dynasty.house]


def filter_voting(tournament: Tournament, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries of people among all of a battle, casual ones included."""
    return [each for each in entries if not each.player] if tournament.casual else filter_people(entries)


def get_voters(entries: Iterable[Entry], fighting: Iterable[str]) -> list[str]:
    """Return the seats that vote: of people who fight and are awake; programs and computers do not vote.

    `entries`: those that `filter_voting` returns.
    """
    there = set(fighting)
    return [entry.seat for entry in entries if entry.seat in there and entry.missed < ASLEEP_AFTER
            and not (entry.dynasty and entry.dynasty.program)]  # fmt: skip


def list_voters(tournament: Tournament, current: Round) -> list[str]:
    """Return the seats that vote in the open round of a battle."""
    people = filter_voting(tournament, get_entries(tournament))
    return get_voters(people, get_living(tournament, current, people))


def get_stand_ins(tournament: Tournament) -> dict[str, StandIn]:
    """Return the current stand-ins by the letter of their seat."""
    rows = StandIn.objects.filter(tournament=tournament, ended_at=None).select_related("dynasty")
    return {row.seat: row for row in rows.order_by("seat")}


def get_led_seat(tournament: Tournament, dynasty: Dynasty | None) -> str | None:
    """Return the letter of the seat that this dynasty leads here as a volunteer; None if there is none."""
    running = tournament.status == Tournament.Status.RUNNING and not tournament.casual
    if dynasty is None or not running or not time_rules.get_absence_policy(tournament).volunteers:
        return None
    leading = StandIn.objects.filter(tournament=tournament, dynasty=dynasty, ended_at=None)
    return leading.values_list("seat", flat=True).first()


def get_leaves(entries: Iterable[Entry], moment: datetime) -> dict[str, Leave]:
    """Return by seat the leaves of the dynasties that are on leave at this moment."""
    seats = {entry.dynasty_id: entry.seat for entry in entries}
    leaves = Leave.objects.filter(dynasty__in=list(seats), since__lte=moment, until__gt=moment).order_by("until")
    return {seats[leave.dynasty_id]: leave for leave in leaves}
