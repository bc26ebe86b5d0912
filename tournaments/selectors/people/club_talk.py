"""What the members of a club say to one another."""

from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from core import clock
from dynasty.models import Club, ClubMember, Dynasty
from tournaments.models import Mute, PrivateMessage
from tournaments.selectors import chat

MAX_LINES = 60


def query_readable(dynasty: Dynasty, now: datetime) -> QuerySet[PrivateMessage]:
    """Return what is said in the clubs of a dynasty, without those whom it muted and whom the staff silenced."""
    found = PrivateMessage.objects.filter(removed_at=None, club__kind=Club.Kind.CLUB, club__dissolved_at=None)
    found = found.filter(Exists(ClubMember.objects.filter(club=OuterRef("club"), dynasty=dynasty)))
    found = found.filter(~Exists(chat.query_silences(now).filter(dynasty=OuterRef("dynasty"))))
    return found.filter(~Exists(Mute.objects.filter(dynasty=dynasty, muted=OuterRef("dynasty"))))


def list_lines(club: Club, dynasty: Dynasty, now: datetime) -> list[PrivateMessage]:
    """Return the latest messages of a club for one of its members, the oldest first; none for anybody else."""
    found = query_readable(dynasty, now).filter(club=club).select_related("dynasty")
    return list(found.order_by("-pk")[:MAX_LINES])[::-1]


def find_readable(dynasty: Dynasty, code: str) -> PrivateMessage | None:
    """Return a message of a club that a dynasty may read; None otherwise."""
    found = query_readable(dynasty, clock.now()).select_related("dynasty", "conversation", "club")
    return found.filter(code=code).first()
