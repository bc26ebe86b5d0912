from .audit import StaffAct
from .books import Account, Transfer
from .chronicle import Event, Mention, Reign, Standing
from .houses import Dynasty, Emperor, Engagement, Membership
from .market import Offer, OfferPart
from .notices import Delivery, Notice, NoticeSetting, PushSubscription
from .streams import Stream, StreamEvent
from .users import User

__all__ = [
    "Account",
    "Delivery",
    "Dynasty",
    "Emperor",
    "Engagement",
    "Event",
    "Membership",
    "Mention",
    "Notice",
    "NoticeSetting",
    "Offer",
    "OfferPart",
    "PushSubscription",
    "Reign",
    "StaffAct",
    "Standing",
    "Stream",
    "StreamEvent",
    "Transfer",
    "User",
]
