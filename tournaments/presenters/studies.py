"""A chapter of a study as its page shows it: one round with its comment, and the list of all rounds."""

from collections.abc import Mapping
from typing import TypedDict

from django.utils.translation import gettext as _

from core.json_types import Json
from tournaments.domain import round_titles
from tournaments.domain.battle_types import ClosedRound
from tournaments.models import RoundComment
from tournaments.presenters import battle_state
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles
from tournaments.selectors.studies.opened import OpenedChapter

EXCERPT = 90
"""Characters of a comment in the list of rounds."""


class Line(TypedDict):
    """A round of the list; round 0 is the position before the first."""

    number: int
    title: str
    turn: str
    """Whose turn it was; blank where all act at once."""
    orders: list[list[str]]
    comment: str
    chosen: bool


class Reading(TypedDict):
    """What a page shows of a chapter."""

    battle: BattleContext
    is_map: bool
    number: int
    title: str
    size: int
    before: int | None
    after: int | None
    played: ClosedRound | None
    position: Json
    data: Json
    seats: list[dict[str, str]]
    comment: RoundComment | None
    lines: list[Line]


def build_reading(chapter: OpenedChapter, comments: Mapping[int, RoundComment], number: int | None) -> Reading:
    """Return a chapter with one round opened; without a number that exists, the first position."""
    shown = number if number is not None and number <= chapter.size else 0
    battle = BattleContext(chapter.tournament, None, chapter.seated)
    played = describe_round(battle, chapter, shown) if shown else None
    position = chapter.get_view(shown)
    seats = [{"seat": seat, "emperor": name} for seat, name in battle.names.items()]
    return {
        "battle": battle,
        "is_map": battle.game.VIEW == "map",
        "number": shown,
        "title": format_title(battle, chapter, shown),
        "size": chapter.size,
        "before": shown - 1 if shown else None,
        "after": shown + 1 if shown < chapter.size else None,
        "played": played,
        "position": position,
        "data": {"position": position, "seats": seats, "rounds": [played] if played else [], "number": shown},
        "seats": seats,
        "comment": comments.get(shown),
        "lines": [build_line(battle, chapter, comments, each, each == shown) for each in range(chapter.size + 1)],
    }


def describe_round(battle: BattleContext, chapter: OpenedChapter, number: int) -> ClosedRound:
    """Return a round of a chapter in words."""
    played = battles.build_round(battle.tournament, chapter.get_round(number), chapter.get_state(number))
    return battle_state.describe_round(battle, played)


def format_title(battle: BattleContext, chapter: OpenedChapter, number: int) -> str:
    """Return the title of a round of a chapter."""
    return round_titles.format_title(*chapter.get_turn(number), battle.names) if number else _("The first position")


def build_line(
    battle: BattleContext, chapter: OpenedChapter, comments: Mapping[int, RoundComment], number: int, chosen: bool
) -> Line:
    """Return a round of the list, with its orders and the beginning of its comment."""
    text = " ".join(comments[number].text.split()) if number in comments else ""
    orders = chapter.list_orders(number) if number else []
    return {
        "number": number,
        "title": format_title(battle, chapter, number),
        "turn": chapter.get_turn(number)[1] if number else "",
        "orders": [[seat, order] for seat, order in orders],
        "comment": text if len(text) <= EXCERPT else text[:EXCERPT].rstrip() + "…",
        "chosen": chosen,
    }
