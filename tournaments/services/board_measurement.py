"""Measuring boards: battles between computer players, a piece of work at a time, by whichever worker comes by."""

from collections import Counter
from dataclasses import replace

from django.db.models import F

from battlefield import battles
from battlefield.battles import Battle
from battlefield.rulesets import Ruleset
from battlefield.surveys import Survey
from core import clock
from core.limits import BALANCE_BATTLES, BALANCE_LENGTH, BALANCE_PIECES
from core.prepared_statements import PreparedQuery
from core.transactions import service
from players import PLAYERS, matches
from tournaments.domain import board_balance
from tournaments.models import Balance
from tournaments.services import boards

MEASURING_RULES = replace(Ruleset(), max_rounds=BALANCE_LENGTH)

DUE_QUERY = PreparedQuery(
    lambda: Balance.objects.select_related("board").filter(done_at=None).order_by("pieces", "asked_at")[:1]
)


def measure_due() -> int:
    """Do one piece of work for the board that has waited longest; how many battles it made."""
    row = DUE_QUERY.first()
    return measure(row) if row else 0


def measure(row: Balance) -> int:
    """Play one piece and write it down, unless another worker has done the same piece meanwhile."""
    opening = battles.begin(Survey(boards.parse_drawing(row.board.drawing)).plain, MEASURING_RULES)
    most = BALANCE_BATTLES - row.battles
    played, won = play_battles(opening, row.player, most, f"{row.board.digest} {row.pieces}")
    all_wins = Counter(row.wins) + won
    all_battles, pieces = row.battles + played, row.pieces + 1
    over = all_battles >= BALANCE_BATTLES or pieces >= BALANCE_PIECES[1]
    return played if save_piece(row, all_battles, {seat: all_wins[seat] for seat in opening.seats}, over) else 0


def play_battles(opening: Battle, level: str, most: int, seed: str) -> tuple[int, Counter[str]]:
    """Play battles between players of one level until a piece of work is full; return how many, and who won."""
    choosers = dict.fromkeys(opening.seats, PLAYERS[level].choose)
    orders, budget = 0, BALANCE_PIECES[0] * board_balance.ORDERS_PER_TURN.get(level, 1)
    played, won = 0, Counter[str]()
    while orders < budget and played < most:
        ended = matches.battle(opening, choosers, f"{seed} {played}")
        orders += ended.number * len(opening.seats)
        played += 1
        if ended.outcome and not ended.outcome.draw:
            won.update(ended.outcome.seats)
    return played, won


@service
def save_piece(row: Balance, all_battles: int, wins: dict[str, int], over: bool) -> int:
    """Save one piece more; return 0 where another worker has written it."""
    mine = Balance.objects.filter(pk=row.pk, pieces=row.pieces, done_at=None)
    return mine.update(pieces=F("pieces") + 1, battles=all_battles, done_at=clock.now() if over else None, wins=wins)
