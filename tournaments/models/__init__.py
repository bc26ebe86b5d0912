from .absence import Delay, Leave, LeaveBook, StandIn, StandingOrder, Vote
from .bets import Bet
from .boards import Balance, DrawnBoard
from .casual import Casual, CasualSeat, TableFlip
from .checks import SelfCheck
from .entries import Entry, Presence
from .organising import DirectorAct, Invitation, Occurrence, PrivateLink, Recurrence, Waiting
from .puzzles import Puzzle
from .rounds import Heartbeat, QueuedOrder, Round, SealedOrder
from .series import Series, SeriesEntry, SeriesTable
from .talk import Message, Mute, Report, Silence
from .tournaments import Tournament

__all__ = [
    "Balance",
    "Bet",
    "Casual",
    "CasualSeat",
    "Delay",
    "DirectorAct",
    "DrawnBoard",
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
    "Puzzle",
    "QueuedOrder",
    "Recurrence",
    "Report",
    "Round",
    "SealedOrder",
    "SelfCheck",
    "Series",
    "SeriesEntry",
    "SeriesTable",
    "Silence",
    "StandIn",
    "StandingOrder",
    "TableFlip",
    "Tournament",
    "Vote",
    "Waiting",
]
