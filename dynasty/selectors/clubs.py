"""Clubs: their members and tables, their news, and who asks to come in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Case, Count, F, QuerySet, Value, When

from core import clock
from dynasty.domain import club_events, club_tables
from dynasty.domain.club_tables import Score
from dynasty.models import Club, ClubEvent, ClubMember, ClubRequest, Dynasty, RatedSeat, Rating

TABLE_DAYS = 90
"""How far back the table of a club counts."""
NEWS_SHOWN = 20
Role = ClubMember.Role


@dataclass(frozen=True)
class MemberLine:
    """A line of a club's table; who is equal shares a place."""

    place: int
    member: ClubMember
    score: Score
    rating: Rating | None
    """On the ladder on which it has fought most."""


@dataclass(frozen=True)
class NewsLine:
    """Something that happened in a club."""

    at: datetime
    sentence: str


def find_club(code: str) -> Club | None:
    """Return the club with this code, unless it is dissolved."""
    return Club.objects.filter(code=code, kind=Club.Kind.CLUB, dissolved_at=None).first()


def find_by_invitation(invitation: str) -> Club | None:
    """Return the club whose link ends like this, unless it is dissolved."""
    return Club.objects.filter(invitation=invitation, kind=Club.Kind.CLUB, dissolved_at=None).first()


def find_member(club: Club, dynasty: Dynasty | None) -> ClubMember | None:
    """Return the membership of a dynasty in a club, if there is one."""
    if dynasty is None:
        return None
    return ClubMember.objects.select_related("dynasty").filter(club=club, dynasty=dynasty).first()


def has_asked(club: Club, dynasty: Dynasty | None) -> bool:
    """Return whether a dynasty waits for an answer of a club."""
    return dynasty is not None and ClubRequest.objects.filter(club=club, dynasty=dynasty).exists()


def query_clubs() -> QuerySet[Club]:
    """Return the query of all clubs, the largest first."""
    return Club.objects.filter(kind=Club.Kind.CLUB, dissolved_at=None).order_by("-size", "pk")


def list_memberships(dynasty: Dynasty | None) -> list[ClubMember]:
    """Return the clubs to which a dynasty belongs, the latest first."""
    if dynasty is None:
        return []
    found = ClubMember.objects.filter(dynasty=dynasty, club__kind=Club.Kind.CLUB).select_related("club")
    return list(found.order_by("-since", "-pk"))


def list_managed(dynasty: Dynasty) -> list[Club]:
    """Return the clubs and classes for which a dynasty may announce, by name."""
    managed = Club.objects.filter(members__dynasty=dynasty, members__role__in=(Role.OWNER, Role.OFFICER))
    return list(managed.order_by("name", "pk"))


def list_requests(club: Club) -> list[ClubRequest]:
    """Return who asks to come in, the longest first."""
    return list(ClubRequest.objects.filter(club=club).select_related("dynasty").order_by("at", "pk"))


def list_news(club: Club, limit: int = NEWS_SHOWN) -> list[NewsLine]:
    """Return what happened in a club, the latest first."""
    rows = ClubEvent.objects.filter(club=club).select_related("dynasty").order_by("-pk")[:limit]
    return [NewsLine(each.at, club_events.format_sentence(each.kind, each.dynasty.name, each.text)) for each in rows]


def list_members(club: Club) -> list[ClubMember]:
    """Return the members of a club: the owner, the officers, then who has been there longest."""
    rank = Case(When(role=Role.OWNER, then=Value(0)), When(role=Role.OFFICER, then=Value(1)), default=Value(2))
    found = ClubMember.objects.filter(club=club).select_related("dynasty__standing").annotate(rank=rank)
    return list(found.order_by("rank", "since", "pk"))


def build_table(club: Club) -> list[MemberLine]:
    """Return the table of a club: the most points first; without any, its members as `list_members` has them."""
    members = list_members(club)
    scores = count_scores(members)
    ratings = find_ratings([each.dynasty_id for each in members])
    scored = [(each, scores.get(each.dynasty_id, Score())) for each in members]
    scored.sort(key=lambda pair: (-pair[1].points, pair[1].battles))
    points = [score.points for _member, score in scored]
    return [
        MemberLine(points.index(score.points) + 1, member, score, ratings.get(member.dynasty_id))
        for member, score in scored
    ]


def count_scores(members: Iterable[ClubMember]) -> dict[int, Score]:
    """Return what each member has won against others, by its dynasty's id.

    Rated battles of the last days count that were fought while both were members. Trainings do not: nobody may
    learn who has met in them.
    """
    since = {each.dynasty_id: each.since for each in members}
    first = clock.now() - timedelta(days=TABLE_DAYS)
    seats = RatedSeat.objects.filter(
        dynasty__in=since, battle__rated_at__gte=first, battle__place__isnull=False
    ).order_by()
    shared = seats.values("battle").annotate(members=Count("pk")).filter(members__gte=2).values("battle")
    rows = seats.filter(battle__in=shared).annotate(at=F("battle__rated_at")).order_by("battle", "number")
    fought = (
        (battle, dynasty, ranked)
        for battle, dynasty, ranked, at in rows.values_list("battle", "dynasty", "ranked", "at")
        if dynasty is not None and at >= since[dynasty]
    )
    battles = groupby(fought, key=lambda row: row[0])
    return club_tables.add_up([(dynasty, ranked) for _battle, dynasty, ranked in each] for _battle, each in battles)


def find_ratings(dynasties: list[int]) -> dict[int, Rating]:
    """Return the rating of each of these dynasties on the ladder on which it has fought most, by its id."""
    return {each.dynasty_id: each for each in Rating.objects.filter(dynasty__in=dynasties).order_by("battles", "-pk")}
