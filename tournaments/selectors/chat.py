"""The messages around a battle, as far as a reader may see them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from core.limits import LETTERS_SHOWN
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Message, Mute, Report, Round, Silence, StandIn, Tournament
from tournaments.selectors import battles, hidden_names, time_rules
from tournaments.selectors.negotiation import letters

MAX_LINES = 60
"""Of a talk on the page."""
Rooms = tuple[str, ...]
OPEN_AFTER_END = timedelta(days=7)
"""After a battle is over one can still talk about it."""
FOUGHT_STATUSES = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
ENDED_STATUSES = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True)
class Talk:
    """One chat room as one reader sees it."""

    room: str
    lines: list[Message]
    may_speak: bool
    open: bool
    closed: bool = False
    """Whether it is kept from this reader, who fights."""
    addressees: Sequence[Entry] = ()
    """To whom the reader can write: between seats alone."""


def has_talk(tournament: Tournament) -> bool:
    """Check whether a tournament has a chat; casual battles have none."""
    return not tournament.casual


def is_open(tournament: Tournament, now: datetime) -> bool:
    """Check whether messages can still be posted; the chat of a training battle closes when it ends."""
    if tournament.status not in ENDED_STATUSES:
        return True
    if not is_serious(tournament.type) or tournament.ended_at is None:
        return False
    return now < tournament.ended_at + OPEN_AFTER_END


def is_player(tournament: Tournament, dynasty: Dynasty | None) -> bool:
    """Check whether this dynasty has a seat here that no computer plays."""
    return is_among_players(Entry.objects.filter(tournament=tournament, dynasty=dynasty, player=""), dynasty)


def is_among_players(entries: Iterable[Entry], dynasty: Dynasty | None) -> bool:
    """Check whether a dynasty holds one of these entries and no computer plays it."""
    if dynasty is None or dynasty.house:
        return False
    return any(entry.dynasty_id == dynasty.pk and not entry.player for entry in entries)


def is_fighting(
    tournament: Tournament,
    dynasty: Dynasty | None,
    entries: Iterable[Entry] | None = None,
    current: Round | None = None,
) -> bool:
    """Return whether a dynasty plays a seat of a battle under way that has not fallen.

    `entries`, `current`: the tournament's entries and its open round, if the caller has them already.
    """
    if dynasty is None or tournament.casual or tournament.status not in FOUGHT_STATUSES:
        return False
    played = get_played_seats(tournament, dynasty, entries)
    return bool(played) and not played <= get_fallen(tournament, current)


def get_played_seats(tournament: Tournament, dynasty: Dynasty, entries: Iterable[Entry] | None) -> set[str]:
    """Return the seats that a dynasty entered here, or that it leads for somebody else."""
    found = Entry.objects.filter(tournament=tournament, dynasty=dynasty) if entries is None else entries
    entered = {entry.seat for entry in found if entry.dynasty_id == dynasty.pk}
    if entered or not time_rules.get_absence_policy(tournament).volunteers:
        return entered
    leading = StandIn.objects.filter(tournament=tournament, dynasty=dynasty, ended_at=None)
    return set(leading.values_list("seat", flat=True))


def get_fallen(tournament: Tournament, current: Round | None) -> set[str]:
    """Return the seats that have fallen in a battle under way; none where its state cannot be read."""
    current = current or Round.objects.filter(tournament=tournament, closed_at=None).first()
    if current is None or tournament.game not in games.GAMES:
        return set()
    return set(games.GAMES[tournament.game].list_fallen(battles.get_state(tournament, current)))


def can_read(tournament: Tournament, room: str, dynasty: Dynasty | None) -> bool:
    """Return whether a reader may read a chat room.

    The spectators' room is closed to dynasties that fight; the players' room is theirs alone until the end, and closed
    to all while nobody may know who they are.
    """
    if not has_talk(tournament) or room not in Message.Room.values:
        return False
    if room == Message.Room.PARLEY:
        return letters.can_read_any(tournament, dynasty)
    if room == Message.Room.PUBLIC:
        return not is_fighting(tournament, dynasty)
    if hidden_names.is_anonymous(tournament):
        return False
    return tournament.status in ENDED_STATUSES or is_player(tournament, dynasty)


def can_read_message(message: Message, dynasty: Dynasty | None) -> bool:
    """Return whether a reader may read a message, be it muted or not."""
    if not can_read(message.tournament, message.room, dynasty):
        return False
    return message.room != Message.Room.PARLEY or letters.can_read(message, dynasty)


def list_streams_of_message(message: Message) -> list[str]:
    """List the event streams that point to a message: those of the readers that `can_read_message` lets read it."""
    if message.room == Message.Room.PARLEY:
        return letters.list_streams(message)
    return [f"{'table' if message.room == Message.Room.TABLE else 'talk'}:{message.tournament.code}"]


def query_readable(
    tournament: Tournament, room: str, dynasty: Dynasty | None, now: datetime | None = None
) -> QuerySet[Message]:
    """Return the messages of a room for this reader, without those of muted and silenced dynasties.

    Between the seats of an anonymous battle all of them: only its seats are known there.
    `now`: the current time, if the caller has it already. The caller checks `can_read`.
    """
    values = now or clock.now(), tournament.pk, room, dynasty.pk if dynasty else None
    if room != Message.Room.PARLEY:
        return query_room(*values).order_by("-pk")
    is_anonymous = hidden_names.is_anonymous(tournament)  # a gap would tell whose seat it is
    found = query_all(tournament.pk, room) if is_anonymous else query_room(*values)
    return found.filter(letters.build_filter(tournament, letters.list_seats(tournament, dynasty))).order_by("-pk")


def query_all(tournament: int, room: str) -> QuerySet[Message]:
    """Return the messages of a room, with what shows them."""
    found = Message.objects.filter(tournament=tournament, room=room, removed_at=None)
    return found.select_related("dynasty", "tournament")


def query_room(now: datetime, tournament: int, room: str, dynasty: int | None) -> QuerySet[Message]:
    """Return the messages of a room, without those of the silenced and of whom a dynasty has muted."""
    found = query_all(tournament, room).filter(~Exists(query_silences(now).filter(dynasty=OuterRef("dynasty"))))
    if dynasty is None:
        return found
    return found.filter(~Exists(Mute.objects.filter(dynasty=dynasty, muted=OuterRef("dynasty"))))


def query_latest(rooms: Rooms, now: datetime, tournament: int, dynasty: int) -> QuerySet[Message]:
    """Return the latest messages of each of these rooms, the latest first. `dynasty`: 0 for nobody."""
    found = Q()
    for room in rooms:
        found |= Q(pk__in=query_room(now, tournament, room, dynasty).order_by("-pk").values("pk")[:MAX_LINES])
    return Message.objects.filter(found).select_related("dynasty", "tournament").order_by("-pk")


LATEST_QUERIES: dict[Rooms, PreparedQuery[Message]] = {
    rooms: PreparedQuery(partial(query_latest, rooms)) for rooms in (("table",), ("public",), ("table", "public"))
}


def query_silences(now: datetime) -> QuerySet[Silence]:
    """Return the silences that have not run out."""
    return Silence.objects.filter(Q(until=None) | Q(until__gt=now))


def find_silence(dynasty: Dynasty, now: datetime) -> Silence | None:
    """Return the silence that keeps a dynasty from talking, if there is one."""
    return query_silences(now).filter(dynasty=dynasty).first()


def get_silence(dynasty: Dynasty) -> Silence | None:
    """Return what `find_silence` returns, without a query where the dynasty was found as that of a reader."""
    silence: Silence | None = getattr(dynasty, "silence", None)
    if silence is None or (silence.until is not None and silence.until <= clock.now()):
        return None
    return silence


def list_talks(
    tournament: Tournament,
    dynasty: Dynasty | None,
    entries: Collection[Entry],
    current: Round | None = None,
    now: datetime | None = None,
) -> list[Talk]:
    """Return the chat rooms of a battle for this reader, the players' room first.

    `current`, `now`: its open round and the current time, if the caller has them already.
    """
    if not has_talk(tournament):
        return []
    now = now or clock.now()
    opened = is_open(tournament, now)
    speaks = opened and bool(dynasty and not dynasty.house)
    found = []
    seated = is_among_players(entries, dynasty)
    shows_table = (seated or tournament.status in ENDED_STATUSES) and not hidden_names.is_anonymous(tournament)
    is_closed = is_fighting(tournament, dynasty, entries, current)
    lines = list_latest(tournament, dynasty, now, ("table",) * shows_table + ("public",) * (not is_closed))
    if shows_table:
        found.append(Talk("table", lines["table"], speaks and seated, opened))
    if parley := find_parley(tournament, dynasty, entries, current, now):
        found.append(parley)
    found.append(Talk("public", lines.get("public", []), speaks and not is_closed, opened, closed=is_closed))
    return [each for each in found if each.lines or each.room == "public" or (seated and opened) or each.addressees]


def find_parley(
    tournament: Tournament,
    dynasty: Dynasty | None,
    entries: Collection[Entry],
    current: Round | None,
    now: datetime,
) -> Talk | None:
    """Return what the seats write to one another, as far as this reader sees it; None where it sees nothing."""
    if not letters.get_mode(tournament) or tournament.status == Tournament.Status.ANNOUNCED:
        return None
    seats = letters.list_seats(tournament, dynasty, entries)
    if not seats and not letters.is_public(tournament):
        return None
    others = letters.list_addressees(tournament, seats[0], entries, current) if seats else []
    found = query_readable(tournament, Message.Room.PARLEY, dynasty, now)[:LETTERS_SHOWN]
    lines = hidden_names.hide_authors(found, dynasty)[::-1]
    return Talk("parley", lines, bool(others), tournament.status not in ENDED_STATUSES, addressees=others)


def list_latest(
    tournament: Tournament, dynasty: Dynasty | None, now: datetime, rooms: Rooms
) -> dict[str, list[Message]]:
    """Return the latest messages by room, the oldest first, in one query; the caller has checked `can_read`."""
    found = LATEST_QUERIES[rooms](now, tournament.pk, dynasty.pk if dynasty else 0) if rooms else []
    shown = hidden_names.hide_authors(found, dynasty)[::-1]
    return {room: [message for message in shown if message.room == room] for room in rooms}


def list_since(tournament: Tournament, room: str, dynasty: Dynasty | None, code: str = "") -> list[Message] | None:
    """List the messages after `code`, at most a page, the oldest first; None where the reader may not read them."""
    if not can_read(tournament, room, dynasty):
        return None
    found = query_readable(tournament, room, dynasty)
    last = Message.objects.filter(tournament=tournament, code=code).values_list("pk", flat=True).first()
    lines = list(found.filter(pk__gt=last).order_by("pk")[:MAX_LINES]) if last else list(found[:MAX_LINES])[::-1]
    return hidden_names.hide_authors(lines, dynasty)


def find_message(code: str) -> Message | None:
    return Message.objects.select_related("tournament", "dynasty").filter(code=code).first()


def find_readable_message(dynasty: Dynasty, code: str) -> Message | None:
    """Return a message that this reader may read; None otherwise."""
    found = find_message(code)
    if found is None or found.removed_at or not can_read_message(found, dynasty):
        return None
    return found


def list_muted(dynasty: Dynasty) -> list[Dynasty]:
    """List the dynasties that a dynasty has muted, the latest first."""
    return [mute.muted for mute in Mute.objects.filter(dynasty=dynasty).select_related("muted").order_by("-at")]


def list_streams(tournament: Tournament, dynasty: Dynasty | None) -> list[str]:
    """List the event streams of the chat rooms that this reader may read."""
    rooms = {"table": f"table:{tournament.code}", "public": f"talk:{tournament.code}"}
    return [stream for room, stream in rooms.items() if can_read(tournament, room, dynasty)]


def map_seats(entries: Iterable[Entry]) -> dict[int, str]:
    """Map each player's dynasty id to the letter of its seat."""
    return {entry.dynasty_id: entry.seat for entry in entries if entry.dynasty_id and not entry.player}


def list_open_reports(limit: int = 50) -> list[Report]:
    """List the open reports for the staff, the oldest first."""
    found = Report.objects.filter(closed_at=None).select_related(
        "about__silence", "reporter", "message__tournament", "private", "study"
    )
    return list(found.order_by("at")[:limit])


def find_own_report(dynasty: Dynasty, code: str) -> Report | None:
    """Return what a dynasty reported of the message or study with this code; None if it did not."""
    return Report.objects.filter(key=f"{code}:{dynasty.code}").first()


def list_silenced(limit: int = 100) -> list[Silence]:
    return list(query_silences(clock.now()).select_related("dynasty", "by").order_by("-since")[:limit])
