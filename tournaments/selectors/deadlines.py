"""The deadlines of a dynasty: its open rounds and the starts of battles that it entered."""

from dataclasses import dataclass
from datetime import datetime

from dynasty.models import Dynasty
from tournaments.models import Entry, Round, Tournament

MAX_DATES = 200


@dataclass(frozen=True)
class CalendarDate:
    """One date of a dynasty's calendar."""

    key: str
    """What it is, so that a calendar knows it again when its time changes."""
    tournament: Tournament
    emperor: str
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
