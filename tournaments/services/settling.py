"""What a finished battle does, in the transaction that closes its last round."""

from typing import Any

from dynasty import clock, points
from dynasty.services import emperors
from tournaments import games, terms
from tournaments.models import Round, Tournament
from tournaments.services import bets, fates, flips, histories, memory, queued, standing, standins, summons, winnings
from tournaments.services.finished import look_back
from tournaments.services.paying import pay
from tournaments.services.telling import tell_battle, tell_players


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
    summons.ended(tournament)
    standing.forget(tournament)
    queued.forget(tournament)
    standins.over(tournament)
    if tournament.type == Tournament.Type.TRAINING:
        memory.untie(tournament)


def statistics(tournament: Tournament) -> list[dict[str, Any]]:
    """Return how each seat fared in a battle that has just ended, best first."""
    game = games.GAMES[tournament.game]
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number")
    steps = ((number, events or []) for number, events in closed.values_list("game_round", "events"))
    return game.statistics(game.read(tournament.ending or {}), tournament.outcome or {}, steps)


def settle_serious(tournament: Tournament) -> None:
    """Wealth before reputation (the order of locks), stakes before points, and fates when all is awarded."""
    finished = look_back(tournament)
    histories.note_fought(finished)
    chests = winnings.chests_of(finished)
    winners = () if finished.battle.draw else finished.battle.winners
    placed = bets.results(tournament, winners)
    pay([*winnings.wealth(finished), *bets.payouts(tournament, placed)])
    points.reached("settling.settle_serious paid")
    bets.settle(tournament, placed)
    winnings.award_reputation(finished, chests)
    points.reached("settling.settle_serious awarded")
    histories.write(finished)
    fates.decide(finished)
    points.reached("settling.settle_serious decided")
