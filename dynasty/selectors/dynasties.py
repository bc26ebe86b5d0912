"""Selectors of dynasties, emperors and memberships."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core import clock
from core.limits import MAX_CHOICES, MAX_PEOPLE
from core.prepared_statements import PreparedQuery
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Account, Dynasty, Emperor, Engagement, Follow, Membership, Mention, User

STATES: dict[str, Promise] = {
    "at_court": _("at court"),
    "entered": _("entered"),
    "attending": _("attending"),
    "dead": _("dead"),
}
OWN_QUERY = PreparedQuery(
    lambda user: Dynasty.objects.select_related("standing", "silence").filter(user=user).order_by("pk")[:1]
)
"""With what keeps it from writing, which most pages with a form to write ask for."""


def find_dynasty(code: str) -> Dynasty | None:
    """Return the dynasty with this public code, if any."""
    return Dynasty.objects.select_related("standing").filter(code=code).first()


def find_read_dynasty(code: str, reader: int | None) -> Any:
    """Return the dynasty with this public code as the user with the id `reader` opens its page; one query.

    It says whether it is `followed` by the reader's dynasty, and the moment at which it was `read`; None without one.
    """
    follows = Follow.objects.filter(follower__user=reader, dynasty=OuterRef("pk"), emperor=None)
    found = Dynasty.objects.select_related("standing").filter(code=code)
    return found.annotate(followed=Exists(follows), read=clock.DatabaseNow()).first()


def find_dynasty_of(user: User | AnonymousUser) -> Dynasty | None:
    """Return the dynasty that a user owns, if any."""
    if not user.is_authenticated:
        return None
    return OWN_QUERY.first(user.pk)


def find_emperor(code: str) -> Emperor | None:
    """Return the emperor with this public code, if any, with its birthplace."""
    return select_places(Emperor.objects.all()).select_related("birthplace").filter(code=code).first()


def select_places(emperors: QuerySet[Emperor]) -> QuerySet[Emperor]:
    """Select emperors with what `describe_state` needs: their dynasties and engagements."""
    return emperors.select_related("dynasty", "engagement")


def list_living(dynasty: Dynasty) -> QuerySet[Emperor]:
    """Return a dynasty's living emperors, the eldest first."""
    return query_living(dynasty.pk)


def fetch_living(dynasty: Dynasty) -> list[Emperor]:
    """Return what `list_living` returns, by a prepared query."""
    return ALL_LIVING_QUERY(dynasty.pk)


def query_living(dynasty_id: int) -> QuerySet[Emperor]:
    """Return the query of a dynasty's living emperors, the eldest first."""
    return select_places(Emperor.objects.filter(dynasty=dynasty_id, died_at=None)).order_by("raised_at", "pk")


def annotate_reputation(emperors: QuerySet[Emperor]) -> QuerySet[Emperor]:
    """Annotate emperors with their `reputation`; 0 without an account."""
    accounts = Account.objects.filter(emperor=OuterRef("pk"), asset=REPUTATION, purpose=Account.Purpose.REPUTATION)
    return emperors.annotate(reputation=Coalesce(Subquery(accounts.values("balance")[:1]), 0))


def query_former_members(dynasty_id: int) -> QuerySet[Membership]:
    """Return the query of the ended memberships of a dynasty, by death or departure, the latest end first."""
    past = Membership.objects.filter(dynasty=dynasty_id).exclude(until=None)
    return past.select_related("emperor", "emperor__dynasty").order_by("-until", "-pk")


ALL_LIVING_QUERY = PreparedQuery(query_living)
LIVING_QUERY = PreparedQuery(lambda dynasty_id: annotate_reputation(query_living(dynasty_id))[:MAX_PEOPLE])
FORMER_MEMBERS_QUERY = PreparedQuery(lambda dynasty_id: query_former_members(dynasty_id)[:MAX_PEOPLE])


def list_first_living(dynasty: Dynasty) -> list[Any]:
    """Return as many of a dynasty's living emperors as a page shows, with their `reputation`, the eldest first."""
    return LIVING_QUERY(dynasty.pk)


def list_former_members(dynasty: Dynasty) -> list[Membership]:
    """Return as many ended memberships of a dynasty as a page shows, the latest end first."""
    return FORMER_MEMBERS_QUERY(dynasty.pk)


def list_memberships(dynasty: Dynasty, moment: datetime | None = None) -> QuerySet[Membership]:
    """Return who belonged to a dynasty from when to when, in order: at any time, or at one moment."""
    found = Membership.objects.filter(dynasty=dynasty)
    if moment:
        found = found.filter(Q(until=None) | Q(until__gt=moment), since__lte=moment)
    return found.select_related("emperor", "emperor__birthplace").order_by("since", "pk")


def list_members_at(dynasty: Dynasty, moment: datetime) -> QuerySet[Emperor]:
    """Return the emperors that belonged to a dynasty at a moment."""
    there = list_memberships(dynasty, moment).order_by().values("emperor_id")
    return select_places(Emperor.objects.filter(pk__in=there)).order_by("raised_at", "pk")


def list_all_members(dynasty: Dynasty, limit: int = MAX_CHOICES) -> QuerySet[Emperor]:
    """Return the emperors that ever belonged to a dynasty, by name, at most `limit`."""
    ever = Membership.objects.filter(dynasty=dynasty).values("emperor_id")
    return Emperor.objects.filter(pk__in=ever).order_by("folded_name", "pk")[:limit]


def get_state(emperor: Emperor) -> str:
    """Return an emperor's state: at_court, entered, attending or dead."""
    return describe_state(emperor, getattr(emperor, "engagement", None))


def get_visible_state(emperor: Emperor, reader: int | None) -> str:
    """Return an emperor's state as far as the user with the id `reader` may know it."""
    return describe_state(emperor, get_visible_engagement(emperor, reader))


def describe_state(emperor: Emperor, engagement: Engagement | None) -> str:
    if emperor.died_at:
        return "dead"
    return engagement.kind if engagement else "at_court"


def get_visible_engagement(emperor: Emperor, reader: int | None) -> Engagement | None:
    """Return an emperor's engagement if the user with the id `reader` may know it; None for at court."""
    found: Engagement | None = getattr(emperor, "engagement", None)
    own = reader is not None and emperor.dynasty.user_id == reader
    return found if found and (found.public or own) else None


def get_reputations(emperors: list[int]) -> dict[int, int]:
    """Return the reputation of each of these emperors, by id; 0 without an account."""
    accounts = Account.objects.filter(emperor__in=emperors, asset=REPUTATION, purpose=Account.Purpose.REPUTATION)
    return dict.fromkeys(emperors, 0) | dict(accounts.values_list("emperor_id", "balance"))


FOUGHT_QUERY = PreparedQuery(
    lambda dynasty_id: Mention.objects.filter(dynasty=dynasty_id, kind="fought").only("pk")[:1]
)


def has_fought(dynasty: Dynasty) -> bool:
    """Return whether a dynasty ever fought a serious battle."""
    return bool(FOUGHT_QUERY(dynasty.pk))


def list_homes(emperor: Emperor) -> QuerySet[Membership]:
    """Return all memberships of an emperor with their dynasties, the earliest first."""
    return emperor.memberships.select_related("dynasty").order_by("since", "pk")
