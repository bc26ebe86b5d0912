"""The public list of wanted seats: sleeping seats whose orders a volunteer may give."""

from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from core.limits import PAGE_SIZE
from dynasty.models import Dynasty
from tournaments.models import Entry, Leave, LeaveBook, Round, StandIn, Tournament
from tournaments.models.entries import ASLEEP_AFTER
from tournaments.selectors import hidden_names, participation, time_rules

ORDER = ("-begun", "-pk")
"""The latest battles first."""


@dataclass(frozen=True)
class WantedSeat:
    """A seat that nobody leads."""

    tournament: Tournament
    entry: Entry


def list_wanted(reader: Dynasty | None = None, limit: int = PAGE_SIZE) -> list[WantedSeat]:
    """List the seats that want a volunteer in the latest battles, with names hidden as for this reader."""
    return filter_wanted(list(query_sleepers().order_by(*ORDER)[:limit]), reader)


def query_sleepers() -> QuerySet[Entry]:
    """Return the query of the sleeping seats without a stand-in in running battles.

    `begun` is annotated: when the battle started.
    """
    stand_ins = StandIn.objects.filter(tournament=OuterRef("tournament"), seat=OuterRef("seat"), ended_at=None)
    asleep = Entry.objects.filter(~Exists(stand_ins), missed__gte=ASLEEP_AFTER, player="", dynasty__house=False,
                                  tournament__status=Tournament.Status.RUNNING, tournament__casual=False)  # fmt: skip
    return asleep.select_related("tournament__organiser", "dynasty").annotate(begun=F("tournament__started_at"))


def filter_wanted(sleeping: list[Entry], reader: Dynasty | None = None) -> list[WantedSeat]:
    """Return the seats that must give an order now, in battles that allow volunteers."""
    able = [entry for entry in sleeping if time_rules.get_absence_policy(entry.tournament).volunteers]
    opened = Round.objects.filter(tournament__in={entry.tournament_id for entry in able}, closed_at=None)
    current = {each.tournament_id: each for each in opened}
    found = (entry for entry in able if needs_order(entry, current.get(entry.tournament_id)))
    return [
        WantedSeat(entry.tournament, hidden_names.hide_names(entry.tournament, [entry], reader)[0]) for entry in found
    ]


def needs_order(entry: Entry, current: Round | None) -> bool:
    """Check whether a seat has an order to give and has given none."""
    if current is None or entry.seat in current.ready:
        return False
    return entry.seat in participation.get_fighting(entry.tournament, current)


def list_led(dynasty: Dynasty) -> list[StandIn]:
    """List the stand-ins in which a dynasty leads seats of others."""
    rows = StandIn.objects.filter(dynasty=dynasty, ended_at=None).select_related("tournament__organiser")
    return list(rows.order_by("since"))


def list_leaves(dynasty: Dynasty, limit: int = PAGE_SIZE) -> list[Leave]:
    """List a dynasty's leaves, the latest first."""
    return list(Leave.objects.filter(dynasty=dynasty).order_by("-since")[:limit])


def get_book(dynasty: Dynasty) -> LeaveBook:
    """Return the leave that a dynasty has earned; an unsaved, empty book where it has none yet."""
    return LeaveBook.objects.filter(dynasty=dynasty).first() or LeaveBook(dynasty=dynasty)
