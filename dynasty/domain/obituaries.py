"""A life told in a few sentences, from what the log and the results know of it.

Each sentence exists for each gender, since languages differ in what they say of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import numbers
from core.sentences import fill
from dynasty.domain.site_titles import translate_title

MAX_NAMES = 4  # of those whom an emperor captured
SENTENCES = {
    "once_won": {
        "w": _("She fought a single battle, and won it."),
        "m": _("He fought a single battle, and won it."),
        "o": _("They fought a single battle, and won it."),
    },
    "once": {
        "w": _("She fought a single battle."),
        "m": _("He fought a single battle."),
        "o": _("They fought a single battle."),
    },
    "fought": {
        "w": _("She fought %(battles)s battles and won %(won)s of them."),
        "m": _("He fought %(battles)s battles and won %(won)s of them."),
        "o": _("They fought %(battles)s battles and won %(won)s of them."),
    },
    "captured": {
        "w": _("She captured %(names)s."),
        "m": _("He captured %(names)s."),
        "o": _("They captured %(names)s."),
    },
    "captured_more": {
        "w": _("She captured %(names)s and %(more)s more."),
        "m": _("He captured %(names)s and %(more)s more."),
        "o": _("They captured %(names)s and %(more)s more."),
    },
    "upset": {
        "w": _("Her greatest victory was over %(over)s, whose reputation was %(had)s to her %(own)s."),
        "m": _("His greatest victory was over %(over)s, whose reputation was %(had)s to his %(own)s."),
        "o": _("Their greatest victory was over %(over)s, whose reputation was %(had)s to their %(own)s."),
    },
    "peak": {
        "w": _("At the height of her fame her reputation stood at %(peak)s."),
        "m": _("At the height of his fame his reputation stood at %(peak)s."),
        "o": _("At the height of their fame their reputation stood at %(peak)s."),
    },
    "killed_in": {
        "w": _("In round %(round)s of “%(title)s”, %(by)s captured and killed her."),
        "m": _("In round %(round)s of “%(title)s”, %(by)s captured and killed him."),
        "o": _("In round %(round)s of “%(title)s”, %(by)s captured and killed them."),
    },
    "killed": {
        "w": _("In “%(title)s”, %(by)s captured and killed her."),
        "m": _("In “%(title)s”, %(by)s captured and killed him."),
        "o": _("In “%(title)s”, %(by)s captured and killed them."),
    },
    "retired": {
        "w": _("She retired from the world on %(day)s."),
        "m": _("He retired from the world on %(day)s."),
        "o": _("They retired from the world on %(day)s."),
    },
    "joined_in": {
        "w": _("In round %(round)s of “%(title)s” she was captured, and she has served %(house)s from then on."),
        "m": _("In round %(round)s of “%(title)s” he was captured, and he has served %(house)s from then on."),
        "o": _("In round %(round)s of “%(title)s” they were captured, and they have served %(house)s from then on."),
    },
    "joined": {
        "w": _("In “%(title)s” she was captured, and she has served %(house)s from then on."),
        "m": _("In “%(title)s” he was captured, and he has served %(house)s from then on."),
        "o": _("In “%(title)s” they were captured, and they have served %(house)s from then on."),
    },
    "ransomed": {
        "w": _("On %(day)s she was bought, and she has served %(house)s from then on."),
        "m": _("On %(day)s he was bought, and he has served %(house)s from then on."),
        "o": _("On %(day)s they were bought, and they have served %(house)s from then on."),
    },
}


@dataclass(frozen=True)
class Ending:
    """How a life, or a life with one dynasty, ended."""

    kind: str
    """killed, retired, joined or ransomed."""
    at: datetime
    title: str = ""
    by: str = ""
    house: str = ""
    round: int = 0
    """The round of the battle; 0 where the log does not say it."""


@dataclass(frozen=True)
class Victory:
    """A victory over somebody stronger."""

    over: str
    had: int
    own: int


@dataclass(frozen=True)
class Story:
    """What is told of a life."""

    name: str
    gender: str
    house: str
    """The dynasty that raised it."""
    since: datetime
    battles: int = 0
    won: int = 0
    captured: Sequence[str] = ()
    """The names of those whom it captured, the first first."""
    victory: Victory | None = None
    peak: int = 0
    """The highest reputation that it ever had."""
    endings: Sequence[Ending] = field(default=())


def narrate(story: Story) -> list[str]:
    """Return the sentences of a life in the active language."""
    came = {"name": story.name, "house": story.house, "day": format_day(story.since)}
    return [
        fill(gettext("%(name)s came to the court of %(house)s on %(day)s."), came),
        *narrate_deeds(story),
        *(narrate_ending(story.gender, each) for each in story.endings),
    ]


def narrate_deeds(story: Story) -> list[str]:
    """Return the sentences about battles, captives, the greatest victory and the height of fame."""
    shown = story.captured[:MAX_NAMES]
    rest = len(story.captured) - len(shown)
    found: list[tuple[str, dict[str, object]]] = []
    if story.battles == 1:
        found.append(("once_won" if story.won else "once", {}))
    elif story.battles:
        found.append(("fought", {"battles": story.battles, "won": story.won}))
    if shown:
        found.append(("captured_more" if rest else "captured", {"names": ", ".join(shown), "more": rest}))
    if story.victory:
        had, own = story.victory.had, story.victory.own
        found.append(("upset", {"over": story.victory.over, "had": had, "own": own}))
    if story.peak:
        found.append(("peak", {"peak": story.peak}))
    return [build_sentence(name, story.gender, facts) for name, facts in found]


def narrate_ending(gender: str, ending: Ending) -> str:
    """Return the sentence about a death, a retirement or a capture."""
    name = f"{ending.kind}_in" if ending.round else ending.kind
    facts = {"title": translate_title(ending.title), "by": ending.by, "house": ending.house, "round": ending.round}
    return build_sentence(name, gender, {**facts, "day": format_day(ending.at)})


def build_sentence(name: str, gender: str, facts: dict[str, object]) -> str:
    values = {key: numbers.format_number(each) if isinstance(each, int) else each for key, each in facts.items()}
    return fill(str(SENTENCES[name][gender]), values)


def format_day(moment: datetime) -> str:
    return date_format(moment, "DATE_FORMAT")
