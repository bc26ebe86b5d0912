"""A chapter of a study as its page shows it: one round with its comment, and the list of all rounds."""

from collections.abc import Mapping
from typing import TypedDict

from battlefield import game
from core.json_types import Json
from tournaments.domain.battle_types import ClosedRound
from tournaments.models import RoundComment
from tournaments.presenters import battle_state
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles
from tournaments.selectors.studies.chapters import ChapterBattle

EXCERPT = 90
"""Characters of a comment in the list of rounds."""


class Line(TypedDict):
    """A round of the list; round 0 is the position before the first."""

    number: int
    orders: list[list[str]]
    comment: str
    chosen: bool


class Reading(TypedDict):
    """What a page shows of a chapter."""

    battle: BattleContext
    number: int
    size: int
    before: int | None
    after: int | None
    played: ClosedRound | None
    position: Json
    data: Json
    seats: list[dict[str, str]]
    comment: RoundComment | None
    lines: list[Line]


def build_reading(chapter: ChapterBattle, comments: Mapping[int, RoundComment], number: int | None) -> Reading:
    """Return a chapter with one round opened; without a number that exists, the first position."""
    shown = number if number is not None and number <= chapter.size else 0
    battle = BattleContext(chapter.tournament, None, chapter.seated)
    played = describe_round(battle, chapter, shown) if shown else None
    position = game.view(chapter.get_position(shown))
    seats = [{"seat": seat, "emperor": name} for seat, name in battle.names.items()]
    return {
        "battle": battle,
        "number": shown,
        "size": chapter.size,
        "before": shown - 1 if shown else None,
        "after": shown + 1 if shown < chapter.size else None,
        "played": played,
        "position": position,
        "data": {"position": position, "seats": seats, "rounds": [played] if played else [], "number": shown},
        "seats": seats,
        "comment": comments.get(shown),
        "lines": [build_line(chapter, comments, each, each == shown) for each in range(chapter.size + 1)],
    }


def describe_round(battle: BattleContext, chapter: ChapterBattle, number: int) -> ClosedRound:
    """Return a round of a chapter in words."""
    after = game.write(chapter.get_position(number))
    played = battles.build_round(battle.tournament, chapter.get_round(number), after)
    return battle_state.describe_round(battle, played)


def build_line(chapter: ChapterBattle, comments: Mapping[int, RoundComment], number: int, chosen: bool) -> Line:
    """Return a round of the list, with its orders and the beginning of its comment."""
    text = " ".join(comments[number].text.split()) if number in comments else ""
    orders = sorted(each for each in chapter.record.rounds[number - 1] if each[1] != "-") if number else []
    return {
        "number": number,
        "orders": [[seat, order] for seat, order in orders],
        "comment": text if len(text) <= EXCERPT else text[:EXCERPT].rstrip() + "…",
        "chosen": chosen,
    }
