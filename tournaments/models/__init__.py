from .absence import Delay, Leave, LeaveBook, StandIn, StandingOrder, Vote
from .bets import Bet
from .casual import Casual, CasualSeat
from .entries import Entry, Presence
from .organising import DirectorAct, Invitation, Occurrence, PrivateLink, Recurrence, Waiting
from .rounds import Heartbeat, Round, SealedOrder
from .series import Series, SeriesEntry, SeriesTable
from .talk import Message, Mute, Report, Silence
from .tournaments import Tournament

__all__ = [
    "Bet",
    "Casual",
    "CasualSeat",
    "Delay",
    "DirectorAct",
    "Entry",
    "Heartbeat",
    "Invitation",
    "Leave",
    "LeaveBook",
    "Message",
    "Mute",
    "Occurrence",
    "Presence",
    "PrivateLink",
    "Recurrence",
    "Report",
    "Round",
    "SealedOrder",
    "Series",
    "SeriesEntry",
    "SeriesTable",
    "Silence",
    "StandIn",
    "StandingOrder",
    "Tournament",
    "Vote",
    "Waiting",
]
