from .audit import StaffAct
from .books import Account, Transfer, TreasuryDay
from .chronicle import Erasure, Event, Mention, Reign, Rung, Standing, StandingDay
from .houses import Dynasty, Emperor, Engagement, Membership
from .market import Offer, OfferPart
from .notices import Delivery, Notice, NoticeSetting, PushSubscription
from .periodic import PeriodicRun
from .programs import ApiToken, KeptReply
from .streams import Stream, StreamEvent
from .users import User

__all__ = [
    "Account",
    "ApiToken",
    "Delivery",
    "Dynasty",
    "Emperor",
    "Engagement",
    "Erasure",
    "Event",
    "KeptReply",
    "Membership",
    "Mention",
    "Notice",
    "NoticeSetting",
    "Offer",
    "OfferPart",
    "PeriodicRun",
    "PushSubscription",
    "Reign",
    "Rung",
    "StaffAct",
    "Standing",
    "StandingDay",
    "Stream",
    "StreamEvent",
    "Transfer",
    "TreasuryDay",
    "User",
]
