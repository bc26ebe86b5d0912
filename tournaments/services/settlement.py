"""The settlement of a finished battle, in the transaction that closes its last round."""

from typing import Any

from core import clock, crash_points
from dynasty.services import emperors
from tournaments.domain import games
from tournaments.domain.tournament_types import is_serious
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
from tournaments.services.events import publish_to_battle, publish_to_players
from tournaments.services.finished_battles import load_finished
from tournaments.services.payments import pay


def settle(*, tournament: Tournament, outcome: dict[str, Any], ending: dict[str, Any]) -> None:
    """End a locked tournament: pay, award, decide fates, write history, and release the emperors.

    `outcome` is the game's verdict on the state after the last round, `ending` is that state.
    """
    tournament.status, tournament.outcome, tournament.ending = Tournament.Status.FINISHED, outcome, ending
    tournament.ended_at = clock.now()
    tournament.statistics = build_statistics(tournament)
    tournament.save(update_fields=["status", "outcome", "ending", "ended_at", "statistics"])
    if is_serious(tournament.type) and not tournament.casual:
        settle_serious(tournament)
    if outcome.get("flipped"):
        flips.record_flip(tournament=tournament, seat=outcome["flipped"])
    emperors.release(place=tournament.code)
    publish_to_battle(tournament, "finished", "finished", outcome=outcome)
    publish_to_players(tournament, "finished")
    notifications.notify_ended(tournament)
    standing_orders.delete_all(tournament)
    queued_orders.delete_all(tournament)
    stand_ins.end_all(tournament)
    if not is_serious(tournament.type):
        retention.anonymise(tournament)


def build_statistics(tournament: Tournament) -> list[dict[str, Any]]:
    """Return how each seat fared in a battle that has just ended, best first."""
    game = games.GAMES[tournament.game]
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number")
    steps = ((number, events or []) for number, events in closed.values_list("game_round", "events"))
    return game.statistics(game.read(tournament.ending or {}), tournament.outcome or {}, steps)


def settle_serious(tournament: Tournament) -> None:
    """Settle a serious battle that `settle` ends: pay wealth, award reputation, then apply the fates.

    Wealth comes before reputation, which is the order of locks. The caller holds the tournament's row lock.
    """
    finished = load_finished(tournament)
    battle_history.mark_fought(finished)
    chests = payouts.list_chests(finished)
    winners = () if finished.battle.draw else finished.battle.winners
    placed = bets.calculate_results(tournament, winners)
    pay([*payouts.build_payments(finished), *bets.build_payouts(tournament, placed)])
    crash_points.reach("settling.settle_serious paid")
    bets.settle(tournament, placed)
    payouts.award_reputation(finished, chests)
    crash_points.reach("settling.settle_serious awarded")
    battle_history.record_battle(finished)
    fates.apply_fates(finished)
    crash_points.reach("settling.settle_serious decided")
