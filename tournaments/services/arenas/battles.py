"""What happens in an arena by itself: whoever waits is paired, battles that are over are counted, and its end comes."""

import logging
from functools import partial

from core import clock
from core.run_safely import run_safely
from core.transactions import service
from tournaments.domain import arenas
from tournaments.domain.arenas import Score
from tournaments.domain.matchmaking import GROUNDS, SEATS
from tournaments.models import Arena, ArenaBattle, ArenaPlayer, CasualPlayer, Tournament
from tournaments.selectors import arenas as selected
from tournaments.selectors import seeks
from tournaments.services.arenas import announcing
from tournaments.services.casual import between_people
from tournaments.services.casual.between_people import Person

MAX_PAIRS = 25
"""Paired in one sweep for each arena, so that no round waits for it."""
NETWORK = "arena"
"""Stands for the network of those who play: an arena has limits of its own."""
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
    pairs = sorted(arenas.pair_all(waiting, now, apart), key=lambda pair: min(each.since for each in pair))[:MAX_PAIRS]
    return sum(
        run_safely(partial(begin_if_free, arena, one.pk, other.pk), log, "player %s cannot be paired", one.pk)
        for one, other in pairs
    )


def begin_if_free(arena: Arena, first: int, second: int) -> bool:
    """Begin the battle of two who wait; return whether both were still free."""
    return pair(arena=arena, first=first, second=second) is not None


@service
def pair(*, arena: Arena, first: int, second: int) -> Tournament | None:
    """Begin the battle of two players of an arena; None where one of them is not free any more, or it is over."""
    now = clock.now()
    free = selected.query_waiting(arena.pk, now).filter(pk__in=[first, second])
    players = list(free.select_for_update(of=("self",)).select_related("dynasty").order_by("pk"))
    if len(players) < SEATS or now >= arena.ends_at:
        return None
    setup = between_people.build_setup(GROUNDS[arena.field], arena.preset, arena.round_seconds, rated=True)
    people = [Person(each.key, each.dynasty) for each in players]
    tournament = between_people.begin_battle(people=people, setup=setup, network=NETWORK)
    ArenaBattle.objects.create(tournament=tournament, arena=arena)
    for player, other in zip(players, reversed(players), strict=True):
        player.tournament, player.last_rival = tournament, other.dynasty
        player.save(update_fields=["tournament", "last_rival"])
    between_people.notify_paired(tournament, people)
    return tournament


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
