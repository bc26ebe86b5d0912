"""Clubs: their members and tables, their news, and who asks to come in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Case, Count, QuerySet, Value, When

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


def leads_another(dynasty: Dynasty, club: Club) -> bool:
    """Return whether a dynasty may act for a club besides this one."""
    own = ClubMember.objects.filter(dynasty=dynasty, role__in=(Role.OWNER, Role.OFFICER), club__kind=Club.Kind.CLUB)
    return own.exclude(club=club).exists()


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


def build_table(club: Club, now: datetime | None = None) -> list[MemberLine]:
    """Return the table of a club: the most points first; without any, its members as `list_members` has them.

    `now`: the moment, if it is known already.
    """
    members = list_members(club)
    scores = count_scores(members, now or clock.now())
    ratings = find_ratings([each.dynasty_id for each in members])
    scored = [(each, scores.get(each.dynasty_id, Score())) for each in members]
    scored.sort(key=lambda pair: (-pair[1].points, pair[1].battles))
    points = [score.points for _member, score in scored]
    return [
        MemberLine(points.index(score.points) + 1, member, score, ratings.get(member.dynasty_id))
        for member, score in scored
    ]


@dataclass(frozen=True)
class Meeting:
    """A rated battle in which members met: its code, when it was rated, and each member's place in it."""

    place: str
    at: datetime
    ranks: dict[int, int]


@dataclass(frozen=True)
class LadderLine:
    """A member on the ladder of a club, and how the reader fared against it."""

    place: int | None
    """None: not rated there."""
    member: ClubMember
    rating: Rating | None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    """How often the reader came before, beside and behind this member."""


def build_ladder(
    members: Sequence[ClubMember], meetings: Iterable[Meeting], ladder: tuple[str, str], reader: Dynasty | None
) -> list[LadderLine]:
    """Return the members in the order of their skill on a ladder; those without battles there come last."""
    family, pace = ladder
    found = Rating.objects.filter(dynasty__in=[each.dynasty_id for each in members], family=family, pace=pace)
    ratings = {each.dynasty_id: each for each in found}
    order = sorted(members, key=lambda each: -ratings[each.dynasty_id].rating if each.dynasty_id in ratings else 1)
    records = count_records(meetings, reader.pk) if reader else {}
    return [
        LadderLine(
            number if each.dynasty_id in ratings else None,
            each,
            ratings.get(each.dynasty_id),
            *records.get(each.dynasty_id, (0, 0, 0)),
        )
        for number, each in enumerate(order, 1)
    ]


def count_records(meetings: Iterable[Meeting], own: int) -> dict[int, tuple[int, int, int]]:
    """Return how often one came before, beside and behind each other, by the other's id.

    >>> count_records([Meeting("k3x", datetime(2026, 1, 1), {7: 1, 8: 2})], 7)
    {8: (1, 0, 0)}
    """
    counts: dict[int, list[int]] = {}
    for meeting in meetings:
        rank = meeting.ranks.get(own)
        for other, theirs in meeting.ranks.items():
            if rank is not None and other != own:
                counts.setdefault(other, [0, 0, 0])[0 if rank < theirs else 1 if rank == theirs else 2] += 1
    return {other: (won, drawn, lost) for other, (won, drawn, lost) in counts.items()}


def count_scores(members: Iterable[ClubMember], now: datetime) -> dict[int, Score]:
    """Return what each member has won against others, by its dynasty's id."""
    return club_tables.add_up(list(each.ranks.items()) for each in list_meetings(members, now))


def list_meetings(members: Iterable[ClubMember], now: datetime) -> list[Meeting]:
    """Return the rated battles of the last days that were fought while several were members, the first one first.

    Trainings are left out: nobody may learn who has met in them.
    """
    since = {each.dynasty_id: each.since for each in members}
    first = now - timedelta(days=TABLE_DAYS)
    seats = RatedSeat.objects.filter(
        dynasty__in=since, battle__rated_at__gte=first, battle__place__isnull=False
    ).order_by()
    shared = seats.values("battle").annotate(members=Count("pk")).filter(members__gte=2).values("battle")
    columns = ("battle", "battle__place", "battle__rated_at", "dynasty", "ranked")
    rows = seats.filter(battle__in=shared).order_by("battle", "number").values_list(*columns)
    fought = (row for row in rows if row[3] is not None and row[2] >= since[row[3]])
    return [
        Meeting(place, at, {dynasty: ranked for *_battle, dynasty, ranked in each})
        for (_battle, place, at), each in groupby(fought, key=lambda row: row[:3])
    ]


def find_ratings(dynasties: list[int]) -> dict[int, Rating]:
    """Return the rating of each of these dynasties on the ladder on which it has fought most, by its id."""
    return {each.dynasty_id: each for each in Rating.objects.filter(dynasty__in=dynasties).order_by("battles", "-pk")}
