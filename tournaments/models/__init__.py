from .absence import Delay, Leave, LeaveBook, StandIn, StandingOrder, Vote
from .arenas import Arena, ArenaBattle, ArenaPlayer, ClubArena
from .bets import Bet
from .boards import Balance, DrawnBoard, FollowedBoard
from .casual import Casual, CasualSeat, CasualWords, LevelRecord, StartPosition, TableFlip
from .checks import SelfCheck
from .chronicle import ChronicleDay
from .club_matches import ClubMatch, LineupPlace, MatchBoard
from .entries import Entry, Presence
from .lab_rooms import LabRoom
from .maps import DrawnMap, MapBalance
from .organising import DirectorAct, Invitation, Occurrence, PrivateLink, Recurrence, Waiting
from .pairing import CasualPlayer, Challenge, Seek
from .people import Conversation, PrivateMessage
from .puzzles import OrderPuzzle, Puzzle, PuzzleAttempt, PuzzleSkill
from .reviews import Review
from .rounds import Heartbeat, QueuedOrder, Round, SealedOrder
from .rule_templates import RuleTemplate
from .series import Series, SeriesEntry, SeriesTable
from .studies import Chapter, RoundComment, Study
from .talk import Message, Mute, Report, Silence
from .tournaments import Tournament
from .treaties import Treaty
from .trust import OriginMark

__all__ = [
    "Arena",
    "ArenaBattle",
    "ArenaPlayer",
    "Balance",
    "Bet",
    "Casual",
    "CasualPlayer",
    "CasualSeat",
    "CasualWords",
    "Challenge",
    "Chapter",
    "ChronicleDay",
    "ClubArena",
    "ClubMatch",
    "Conversation",
    "Delay",
    "DirectorAct",
    "DrawnBoard",
    "DrawnMap",
    "Entry",
    "FollowedBoard",
    "Heartbeat",
    "Invitation",
    "LabRoom",
    "Leave",
    "LeaveBook",
    "LevelRecord",
    "LineupPlace",
    "MapBalance",
    "MatchBoard",
    "Message",
    "Mute",
    "Occurrence",
    "OrderPuzzle",
    "OriginMark",
    "Presence",
    "PrivateLink",
    "PrivateMessage",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSkill",
    "QueuedOrder",
    "Recurrence",
    "Report",
    "Review",
    "Round",
    "RoundComment",
    "RuleTemplate",
    "SealedOrder",
    "Seek",
    "SelfCheck",
    "Series",
    "SeriesEntry",
    "SeriesTable",
    "Silence",
    "StandIn",
    "StandingOrder",
    "StartPosition",
    "Study",
    "TableFlip",
    "Tournament",
    "Treaty",
    "Vote",
    "Waiting",
]
