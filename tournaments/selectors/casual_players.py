"""Which dynasty's player has which seat of a casual battle; of guests and computers nothing is known."""

from collections.abc import Collection

from dynasty.models import Dynasty
from tournaments.domain.matchmaking import PACES
from tournaments.models import CasualPlayer, Entry, Tournament

DAY = PACES["daily"].round_seconds


def get_dynasties(tournament: Tournament) -> dict[str, Dynasty]:
    """Return the dynasties of a casual battle between people, by seat; none for any other tournament."""
    if not tournament.casual:
        return {}
    rows = CasualPlayer.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    return {each.seat: each.dynasty for each in rows}


def is_daily(tournament: Tournament) -> bool:
    """Return whether a casual battle goes on for days, so that its players look at other pages meanwhile."""
    return tournament.casual and tournament.round_seconds >= DAY


def list_daily_entries(tournaments: Collection[int]) -> list[Entry]:
    """Return the seats of dynasties' players in those of these battles that are daily casual ones.

    Each has its `dynasty`, which no casual entry has in the database: they are to be read, not saved.
    """
    found = CasualPlayer.objects.filter(tournament__in=tournaments, tournament__round_seconds__gte=DAY)
    players = {(each.tournament_id, each.seat): each.dynasty for each in found.select_related("dynasty")}
    entries = Entry.objects.filter(tournament__in=tournaments, dynasty=None).order_by("pk") if players else []
    daily = [each for each in entries if (each.tournament_id, each.seat) in players]
    for each in daily:
        each.dynasty = players[each.tournament_id, each.seat]
    return daily


def has_seat(tournament: Tournament, dynasty: Dynasty | None) -> bool:
    """Return whether a dynasty's player has a seat of a casual battle, in whichever browser."""
    return dynasty is not None and CasualPlayer.objects.filter(tournament=tournament, dynasty=dynasty).exists()
