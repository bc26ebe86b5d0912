"""What happens in an arena by itself: whoever waits is paired, battles that are over are counted, and its end comes."""

import logging
from collections.abc import Sequence
from functools import partial

from django.db import connection

from core import clock
from core.prepared_statements import PreparedUpdate
from core.run_safely import run_safely, run_together
from core.transactions import service
from tournaments.domain import arenas
from tournaments.domain.arenas import Score
from tournaments.domain.matchmaking import GROUNDS, SEATS
from tournaments.models import Arena, ArenaBattle, ArenaPlayer, CasualPlayer, Tournament
from tournaments.selectors import arenas as selected
from tournaments.selectors import seeks
from tournaments.services.arenas import announcing
from tournaments.services.casual import between_people
from tournaments.services.casual.between_people import TOGETHER, Person, Table

MAX_PAIRS = 100
"""Paired in one sweep for each arena, so that no round waits for it."""
NETWORK = "arena"
"""Stands for the network of those who play: an arena has limits of its own."""
UPDATE_PAIRED = PreparedUpdate(ArenaPlayer, "tournament", "last_rival")
log = logging.getLogger(__name__)


def tend_due() -> int:
    """Count, pair and close in all arenas that have begun; return how many battles were begun."""
    return sum(
        run_safely(partial(tend, each), log, "arena %s cannot be tended", each.code)
        for each in selected.list_going_on(clock.now())
    )


def tend(arena: Arena) -> int:
    """Count what is over in an arena, pair who waits, or close it; return how many battles were begun."""
    for pk in selected.list_unsettled(arena):
        run_safely(partial(settle, tournament_id=pk), log, "battle %s of an arena cannot be counted", pk)
    now = clock.now()
    if now >= arena.ends_at:
        announcing.close(arena_id=arena.pk)
        return 0
    if not arenas.can_be_played(arena.field, arena.preset):
        announcing.withdraw(arena_id=arena.pk)
        return 0
    waiting = selected.list_waiting(arena, now)
    apart = seeks.build_apart([arenas.build_searcher(each) for each in waiting])
    found = sorted(arenas.pair_all(waiting, now, apart), key=lambda pair: min(each.since for each in pair))[:MAX_PAIRS]
    pairs = [(one.pk, other.pk) for one, other in found]
    return sum(pair_all(arena, pairs[first : first + TOGETHER]) for first in range(0, len(pairs), TOGETHER))


def pair_all(arena: Arena, pairs: Sequence[tuple[int, int]]) -> int:
    """Begin the battles of these pairs in one transaction; where that fails, each alone. Return how many there are."""
    return run_together(
        pairs,
        lambda many: pair_together(arena=arena, pairs=many),
        lambda both: pair_together(arena=arena, pairs=[both]),
        log,
        "the players %s cannot be paired",
    )


@service
def pair_together(*, arena: Arena, pairs: Sequence[tuple[int, int]]) -> int:
    """Begin the battles of those of these pairs of players that are both free; return how many.

    None begins in an arena that is over. Players whom somebody else has locked are left out: another worker pairs them,
    or the next sweep does.
    """
    now = clock.now()
    skip = connection.features.has_select_for_update_skip_locked
    rows = selected.query_waiting(arena.pk, now).filter(pk__in=[pk for pair in pairs for pk in pair])
    locked = rows.select_for_update(of=("self",), skip_locked=skip).select_related("dynasty").order_by("pk")
    free = {each.pk: each for each in locked} if now < arena.ends_at else {}
    both = [(free[one], free[other]) for one, other in pairs if one in free and other in free]
    if both:
        begin_battles(arena, both)
    return len(both)


def begin_battles(arena: Arena, pairs: Sequence[tuple[ArenaPlayer, ArenaPlayer]]) -> None:
    """Begin the battles of many pairs of locked players, and tell all."""
    setup = between_people.build_setup(GROUNDS[arena.field], arena.preset, arena.round_seconds, rated=True)
    tables = [Table([Person(each.key, each.dynasty) for each in both], setup, NETWORK) for both in pairs]
    tournaments = between_people.begin_all(tables)
    ArenaBattle.objects.bulk_create([ArenaBattle(tournament=each, arena=arena) for each in tournaments])
    for both, tournament in zip(pairs, tournaments, strict=True):
        for player, other in zip(both, reversed(both), strict=True):
            player.tournament, player.last_rival = tournament, other.dynasty
    UPDATE_PAIRED.save_all([player for both in pairs for player in both])
    between_people.notify_all_paired((made, table.people) for made, table in zip(tournaments, tables, strict=True))


@service
def settle(*, tournament_id: int) -> bool:
    """Count the result of a battle of an arena that is over; return False where that was done before.

    A battle that ended after the arena, or without a result, is worth nothing. Its players are free again.
    """
    found = ArenaBattle.objects.select_for_update(of=("self",)).select_related("arena", "tournament")
    battle = found.filter(pk=tournament_id, settled_at=None).first()
    if battle is None or battle.tournament.status not in selected.OVER:
        return False
    tournament, now = battle.tournament, clock.now()
    seats = dict(CasualPlayer.objects.filter(tournament=tournament).values_list("dynasty", "seat"))
    counts = tournament.ended_at is not None and tournament.ended_at <= battle.arena.ends_at
    rows = ArenaPlayer.objects.filter(arena=battle.arena, tournament=tournament).select_for_update()
    for player in rows.order_by("pk"):
        result = get_result(tournament, seats.get(player.dynasty_id, ""))
        if counts and result:
            add_result(player, result, computer=len(seats) < SEATS)
        player.tournament, player.waits_since = None, now
        player.save()
    battle.settled_at = now
    battle.save(update_fields=["settled_at"])
    return True


def get_result(tournament: Tournament, seat: str) -> str:
    """Return how a battle ended for a seat: won, drawn or lost; blank where it ended without a result."""
    outcome = tournament.outcome or {}
    if tournament.status != Tournament.Status.FINISHED or outcome.get("void") or not seat:
        return ""
    if seat not in outcome["winners"]:
        return "lost"
    return "drawn" if outcome["draw"] else "won"


def add_result(player: ArenaPlayer, result: str, *, computer: bool) -> None:
    """Add a result to the line of a player that is saved by the caller. `computer`: against a computer player."""
    score, worth = arenas.add_result(Score(player.points, player.streak), result, computer=computer)
    player.points, player.streak = score.points, score.streak
    player.battles, player.wins = player.battles + 1, player.wins + (result == "won")
    player.scores = [*player.scores, worth]
