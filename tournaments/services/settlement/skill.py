"""The skill rating of a battle that ends, before anything else of its settlement is locked."""

from dynasty.models import Dynasty
from dynasty.services import ratings
from dynasty.services.ratings import Fighter
from tournaments.domain import ladders, level_ratings
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament
from tournaments.selectors import casual_players

WEAKEST = "random"


def rate_battle(tournament: Tournament) -> None:
    """Let the result of a battle that has just ended count for the skill of the dynasties that fought it.

    Nothing counts without a person in it. Substitutes play for the dynasty whose seat it is.
    """
    if not ladders.counts(tournament):
        return
    outcome = tournament.outcome or {}
    if outcome.get("void"):
        return
    entries = Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    players, winners = casual_players.get_dynasties(tournament), outcome["winners"]
    if tournament.casual and len(players) < len(entries):
        return  # somebody's account was deleted meanwhile
    fighters = [
        build_fighter(entry, entry.dynasty or players.get(entry.seat), tournament.game, entry.seat in winners)
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


def build_fighter(entry: Entry, dynasty: Dynasty | None, game: str, won: bool) -> Fighter:
    """Return who held a seat: a person's dynasty, or the level of a computer player."""
    place = 1 if won else 2
    if dynasty is None or dynasty.house or entry.player:
        level = entry.player or WEAKEST
        return Fighter(place, level=level, rating=level_ratings.get_rating(level, game))
    return Fighter(place, dynasty)
