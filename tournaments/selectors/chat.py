"""What was said around a battle, as far as this reader may hear it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import Entry, Message, Mute, Report, Round, Silence, StandIn, Tournament
from tournaments.selectors import battles, time_rules

LINES = 60
"""Of a talk on the page."""
OPEN_FOR = timedelta(days=7)
"""After a battle is over one can still talk about it."""
FOUGHT = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True)
class Talk:
    """One talk as somebody sees it."""

    room: str
    lines: list[Message]
    may_speak: bool
    open: bool
    closed: bool = False
    """Whether it is kept from this reader, who fights."""


def has_talk(tournament: Tournament) -> bool:
    """Casual battles have none."""
    return not tournament.casual


def is_open(tournament: Tournament, now: datetime) -> bool:
    """Whether one can still say something. The talk of a training ends with it."""
    if tournament.status not in OVER:
        return True
    if tournament.type == Tournament.Type.TRAINING or tournament.ended_at is None:
        return False
    return now < tournament.ended_at + OPEN_FOR


def at_table(tournament: Tournament, dynasty: Dynasty | None) -> bool:
    """Whether this dynasty has a seat here that no computer plays."""
    return sits_among(Entry.objects.filter(tournament=tournament, dynasty=dynasty, player=""), dynasty)


def sits_among(entries: Iterable[Entry], dynasty: Dynasty | None) -> bool:
    """The same, where the entries are at hand."""
    if dynasty is None or dynasty.house:
        return False
    return any(entry.dynasty_id == dynasty.pk and not entry.player for entry in entries)


def fights(
    tournament: Tournament,
    dynasty: Dynasty | None,
    entries: Iterable[Entry] | None = None,
    current: Round | None = None,
) -> bool:
    """Return whether a dynasty plays a seat of a battle under way that has not fallen.

    `entries`, `current`: those of the tournament and its open round, where they are at hand.
    """
    if dynasty is None or tournament.casual or tournament.status not in FOUGHT:
        return False
    played = seats_played(tournament, dynasty, entries)
    return bool(played) and not played <= fallen(tournament, current)


def seats_played(tournament: Tournament, dynasty: Dynasty, entries: Iterable[Entry] | None) -> set[str]:
    """Return the seats that a dynasty entered here, or that it leads for somebody else."""
    found = Entry.objects.filter(tournament=tournament, dynasty=dynasty) if entries is None else entries
    entered = {entry.seat for entry in found if entry.dynasty_id == dynasty.pk}
    if entered or not time_rules.absence_of(tournament).volunteers:
        return entered
    leading = StandIn.objects.filter(tournament=tournament, dynasty=dynasty, ended_at=None)
    return set(leading.values_list("seat", flat=True))


def fallen(tournament: Tournament, current: Round | None) -> set[str]:
    """Return the seats that have fallen in a battle under way; none where its state cannot be read."""
    current = current or Round.objects.filter(tournament=tournament, closed_at=None).first()
    if current is None or tournament.game not in games.GAMES:
        return set()
    return set(games.GAMES[tournament.game].fallen(battles.state_of(tournament, current)))


def may_hear(tournament: Tournament, room: str, dynasty: Dynasty | None) -> bool:
    """Return whether a reader may hear a talk.

    That of the spectators is everybody's but of those who fight, that of the table the players' until the end.
    """
    if not has_talk(tournament) or room not in Message.Room.values:
        return False
    if room == Message.Room.PUBLIC:
        return not fights(tournament, dynasty)
    return tournament.status in OVER or at_table(tournament, dynasty)


def heard(tournament: Tournament, room: str, dynasty: Dynasty | None, now: datetime | None = None) -> QuerySet[Message]:
    """Return the messages of a talk that is open to this reader, but of whom it muted and of the silenced.

    `now`: the present moment, where it is at hand.
    """
    found = Message.objects.filter(tournament=tournament, room=room, removed_at=None)
    found = found.filter(~Exists(in_force(now or clock.now()).filter(dynasty=OuterRef("dynasty"))))
    if dynasty:
        found = found.filter(~Exists(Mute.objects.filter(dynasty=dynasty, muted=OuterRef("dynasty"))))
    return found.select_related("dynasty").order_by("-pk")


def in_force(now: datetime) -> QuerySet[Silence]:
    """Return the silences that have not run out."""
    return Silence.objects.filter(Q(until=None) | Q(until__gt=now))


def silence_of(dynasty: Dynasty, now: datetime) -> Silence | None:
    """Return the silence that keeps a dynasty from talking, if there is one."""
    return in_force(now).filter(dynasty=dynasty).first()


def talks(
    tournament: Tournament, dynasty: Dynasty | None, entries: Collection[Entry], current: Round | None = None
) -> list[Talk]:
    """Return the talks of a battle with these entries for this reader, the table's first.

    `current`: its open round, where it is at hand.
    """
    if not has_talk(tournament):
        return []
    now = clock.now()
    opened = is_open(tournament, now)
    speaks = opened and bool(dynasty and not dynasty.house)
    found = []
    seated = sits_among(entries, dynasty)
    if seated or tournament.status in OVER:
        found.append(Talk("table", lines(tournament, "table", dynasty, now), speaks and seated, opened))
    if fights(tournament, dynasty, entries, current):
        found.append(Talk("public", [], may_speak=False, open=opened, closed=True))
    else:
        found.append(Talk("public", lines(tournament, "public", dynasty, now), speaks, opened))
    return [each for each in found if each.lines or each.room == "public" or (seated and opened)]


def lines(tournament: Tournament, room: str, dynasty: Dynasty | None, now: datetime) -> list[Message]:
    """Return the latest messages of a talk, the oldest first. The caller has seen that this reader may hear it."""
    return list(heard(tournament, room, dynasty, now)[:LINES])[::-1]


def since(tournament: Tournament, room: str, dynasty: Dynasty | None, code: str = "") -> list[Message] | None:
    """The messages after that one, at most a page of them, the oldest first; None where this reader may not hear."""
    if not may_hear(tournament, room, dynasty):
        return None
    found = heard(tournament, room, dynasty)
    last = Message.objects.filter(tournament=tournament, code=code).values_list("pk", flat=True).first()
    return list(found.filter(pk__gt=last).order_by("pk")[:LINES]) if last else list(found[:LINES])[::-1]


def message(code: str) -> Message | None:
    return Message.objects.select_related("tournament", "dynasty").filter(code=code).first()


def message_for(dynasty: Dynasty, code: str) -> Message | None:
    """A message that this reader may hear."""
    found = message(code)
    if found is None or found.removed_at or not may_hear(found.tournament, found.room, dynasty):
        return None
    return found


def muted(dynasty: Dynasty) -> list[Dynasty]:
    """Whom a dynasty does not want to hear."""
    return [mute.muted for mute in Mute.objects.filter(dynasty=dynasty).select_related("muted").order_by("-at")]


def streams_of(tournament: Tournament, dynasty: Dynasty | None) -> list[str]:
    """The streams of the talks that this reader hears."""
    rooms = {"table": f"table:{tournament.code}", "public": f"talk:{tournament.code}"}
    return [stream for room, stream in rooms.items() if may_hear(tournament, room, dynasty)]


def seats(entries: Iterable[Entry]) -> dict[int, str]:
    """Who speaks from which seat."""
    return {entry.dynasty_id: entry.seat for entry in entries if entry.dynasty_id and not entry.player}


def open_reports(limit: int = 50) -> list[Report]:
    """What the staff has to look at, the oldest first."""
    found = Report.objects.filter(closed_at=None).select_related("about__silence", "reporter", "message__tournament")
    return list(found.order_by("at")[:limit])


def silenced(limit: int = 100) -> list[Silence]:
    return list(in_force(clock.now()).select_related("dynasty", "by").order_by("-since")[:limit])
