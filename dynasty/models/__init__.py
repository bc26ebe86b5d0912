from .books import Account, Transfer
from .chronicle import Event, Mention, Reign, Standing
from .houses import Dynasty, Emperor, Engagement, Membership
from .streams import Stream, StreamEvent
from .users import User

__all__ = [
    "Account",
    "Dynasty",
    "Emperor",
    "Engagement",
    "Event",
    "Membership",
    "Mention",
    "Reign",
    "Standing",
    "Stream",
    "StreamEvent",
    "Transfer",
    "User",
]
