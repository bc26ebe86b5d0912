"""A day of the world chronicle as pages show it, in the active language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypedDict

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from dynasty.domain.site_titles import translate_title
from tournaments.domain import world_chronicle
from tournaments.domain.games import GameData
from tournaments.models import ChronicleDay
from tournaments.selectors.world_chronicle import WEEK, Names, get_monday, get_names

MAX_SENTENCES = 6
"""Of a week in a notification."""


class StoredFact(TypedDict):
    """A fact as a day keeps it; see `tournaments.domain.world_chronicle.Fact`."""

    kind: str
    place: str
    title: str
    emperors: Mapping[str, str]
    houses: Mapping[str, str]
    figures: Mapping[str, int | str]


@dataclass(frozen=True)
class News:
    """A sentence of a day, and where to read on."""

    icon: str
    headline: str
    sentence: str
    links: list[tuple[str, str]]
    """(address, text) of the people in it."""
    battle: str
    """The code of its battle, as long as that is there."""


@dataclass(frozen=True)
class Page:
    """A day of the chronicle."""

    day: date
    headline: str
    news: list[News]
    total: str
    """The sentence about the number of battles."""
    board: GameData | None
    """The board of the day: {"place", "title", "view"}."""
    replay: str
    """The code of the battle of that board, as long as it is there."""


def build_pages(days: Sequence[ChronicleDay]) -> list[Page]:
    """Return days as pages show them."""
    names = get_names(days)
    return [build_page(each, names) for each in days]


def build_page(day: ChronicleDay, names: Names) -> Page:
    """Return one day; without what mentions somebody whose account is deleted."""
    news = [build_news(fact, names) for fact in day.news if is_known(fact, names)]
    return Page(
        day.day,
        news[0].headline if news else world_chronicle.write_quiet_headline(day.battles),
        news,
        world_chronicle.write_total(day.battles),
        day.position and {**day.position, "title": translate_title(day.position["title"])},
        day.position["place"] if day.position and day.position["place"] in names.places else "",
    )


@dataclass(frozen=True)
class WeekPage:
    """A week of the chronicle."""

    code: str
    """As its address names it."""
    begins: date
    ends: date
    headline: str
    news: list[News]
    total: str
    days: list[Page]
    """The earliest first."""
    board: GameData | None
    replay: str


def build_weeks(weeks: Sequence[Sequence[ChronicleDay]]) -> list[WeekPage]:
    """Return weeks as pages show them; each is the days of one week, the earliest first."""
    names = get_names([day for week in weeks for day in week])
    return [build_week(week, names) for week in weeks if week]


def build_week(week: Sequence[ChronicleDay], names: Names) -> WeekPage:
    """Return one week, with the board of the day from which its headline comes."""
    existing = [[fact for fact in day.news if is_known(fact, names)] for day in week]
    facts = world_chronicle.choose_week_news(existing)
    news = [build_news(fact, names) for fact in facts]  # type: ignore[arg-type]
    battles, days = sum(day.battles for day in week), [build_page(day, names) for day in week]
    first = facts[0]["place"] if facts else ""
    boards = [day for day in days[::-1] if day.board]
    shown = next((day for day in boards if day.board and day.board["place"] == first), boards[0] if boards else None)
    begins = get_monday(week[0].day)
    return WeekPage(
        world_chronicle.format_week(begins),
        begins,
        begins + WEEK - timedelta(days=1),
        news[0].headline if news else world_chronicle.write_quiet_week(battles),
        news,
        world_chronicle.write_week_total(battles),
        days,
        shown.board if shown else None,
        shown.replay if shown else "",
    )


def narrate_week(week: Sequence[ChronicleDay]) -> dict[str, str]:
    """Return what a notification says of a week, by language."""
    sentences: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            [page] = build_weeks([week])
            sentences[language] = " ".join([*(each.sentence for each in page.news[:MAX_SENTENCES]), page.total])
    return sentences


def is_known(fact: StoredFact, names: Names) -> bool:
    """Return whether everybody in a fact still exists."""
    return names.emperors.keys() >= set(fact["emperors"].values()) and names.houses.keys() >= set(
        fact["houses"].values()
    )


def build_news(fact: StoredFact, names: Names) -> News:
    """Return a fact as a sentence with its links."""
    emperors = {role: names.emperors[code] for role, code in fact["emperors"].items()}
    houses = {role: names.houses[code] for role, code in fact["houses"].items()}
    values = {"title": translate_title(fact["title"]), **fact["figures"], **emperors, **houses}
    people = [(reverse("emperor", args=[code]), names.emperors[code]) for code in fact["emperors"].values()]
    homes = [(reverse("dynasty", args=[code]), names.houses[code]) for code in fact["houses"].values()]
    return News(
        world_chronicle.KINDS[fact["kind"]].icon,
        world_chronicle.write_headline(fact["kind"], values),
        world_chronicle.write_sentence(fact["kind"], values),
        list(dict.fromkeys([*people, *homes])),
        fact["place"] if fact["place"] in names.places else "",
    )
