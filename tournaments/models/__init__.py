from .bets import Bet
from .casual import Casual, CasualSeat
from .entries import Entry, Presence
from .rounds import Heartbeat, Round, SealedOrder
from .talk import Message, Mute, Report, Silence
from .tournaments import Tournament

__all__ = [
    "Bet",
    "Casual",
    "CasualSeat",
    "Entry",
    "Heartbeat",
    "Message",
    "Mute",
    "Presence",
    "Report",
    "Round",
    "SealedOrder",
    "Silence",
    "Tournament",
]
