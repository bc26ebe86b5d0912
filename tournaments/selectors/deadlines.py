"""Dates for calendars: a dynasty's open rounds, its battles and arenas to come, and what players have announced."""

from dataclasses import dataclass
from datetime import datetime

from core import clock
from dynasty.models import Club, Dynasty
from tournaments.models import Arena, Entry, Round, Tournament

MAX_DATES = 200


@dataclass(frozen=True)
class CalendarDate:
    """One date of a tournament."""

    key: str
    """What it is, so that a calendar knows it again when its time changes."""
    tournament: Tournament
    emperor: str
    """The dynasty's own; blank in the calendar for everybody."""
    round: int | None
    """None: the start; 0: while armies are placed."""
    at: datetime


def list_dates(dynasty: Dynasty) -> list[CalendarDate]:
    """List a dynasty's next starts of battles and deadlines of rounds, the earliest first."""
    entries = Entry.objects.filter(dynasty=dynasty, player="").select_related("tournament")
    waiting = entries.filter(tournament__status=Tournament.Status.ANNOUNCED)[:MAX_DATES]
    starts = [CalendarDate(f"start-{each.tournament.code}", each.tournament, each.name, None, each.tournament.starts_at)
              for each in waiting]  # fmt: skip
    seats = {
        each.tournament_id: each for each in entries.filter(tournament__status=Tournament.Status.RUNNING)[:MAX_DATES]
    }
    rounds = Round.objects.filter(tournament__in=seats, closed_at=None).select_related("tournament")
    open_ones = rounds.defer("state", "events", "orders", "seals")
    due = [CalendarDate(f"round-{each.tournament.code}-{each.number}", each.tournament, seats[each.tournament_id].name,
                each.game_round, each.deadline)
           for each in open_ones if seats[each.tournament_id].seat not in each.ready]  # fmt: skip
    return sorted([*starts, *due], key=lambda date: date.at)


def list_arenas_of(dynasty: Dynasty) -> list[Arena]:
    """List the arenas that a dynasty entered and that are not over."""
    return list(Arena.objects.filter(players__dynasty=dynasty, ends_at__gt=clock.now(), closed_at=None)[:MAX_DATES])


def list_announced() -> list[CalendarDate]:
    """List the starts of the tournaments that players have announced, the next one first.

    Those of the site and of houses are left out: some start every few minutes.
    """
    found = Tournament.objects.filter(
        status=Tournament.Status.ANNOUNCED,
        casual=False,
        starts_at__gt=clock.now(),
        organiser__house=False,
    )
    return [
        CalendarDate(f"start-{each.code}", each, "", None, each.starts_at)
        for each in found.order_by("starts_at", "pk")[:MAX_DATES]
    ]


def list_announced_arenas() -> list[Arena]:
    """List the arenas that go on or are to come, the next one first."""
    found = Arena.objects.filter(closed_at=None, ends_at__gt=clock.now()).exclude(of_club__club__kind=Club.Kind.CLASS)
    return list(found.order_by("starts_at", "pk")[:MAX_DATES])
