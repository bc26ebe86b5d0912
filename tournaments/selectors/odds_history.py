"""How the pools of a tournament grew, read from the transfers of its bets; of whose they are nothing is said."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from dynasty.models import Transfer
from tournaments.models import Bet, Tournament
from tournaments.selectors.bets import calculate_odds

MAX_STAKES = 1000
"""So many of the latest stakes are followed back."""
MAX_MOMENTS = 60
"""So many moments a line has at most."""


@dataclass(frozen=True)
class Moment:
    """What was in a pool from a moment on, by seat."""

    at: datetime
    amounts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.amounts.values())

    def get_share(self, seat: str) -> float:
        """Return a seat's share of the pool."""
        return self.amounts.get(seat, 0) / self.total

    def get_odds(self, seat: str) -> float | None:
        """Return what one unit on a seat would have brought back; None where nobody had bet on it."""
        amount = self.amounts.get(seat, 0)
        return calculate_odds(self.total, amount) if amount else None


def list_moments(tournament: Tournament) -> dict[str, list[Moment]]:
    """Return by asset what its pool was after each stake, the earliest first; bets that were given back are left out.

    It is walked back from the pools as they are, so that the end is right however many stakes there were.
    """
    placed = {bet.pk: bet for bet in Bet.objects.filter(tournament=tournament, returned=None)}
    if not placed:
        return {}
    paid = Transfer.objects.filter(place=tournament.code, cause="bet").order_by("-at", "-key")
    pools: dict[str, Counter[str]] = {}
    for bet in placed.values():
        pools.setdefault(bet.asset, Counter())[bet.seat] += bet.amount
    found: dict[str, list[Moment]] = {asset: [] for asset in pools}
    for key, at, amount in paid.values_list("key", "at", "amount")[:MAX_STAKES]:
        made = placed.get(int(key.split(":")[2]))
        if made is not None:
            pool = pools[made.asset]
            found[made.asset].append(Moment(at, dict(pool)))
            pool[made.seat] -= amount
            pool += Counter()  # drop seats that nobody had bet on yet
    return {asset: thin(moments[::-1]) for asset, moments in found.items()}


def thin(moments: list[Moment]) -> list[Moment]:
    """Return at most MAX_MOMENTS of the moments, evenly spread, the first and the last among them."""
    if len(moments) <= MAX_MOMENTS:
        return moments
    step = (len(moments) - 1) / (MAX_MOMENTS - 1)
    return [moments[round(number * step)] for number in range(MAX_MOMENTS)]
