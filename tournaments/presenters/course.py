"""The course of a campaign that is over, as its page shows it: graphs, the decisive turns, luck with dice."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from campaign.course import Course, Decision
from dynasty.charts import rounds
from tournaments.domain import round_titles
from tournaments.models import Entry
from tournaments.presenters.context import BattleContext
from tournaments.selectors import courses


class CourseChart(TypedDict):
    """A graph of what each seat held, and the figures as rows of a table."""

    name: str
    title: str
    chart: rounds.Rounds | None
    rows: list[tuple[int, list[int]]]


class SeatChange(TypedDict):
    """What a seat had before and after a turn."""

    seat: str
    name: str
    before: int
    after: int


class DecisiveTurn(TypedDict):
    """A decisive turn in words."""

    number: int
    title: str
    changes: list[SeatChange]
    chances: list[SeatChange]
    """In percent, of those that changed much."""
    sentences: list[str]


class DiceLuck(TypedDict):
    """What the dice were worth to a seat, in armies above the mean."""

    entry: Entry
    armies: float


class BattleCourse(TypedDict):
    """The course of a campaign."""

    charts: list[CourseChart]
    decisions: list[DecisiveTurn]
    luck: list[DiceLuck]


def build_course(battle: BattleContext) -> BattleCourse | None:
    """Return the course of a battle; None while it runs, without a round of play, and on boards."""
    course = courses.get_course(battle.tournament)
    if course is None or len(course.stands) < 2:
        return None
    curves = {
        "chances": (
            _("Chances to win, in percent"),
            [(stand.round, to_percents(stand.chances)) for stand in course.stands],
        ),
        "territories": (_("Territories by round"), [(stand.round, stand.territories) for stand in course.stands]),
        "armies": (_("Armies by round"), [(stand.round, stand.armies) for stand in course.stands]),
    }
    return {
        "charts": [build_chart(battle, name, title, rows) for name, (title, rows) in curves.items()],
        "decisions": [describe_decision(battle, each) for each in course.decisions],
        "luck": list_luck(battle, course),
    }


def build_chart(
    battle: BattleContext, name: str, title: str, rows: Sequence[tuple[int, Mapping[str, int]]]
) -> CourseChart:
    """Return a graph and the same figures as a table, a column for each seat."""
    return {
        "name": name,
        "title": title,
        "chart": rounds.draw(rows),
        "rows": [(number, [values.get(seat, 0) for seat in battle.entries]) for number, values in rows],
    }


def describe_decision(battle: BattleContext, decision: Decision) -> DecisiveTurn:
    """Return a decisive turn: its title, what every seat won or lost in it, and what happened."""
    return {
        "number": decision.number,
        "title": round_titles.format_title(decision.round, decision.turn, battle.names),
        "changes": list_changes(battle, decision.changes),
        "chances": list_changes(
            battle, {seat: (round(100 * old), round(100 * new)) for seat, (old, new) in decision.chances.items()}
        ),
        "sentences": battle.format_sentences(decision.sentences),
    }


def list_changes(battle: BattleContext, changes: Mapping[str, tuple[int, int]]) -> list[SeatChange]:
    """Return what changed by seat, whoever won most first."""
    return [
        {"seat": seat, "name": battle.names.get(seat, seat.upper()), "before": before, "after": after}
        for seat, (before, after) in sorted(changes.items(), key=lambda each: each[1][0] - each[1][1])
    ]


def to_percents(chances: Mapping[str, float]) -> dict[str, int]:
    """Return chances in percent.

    >>> to_percents({"a": 0.256})
    {'a': 26}
    """
    return {seat: round(100 * chance) for seat, chance in chances.items()}


def list_luck(battle: BattleContext, course: Course) -> list[DiceLuck]:
    """Return for every seat how many armies more or fewer than the mean its dice were worth, the luckiest first."""
    ordered = sorted(course.luck.items(), key=lambda each: -each[1])
    return [
        {"entry": battle.entries[seat], "armies": round(gain, 1)} for seat, gain in ordered if seat in battle.entries
    ]
