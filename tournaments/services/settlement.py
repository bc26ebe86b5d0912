"""What a finished battle does, in the transaction that closes its last round."""

from typing import Any

from core import clock, crash_points
from dynasty.services import emperors
from tournaments.domain import games, terms
from tournaments.models import Round, Tournament
from tournaments.services import (
    battle_history,
    bets,
    fates,
    flips,
    notifications,
    payouts,
    queued_orders,
    retention,
    stand_ins,
    standing_orders,
)
from tournaments.services.events import tell_battle, tell_players
from tournaments.services.finished_battles import look_back
from tournaments.services.payments import pay


def settle(*, tournament: Tournament, outcome: dict[str, Any], ending: dict[str, Any]) -> None:
    """End a locked tournament: pay, award, decide fates, write history, and let everybody go.

    `outcome` and `ending` are what the game says of the state after the last round, and that state.
    """
    tournament.status, tournament.outcome, tournament.ending = Tournament.Status.FINISHED, outcome, ending
    tournament.ended_at = clock.now()
    tournament.statistics = statistics(tournament)
    tournament.save(update_fields=["status", "outcome", "ending", "ended_at", "statistics"])
    if tournament.type in terms.SERIOUS and not tournament.casual:
        settle_serious(tournament)
    if outcome.get("flipped"):
        flips.note(tournament=tournament, seat=outcome["flipped"])
    emperors.release(place=tournament.code)
    tell_battle(tournament, "finished", "finished", outcome=outcome)
    tell_players(tournament, "finished")
    notifications.ended(tournament)
    standing_orders.forget(tournament)
    queued_orders.forget(tournament)
    stand_ins.over(tournament)
    if tournament.type == Tournament.Type.TRAINING:
        retention.untie(tournament)


def statistics(tournament: Tournament) -> list[dict[str, Any]]:
    """Return how each seat fared in a battle that has just ended, best first."""
    game = games.GAMES[tournament.game]
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number")
    steps = ((number, events or []) for number, events in closed.values_list("game_round", "events"))
    return game.statistics(game.read(tournament.ending or {}), tournament.outcome or {}, steps)


def settle_serious(tournament: Tournament) -> None:
    """Wealth before reputation (the order of locks), stakes before points, and fates when all is awarded."""
    finished = look_back(tournament)
    battle_history.note_fought(finished)
    chests = payouts.chests_of(finished)
    winners = () if finished.battle.draw else finished.battle.winners
    placed = bets.results(tournament, winners)
    pay([*payouts.wealth(finished), *bets.payouts(tournament, placed)])
    crash_points.reach("settling.settle_serious paid")
    bets.settle(tournament, placed)
    payouts.award_reputation(finished, chests)
    crash_points.reach("settling.settle_serious awarded")
    battle_history.write(finished)
    fates.decide(finished)
    crash_points.reach("settling.settle_serious decided")
