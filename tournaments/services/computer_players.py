"""Computer players: they give their orders like everybody else, through services.orders."""

import logging
import random
import time
from datetime import datetime, timedelta
from functools import cache, partial

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

import players
from core import clock
from core.errors import BusyError, DomainError
from core.transactions import service
from tournaments.domain import games
from tournaments.models import Entry, Round
from tournaments.selectors.participation import Seating
from tournaments.selectors.rival_history import PastRounds, get_past_rounds
from tournaments.selectors.sweeps import due_work
from tournaments.services import orders, stand_ins

log = logging.getLogger(__name__)
LATE_SHARE = 0.8  # of a round among computers passes before they order, so that people can watch
LEASE = timedelta(seconds=30)  # after which another worker takes over from one that was lost
TIME_BUDGET = 4.0  # seconds that one call spends on orders, and the time of one order more
BATCH_SIZE = 20  # rounds played in one go


def get_level(game: str, level: str) -> str:
    """Return this game's level of that name. Raise DomainError where there is no such computer player."""
    if level and level not in players.PLAYERS:
        raise DomainError("no_such_level", _("There is no such computer player."))
    return players.level_of(game, level) if level else ""


def get_order_time(seating: Seating, now: datetime, length: timedelta) -> datetime | None:
    """Return when the computers order in a round that opens now: at once where a person plays, else late."""
    computers = [each.player for each in seating.entries] + [each.computer for each in seating.stand_ins.values()]
    if not any(computers):
        return None
    return now if any(not each.player for each in seating.entries) else now + LATE_SHARE * length


def play_due() -> int:
    """Give the orders of computer players that are due, for a few seconds; returns how many rounds are done."""
    timeout, now = time.monotonic() + TIME_BUDGET, clock.now()
    due = due_work.query_computers(now).select_related("tournament")
    found = list(due.order_by("computers_at")[:BATCH_SIZE])
    return sum(play_round(current, timeout) for current in found if time.monotonic() < timeout)


@service
def reserve(current: Round, until: datetime | None) -> bool:
    """Let nobody else play this round's computers before then, or never; False where somebody else does already."""
    mine = Round.objects.filter(pk=current.pk, closed_at=None, computers_at=current.computers_at)
    done = bool(mine.update(computers_at=until))
    current.computers_at = until
    return done


def play_round(current: Round, timeout: float) -> bool:
    """Give the orders of one round's computers, if no other worker does; what takes too long is left for the next."""
    now = clock.now()
    if not reserve(current, now + LEASE):
        return False
    tournament = current.tournament
    sitting_in = stand_ins.get_levels(tournament)
    played = ~Q(player="") | Q(seat__in=list(sitting_in))
    entries = Entry.objects.filter(played, tournament=tournament).exclude(seat__in=current.ready)
    get_past = cache(partial(get_past_rounds, current))  # the same for all computers of a level
    for place, entry in enumerate(entries.order_by("seat")):
        if place and time.monotonic() > timeout:  # one at least, so that it comes to an end
            reserve(current, now)
            return False
        level = entry.player or sitting_in[entry.seat]
        play_seat(current, entry, level, get_past(players.rounds_read(tournament.game, level, tournament.seats)))
    reserve(current, None)
    return True


def play_seat(current: Round, entry: Entry, level: str, past: PastRounds) -> None:
    """Give one computer's order; one that fails holds, and the battle goes on."""
    tournament = current.tournament
    game = games.GAMES[tournament.game]
    state = game.read(current.state)
    if entry.seat not in game.to_act(state):
        return
    luck = random.Random(f"{tournament.seed}:{current.number}:{entry.seat}")
    try:
        text = players.choose(tournament.game, state, entry.seat, level, luck, past)
    except Exception:
        log.exception("player %s failed in tournament %s", level, tournament.pk)
        text = game.default(state, entry.seat)
    try:
        orders.give_order(
            tournament_id=tournament.pk, round_no=current.number, seat=entry.seat, text=text, automatic=True
        )
    except BusyError:
        raise  # another worker takes over
    except DomainError as error:
        log.warning("order of player %s refused in tournament %s: %s", level, tournament.pk, error.code)
