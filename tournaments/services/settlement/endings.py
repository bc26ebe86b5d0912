"""The settlement of a finished battle, in the transaction that closes its last round."""

from collections.abc import Sequence

from core import clock, crash_points
from dynasty.services import achievements, emperors, standings
from tournaments.domain import games
from tournaments.domain.games import GameData, Outcome
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Round, Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds
from tournaments.services import (
    bets,
    notifications,
    queued_orders,
    retention,
    search_index,
    stand_ins,
    standing_orders,
    task_queue,
)
from tournaments.services.casual import level_records
from tournaments.services.events import publish_to_battle, publish_to_players
from tournaments.services.negotiation import judging
from tournaments.services.payments import pay
from tournaments.services.settlement import battle_history, battle_results, fates, flips, payouts, skill
from tournaments.services.settlement.finished_battles import load_finished


def settle(*, tournament: Tournament, outcome: Outcome, ending: GameData) -> None:
    """End a locked tournament: pay, award, decide fates, write history, and release the emperors.

    `outcome` is the game's verdict on the state after the last round, `ending` is that state.
    """
    tournament.status, tournament.outcome, tournament.ending = Tournament.Status.FINISHED, outcome, ending
    tournament.ended_at = clock.now()
    rounds = list(find_closed_rounds(tournament))
    tournament.statistics = build_statistics(tournament, rounds)
    tournament.save(update_fields=["status", "outcome", "ending", "ended_at", "statistics"])
    skill.rate_battle(tournament, rounds)
    if is_serious(tournament.type) and not tournament.casual:
        settle_serious(tournament, rounds)
    if tournament.casual:
        level_records.record_result(tournament)
    if outcome.get("flipped"):
        flips.record_flip(tournament=tournament, seat=outcome["flipped"])
    emperors.release(place=tournament.code)
    publish_to_battle(tournament, "finished", "finished", outcome=outcome)
    publish_to_players(tournament, "finished")
    notifications.notify_ended(tournament, rounds)
    standing_orders.delete_all(tournament)
    queued_orders.delete_all(tournament)
    stand_ins.end_all(tournament)
    if not is_serious(tournament.type):
        retention.anonymise(tournament)
    if tournament.organiser_id is None and not tournament.casual:
        task_queue.enqueue_on_commit("hold_battles")


def build_statistics(tournament: Tournament, rounds: Sequence[Round]) -> list[GameData]:
    """Return how each seat fared in a battle that has just ended, best first."""
    game = games.GAMES[tournament.game]
    steps = ((each.game_round, each.events or []) for each in rounds)
    return game.statistics(game.read(tournament.ending or {}), tournament.outcome or {}, steps)


def settle_serious(tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Settle a serious battle that `settle` ends: pay wealth, award reputation, then apply the fates.

    Wealth comes before reputation, which is the order of locks. The caller holds the tournament's row lock.
    """
    finished = load_finished(tournament, rounds)
    battle_history.mark_fought(finished)
    chests = payouts.list_chests(finished)
    winners = () if finished.battle.draw else finished.battle.winners
    placed = bets.calculate_results(tournament, winners)
    promised = judging.judge_all(finished, rounds)
    pay(
        [
            *payouts.build_payments(finished),
            *bets.build_payouts(tournament, placed),
            *judging.build_payments(finished, promised),
        ]
    )
    crash_points.reach("settling.settle_serious paid")
    bets.settle(tournament, placed)
    judging.close_all(finished, promised)
    with standings.summing_up_once():
        payouts.award_reputation(finished, chests)
        crash_points.reach("settling.settle_serious awarded")
        battle_history.record_battle(finished)
        battle_results.record_results(tournament, rounds)
        fates.apply_fates(finished)
    search_index.put_tournament(tournament, finished.battle)
    achievements.award_trophies(finished.dynasties, tournament.ended_at or clock.now(), tournament.code)
    crash_points.reach("settling.settle_serious decided")
