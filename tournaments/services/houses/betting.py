"""Small bets of house dynasties, from what everybody can see: who fights, and with what reputation."""

import random
from collections import Counter

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Account, Dynasty
from dynasty.services import treasury
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.services import bets, entries, house_players

BETTORS = 3
"""Houses that bet on a battle."""
DAILY_BETS = 30
"""Bets of a house on a day (UTC): all bet on every battle among houses before the day is over."""
ASSETS = ("copper", "silver", "gold")
SHARE = 0.005
"""The most of its wealth in an asset that a house bets at once."""
BATCH_SIZE = 10  # tournaments looked at in one go


def place_bets() -> int:
    """Let some houses bet on battles that can be bet on; return how many bets that were."""
    announced = Tournament.objects.filter(status=Tournament.Status.ANNOUNCED, casual=False, terms__betting=True)
    found = announced.filter(starts_at__gt=clock.now()).order_by("starts_at")[:BATCH_SIZE]
    return sum(bet_on(tournament) for tournament in found)


def bet_on(tournament: Tournament) -> int:
    """Let the houses that are drawn for a battle bet, each once; return how many bets were placed."""
    occupied = Entry.objects.filter(tournament=tournament).count()
    there = Presence.objects.filter(tournament=tournament, dynasty__house=True, role=Presence.Role.BETTOR).count()
    if occupied < min(2, tournament.seats - 1) or there >= BETTORS:
        return 0
    luck = random.Random(f"{tournament.seed}:bets:{there}")
    house = next(iter(list_bettors(tournament, luck)), None)
    return int(house is not None and try_to_bet(tournament, house, luck))


def list_bettors(tournament: Tournament, luck: random.Random) -> list[Dynasty]:
    """Return houses that can bet here: they have fought, are not here, and have bets left today."""
    midnight = clock.get_midnight(clock.now())
    houses = house_players.list_free_houses(tournament, luck)
    fought = set(house_players.query_veterans().values_list("pk", flat=True))
    placed = Counter(Bet.objects.filter(dynasty__house=True, placed_at__gte=midnight).values_list("dynasty", flat=True))
    return [house for house in houses if house.pk in fought and placed[house.pk] < DAILY_BETS]


def try_to_bet(tournament: Tournament, house: Dynasty, luck: random.Random) -> bool:
    """Place one bet of a house; return whether that was possible."""
    try:
        return place(tournament, house, luck)
    except DomainError:  # it started, or what the house had went elsewhere
        return False


@service
def place(tournament: Tournament, house: Dynasty, luck: random.Random) -> bool:
    """Bet a little of one asset on a seat, the more likely the higher the reputation of its emperor."""
    emperor = house_players.find_or_raise_emperor(house, luck)
    asset = choose_asset(tournament)
    amount = int(treasury.get_wallet(house, asset).balance * SHARE * luck.uniform(0.3, 1))
    if emperor is None or amount < 1:
        return False
    seat = choose_seat(tournament, asset, luck)
    bets.place_bet(tournament=tournament, dynasty=house, emperor=emperor, seat=seat, asset=asset, amount=amount)
    return True


def choose_asset(tournament: Tournament) -> str:
    """Return what houses bet in a battle: one asset, so that they bet against each other."""
    return random.Random(f"{tournament.seed}:asset").choice(ASSETS)


def choose_seat(tournament: Tournament, asset: str, luck: random.Random) -> str:
    """Return a seat that is taken, or the last one that is open, weighed by the reputation of its emperor.

    While all that is bet in an asset is on one seat, it is another one: whoever wins against nobody wins nothing.
    """
    entered = Entry.objects.filter(tournament=tournament).order_by("seat")
    emperors = dict(entered.values_list("seat", "emperor"))
    accounts = Account.objects.filter(purpose=Account.Purpose.REPUTATION, emperor__in=list(emperors.values()))
    reputations = dict(accounts.values_list("emperor_id", "balance"))
    seats = entries.list_seats(tournament) if len(emperors) == tournament.seats - 1 else tuple(emperors)
    placed = Bet.objects.filter(tournament=tournament, asset=asset).values_list("seat", flat=True)
    backed = set(placed.distinct())
    if len(backed) == 1:
        seats = tuple(seat for seat in seats if seat not in backed) or seats
    weights = [20 + reputations.get(emperors.get(seat) or 0, 0) for seat in seats]
    return luck.choices(seats, weights)[0]
