"""What was said around a battle, as far as this reader may hear it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from dynasty import clock
from dynasty.models import Dynasty
from tournaments.models import Entry, Message, Mute, Report, Silence, Tournament

LINES = 60
"""Of a talk on the page."""
OPEN_FOR = timedelta(days=7)
"""After a battle is over one can still talk about it."""
OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True)
class Talk:
    """One talk as somebody sees it."""

    room: str
    lines: list[Message]
    may_speak: bool
    open: bool


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


def may_hear(tournament: Tournament, room: str, dynasty: Dynasty | None) -> bool:
    """The public talk is everybody's; that of the table is the players' until the battle is over."""
    if not has_talk(tournament) or room not in Message.Room.values:
        return False
    return room == Message.Room.PUBLIC or tournament.status in OVER or at_table(tournament, dynasty)


def heard(tournament: Tournament, room: str, dynasty: Dynasty | None) -> QuerySet[Message]:
    """The messages of a talk that is open to this reader, without those of whom it muted and of the silenced."""
    found = Message.objects.filter(tournament=tournament, room=room, removed_at=None)
    found = found.filter(~Exists(Silence.objects.filter(dynasty=OuterRef("dynasty"))))
    if dynasty:
        found = found.filter(~Exists(Mute.objects.filter(dynasty=dynasty, muted=OuterRef("dynasty"))))
    return found.select_related("dynasty").order_by("-pk")


def talks(tournament: Tournament, dynasty: Dynasty | None, entries: Iterable[Entry]) -> list[Talk]:
    """The talks of a battle with these entries that this reader hears: the table's first."""
    if not has_talk(tournament):
        return []
    seated = sits_among(entries, dynasty)
    opened = is_open(tournament, clock.now())
    rooms = ["table", "public"] if seated or tournament.status in OVER else ["public"]
    found = [Talk(room, list(heard(tournament, room, dynasty)[:LINES])[::-1],
                  opened and bool(dynasty and not dynasty.house) and (seated or room == "public"), opened)
             for room in rooms]  # fmt: skip
    return [each for each in found if each.lines or each.room == "public" or (seated and opened)]


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
    return list(Silence.objects.select_related("dynasty", "by").order_by("-since")[:limit])
