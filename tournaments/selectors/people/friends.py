"""Friends: dynasties that follow each other, and which of them are here, where they chose to show it."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from dynasty.models import Dynasty, Follow, SocialSetting
from tournaments.models import Mute

ONLINE = timedelta(minutes=10)
"""How long after its last page a dynasty still counts as here."""


@dataclass(frozen=True)
class Friend:
    """A friend as one dynasty sees it."""

    dynasty: Dynasty
    online: bool
    """False as well where it does not show whether it is here."""


def query_friends(dynasty: Dynasty) -> QuerySet[Dynasty]:
    """Return the dynasties that one follows and that follow it, where neither has muted the other."""
    follows = Follow.objects.filter(follower=dynasty, dynasty=OuterRef("pk"))
    followed = Follow.objects.filter(follower=OuterRef("pk"), dynasty=dynasty)
    return exclude_muted(Dynasty.objects.filter(Exists(follows), Exists(followed)), dynasty)


def exclude_muted(found: QuerySet[Dynasty], dynasty: Dynasty) -> QuerySet[Dynasty]:
    """Leave out whom a dynasty has muted, and who has muted it."""
    apart = Q(dynasty=dynasty, muted=OuterRef("pk")) | Q(dynasty=OuterRef("pk"), muted=dynasty)
    return found.filter(~Exists(Mute.objects.filter(apart)))


def are_friends(one: Dynasty, other: Dynasty) -> bool:
    """Return whether two dynasties are friends."""
    return query_friends(one).filter(pk=other.pk).exists()


def list_friends(dynasty: Dynasty) -> list[Friend]:
    """Return the friends of a dynasty: who is here first, then by name."""
    here = SocialSetting.objects.filter(dynasty=OuterRef("pk"), shows_online=True, online_at__gt=clock.now() - ONLINE)
    found = query_friends(dynasty).annotate(online=Exists(here)).order_by("-online", "folded_name")
    return [Friend(each, each.online) for each in found]


def get_setting(dynasty: Dynasty) -> SocialSetting:
    """Return what a dynasty chose; unsaved defaults if it never chose anything."""
    return SocialSetting.objects.filter(dynasty=dynasty).first() or SocialSetting(dynasty=dynasty)
