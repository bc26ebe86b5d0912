from .apps import AppGrant, ThirdPartyApp
from .audit import StaffAct
from .books import Account, CondensedDay, Transfer, TreasuryDay
from .careers import BattleResult, Trophy
from .chronicle import Erasure, Event, Mention, Reign, Rung, SeasonStanding, Standing, StandingDay
from .clubs import Club, ClubEvent, ClubMember, ClubRequest, Pupil
from .following import Follow, SocialSetting
from .houses import Dynasty, Emperor, Engagement, Membership
from .market import Captive, Offer, OfferPart
from .notices import Delivery, Notice, NoticeSetting, PushSubscription
from .periodic import PeriodicRun
from .programs import ApiToken, KeptReply
from .ratings import RatedBattle, RatedSeat, Rating
from .search import SearchEntry
from .streams import Stream, StreamEvent
from .taken_names import TakenName
from .users import User
from .webhooks import Webhook, WebhookDelivery

__all__ = [
    "Account",
    "ApiToken",
    "AppGrant",
    "BattleResult",
    "Captive",
    "Club",
    "ClubEvent",
    "ClubMember",
    "ClubRequest",
    "CondensedDay",
    "Delivery",
    "Dynasty",
    "Emperor",
    "Engagement",
    "Erasure",
    "Event",
    "Follow",
    "KeptReply",
    "Membership",
    "Mention",
    "Notice",
    "NoticeSetting",
    "Offer",
    "OfferPart",
    "PeriodicRun",
    "Pupil",
    "PushSubscription",
    "RatedBattle",
    "RatedSeat",
    "Rating",
    "Reign",
    "Rung",
    "SearchEntry",
    "SeasonStanding",
    "SocialSetting",
    "StaffAct",
    "Standing",
    "StandingDay",
    "Stream",
    "StreamEvent",
    "TakenName",
    "ThirdPartyApp",
    "Transfer",
    "TreasuryDay",
    "Trophy",
    "User",
    "Webhook",
    "WebhookDelivery",
]
