"""The treaties between seats of a battle, as far as a reader may see them."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext

from core.sentences import fill
from dynasty.models import Dynasty
from tournaments.domain import games, negotiation, treaties
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament, Treaty
from tournaments.selectors.negotiation import letters

Status = Treaty.Status
OPEN_STATUSES = (Status.PROPOSED, Status.SEALED)
JUDGED_STATUSES = (Status.KEPT, Status.BROKEN, Status.VOID)


@dataclass(frozen=True)
class TreatyView:
    """A treaty in words, as one reader sees it."""

    treaty: Treaty
    sentence: str
    seats: list[str]
    is_waiting: bool
    """Whether the reader's seat is to accept or decline it."""
    is_withdrawable: bool
    """Whether the reader's seat accepted it, and others have not yet."""
    payments: list[tuple[str, str]]
    """Who paid its stake to whom."""


def has_treaties(tournament: Tournament) -> bool:
    """Return whether seats of a battle can conclude treaties: where they negotiate and something is at stake.

    Team mates, who may always write to one another, need none.
    """
    announced = letters.get_mode(tournament) not in (negotiation.NONE, negotiation.TEAM)
    return announced and is_serious(tournament.type)


def find_own_seat(tournament: Tournament, dynasty: Dynasty | None) -> str:
    """Return the seat for which a dynasty itself promises and stakes, which no volunteer does; empty for none."""
    if dynasty is None or dynasty.house or not has_treaties(tournament):
        return ""
    own = Entry.objects.filter(tournament=tournament, dynasty=dynasty, player="")
    return own.values_list("seat", flat=True).first() or ""


def list_readable(tournament: Tournament, seat: str) -> list[Treaty]:
    """Return what a reader with this seat (empty: none) may see, the latest first: its own, and all once judged."""
    if not has_treaties(tournament):
        return []
    readable = Q(status__in=JUDGED_STATUSES)
    if seat:
        readable |= Q(among__contains=seat)
    return list(Treaty.objects.filter(readable, tournament=tournament).order_by("-pk"))


def find_own(tournament: Tournament, seat: str, code: str) -> Treaty | None:
    """Return the treaty with this code among those of a seat; None if there is none."""
    return next((each for each in list_readable(tournament, seat) if each.code == code and seat in each.among), None)


def describe(tournament: Tournament, treaty: Treaty, seat: str) -> TreatyView:
    """Return a treaty in the reader's language."""
    view = games.GAMES[tournament.game].VIEW
    values = {"until": treaty.until, "target": treaty.target.upper()}
    return TreatyView(
        treaty,
        fill(gettext(treaties.get_sentence(view, treaty.kind)), values),
        list(treaty.among),
        is_waiting=treaty.status == Status.PROPOSED and seat in treaty.among and seat not in treaty.accepted,
        is_withdrawable=treaty.status == Status.PROPOSED and bool(seat) and seat in treaty.accepted,
        payments=[(seat_, other) for seat_, others in sorted(treaty.pays.items()) for other in others],
    )


def list_views(tournament: Tournament, dynasty: Dynasty | None) -> list[TreatyView]:
    """Return the treaties that a reader may see, in words."""
    seat = find_own_seat(tournament, dynasty)
    return [describe(tournament, each, seat) for each in list_readable(tournament, seat)]


def count_waiting(tournament: Tournament, dynasty: Dynasty | None) -> int:
    """Return how many proposals wait for the answer of a reader's seat."""
    return sum(each.is_waiting for each in list_views(tournament, dynasty))
