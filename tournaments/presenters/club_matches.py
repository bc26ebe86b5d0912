"""Matches of clubs as pages show them: how each stands, its boards, and what its reader can do about it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypedDict

from django.utils.translation import gettext as _

from dynasty.models import Club, Dynasty
from tournaments.domain import games
from tournaments.domain.club_matches import ROUND_SECONDS
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import ClubMatch, LineupPlace, MatchBoard, Tournament
from tournaments.selectors.clubs import matches as selected

Status = ClubMatch.Status
SHOWN_SCORES = (Status.RUNNING, Status.OVER)


@dataclass(frozen=True)
class MatchCard:
    """A match with the words for what is played in it, and the points so far."""

    match: ClubMatch
    ground: str
    rules: str
    pace: str
    home_points: int
    away_points: int
    has_score: bool


@dataclass(frozen=True)
class Lineup:
    """Who is named for a club whose members may know it before the start."""

    club: Club
    places: list[LineupPlace]
    manages: bool
    """Whether the reader may change it."""
    members: list[str]
    """The names that can be written into it; empty for readers who may not."""
    typed_text: str = ""
    """What was typed last, where it could not be saved."""
    error: str = ""
    """Why it could not."""

    @property
    def text(self) -> str:
        """Return the names as the form shows them, one a line."""
        return self.typed_text or "\n".join(each.dynasty.name for each in self.places)


class MatchContext(TypedDict):
    """What the page of a match shows."""

    match: ClubMatch
    card: MatchCard
    dynasty: Dynasty | None
    boards: list[MatchBoard]
    lineups: list[Lineup]
    """Of the reader's own clubs alone, until it begins."""
    answers: bool
    """Whether the reader can accept or decline it."""
    withdraws: bool
    """Whether the reader can call it off."""
    place: LineupPlace | None
    """The reader's own."""
    battle: str
    """The code of the battle that the reader fights in it now; blank if there is none."""
    waits: bool
    """Whether it has not begun and may still."""


def build_cards(found: Iterable[ClubMatch]) -> list[MatchCard]:
    """Return matches that were read with their points."""
    points = attrgetter("home_points", "away_points")
    return [build_card(each, points(each)) for each in found]


def build_card(match: ClubMatch, points: tuple[int, int]) -> MatchCard:
    """Return a match in the active language."""
    game = games.GAMES[GROUNDS[match.field].game]
    home, away = points
    return MatchCard(
        match,
        _(game.field_words(match.field)[0]),
        _(game.presets()[match.preset][0]),
        str(ROUND_SECONDS[match.round_seconds]),
        home,
        away,
        match.status in SHOWN_SCORES,
    )


def build_context(match: ClubMatch, dynasty: Dynasty | None) -> MatchContext:
    """Return what the page of a match shows to this reader."""
    boards = selected.list_boards(match)
    roles = selected.list_roles(match, dynasty)
    managed = selected.list_managed_sides(match, roles)
    waits = match.status in (Status.ASKED, Status.ACCEPTED)
    return {
        "match": match,
        "card": build_card(match, selected.sum_points(boards)),
        "dynasty": dynasty,
        "boards": boards,
        "lineups": build_lineups(match, roles, managed) if waits else [],
        "answers": match.status == Status.ASKED and match.away in managed,
        "withdraws": (match.status == Status.ASKED and match.home in managed)
        or (match.status == Status.ACCEPTED and bool(managed)),
        "place": selected.find_place(match, dynasty) if waits else None,
        "battle": find_battle(boards, dynasty),
        "waits": waits,
    }


def build_lineups(match: ClubMatch, roles: dict[int, str], managed: list[Club]) -> list[Lineup]:
    """Return the line-ups that somebody with these roles may see: those of its own clubs."""
    return [
        Lineup(
            club,
            selected.list_lineup(match, club),
            club in managed,
            [each.name for each in selected.list_members_named(club).values()] if club in managed else [],
        )
        for club in (match.home, match.away)
        if club.pk in roles
    ]


def show_as_typed(context: MatchContext, club: str, typed: str, error: str) -> None:
    """Let the page show a line-up of the club with this code as it was typed, and why it could not be saved."""
    context["lineups"] = [
        replace(each, typed_text=typed, error=error) if each.club.code == club else each for each in context["lineups"]
    ]


def find_battle(boards: Iterable[MatchBoard], dynasty: Dynasty | None) -> str:
    """Return the code of the battle that a reader fights in a match now; blank if there is none."""
    for each in boards:
        is_own = dynasty is not None and dynasty.pk in (each.home_id, each.away_id)
        if is_own and each.tournament and each.tournament.status == Tournament.Status.RUNNING:
            return each.tournament.code
    return ""
