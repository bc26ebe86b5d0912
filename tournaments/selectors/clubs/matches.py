"""Matches of clubs: those of a club, their line-ups and boards, and what the sweep has to do for them."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from dynasty.models import Club, ClubMember, Dynasty
from tournaments.models import ClubMatch, LineupPlace, MatchBoard, Tournament

Status = ClubMatch.Status
MANAGERS = (ClubMember.Role.OWNER, ClubMember.Role.OFFICER)
OPEN = (Status.ASKED, Status.ACCEPTED, Status.RUNNING)
ENDED = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
SHOWN = 6
"""Matches on the page of a club."""


def find_by_code(code: str) -> ClubMatch | None:
    """Return the match with this code, and its clubs with it."""
    return ClubMatch.objects.select_related("home", "away").filter(code=code).first()


def query_matches() -> QuerySet[ClubMatch]:
    """Return the query of all matches that were not turned down, with their clubs."""
    hidden = (Status.DECLINED, Status.WITHDRAWN, Status.LAPSED)
    return ClubMatch.objects.select_related("home", "away").exclude(status__in=hidden)


def list_of_club(club: Club, limit: int = SHOWN) -> list[ClubMatch]:
    """Return the matches of a club with the points of both so far, the latest first."""
    own = Q(home=club) | Q(away=club)
    points = {f"{side}_points": Coalesce(Sum(f"fought__{side}_points"), 0) for side in ("home", "away")}
    return list(query_matches().filter(own).annotate(**points).order_by("-starts_at", "-pk")[:limit])


def query_due(now: datetime) -> QuerySet[ClubMatch]:
    """Return the query of the matches that go on, or whose time has come."""
    waiting = Q(status__in=(Status.ASKED, Status.ACCEPTED), starts_at__lte=now)
    return ClubMatch.objects.filter(waiting | Q(status=Status.RUNNING), status__in=OPEN)


def list_lineup(match: ClubMatch, club: Club) -> list[LineupPlace]:
    """Return who is named for a club, in the order of the boards."""
    return list(LineupPlace.objects.filter(match=match, club=club).select_related("dynasty").order_by("number"))


def list_available(match: ClubMatch, club: Club) -> list[int]:
    """Return the dynasties of a line-up that still belong to the club, by their ids."""
    members = ClubMember.objects.filter(club=club).values("dynasty")
    found = LineupPlace.objects.filter(match=match, club=club, dynasty__in=members)
    return list(found.order_by("number").values_list("dynasty_id", flat=True))


def find_place(match: ClubMatch, dynasty: Dynasty | None) -> LineupPlace | None:
    """Return the place of a dynasty in a line-up, if it has one."""
    if dynasty is None:
        return None
    return LineupPlace.objects.filter(match=match, dynasty=dynasty).first()


def list_members_named(club: Club) -> dict[str, Dynasty]:
    """Return the members of a club by their folded names."""
    members = ClubMember.objects.filter(club=club).select_related("dynasty").order_by("since", "pk")
    return {each.dynasty.folded_name: each.dynasty for each in members}


def list_boards(match: ClubMatch) -> list[MatchBoard]:
    """Return the boards of a match that has begun, in their order."""
    return list(MatchBoard.objects.filter(match=match).select_related("home", "away", "tournament").order_by("number"))


def list_to_begin(match: ClubMatch) -> list[int]:
    """Return the boards of a match whose battle has not begun."""
    found = MatchBoard.objects.filter(match=match, begun_at=None, settled_at=None)
    return list(found.order_by("number").values_list("pk", flat=True))


def list_to_settle(match: ClubMatch) -> list[int]:
    """Return the boards of a match whose battle is over, or gone, and not counted yet."""
    found = MatchBoard.objects.filter(match=match, begun_at__isnull=False, settled_at=None)
    ended = found.filter(Q(tournament=None) | Q(tournament__status__in=ENDED))
    return list(ended.order_by("number").values_list("pk", flat=True))


def sum_points(boards: Sequence[MatchBoard]) -> tuple[int, int]:
    """Return the points of both clubs so far."""
    return sum(each.home_points for each in boards), sum(each.away_points for each in boards)


def list_roles(match: ClubMatch, dynasty: Dynasty | None) -> dict[int, str]:
    """Return the roles of a dynasty in both clubs of a match, by the club's id."""
    if dynasty is None:
        return {}
    found = ClubMember.objects.filter(dynasty=dynasty, club__in=(match.home_id, match.away_id))
    return dict(found.values_list("club_id", "role"))


def list_managed_sides(match: ClubMatch, roles: dict[int, str]) -> list[Club]:
    """Return the clubs of a match for which somebody with these roles acts."""
    return [club for club in (match.home, match.away) if roles.get(club.pk) in MANAGERS]
