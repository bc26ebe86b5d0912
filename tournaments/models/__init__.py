from .bets import Bet
from .entries import Entry, Presence
from .rounds import Heartbeat, Round, SealedOrder
from .tournaments import Tournament

__all__ = ["Bet", "Entry", "Heartbeat", "Presence", "Round", "SealedOrder", "Tournament"]
