"""Who wants to be notified of whom they follow, and of what."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from dynasty.models import Dynasty, Follow, NoticeSetting
from tournaments.models import FollowedBoard, Tournament
from tournaments.selectors import listings

KIND = "followed"
"""The type of the notification."""


@dataclass(frozen=True)
class Reader:
    """Somebody who is to learn of a tournament: because of its organiser, or else of its battlefield."""

    dynasty: Dynasty
    by_organiser: bool


def list_new(since: datetime) -> list[Tournament]:
    """List the tournaments that dynasties have announced since a moment, and that anybody may enter."""
    found = listings.query_tournaments().filter(status=Tournament.Status.ANNOUNCED, announced_at__gte=since)
    return [each for each in found.exclude(organiser=None).order_by("pk") if listings.is_open_to_all(each)]


def list_readers(tournament: Tournament) -> list[Reader]:
    """List the followers of a tournament's organiser or battlefield who chose to be notified, each once."""
    by_organiser = Follow.objects.filter(dynasty=tournament.organiser_id).values_list("follower", flat=True)
    by_board = FollowedBoard.objects.filter(field=tournament.field).values("follower")
    chosen = query_chosen().filter(Q(dynasty__in=by_organiser) | Q(dynasty__in=by_board))
    rows = list(chosen.exclude(dynasty=tournament.organiser_id))
    organisers = set(by_organiser) if rows else set()
    return [Reader(each.dynasty, each.dynasty_id in organisers) for each in rows]


def list_followers() -> Iterator[Dynasty]:
    """Yield the dynasties that follow somebody and chose to be notified."""
    return (each.dynasty for each in query_chosen().filter(dynasty__in=Follow.objects.values("follower")))


def query_chosen() -> QuerySet[NoticeSetting]:
    """Return the query of the settings that name a channel for news of those who are followed."""
    chosen = NoticeSetting.objects.filter(channels__has_key=KIND).exclude(**{f"channels__{KIND}": []})
    return chosen.filter(dynasty__user__is_active=True).select_related("dynasty").order_by("dynasty")
