"""Arenas: those that are announced, under way or over, their tables, and who waits for a rival."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import BooleanField, Case, Count, F, QuerySet, When

from core.limits import ARENA_PAIRED, PAGE_SIZE
from dynasty.domain import skill
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.selectors import ratings
from tournaments.domain import arenas
from tournaments.domain.arenas import STAYS, Waiting
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import Arena, ArenaBattle, ArenaPlayer, Tournament

OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
CLUB_SHOWN = 6
"""Arenas on the page of a club."""
MAX_ROWS = 500
"""Of a table, shown on its page."""


@dataclass(frozen=True)
class ArenaLine:
    """A line of the table; who is equal shares a place, and who has not fought has none."""

    place: int | None
    player: ArenaPlayer


def find_by_code(code: str) -> Arena | None:
    """Return the arena with this code, and its organiser with it."""
    return Arena.objects.select_related("organiser", "of_club__club").filter(code=code).first()


def list_arenas(limit: int = PAGE_SIZE) -> list[Arena]:
    """Return the arenas that go on or are to come, the next to start first, then those that are over."""
    found = Arena.objects.select_related("organiser", "of_club__club").annotate(entered=Count("players"))
    found = found.exclude(of_club__club__kind=Club.Kind.CLASS)
    open_ones = found.filter(closed_at=None).order_by("starts_at", "pk")[:limit]
    return [*open_ones, *found.exclude(closed_at=None).order_by("-ends_at", "-pk")[:limit]]


def list_of_club(club: Club, limit: int = CLUB_SHOWN) -> list[Arena]:
    """Return the arenas of a club: those that are not over, the next to start first, then the latest."""
    found = Arena.objects.select_related("organiser", "of_club__club").annotate(entered=Count("players"))
    is_over = Case(When(closed_at=None, then=False), default=True, output_field=BooleanField())
    upcoming = Case(When(closed_at=None, then=F("starts_at")))
    return list(found.filter(of_club__club=club).order_by(is_over, upcoming.asc(), "-ends_at", "-pk")[:limit])


def export_of_club(club: Club) -> list[dict[str, object]]:
    """Return all arenas of a club, the first one first, each with what its players won."""
    found = Arena.objects.filter(of_club__club=club).order_by("pk").prefetch_related("players__dynasty")
    return [
        {
            "code": each.code,
            "title": each.title,
            "starts_at": each.starts_at,
            "ends_at": each.ends_at,
            "players": [
                {"dynasty": player.dynasty.code, "points": player.points, "wins": player.wins, "place": player.place}
                for player in each.players.all()
            ],
        }
        for each in found
    ]


def is_hidden(arena: Arena, dynasty: Dynasty | None) -> bool:
    """Return whether an arena is of a class to which a reader does not belong."""
    of_club = getattr(arena, "of_club", None)
    if of_club is None or of_club.club.kind != Club.Kind.CLASS:
        return False
    return dynasty is None or not ClubMember.objects.filter(club=of_club.club_id, dynasty=dynasty).exists()


def list_players(arena: Arena) -> list[ArenaPlayer]:
    """Return the players of an arena, the best first, with their dynasties and battles; the last have not fought."""
    rows = ArenaPlayer.objects.filter(arena=arena).select_related("dynasty", "tournament")
    has_fought = Case(When(battles=0, then=False), default=True, output_field=BooleanField())
    return list(rows.order_by("-points", "-wins", has_fought.desc(), "entered_at", "pk")[:MAX_ROWS])


def build_table(players: Sequence[ArenaPlayer]) -> list[ArenaLine]:
    """Return the table of an arena: each player with its place, as settled or as it stands."""
    places = arenas.rank_all([(each.points, each.wins) for each in players])
    return [
        ArenaLine((each.place or place) if each.battles else None, each)
        for each, place in zip(players, places, strict=True)
    ]


def get_rating(arena: Arena, dynasty: Dynasty) -> float:
    """Return the skill of a dynasty on the ladder on which the battles of an arena count."""
    pace = skill.get_pace(arena.round_seconds, daily=False)
    skills = ratings.get_skills([dynasty.pk], GROUNDS[arena.field].family, pace)
    return skills.get(dynasty.pk, skill.Skill()).rating


def find_winners(found: Sequence[Arena]) -> dict[int, list[str]]:
    """Return the names of those who won the arenas of these that are over, by the arena's id."""
    over = [each.pk for each in found if each.closed_at is not None]
    rows = ArenaPlayer.objects.filter(arena__in=over, place=1, battles__gt=0) if over else ArenaPlayer.objects.none()
    winners: dict[int, list[str]] = {}
    for arena, name in rows.order_by("dynasty__name").values_list("arena", "dynasty__name"):
        winners.setdefault(arena, []).append(name)
    return winners


def count_battles(arena: Arena, players: Sequence[ArenaPlayer]) -> int:
    """Return how many battles of an arena with these players are over; a query where some were against computers."""
    if arena.computers:
        return ArenaBattle.objects.filter(arena=arena).exclude(settled_at=None).count()
    return sum(each.battles for each in players) // 2


def query_waiting(arena_id: int, now: datetime) -> QuerySet[ArenaPlayer]:
    """Return the query of those in an arena who can be paired now."""
    return ArenaPlayer.objects.filter(arena=arena_id, paused=False, tournament=None, visited_at__gt=now - STAYS)


def list_waiting(arena: Arena, now: datetime) -> list[Waiting]:
    """Return those who wait for a rival; of many, those who have waited longest."""
    rows = query_waiting(arena.pk, now).order_by("waits_since", "pk")[:ARENA_PAIRED]
    return [Waiting(each.pk, each.dynasty_id, each.points, each.waits_since, each.last_rival_id) for each in rows]


def query_going_on(now: datetime) -> QuerySet[Arena]:
    """Return the query of the arenas that have begun and are not closed."""
    return Arena.objects.filter(closed_at=None, starts_at__lte=now)


def list_going_on(now: datetime) -> list[Arena]:
    """Return the arenas that have begun and are not closed, the one to end first before the others."""
    return list(query_going_on(now).order_by("ends_at", "pk"))


def list_unsettled(arena: Arena) -> list[int]:
    """Return the battles of an arena that are over and not counted yet."""
    found = ArenaBattle.objects.filter(arena=arena, settled_at=None, tournament__status__in=OVER)
    return list(found.order_by("pk").values_list("pk", flat=True))
