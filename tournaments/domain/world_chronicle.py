"""The news of a day in the world: facts, and the sentences that are made of them in the active language.

The sentences have no words that depend on the gender of an emperor.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.json_types import Json, ReadOnlyJson
from core.sentences import fill
from dynasty.catalog import assets


@dataclass(frozen=True)
class Fact:
    """One piece of news. People and houses are codes, under the names that its sentence uses."""

    kind: str
    place: str = ""
    """The code of the tournament, if any."""
    title: str = ""
    """The title of the tournament."""
    emperors: Mapping[str, str] = field(default_factory=dict)
    houses: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Kind:
    """A kind of news."""

    icon: str
    """A name of the icons of the site."""
    headline: Promise
    write: Callable[[ReadOnlyJson], str]
    """Returns the sentence of its values, with its places open."""


def write_champion(values: ReadOnlyJson) -> str:
    if "former" in values:
        return gettext("%(dynasty)s took the throne of the world from %(former)s, with a reputation of %(reputation)s.")
    return gettext("%(dynasty)s took the empty throne of the world, with a reputation of %(reputation)s.")


def write_died(values: ReadOnlyJson) -> str:
    return gettext("In “%(title)s”, %(by)s of %(by_house)s killed %(emperor)s of %(house)s.")


def write_joins(values: ReadOnlyJson) -> str:
    return gettext(
        "In “%(title)s”, %(by)s captured %(emperor)s of %(house)s, whose sword belongs to %(by_house)s from now on."
    )


def write_robbed(values: ReadOnlyJson) -> str:
    return gettext("In “%(title)s”, %(by)s of %(by_house)s captured %(emperor)s of %(house)s, fame and all.")


def write_upset(values: ReadOnlyJson) -> str:
    return ngettext(
        "In “%(title)s”, %(emperor)s of %(house)s beat %(over)s of %(over_house)s against the odds: %(points)s point "
        "of reputation lay between them.",
        "In “%(title)s”, %(emperor)s of %(house)s beat %(over)s of %(over_house)s against the odds: %(points)s points "
        "of reputation lay between them.",
        values["points"],
    )


def write_victory(values: ReadOnlyJson) -> str:
    return ngettext(
        "%(emperor)s of %(house)s won “%(title)s” in %(rounds)s round.",
        "%(emperor)s of %(house)s won “%(title)s” in %(rounds)s rounds.",
        values["rounds"],
    )


def write_pool(values: ReadOnlyJson) -> str:
    return gettext("The largest pool was that of “%(title)s”: %(wealth)s.")


def write_longest(values: ReadOnlyJson) -> str:
    if values.get("record"):
        return ngettext(
            "Never before had a battle been as long as “%(title)s”: it took %(rounds)s round.",
            "Never before had a battle been as long as “%(title)s”: it took %(rounds)s rounds.",
            values["rounds"],
        )
    if values.get("week"):
        return ngettext(
            "The longest battle of the week, “%(title)s”, took %(rounds)s round.",
            "The longest battle of the week, “%(title)s”, took %(rounds)s rounds.",
            values["rounds"],
        )
    return ngettext(
        "The longest battle of the day, “%(title)s”, took %(rounds)s round.",
        "The longest battle of the day, “%(title)s”, took %(rounds)s rounds.",
        values["rounds"],
    )


KINDS = {
    "champion": Kind("crown", _("%(dynasty)s takes the throne"), write_champion),
    "died": Kind("skull", _("%(emperor)s falls to %(by)s"), write_died),
    "joins": Kind("flag", _("%(emperor)s changes sides"), write_joins),
    "upset": Kind("medal", _("%(emperor)s beats the odds"), write_upset),
    "robbed": Kind("sword", _("%(by)s humbles %(emperor)s"), write_robbed),
    "victory": Kind("swords", _("%(emperor)s wins “%(title)s”"), write_victory),
    "longest": Kind("hourglass", _("The long fight for “%(title)s”"), write_longest),
    "pool": Kind("coins", _("All bets on “%(title)s”"), write_pool),
}
"""Every kind of news, the greatest first: the headline is that of the first."""


def write_sentence(kind: str, values: ReadOnlyJson) -> str:
    """Return the sentence of a piece of news in the active language."""
    return fill(KINDS[kind].write(values), format_values(values))


def write_headline(kind: str, values: ReadOnlyJson) -> str:
    """Return the headline of a piece of news in the active language."""
    return fill(str(KINDS[kind].headline), format_values(values))


def write_quiet_headline(battles: int) -> str:
    """Return the headline of a day without news."""
    return gettext("A day without surprises") if battles else gettext("A quiet day")


def write_quiet_week(battles: int) -> str:
    """Return the headline of a week without news."""
    return gettext("A week without surprises") if battles else gettext("A quiet week")


def write_week_total(battles: int) -> str:
    """Return the sentence that says how much was fought in a week."""
    if not battles:
        return gettext("No battle was decided that week. The swords rested.")
    return fill(
        ngettext("%(n)s battle was decided that week.", "%(n)s battles were decided that week.", battles),
        {"n": battles},
    )


def write_total(battles: int) -> str:
    """Return the sentence that says how much was fought."""
    if not battles:
        return gettext("No battle was decided. The swords rested.")
    return fill(
        ngettext("%(n)s battle was decided that day.", "%(n)s battles were decided that day.", battles), {"n": battles}
    )


def choose_week_news(days: Sequence[Sequence[ReadOnlyJson]]) -> list[Json]:
    """Return the news of a week from that of its days, the greatest first: of what can be compared only the most.

    >>> pool = {"kind": "pool", "figures": {"asset": "gold", "amount": 5}}
    >>> reign = {"kind": "champion", "figures": {}}
    >>> larger = {"kind": "pool", "figures": {"asset": "gold", "amount": 9}}
    >>> [(each["kind"], each["figures"].get("amount")) for each in choose_week_news([[pool], [reign, larger]])]
    [('champion', None), ('pool', 9)]
    """
    found = [dict(fact) for day in days for fact in day]
    chosen: list[Json] = []
    for kind in KINDS:
        same = [fact for fact in found if fact["kind"] == kind][::-1]  # the latest first
        if kind in MEASURES:
            same = sorted(same, key=lambda fact: MEASURES[fact["kind"]](fact["figures"]), reverse=True)[:1]
        chosen += [{**fact, "figures": {**fact["figures"], "week": True}} for fact in same[:MAX_OF_A_KIND]]
    return chosen


def measure_pool(figures: ReadOnlyJson) -> float:
    """Return how large a pool of coins is, compared by what a new dynasty gets of each coin."""
    return float(figures["amount"] / assets.get_grants().get(figures["asset"], 1))


MEASURES: dict[str, Callable[[ReadOnlyJson], float]] = {
    "upset": lambda figures: float(figures["points"]),
    "victory": lambda figures: -float(figures["rounds"]),
    "longest": lambda figures: float(figures["rounds"]),
    "pool": measure_pool,
}
"""How news of a kind compares; of these a week tells the greatest alone."""
MAX_OF_A_KIND = 3


def format_week(day: date) -> str:
    """Return the week of a day as an address names it.

    >>> format_week(date(2026, 1, 1)), format_week(date(2026, 11, 22))
    ('2026-W01', '2026-W47')
    """
    year, week, _day = day.isocalendar()
    return f"{year:04}-W{week:02}"


def parse_week(text: str) -> date | None:
    """Return the Monday of a week; None for anything else.

    >>> parse_week("2026-W47"), parse_week("2026-W60"), parse_week("2026-11-22")
    (datetime.date(2026, 11, 16), None, None)
    """
    found = re.fullmatch(r"([0-9]{4})-W([0-9]{2})", text)
    try:
        return date.fromisocalendar(int(found[1]), int(found[2]), 1) if found else None
    except ValueError:
        return None


def format_values(values: ReadOnlyJson) -> dict[str, object]:
    """Return the values of a sentence; an amount of an asset is one of them, in words."""
    if "asset" not in values:
        return dict(values)
    return {**values, "wealth": assets.format_amount(values["amount"], values["asset"])}
