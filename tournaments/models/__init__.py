from .bets import Bet
from .casual import Casual, CasualSeat
from .entries import Entry, Presence
from .rounds import Heartbeat, Round, SealedOrder
from .tournaments import Tournament

__all__ = ["Bet", "Casual", "CasualSeat", "Entry", "Heartbeat", "Presence", "Round", "SealedOrder", "Tournament"]
