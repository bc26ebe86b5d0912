"""The skill rating of a battle that ends, before anything else of its settlement is locked."""

from collections.abc import Sequence

from dynasty.models import Dynasty
from dynasty.services import ratings
from dynasty.services.ratings import Fighter
from tournaments.domain import games, ladders, level_ratings, timeliness
from tournaments.domain.timeliness import Timeliness
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import battle_results, casual_players

WEAKEST = "random"


def rate_battle(tournament: Tournament, rounds: Sequence[Round]) -> None:
    """Let the result of a battle that has just ended count for the skill of the dynasties that fought it.

    `rounds`: all of it, closed.

    Nothing counts without a person in it. Substitutes play for the dynasty whose seat it is.
    """
    if not ladders.counts(tournament):
        return
    outcome = tournament.outcome or {}
    if outcome.get("void"):
        return
    entries = list(Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat"))
    players, winners = casual_players.get_dynasties(tournament), outcome["winners"]
    if tournament.casual and len(players) < sum(not each.player for each in entries):
        return  # somebody's account was deleted meanwhile
    in_time = count_orders(tournament, entries, rounds)
    fighters = [
        build_fighter(
            entry,
            entry.dynasty or players.get(entry.seat),
            tournament.game,
            entry.seat in winners,
            in_time[entry.seat],
        )
        for entry in entries
    ]
    if len(fighters) < 2 or all(each.level for each in fighters):
        return
    family, pace = ladders.get_ladder(tournament)
    ratings.rate_battle(
        place=tournament.code if is_serious(tournament.type) or tournament.casual else None,
        family=family,
        pace=pace,
        at=tournament.ended_at or tournament.announced_at,
        fighters=fighters,
    )


def count_orders(tournament: Tournament, entries: Sequence[Entry], rounds: Sequence[Round]) -> dict[str, Timeliness]:
    """Return by seat how many orders it had to give and how many it missed; some more for leaving at once.

    One leaves at once only where people found each other: nobody's reputation is at stake, and the next is waiting.
    """
    game = games.GAMES[tournament.game]
    counts = battle_results.count_orders(game, rounds)
    quick = rounds[: timeliness.QUICK_LEAVE_ROUNDS] if tournament.casual else ()
    left = {seat for each in quick for seat, text in each.orders or [] if game.resigns(text)}
    found = {each.seat: Timeliness(counts[each.seat], each.missed_in_all) for each in entries}
    return {seat: timeliness.add_quick_leave(own) if seat in left else own for seat, own in found.items()}


def build_fighter(entry: Entry, dynasty: Dynasty | None, game: str, won: bool, own: Timeliness) -> Fighter:
    """Return who held a seat: a person's dynasty, or the level of a computer player."""
    place = 1 if won else 2
    if dynasty is None or dynasty.house or entry.player:
        level = entry.player or WEAKEST
        return Fighter(place, level=level, rating=level_ratings.get_rating(level, game))
    return Fighter(place, dynasty, orders=own.orders, missed=own.missed)
