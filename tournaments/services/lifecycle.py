"""Starting tournaments: filling seats, opening the first round, or calling it off."""

import logging
from datetime import datetime
from functools import partial

from core import clock
from core.run_safely import run_safely
from core.transactions import service
from tournaments.domain import games, ladders, seat_counts, terms
from tournaments.models import Entry, Tournament
from tournaments.selectors import bets as bets_selectors
from tournaments.selectors import participation
from tournaments.selectors.sweeps import due_work
from tournaments.services import (
    bets,
    cancellation,
    computer_players,
    entries,
    house_players,
    locks,
    notifications,
    rounds,
    search_index,
)
from tournaments.services.closing import results
from tournaments.services.events import publish_to_battle, publish_to_players

HOUSE_LEVEL = "greedy"
"""How house players play that are added because a game needs them."""
log = logging.getLogger(__name__)


def start_due(*, limit: int = 50) -> int:
    """Start, or call off, the tournaments that are full or whose time has come; returns how many."""
    now = clock.now()
    startable = due_work.list_startable(now)
    due = [each.pk for each, last in startable if bets_selectors.calculate_start(each, last) <= now]
    return sum(
        run_safely(partial(start, tournament_id=pk), log, "tournament %s cannot be started", pk) for pk in due[:limit]
    )


@service
def start(*, tournament_id: int) -> bool:
    """Start a tournament that is full, or due with enough seats taken; due with too few, it is called off.

    A full one waits for bets first, where it said so.

    Not announced any more, or not due, nothing happens and False is returned.
    """
    tournament = locks.lock(tournament_id)
    if tournament.status != Tournament.Status.ANNOUNCED:
        return False
    free = list_free_seats(tournament)
    if clock.now() < bets_selectors.get_start(tournament):
        return False
    fill_seats(tournament, free)
    occupied = tuple(Entry.objects.filter(tournament=tournament).order_by("seat").values_list("seat", flat=True))
    if len(occupied) < tournament.least_seats:
        cancellation.cancel(tournament, "too_few")
        return True
    if missing := seat_counts.get_house_threshold(tournament) - len(occupied):
        occupied = add_houses(tournament, missing)
    begin(tournament, occupied)
    return True


def list_free_seats(tournament: Tournament) -> list[str]:
    occupied = set(Entry.objects.filter(tournament=tournament).values_list("seat", flat=True))
    return [seat for seat in entries.list_seats(tournament) if seat not in occupied]


def fill_seats(tournament: Tournament, seats: list[str]) -> None:
    """Give free seats to emperors of the site's houses, where the terms say so."""
    level = terms.read(tournament.terms).fill
    for seat in seats if level else []:
        house_players.seat_house(tournament, seat, level)


def add_houses(tournament: Tournament, missing: int) -> tuple[str, ...]:
    """Give so many free seats to emperors of the site's houses, and return all seats that are taken then."""
    for seat in list_free_seats(tournament)[: max(missing, 0)]:
        house_players.seat_house(tournament, seat, computer_players.get_level(tournament.game, HOUSE_LEVEL))
    return tuple(Entry.objects.filter(tournament=tournament).order_by("seat").values_list("seat", flat=True))


def begin(tournament: Tournament, seats: tuple[str, ...]) -> None:
    """Open the first round, or call it off where the game cannot be played by these seats.

    The caller holds the tournament's lock.
    """
    try:
        first = build_first_round(tournament, seats)
    except ValueError:  # a game may not be playable by so few of its seats
        cancellation.cancel(tournament, "unplayable")
        return
    mark_begun(tournament, clock.now())
    tournament.save(update_fields=["status", "started_at", "rules_version"])
    bets.refund_empty_seats(tournament, seats)
    search_index.put_tournament(tournament)
    publish_to_battle(tournament, "started", "started")
    publish_to_players(tournament, "started")
    notifications.notify_organiser(tournament, "started")
    rounds.open_round(participation.get_seating(tournament), first, clock.now())


def build_first_round(tournament: Tournament, seats: tuple[str, ...]) -> results.NextRound:
    """Return the first round of a battle of these seats. Raise ValueError where the game cannot be played by them."""
    game = games.GAMES[tournament.game]
    chests = terms.read(tournament.terms).chests is not None
    opening = game.initial(tournament.field, seats, tournament.rules, tournament.seed, chests=chests,
                           casual=tournament.casual and not ladders.counts(tournament))  # fmt: skip
    return results.NextRound(1, game.write(opening), game.to_act(opening), game.get_round_and_turn(opening))


def mark_begun(tournament: Tournament, now: datetime) -> None:
    """Mark a battle that the caller saves as begun."""
    tournament.status, tournament.started_at = Tournament.Status.RUNNING, now
    tournament.rules_version = games.GAMES[tournament.game].VERSION
