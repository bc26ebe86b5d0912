"""Payouts of betting pools, in integers: what is paid is what was staked."""

from collections.abc import Collection
from typing import NamedTuple


class Stake(NamedTuple):
    """One bet: which of the tournament it was, the seat, and the units staked."""

    sequence: int
    seat: str
    amount: int


def calculate_payouts(stakes: Collection[Stake], winners: Collection[str]) -> dict[int, int]:
    """Return what each bet brings back, by its sequence; without winners (a draw) all stakes go back.

    Bets on a winner share the stakes on the other seats in proportion, rounded down; the units left over go
    one each by the largest remainder, then by the earlier bet.
    """
    won = sorted(stake for stake in stakes if stake.seat in winners)
    pot = sum(stake.amount for stake in stakes) - sum(stake.amount for stake in won)
    if not won or not pot:
        return {stake.sequence: stake.amount for stake in stakes}
    return dict.fromkeys((stake.sequence for stake in stakes), 0) | _share_pot(won, pot)


def _share_pot(won: list[Stake], pot: int) -> dict[int, int]:
    """Return the winning bets' stakes and their shares of the pot."""
    staked = sum(stake.amount for stake in won)
    shares = {stake.sequence: divmod(pot * stake.amount, staked) for stake in won}
    left = pot - sum(units for units, _remainder in shares.values())
    luckiest = sorted(won, key=lambda stake: (-shares[stake.sequence][1], stake.sequence))[:left]
    extra = {stake.sequence for stake in luckiest}
    return {stake.sequence: stake.amount + shares[stake.sequence][0] + (stake.sequence in extra) for stake in won}
