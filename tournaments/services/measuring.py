"""Measuring boards: battles played by chance, a piece of work at a time, by whichever worker comes by."""

from collections import Counter

from django.db.models import F

from battlefield import battles
from battlefield.rulesets import Ruleset
from battlefield.surveys import Survey
from dynasty import clock
from dynasty.atomic import atomic
from dynasty.limits import BALANCE_BATTLES, BALANCE_ROUNDS
from players.fast import simulation
from tournaments.models import Balance
from tournaments.services import drawing


def measure_due() -> int:
    """Do one piece of work for the board that has waited longest; how many battles it made."""
    row = Balance.objects.select_related("board").filter(done_at=None).order_by("pieces", "asked_at").first()
    return measure(row) if row else 0


def measure(row: Balance) -> int:
    """Play one piece and write it down, unless another worker has done the same piece meanwhile."""
    opening = battles.begin(Survey(drawing.read(row.board.drawing)).plain, Ruleset())
    played, wins = simulation.run(opening, BALANCE_ROUNDS[0], seed=row.pieces + 1)
    all_wins = dict(Counter(row.wins) + Counter(wins))
    all_battles, pieces = row.battles + played, row.pieces + 1
    over = all_battles >= BALANCE_BATTLES or pieces >= BALANCE_ROUNDS[1]
    return played if write(row, all_battles, {seat: all_wins.get(seat, 0) for seat in opening.seats}, over) else 0


@atomic
def write(row: Balance, all_battles: int, wins: dict[str, int], over: bool) -> int:
    """One piece more; 0 where another worker has written it."""
    mine = Balance.objects.filter(pk=row.pk, pieces=row.pieces, done_at=None)
    return mine.update(pieces=F("pieces") + 1, battles=all_battles, done_at=clock.now() if over else None, wins=wins)
